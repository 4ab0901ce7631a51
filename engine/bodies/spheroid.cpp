// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/spheroid.hpp"

#include <cmath>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

void check(double aspect) {
  if (!(aspect > 1) || !std::isfinite(aspect))
    throw InputError(text("the aspect ratio of a rod is {}; it must be finite and above 1", aspect));
}

}  // namespace

double spheroid_eccentricity(double aspect) {
  check(aspect);
  return std::sqrt(1 - 1 / (aspect * aspect));
}

SpheroidResistance spheroid_resistance(double aspect) {
  const double e = spheroid_eccentricity(aspect), e2 = e * e, e3 = e2 * e;
  const double log = std::log((1 + e) / (1 - e));
  SpheroidResistance r;
  r.xa = 8.0 / 3 * e3 / (-2 * e + (1 + e2) * log);
  r.ya = 16.0 / 3 * e3 / (2 * e + (3 * e2 - 1) * log);
  r.xc = 4.0 / 3 * e3 * (1 - e2) / (2 * e - (1 - e2) * log);
  r.yc = 4.0 / 3 * e3 * (2 - e2) / (-2 * e + (1 + e2) * log);
  return r;
}

double bretherton(double aspect) {
  return (aspect * aspect - 1) / (aspect * aspect + 1);
}

double cylinder_turning_aspect(double aspect) {
  check(aspect);
  return 1.24 * aspect / std::sqrt(std::log(aspect));
}

double short_cylinder_turning_aspect(double p) {
  check(p);
  return ((3.5e-5 * p - 4.67e-3) * p + 0.764) * p + 0.404;
}

SpheroidResistance cylinder_resistance(double p) {
  check(p);
  const double log = std::log(p), i = 1 / p, i2 = i * i;
  // D = kT (ln p + nu)/(2 pi eta L) along, /(4 pi eta L) across, 3 kT (ln p + delta)/(pi eta L^3) of the axis; L = 2 l
  const double along = log - 0.207 + 0.980 * i - 0.133 * i2, across = log + 0.839 + 0.185 * i + 0.233 * i2,
               turn = log - 0.662 + 0.917 * i - 0.050 * i2;
  SpheroidResistance r;
  r.xa = 2.0 / 3 / along;
  r.ya = 4.0 / 3 / across;
  r.xc = 0;
  r.yc = 1.0 / 3 / turn;
  return r;
}

}  // namespace slurry
