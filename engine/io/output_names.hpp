// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace slurry {

/// Where writing to `file` ends up: symbolic links are followed, also one that leads to a file that does not exist yet.
/// Throws InputError when they lead in a circle.
std::filesystem::path behind_links(const std::filesystem::path& file);

/// Name of a file in quotes, for a sentence. A name that is too long for a file is cut.
std::string quoted_name(const std::filesystem::path& file);

std::filesystem::path folder_of(const std::filesystem::path& file);

/// Longest name, in bytes, that a file in this folder may have.
std::size_t longest_name(const std::filesystem::path& folder);

}  // namespace slurry
