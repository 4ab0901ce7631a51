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
  Edge(double wavenumber, const EdgeLengths& l)
      : x(wavenumber * l.decay),
        gamma(wavenumber * l.gap_decay),
        depth(wavenumber * l.depth),
        image_depth(wavenumber * l.image_depth),
        gap_depth(wavenumber * l.gap_depth),
        size(wavenumber * wavenumber * l.radius2 / 3),
        spread(wavenumber * l.spread),
        angle2(1 / std::max(4.0, 2 * spread)),
        mean(1 + angle2 / 2) {}
  /// Depth with Faxen's term as mode q sees it: of the body from the wall, and from the images.
  double y(double q) const { return depth * q - size * q * q; }
  double y_images(double q) const { return image_depth * q - size * q * q; }

  double x, gamma, depth, image_depth, gap_depth, size, spread;
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
  const double deep = e.depth - e.size;
  c.conjugate = width * (2 * (e.depth * e.mean - e.size * (e.mean * e.mean + spread2 + e.angle2)) +
                         (deep * deep - e.size * e.size * spread2) / e.spread);
  // images: exp(-2 (K - q) g), and once more the directions of q and of its alias are not quite opposite
  for (const Node& node : laguerre) {
    const double u = node.s / (2 * e.gamma), inside = e.mean - u, beyond = e.mean + u;
    const double transverse = std::sqrt(std::max(0.0, (1 - u * u) / (1 - u * std::min(1.5, e.gamma / e.x))));
    const double w = node.weight / (2 * e.gamma) / beyond * transverse;
    const double y = e.y(inside), images = e.y_images(beyond), strength = e.gap_depth * inside;
    c.one += w;
    c.j -= w * strength;
    c.conjugate += w * (images + y - 4 * strength * y * images * (1 - 2 * e.angle2));
    c.j_conjugate -= w * strength * y * (1 - e.angle2);
    c.conjugate_j -= w * strength * images * (1 - e.angle2);
  }
  return c;
}

/// I + p J + m conj(J) + 2 p m (I + ...) on both sides of the edge: what is along, across and normal.
void add(EdgeError& to, double weight, double p, double m, double product) {
  to.along += weight * (1 - p - m + 2 * product);
  to.normal += weight * (1 + p + m + 2 * product);
  to.across += weight * 2;
}

}  // namespace

EdgeLengths lengths_at_plane(double distance, double radius, double gap) {
  return {distance, gap, distance, distance, distance + gap, gap, radius * radius};
}

EdgeLengths lengths_around_pipe(double r, double radius, double gap) {
  const auto half_difference = [](double t) { return (1 / t - t) / 2; };  // sinh(-ln t)
  const double images = 1 + gap;
  return {-std::log(r),
          std::log(images),
          (1 - r * r) / 2,
          half_difference(r),
          half_difference(r / images),
          half_difference(1 / images),
          radius * radius / r};
}

EdgeError edge_error(double wavenumber, const EdgeLengths& lengths) {
  const Edge e(wavenumber, lengths);
  const double scale = std::sqrt(e.spread / pi) / 2 * std::exp(-2 * e.x) / lengths.spread;
  EdgeError error;
  for (const Node& node : laguerre) {
    {
      // both sides folded: a mode beyond the edge, taken for the one inside, whose images are seen beyond it again
      const double decay = 2 * (e.x + e.gamma), u = node.s / decay, inside = e.mean - u, beyond = e.mean + u;
      const double ratio = e.gamma / e.x, curvature = (2 + ratio) / (1 + u) - ratio / (1 - u);
      const double w = node.weight / decay * inside / (beyond * beyond) * std::sqrt(2 / std::max(0.5, curvature));
      const double y = e.y(beyond), m = y - e.gap_depth * inside * (1 + 2 * e.angle2 * y), p = e.y_images(beyond);
      add(error, 2 * scale * w, p, m, p * m * (1 - e.angle2));
    }
    {
      // the modes beyond the edge themselves, which nobody answers
      const double decay = 2 * e.x, u = node.s / decay, q = e.mean + u;
      const double y = e.y(q);
      add(error, -2 * scale * node.weight / decay / q * std::sqrt(1 + u), y, y, y * y);
    }
  }
  // J = -n n^T in the directions along q and normal: (-1, i; i, 1); J J* = (2, 2 i; -2 i, 2)
  const Coefficients c = folded(e);
  const double even = c.one + 2 * (c.j_conjugate + c.conjugate_j), odd = 2 * (c.j_conjugate - c.conjugate_j);
  const double sum = c.j + c.conjugate, difference = c.j - c.conjugate;
  error.turning_along = 2 * scale * (even - sum);
  error.turning_normal = 2 * scale * (even + sum);
  error.turning_across = 2 * scale * 2 * c.one;
  error.along_by_normal = 2 * scale * (difference + odd);
  error.normal_by_along = 2 * scale * (difference - odd);
  return error;
}

double EdgeError::turning2() const {
  double sum = 0;
  for (const double x : {turning_along, turning_across, turning_normal, along_by_normal, normal_by_along}) sum += x * x;
  return sum / 2;
}

double drive_beyond(double wavenumber, double distance, double radius) {
  const Edge e(wavenumber, lengths_at_plane(distance, radius, 0));
  double mean = 0;
  for (const Node& node : laguerre) mean += node.weight * std::pow(e.y(e.mean + node.s / (2 * e.x)), 2);
  return mean + 1.5;
}

}  // namespace slurry
