// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace slurry {

struct PositionFile {
  std::filesystem::path file;
  std::vector<std::array<double, 3>> positions;  ///< [length]
};

/// Centres from a file: CSV (three numbers a line, a line of headings and lines with # let through), extended
/// XYZ (the column that Properties calls pos, else the three after the species; the first frame), or a recorded run of
/// ours, NAME.h5 for its last frame and NAME.h5#FRAME for another one.  A relative name is looked for in `folder`.
/// Throws InputError naming file, line and what is wrong there: no number, a number that is not finite, too few lines.
PositionFile read_positions(const std::string& name, const std::filesystem::path& folder);

}  // namespace slurry
