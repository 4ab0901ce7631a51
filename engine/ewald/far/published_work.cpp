// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "ewald/far/published_spreading.hpp"
#include "geometry/cell_lists.hpp"

namespace slurry {

StageWork published_spread_work(SpreadOrder order, const StageSizes& s) {
  const double points = s.sources, window = std::pow(s.window_points, 3);
  const double tested = 27 * std::pow(s.window_points / 2.0, 3);  // nodes of a cell and of its colleagues
  StageWork w;
  w.flops = 46 * points * window;
  w.bytes = 96 * points + 12 * s.number * s.grid_nodes;
  w.one_by_one = true;
  switch (order) {
    case SpreadOrder::base:
    case SpreadOrder::source:
      // f, q and n again a node, and 12 sums
      w.global_bytes = points * (24 + 21 * s.number * window);
      w.atomics = 12 * points * window;
      break;
    case SpreadOrder::grid:
      w.flops = points * (6.0 * s.degree() * window + 50 * tested);
      w.global_bytes = (24 + 9 * s.number) * points * tested + 12 * s.number * s.grid_nodes;
      break;
    case SpreadOrder::hybrid:
      w.atomics = s.staged() > 0 ? 12 * points * tested / s.staged() : 0;
      w.global_bytes = 96 * points + s.number * w.atomics;
      w.scratch_bytes = points * (12 * s.number * window + 12 * tested);
      break;
  }
  return w;
}

StageWork published_gather_work(const StageSizes& s) {
  const double visits = s.targets * std::pow(s.window_points, 3);
  StageWork w;
  w.flops = 8 * visits;
  w.bytes = 48 * s.targets + 3 * s.number * s.grid_nodes;
  w.global_bytes = 3 * s.number * visits;
  w.one_by_one = true;
  return w;
}

namespace {

constexpr double position = 3 * sizeof(double);

/// Lists for cells of half a window's width, with so many numbers of a point.
double listed(const EwaldStageCase& l, double points, int numbers) {
  const EwaldParameters& p = l.parameters;
  const int edge = (p.window_points + 1) / 2;
  double cells = 1;
  for (const int n : p.grid) cells *= std::max(1, n / edge);
  const double real = p.precision == Precision::fp32 ? sizeof(float) : sizeof(double);
  return even_places(points, cells) * (position + sizeof(int) + numbers * real);
}

}  // namespace

double published_spread_bytes(SpreadOrder order, const EwaldStageCase& l) {
  if (order == SpreadOrder::base) return position * l.sources;
  return listed(l, l.sources, l.parameters.layer == Layer::single ? 3 : 9);
}

double published_gather_bytes(GatherOrder order, const EwaldStageCase& l) {
  return order == GatherOrder::base ? position * l.targets : listed(l, l.targets, 0);
}

}  // namespace slurry
