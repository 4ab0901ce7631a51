// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/rod_line.hpp"

#include <cmath>

#include "base/quadrature.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

int recommended_line_points(double aspect) {
  if (aspect <= 5) return 6;
  if (aspect <= 10) return 8;
  if (aspect <= 20) return 12;
  return 16;
}

RodLine make_rod_line(double half_length, double aspect, int points) {
  if (!(half_length > 0) || !std::isfinite(half_length))
    throw InputError(text("the half length of a rod is {}; it must be positive", half_length));
  if (!(aspect >= smallest_aspect) || !(aspect <= largest_aspect))
    throw InputError(
        text("the aspect ratio of a rod is {}; it must lie from {} to {}", aspect, smallest_aspect, largest_aspect));
  if (points == 0) points = recommended_line_points(aspect);
  if (points < 2) throw InputError(text("a rod has {} points; it needs at least 2", points));
  RodLine rod;
  rod.half_length = half_length;
  rod.aspect = aspect;
  rod.resistance = spheroid_resistance(aspect);
  const double e = spheroid_eccentricity(aspect), c = e * half_length;
  const GaussRule<double> rule = gauss_legendre(points);
  for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
    const double t = rule.nodes[k], xi = c * t, w = rule.weights[k] / 2;
    const double q = c * c * (1 - t * t) * (1 - e * e) / (4 * e * e);
    rod.offsets.push_back(xi);
    rod.weights.push_back(w);
    rod.sizes.push_back(std::sqrt(6 * q));
    rod.turn_weights.push_back(3 * w * xi / (c * c));
  }
  return rod;
}

}  // namespace slurry
