// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/wall_edge_modes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace slurry {

namespace {

using std::numbers::pi;

/// Integral of exp(-s) f(s) over s > 0 by Gauss and Laguerre, exact for cubics.
struct Node {
  double s, weight;
};
constexpr std::array<Node, 2> laguerre{{{2 - std::numbers::sqrt2, (2 + std::numbers::sqrt2) / 4},
                                        {2 + std::numbers::sqrt2, (2 - std::numbers::sqrt2) / 4}}};

/// The body and the grid in units of the edge: wavenumbers in K, lengths in 1/K.
struct Edge {
  Edge(double wavenumber, double distance, double radius, double gap)
      : x(wavenumber * distance),
        gamma(wavenumber * gap),
        size(std::pow(wavenumber * radius, 2) / 3),
        angle2(1 / std::max(4.0, 2 * x)),
        mean(1 + angle2 / 2) {}
  /// Depth with Faxen's term as mode q sees it: of the body from the wall, and from the images.
  double y(double q) const { return x * q - size * q * q; }
  double y_images(double q) const { return (x + gamma) * q - size * q * q; }

  double x, gamma, size;
  double angle2;  ///< mean square of the angle between q and the grid's direction
  double mean;    ///< mean length of q at the edge, for that angle
};

/// Coefficients of I, J, its conjugate and their products in 2 x 2 matrices of the directions along q and normal.
struct Coefficients {
  double one = 0, j = 0, conjugate = 0, j_conjugate = 0, conjugate_j = 0;
};

/// Modes that fold onto others: seen by the grid in place of a mode beyond the edge, and images seen as points.
Coefficients folded(const Edge& e) {
  // inside of the edge the product of both exponentials is the same for all modes: means over K > q > 0
  constexpr double width = pi / 2 - 1, spread2 = 0.208;
  Coefficients c;
  c.one = width;
  c.j = width * 2 * (e.x * e.mean - e.size * (e.mean * e.mean + spread2 + e.angle2));
  // images: exp(-2 (K - q) g), and once more the directions of q and of its alias are not quite opposite
  for (const Node& node : laguerre) {
    const double u = node.s / (2 * e.gamma), inside = e.mean - u, beyond = e.mean + u;
    const double transverse = std::sqrt(std::max(0.0, (1 - u * u) / (1 - u * std::min(1.5, e.gamma / e.x))));
    const double w = node.weight / (2 * e.gamma) / beyond * transverse;
    const double y = e.y(inside), images = e.y_images(beyond), strength = e.gamma * inside;
    c.one += w;
    c.j -= w * strength;
    c.conjugate += w * (images + y - 4 * strength * y * images * (1 - 2 * e.angle2));
    c.j_conjugate -= w * strength * y * (1 - e.angle2);
    c.conjugate_j -= w * strength * images * (1 - e.angle2);
  }
  return c;
}

double squared(const Coefficients& c) {
  const double even = c.one + 2 * (c.j_conjugate + c.conjugate_j), odd = 2 * (c.j_conjugate - c.conjugate_j);
  const double sum = c.j + c.conjugate, difference = c.j - c.conjugate;
  return 2 * (even * even + sum * sum + odd * odd + difference * difference) + 4 * c.one * c.one;
}

/// I + p J + m conj(J) + 2 p m (I + ...) on both sides of the edge: what is along, across and normal.
void add(EdgeError& to, double weight, double p, double m, double product) {
  to.along += weight * (1 - p - m + 2 * product);
  to.normal += weight * (1 + p + m + 2 * product);
  to.across += weight * 2;
}

}  // namespace

EdgeError edge_error(double wavenumber, double distance, double radius, double gap) {
  const Edge e(wavenumber, distance, radius, gap);
  const double scale = std::sqrt(e.x / pi) / 2 * std::exp(-2 * e.x) / distance;
  EdgeError error;
  for (const Node& node : laguerre) {
    {
      // both sides folded: a mode beyond the edge, taken for the one inside, whose images are seen beyond it again
      const double decay = 2 * (e.x + e.gamma), u = node.s / decay, inside = e.mean - u, beyond = e.mean + u;
      const double ratio = e.gamma / e.x, curvature = (2 + ratio) / (1 + u) - ratio / (1 - u);
      const double w = node.weight / decay * inside / (beyond * beyond) * std::sqrt(2 / std::max(0.5, curvature));
      const double y = e.y(beyond), m = y - e.gamma * inside * (1 + 2 * e.angle2 * y), p = e.y_images(beyond);
      add(error, 2 * scale * w, p, m, p * m * (1 - e.angle2));
    }
    {
      // the modes beyond the edge themselves, which nobody answers
      const double decay = 2 * e.x, u = node.s / decay, q = e.mean + u;
      const double y = e.y(q);
      add(error, -2 * scale * node.weight / decay / q * std::sqrt(1 + u), y, y, y * y);
    }
  }
  error.turning2 = 2 * scale * scale * squared(folded(e));
  return error;
}

double drive_beyond(double wavenumber, double distance, double radius) {
  const Edge e(wavenumber, distance, radius, 0);
  double mean = 0;
  for (const Node& node : laguerre) mean += node.weight * std::pow(e.y(e.mean + node.s / (2 * e.x)), 2);
  return mean + 1.5;
}

}  // namespace slurry
