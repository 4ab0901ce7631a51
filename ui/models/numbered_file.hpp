// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace slurry::ui {

/// Returns the first of stem.ending, stem-2.ending, stem-3.ending, ... that does not exist in the folder, so that no
/// file is overwritten. Characters that a file's name cannot have become '-'.
std::filesystem::path numbered_file(const std::filesystem::path& folder, const std::string& stem,
                                    const std::string& ending);

}  // namespace slurry::ui
