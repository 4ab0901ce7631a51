// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "command_line.hpp"
#include "slurry/json.hpp"
#include "slurry/options.hpp"
#include "yardsticks/measures/bench_fcc.hpp"

namespace slurry::app {

/// By its name as the command line has it; `otherwise` where no word was given.
DirectNumber number_named(const std::string& word, DirectNumber otherwise);

/// Adds --terms, --sums and --positions; more: said at the end of the help of each.
void add_number_options(Subcommand& command, std::string& terms, std::string& sums, std::string& positions,
                        const std::string& more);

struct FccArguments {
  std::optional<long> points;  ///< so many spheres alone, 150 to 200,000; empty: several sizes, as many as end soon
  std::string terms, sums, positions;  ///< empty: fp32, fp64, fp64
  double tolerance = 1e-3;             ///< relative tolerance of the Ewald sum for comparison
  Device device = Device::automatic;
};

/// `slurry bench fcc`: the published timing of direct sums.  Kernels by size with their Oseen and memory-alone rows,
/// shares of the stages of the published step, ours beside with the crossover to Ewald, and the faults of the published
/// models.  Rows are shown as they come unless they are for JSON.  A Runtime must live.  Throws InputError.
Json bench_fcc(const FccArguments& a, bool show);

}  // namespace slurry::app
