// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/stage_work.hpp"

#include <cmath>

#include "ewald/far/plane_classes.hpp"

namespace slurry {
namespace {

double log2_of(double n) {
  return std::log2(std::max(2.0, n));
}

StageWork transforms(double flops, double numbers, int in, const StageSizes& s) {
  constexpr double out = 3, directions = 3;
  const double components = in + out, complex_bytes = 2 * s.number;
  StageWork w;
  w.flops = components * (flops + 12 * numbers);
  w.bytes = s.number * components * s.grid_nodes;
  w.global_bytes = components * complex_bytes * numbers * (2 * directions + 1);
  return w;
}

}  // namespace

void count_transforms(const EwaldParameters& p, const FarGrid& grid, StageSizes& s) {
  const FarMultiplier multiplier(p, *make_split(p));
  const double x = grid.transform_x;
  s.transform_flops = double(grid.total[1]) * grid.total[2] * 2.5 * x * log2_of(x);
  for (const PlaneClass& c : plane_classes(p, grid, multiplier)) {
    const double plane = double(c.size[0]) * c.size[1], modes = c.last_mode - c.first_mode + 1;
    s.transform_flops += modes * 5 * plane * log2_of(plane);
    s.modes += modes * plane;
  }
  const auto alike = plane_classes(p, grid, multiplier, 1).front().size;
  const double plane = double(alike[0]) * alike[1];
  s.padded_flops = 2.5 * x * plane * log2_of(x * plane);
  s.padded_modes = (std::floor(x / 2) + 1) * plane;
}

StageWork spread_work(const StageSizes& s) {
  const bool slopes = s.components == 4;
  const double numbers = s.components * std::pow(s.window_points, 3), source = 24 + 8.0 * s.density_numbers;
  StageWork w;
  w.flops = s.sources * ((slopes ? 2 : 1) * 6.0 * s.degree() * s.window_points + (slopes ? 4 : 2) * numbers);
  w.bytes = s.sources * source + s.number * s.components * s.grid_nodes;
  w.global_bytes = s.sources * (source + 2 * s.number * numbers);
  return w;
}

StageWork gather_work(const StageSizes& s) {
  const double numbers = 3 * std::pow(s.window_points, 3);
  StageWork w;
  w.flops = s.targets * (6.0 * s.degree() * s.window_points + 2 * numbers);
  w.bytes = 48 * s.targets + 3 * s.number * s.grid_nodes;
  w.global_bytes = s.targets * (48 + s.number * numbers);
  return w;
}

StageWork spread_per_point_work(const StageSizes& s) {
  StageWork w = spread_work(s);
  w.atomics = s.sources * s.components * std::pow(s.window_points, 3);
  w.one_by_one = true;
  return w;
}
StageWork gather_per_point_work(const StageSizes& s) {
  StageWork w = gather_work(s);
  w.one_by_one = true;
  return w;
}

StageWork transform_work(const StageSizes& s) {
  return transforms(s.transform_flops, s.modes, s.components, s);
}
StageWork published_transform_work(const StageSizes& s) {
  return transforms(s.padded_flops, s.padded_modes, s.components == 4 ? 12 : s.components, s);
}

}  // namespace slurry
