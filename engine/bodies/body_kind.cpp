// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/body_kind.hpp"

#include <cmath>

#include "base/text.hpp"
#include "kernels/near_pair.hpp"
#include "slurry/error.hpp"

namespace slurry {

BodyKind BodyKind::of_sphere(double radius) {
  if (!(radius > 0) || !std::isfinite(radius))
    throw InputError(text("the radius of a sphere is {}; it must be positive", radius));
  BodyKind k;
  k.radius = radius;
  k.sizes = {radius};
  k.along = k.across = 4 / (3 * radius);
  return k;
}

BodyKind BodyKind::of_point(double radius) {
  BodyKind k = of_sphere(radius);
  k.shape = Shape::point;
  k.sizes = {0};
  return k;
}

BodyKind BodyKind::of(const RodLine& rod) {
  BodyKind k;
  k.shape = Shape::rod_line;
  k.radius = rod.thickness();
  k.half_length = rod.half_length;
  k.offsets = rod.offsets;
  k.sizes = rod.sizes;
  k.weights = rod.weights;
  k.turn_weights = rod.turn_weights;
  k.turning_aspect = rod.aspect;
  const double l = rod.half_length;
  k.along = 4 / (3 * l * rod.resistance.xa);
  k.across = 4 / (3 * l * rod.resistance.ya);
  k.turn = 1 / (l * l * l * rod.resistance.yc);
  // The sums over points include this; forces along n, across n and of a torque do not mix, the points being symmetric.
  for (std::size_t i = 0; i < k.points(); ++i)
    for (std::size_t j = 0; j < k.points(); ++j) {
      const double r = std::abs(k.offsets[i] - k.offsets[j]);
      double x = 0, y = 0;
      rotne_prager_pair(r, k.sizes[i], k.sizes[j], x, y);
      k.own_along += k.weights[i] * k.weights[j] * (x + y * r * r);
      k.own_across += k.weights[i] * k.weights[j] * x;
      k.own_turn += k.turn_weights[i] * k.turn_weights[j] * x;
    }
  return k;
}

BodyKind BodyKind::of(const RodChain& rod) {
  BodyKind k;
  k.shape = Shape::rod_chain;
  k.radius = rod.thickness();
  k.half_length = rod.half_length;
  k.offsets = rod.offsets;
  k.sizes.assign(rod.offsets.size(), rod.blob_radius);
  k.turning_aspect = rod.turning_aspect;
  k.friction = chain_friction(rod);
  k.along = 1 / k.friction.translation_along;
  k.across = 1 / k.friction.translation_across;
  k.turn = 1 / k.friction.rotation;
  return k;
}

}  // namespace slurry
