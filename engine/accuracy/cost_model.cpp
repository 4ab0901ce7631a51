// SPDX-License-Identifier: BSD-3-Clause
#include "accuracy/cost_model.hpp"

#include <cmath>
#include <numbers>

#include "far_field/plane_classes.hpp"

namespace slurry {

MachineRates rates_for(const EwaldOptions& options) {
  return options.rates && !options.deterministic ? *options.rates : MachineRates{};
}

double CostModel::seconds(const EwaldParameters& p) const {
  const double n = double(counts_.sources), targets = double(counts_.targets), rc = p.cutoff_radius;
  const double pairs = targets * n / p.box.volume() * 4.0 / 3 * std::numbers::pi * rc * rc * rc;
  const double window = std::pow(p.window_points, 3);
  // area of the padded planes, mode by mode, without the rounding to good lengths
  const double h = p.box.lengths[0] / p.grid[0], largest = std::numbers::pi / h;
  double diagonal = 0;
  for (int d = p.box.periodicity; d < 3; ++d) diagonal += p.box.lengths[d] * p.box.lengths[d];
  diagonal = std::sqrt(diagonal);
  double area = 0;
  const int modes = p.grid[0] / 2 + 1;
  for (int j = 0; j < modes; ++j) {
    const double a = 2 * std::numbers::pi * j / p.box.lengths[0];
    const double limit = diagonal + 3.5 * rc;
    double extension = a == 0 ? diagonal + 2 * rc : std::fmin(limit, rc + std::log(2 / p.tolerance_relative) / a);
    if (p.box.periodicity == 3) extension = 0;
    double plane = 1;
    for (int d = 1; d < 3; ++d)
      plane *= (p.box.lengths[d] + (d >= p.box.periodicity ? extension : 0)) * p.grid[d] / p.box.lengths[d];
    if (a <= largest) area += 2 * plane;  // two real points per complex mode
  }
  // with a radius each, a second set of three components on every side that has a size, and twice the polynomials
  const bool both = counts_.radius_on_both_sides;
  const double in = several_radii_ && both ? 2 : 1, out = several_radii_ ? 2 : 1;
  const double degree = (several_radii_ ? 2 : 1) * p.near_degree;
  return pairs * (rates_.pair + rates_.pair_degree * degree) + (n + targets) * rates_.point +
         in * n * window * rates_.spread + out * targets * window * rates_.gather +
         3 * (in + out) * area * rates_.transform / 2;
}

}  // namespace slurry
