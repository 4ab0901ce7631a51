// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Points that an Ewald sum is to take, by number.
struct EwaldLoad {
  struct Targets {
    std::size_t count = 0;
    double radius = 0;
    bool are_sources = false;
  };
  std::size_t sources = 0;
  std::size_t others = 0;  ///< that the sources meet in the near field alone
  double source_radius = 0;
  std::vector<Targets> targets;
  bool several_radii = false;   ///< a RotnePragerEwald
  bool part_of_nested = false;  ///< its near and far parts are called apart: velocities are not kept as they are sorted
  bool near_alone = false;      ///< it has no grid
  bool net_source = true;       ///< some q.n is not 0: the double layer spreads its fourth component
  StageVariantNames variants{};  ///< asked for
};

/// Bytes that a SpectralEwald of these parameters holds once it has been applied on
/// the host: grids and padded planes, tables, sorted points.  Without the caller's positions, densities and results.
/// Nothing is allocated.
double ewald_memory(const EwaldParameters& parameters, const EwaldLoad& load, int threads);

}  // namespace slurry
