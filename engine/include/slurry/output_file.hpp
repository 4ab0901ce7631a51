// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>

namespace slurry {

/// Checks an output file before long work begins. Throws InputError if the name is empty or too long; if the file is
/// one of the `inputs` (under any name), a folder, a device, a pipe or a socket; if it exists and may not be
/// overwritten; or if its folder is missing or not writable. A symbolic link stands for the file to which it leads.
void refuse_output(const std::filesystem::path& file, bool overwrite,
                   std::span<const std::filesystem::path> inputs = {});

/// Throws InputError if writing to `file` would destroy one of `others`. The other files need not exist yet.
void refuse_same_file(const std::filesystem::path& file, std::span<const std::filesystem::path> others);

}  // namespace slurry
