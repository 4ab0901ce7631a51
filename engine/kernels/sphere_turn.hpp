// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace slurry {

/// Angular velocity of a sphere of radius a from a force f on a sphere of radius b at distance r, at Rotne-Prager
/// level. It is g f x rhat r/(8 pi eta), and this function returns g [1/length^3]. Without overlap g is 1/r^3: Faxen's
/// terms are curl-free, so that half the curl at the centre is exact. With overlap it is the mean, over the ball, of
/// half the curl of the flow of a force that is spread over the other sphere. That mean is the field of a charged ball
/// averaged over a sphere (theory/rotne-prager.md (R8); for equal radii: Wajnryb et al., JFM 731 (2013) R3).
inline double sphere_turn(double r, double a, double b) {
  if (r >= a + b) return 1 / (r * r * r);
  if (r + b <= a) return 1 / (a * a * a);
  if (r + a <= b) return 0;
  // Integral over the sphere of the ball's potential, times 2 b r, and its slope.
  const double m = r - b, a3 = a * a * a;
  const double integral = 5 * a / 8 - (6 * a * a * m * m - m * m * m * m) / (8 * a3) + r + b - a;
  const double slope = 1 - (3 * a * a * m - m * m * m) / (2 * a3);
  return (integral - r * slope) / (2 * r * r * r * b);
}

}  // namespace slurry
