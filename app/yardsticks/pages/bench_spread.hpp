// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "command_line.hpp"
#include "slurry/json.hpp"
#include "yardsticks/sparse_spreading/spreading.hpp"

namespace slurry::app {

/// Options of `slurry bench spread`, in addition to those of every subject.
struct SpreadArguments {
  SpreadOptions options;
  std::string sweep;  ///< row-group, group-size or auto; empty: every method once
  void add_to(Subcommand& command);
};

/// Measures build and spread times of every method of spreading as a sparse operator, or does one of the sweeps. Each
/// row is printed on `lines` as soon as it is measured.
Json bench_spreads(const SpreadArguments& a, std::size_t points, int threads, Device device, Precision precision,
                   std::FILE* lines);

}  // namespace slurry::app
