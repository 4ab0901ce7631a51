// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "slurry/json.hpp"

namespace slurry::app {

/// Options of `slurry bench orbit`, in addition to those of every subject.
struct OrbitArguments {
  std::string terms, sums, positions, stepping;  ///< empty: all rows of the table
  std::optional<double> step, duration, box;
  bool quick = false, overwrite = false, show = false;
  std::vector<std::string> picture;  ///< two words: seconds, and the file of a picture
  std::filesystem::path output;      ///< CSV file with every cycle; empty: none
  void add_to(Subcommand& command);
};

/// Does the stability experiment: the table of sums, positions and steps beside the figures of the notes, or one row of
/// the table. Rows are printed as soon as they are measured, unless JSON is written. Throws InputError.
Json bench_orbits(const OrbitArguments& a, bool show);

}  // namespace slurry::app
