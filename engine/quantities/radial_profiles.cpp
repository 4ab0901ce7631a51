// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/radial_profiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

namespace slurry {

namespace {

using std::numbers::pi;

// Seen along the axis of the pipe, a sphere or spheroid is an ellipse.  The length of its matter along the line through
// (u, v), in the frame of the principal axes, is proportional to sqrt(1 - u^2/A^2 - v^2/B^2).

/// Volume and first moments of matter about the centre of its body, as shares of the volume of the whole body.
struct Matter {
  double volume = 0, u = 0, v = 0;
};

/// A body seen along the axis of the pipe.
struct Outline {
  double half_u = 1, half_v = 1;     ///< A and B
  double axis_u = 0, axis_v = 0;     ///< the place of the pipe's axis, seen from the centre of the body
  double along_y = 1, along_z = 0;   ///< the direction u; v is that turned by a right angle
  bool sphere = false;               ///< whose moments are not needed: its rotation does not count
  double nearest = 0, farthest = 0;  ///< no matter is nearer to the axis of the pipe, or farther from it
};

Outline outline_of(double y, double z, double radius, double half_length, const double* director) {
  Outline o{radius, radius, 0, 0, 1, 0, half_length <= 0, 0, 0};
  const double distance = std::hypot(y, z), across = half_length > 0 ? std::hypot(director[1], director[2]) : 0;
  if (across > 0) {
    o.along_y = director[1] / across;
    o.along_z = director[2] / across;
    o.half_u = std::hypot(half_length * across, radius * director[0]);
  } else if (distance > 0) {  // towards the axis, so that the circles below are symmetric about u
    o.along_y = -y / distance;
    o.along_z = -z / distance;
  }
  o.axis_u = -(y * o.along_y + z * o.along_z);
  o.axis_v = -(z * o.along_y - y * o.along_z);
  const double longer = std::max(o.half_u, o.half_v);
  o.nearest = std::max(0.0, distance - longer);
  o.farthest = distance + longer;
  return o;
}

/// Places u at which a circle of radius s around the axis of the pipe crosses the outline, into `places`.
void add_crossings(const Outline& o, double s, std::vector<double>& places) {
  if (o.half_u == o.half_v) {
    const double d = o.axis_u;  // axis_v is zero by the choice of u, up to rounding
    if (d != 0) places.push_back((o.half_u * o.half_u + d * d - s * s) / (2 * d));
    return;
  }
  const auto outside = [&](double angle) {
    const double u = (o.axis_u + s * std::cos(angle)) / o.half_u, v = (o.axis_v + s * std::sin(angle)) / o.half_v;
    return u * u + v * v - 1;
  };
  constexpr int arcs = 64;
  double from = 0, at_from = outside(0);
  for (int k = 1; k <= arcs; ++k) {
    const double to = 2 * pi * k / arcs, at_to = outside(to);
    if ((at_from < 0) != (at_to < 0)) {
      double low = from, high = to;
      for (int halvings = 0; halvings < 50; ++halvings) {
        const double middle = 0.5 * (low + high);
        ((outside(middle) < 0) == (at_from < 0) ? low : high) = middle;
      }
      places.push_back(o.axis_u + s * std::cos(low));
    }
    from = to;
    at_from = at_to;
  }
}

// Gauss and Legendre, 16 points: the positive half
constexpr std::array<double, 8> gauss_points{0.0950125098376374, 0.2816035507792589, 0.4580167776572274,
                                             0.6178762444026438, 0.7554044083550030, 0.8656312023878318,
                                             0.9445750230732326, 0.9894009349916499};
constexpr std::array<double, 8> gauss_weights{0.1894506104550685, 0.1826034150449236, 0.1691565193950025,
                                              0.1495959888165767, 0.1246289712555339, 0.0951585116824928,
                                              0.0622535239386479, 0.0271524594117541};

/// sin(pi t/2) and its derivative over t at the Gauss points, as steps of an integral over [-1, 1].
struct Node {
  double place, weight;
};
const std::array<Node, 16>& nodes() {
  static const std::array<Node, 16> all = [] {
    std::array<Node, 16> made{};
    for (std::size_t k = 0; k < gauss_points.size(); ++k)
      for (std::size_t side = 0; side < 2; ++side) {
        const double t = side == 0 ? -gauss_points[k] : gauss_points[k];
        made[2 * k + side] = {std::sin(0.5 * pi * t), gauss_weights[k] * 0.5 * pi * std::cos(0.5 * pi * t)};
      }
    return made;
  }();
  return all;
}

/// The same as matter_on_line of a sphere, its volume alone: both ends of the line are as far from its middle.
double sphere_on_line(const Outline& o, double s, double u) {
  const double across2 = 1 - (u / o.half_u) * (u / o.half_u), chord2 = s * s - (u - o.axis_u) * (u - o.axis_u);
  if (!(across2 > 0) || !(chord2 > 0)) return 0;
  const double scale = 3 / (2 * pi * o.half_u), end2 = chord2 / (o.half_v * o.half_v);
  if (end2 >= across2) return scale * 0.5 * pi * across2;
  return scale * (std::sqrt(end2 * (across2 - end2)) + across2 * std::asin(std::sqrt(end2 / across2)));
}

/// Matter on the line u that is nearer to the axis of the pipe than s, per du.
Matter matter_on_line(const Outline& o, double s, double u) {
  const double across2 = 1 - (u / o.half_u) * (u / o.half_u), chord2 = s * s - (u - o.axis_u) * (u - o.axis_u);
  if (!(across2 > 0) || !(chord2 > 0)) return {};
  const double across = std::sqrt(across2), chord = std::sqrt(chord2);  // in units of B, and a length
  const double low = std::max(-across, (o.axis_v - chord) / o.half_v);
  const double high = std::min(across, (o.axis_v + chord) / o.half_v);
  if (!(high > low)) return {};
  // integrals of sqrt(across^2 - t^2) and of t times it
  const auto area = [&](double t) {
    return 0.5 *
           (t * std::sqrt(std::max(0.0, across2 - t * t)) + across2 * std::asin(std::clamp(t / across, -1.0, 1.0)));
  };
  const auto moment = [&](double t) {
    const double rest = std::max(0.0, across2 - t * t);
    return -rest * std::sqrt(rest) / 3;
  };
  const double scale = 3 / (2 * pi * o.half_u);  // the whole body has the volume 1
  Matter m;
  m.volume = scale * (area(high) - area(low));
  m.u = m.volume * u;
  m.v = scale * o.half_v * (moment(high) - moment(low));
  return m;
}

/// Matter of a body that is nearer to the axis of the pipe than s.
Matter matter_within(const Outline& o, double s, std::vector<double>& places) {
  if (s <= o.nearest) return {};
  if (s >= o.farthest) return {1, 0, 0};
  const double first = std::max(-o.half_u, o.axis_u - s), last = std::min(o.half_u, o.axis_u + s);
  if (!(last > first)) return {};
  places.assign({first, last});
  add_crossings(o, s, places);
  for (double& u : places) u = std::clamp(u, first, last);
  std::sort(places.begin(), places.end());
  // Between these places the integrand is smooth.  At them it has square roots, which the sine takes away.
  Matter sum;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double middle = 0.5 * (places[i - 1] + places[i]), half = 0.5 * (places[i] - places[i - 1]);
    if (!(half > 0)) continue;
    for (const Node& node : nodes()) {
      const double u = middle + half * node.place, weight = half * node.weight;
      if (o.sphere) {
        sum.volume += weight * sphere_on_line(o, s, u);
        continue;
      }
      const Matter m = matter_on_line(o, s, u);
      sum.volume += weight * m.volume;
      sum.u += weight * m.u;
      sum.v += weight * m.v;
    }
  }
  return sum;
}

}  // namespace

RadialProfiles radial_profiles(const Domain& pipe, std::span<const double> positions,
                               std::span<const double> velocities, std::span<const double> radii,
                               std::span<const double> half_lengths, std::span<const double> directors,
                               std::span<const double> rates) {
  constexpr std::size_t n = profile_rings;
  constexpr double least = 1e-12;  // share of a body that is more than rounding
  std::array<double, n> volume{}, moving{};
  const double width = pipe.radius / static_cast<double>(n);
  std::vector<double> places;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const double a = radii[i], half = half_lengths.empty() ? 0 : half_lengths[i];
    const Outline o =
        outline_of(positions[3 * i + 1], positions[3 * i + 2], a, half, half > 0 ? &directors[3 * i] : nullptr);
    const double whole = 4.0 / 3 * pi * a * a * (half > 0 ? half : a);
    // Velocity along x of the matter at (u, v) from the centre: that of the centre, and of a rod (omega x r)_x with
    // omega = n x dn/dt.
    double per_u = 0, per_v = 0;
    if (half > 0) {
      const double *d = &directors[3 * i], *r = &rates[3 * i];
      const double omega_y = d[2] * r[0] - d[0] * r[2], omega_z = d[0] * r[1] - d[1] * r[0];
      per_u = omega_y * o.along_z - omega_z * o.along_y;
      per_v = omega_y * o.along_y + omega_z * o.along_z;
    }
    const auto ring_of = [&](double r) { return std::min(n - 1, static_cast<std::size_t>(r / width)); };
    Matter inner;
    for (std::size_t k = ring_of(o.nearest), end = ring_of(o.farthest); k <= end; ++k) {
      // what reaches over the wall counts in the last ring
      Matter outer = k == n - 1 ? Matter{1, 0, 0} : matter_within(o, width * static_cast<double>(k + 1), places);
      // the errors of the integrals, some 1e-9, must not add to the volume of the body
      outer.volume = std::clamp(outer.volume, inner.volume, 1.0);
      const double share = outer.volume - inner.volume;
      if (share > least) {
        volume[k] += whole * share;
        moving[k] += whole * (share * velocities[3 * i] + (outer.u - inner.u) * per_u + (outer.v - inner.v) * per_v);
      }
      inner = outer;
    }
  }
  RadialProfiles out;
  for (std::size_t k = 0; k < n; ++k) {
    const double inner = width * static_cast<double>(k), outer = inner + width;
    out.volume_fraction[k] = volume[k] / (pi * (outer * outer - inner * inner) * pipe.length);
    out.axial_velocity[k] = volume[k] > 0 ? moving[k] / volume[k] : std::numeric_limits<double>::quiet_NaN();
  }
  return out;
}

}  // namespace slurry
