// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "slurry/machine_rates.hpp"

namespace slurry {

/// Sets of points on which engines differ.
enum class EngineSet {
  uniform,         ///< in the unit cube
  sphere_surface,  ///< a sphere of radius 0.4
  helix,           ///< three turns of radius 0.2
  two_clusters,    ///< half the points each, standard deviations 1e-3 and 1e-4
  gaussian_cloud   ///< standard deviation 0.1
};

/// The same sum of forces by every engine. Targets are the sources.
struct EnginesBenchCase {
  EngineSet set = EngineSet::uniform;
  std::size_t points = 1000;
  int periodicity = 0;
  double tolerance = 1e-3;  ///< relative
  int repeats = 3;
  double most_seconds = 5;  ///< an engine that is predicted to take longer for one call is not timed
  std::uint64_t seed = 1;
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
};

/// One engine. An engine without a plan for the case stands in no row.
struct EngineTime {
  std::string engine;
  double predicted = 0;         ///< seconds of a call
  double cpu_seconds = 0;       ///< CPU seconds of the quickest call; 0: not timed
  double reached = 0;           ///< relative l2 error at 64 targets; the truth has another engine or another split
  bool chosen_by_name = false;  ///< `automatic` leaves it out
};

struct EnginesBenchRow {
  std::vector<EngineTime> engines;
  std::string automatic;     ///< engine that `automatic` takes
  double over_quickest = 0;  ///< time of that engine over the time of the quickest; 0: not timed
};

/// Times one case; the engines take turns. A Runtime must exist.
EnginesBenchRow bench_engines(const EnginesBenchCase& c);

}  // namespace slurry
