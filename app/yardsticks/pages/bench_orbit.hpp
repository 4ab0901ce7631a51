// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "slurry/json.hpp"

namespace slurry::app {

/// Options of `slurry bench orbit` besides those of every bench.
struct OrbitArguments {
  std::string terms, sums, positions, stepping;  ///< empty: all rows of the table
  std::optional<double> step, duration, box;
  bool quick = false, overwrite = false, show = false;
  std::vector<std::string> picture;  ///< seconds and a file
  std::filesystem::path output;      ///< CSV of every cycle; empty: none
  void add_to(Subcommand& command);
};

/// The stability experiment: the table of sums, positions and steps beside the figures of the notes, or one row of it.
/// Rows are shown as they come unless they are for JSON.  Throws InputError.
Json bench_orbits(const OrbitArguments& a, bool show);

}  // namespace slurry::app
