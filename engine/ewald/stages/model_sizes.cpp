// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/stages/model_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace slurry {

double StageSizes::far_cell() const {
  return grid_nodes > 0 ? sources * std::pow(window_points / 2.0, 3) / grid_nodes : 0;
}
double StageSizes::staged() const {
  return std::min<double>(block, far_cell());
}
int StageSizes::degree() const {
  return window_degree > 0 ? window_degree : published_window_degree(window_points);
}

int published_window_degree(int window_points) {
  const int half = window_points / 2;
  return window_points <= 10 ? half + 1 : std::min(half + 2, 9);
}

}  // namespace slurry
