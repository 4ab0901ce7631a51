// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Numbers of the points that an Ewald sum will take.
struct EwaldLoad {
  struct Targets {
    std::size_t count = 0;
    double radius = 0;
    bool are_sources = false;
  };
  std::size_t sources = 0;
  std::size_t others = 0;  ///< points that the sources meet only in the near field
  double source_radius = 0;
  std::vector<Targets> targets;
  bool several_radii = false;  ///< the sum is a RotnePragerEwald
  /// the near and the far part of the sum are called separately; velocities are not kept in sorted order
  bool part_of_nested = false;
  bool near_alone = false;  ///< the sum has no grid
  int ranks = 1;            ///< processes that share the planes of the grid evenly; the points are those of one process
  bool net_source = true;   ///< some q.n is not 0: the double layer spreads its fourth component
  StageVariantNames variants{};  ///< variants that are asked for
};

/// Bytes of memory that a SpectralEwald with these parameters holds on the host after its first apply(): grids and
/// padded planes, tables, sorted points. The caller's positions, densities and results are not included. The function
/// allocates nothing.
double ewald_memory(const EwaldParameters& parameters, const EwaldLoad& load, int threads);

}  // namespace slurry
