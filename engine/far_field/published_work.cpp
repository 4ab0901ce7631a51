// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "far_field/published_spreading.hpp"

namespace slurry {

StageWork published_spread_work(SpreadOrder order, const StageSizes& s) {
  const double points = s.sources, window = std::pow(s.window_points, 3);
  const double tested = 27 * std::pow(s.window_points / 2.0, 3);  // nodes of a cell and of its colleagues
  StageWork w;
  w.flops = 46 * points * window;
  w.bytes = 96 * points + 96 * s.grid_nodes;
  switch (order) {
    case SpreadOrder::base:
    case SpreadOrder::source:
      // f, q and n again a node, and 12 sums
      w.global_bytes = points * (24 + 168 * window);
      break;
    case SpreadOrder::grid:
      w.flops = points * (6.0 * s.degree() * window + 50 * tested);
      w.global_bytes = 96 * points * tested + 96 * s.grid_nodes;
      break;
    case SpreadOrder::hybrid:
      w.global_bytes = 96 * points * (1 + (s.staged() > 0 ? tested / s.staged() : 0));
      w.scratch_bytes = points * (96 * window + 12 * tested);
      break;
  }
  return w;
}

StageWork published_gather_work(const StageSizes& s) {
  const double visits = s.targets * std::pow(s.window_points, 3);
  StageWork w;
  w.flops = 8 * visits;
  w.bytes = 48 * s.targets + 24 * s.grid_nodes;
  w.global_bytes = 24 * visits;
  return w;
}

}  // namespace slurry
