// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/stage_sizes.hpp"

#include <cmath>

#include "ewald/far/stage_work.hpp"
#include "kernels/erf_rational.hpp"

namespace slurry {
namespace {

/// Operations of a pair within the cutoff, its special function weighed as table 1 of Kosmacher et al. 2026 weighs it
/// (an inverse square root as 30.2): two polynomials, or three of the combined layer, by Horner's rule, and what the
/// densities take (NearPair).
double pair_flops(const EwaldParameters& p) {
  return p.layer == Layer::single ? 4.0 * p.near_degree + 53 : 6.0 * p.near_degree + 88;
}

/// Operations of a pair with erf(x)/x as p/q: both by Horner's rule, a division as 35, an exponential as 50.8, an
/// inverse root.
double rational_pair_flops(const EwaldParameters& p) {
  return 4.0 * erf_rational_within(0.1 * p.tolerance_relative).degree + 35 + 50.8 + 30.2 +
         (p.layer == Layer::single ? 37 : 72);
}

}  // namespace

StageSizes stage_sizes(const EwaldParameters& p, std::size_t points, const FarGrid& grid) {
  StageSizes s;
  s.targets = s.sources = double(points);
  s.near_cell = double(points) * std::pow(p.cutoff_radius, 3) / p.box.volume();
  s.pair_flops = pair_flops(p);
  s.rational_flops = rational_pair_flops(p);
  s.density_numbers = p.layer == Layer::single ? 3 : 9;
  s.components = p.layer == Layer::single ? 3 : 4;
  s.window_points = p.window_points;
  s.window_degree = p.window_degree;
  s.number = p.precision == Precision::fp32 ? 4 : 8;
  s.grid_nodes = double(grid.total[0]) * grid.total[1] * grid.total[2];
  count_transforms(p, grid, s);
  return s;
}

}  // namespace slurry
