// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>

namespace slurry {

/// Throws InputError when `file` cannot be what is written: it has no name or one that is too long, is one of the
/// `inputs` under this or another name, is a folder, a device, a pipe or a socket, exists and may not be overwritten,
/// or its folder is missing or may not be written to.  A symbolic link stands for what it leads to.  Before long work,
/// not after it.
void refuse_output(const std::filesystem::path& file, bool overwrite,
                   std::span<const std::filesystem::path> inputs = {});

/// Throws InputError when writing to `file` would destroy one of `others`, which need not exist yet.
void refuse_same_file(const std::filesystem::path& file, std::span<const std::filesystem::path> others);

}  // namespace slurry
