// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace slurry {

/// The path at which writing to `file` ends up. Symbolic links are followed, also a link to a file that does not exist
/// yet. Throws InputError if the links form a circle.
std::filesystem::path behind_links(const std::filesystem::path& file);

/// Name of a file in quotes, for a sentence. A name that is too long for a file is cut.
std::string quoted_name(const std::filesystem::path& file);

std::filesystem::path folder_of(const std::filesystem::path& file);

/// Longest name, in bytes, that a file in this folder may have.
std::size_t longest_name(const std::filesystem::path& folder);

}  // namespace slurry
