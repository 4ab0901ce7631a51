// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "command_line.hpp"
#include "slurry/json.hpp"
#include "slurry/options.hpp"
#include "yardsticks/measures/bench_fcc.hpp"

namespace slurry::app {

/// Returns the value for a word of the command line, or `otherwise` if no word was given.
DirectNumber number_named(const std::string& word, DirectNumber otherwise);

/// Adds --terms, --sums and --positions. more: text at the end of the help of each option.
void add_number_options(Subcommand& command, std::string& terms, std::string& sums, std::string& positions,
                        const std::string& more);

struct FccArguments {
  std::optional<long> points;  ///< number of spheres, 150 to 200,000; empty: several sizes, as far as they end soon
  std::string terms, sums, positions;  ///< empty: fp32, fp64, fp64
  double tolerance = 1e-3;             ///< relative tolerance of the Ewald sum for comparison
  Device device = Device::automatic;
};

/// Does the work of `slurry bench fcc`, the published timing of direct sums. It times kernels by size, with rows for
/// Oseen's tensor and for memory alone, and the shares of the stages of the published step. It compares them with our
/// sums, finds the crossover to the Ewald sum, and reports the faults of the published models. Rows are printed as soon
/// as they are measured, unless JSON is written. A Runtime must exist. Throws InputError.
Json bench_fcc(const FccArguments& a, bool show);

}  // namespace slurry::app
