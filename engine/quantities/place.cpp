// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "geometry/periods.hpp"
#include "quantities/rows.hpp"

// Where the bodies are, relative to each other, to the wall and to where they were.
namespace slurry {

using namespace quantity;

namespace {

struct LargestSeparation {
  double length;
};

double separation(const Step& s) {
  const Periods periods = Periods::of(s.scenario->domain);
  double r2 = 0;
  for (int k = 0; k < 3; ++k) {
    const double d = periods.nearest(k, s.positions[k] - s.positions[3 + k]);
    r2 += d * d;
  }
  return std::sqrt(r2);
}

/// Spread of the places, along each axis and in all.
struct Spread {
  Vector3 rms{0, 0, 0}, extent{0, 0, 0};
  double radius = 0;
};

const Spread& spread(const Step& s) {
  return s.once<Spread>([&s] {
    const std::vector<double>& x = places(s);
    const double n = static_cast<double>(x.size()) / 3;
    Spread out;
    double radius2 = 0;
    for (std::size_t c = 0; c < 3 && c < x.size(); ++c) {
      double middle = 0, sum = 0, low = x[c], high = x[c];
      for (std::size_t i = c; i < x.size(); i += 3) {
        middle += x[i] / n;
        low = std::min(low, x[i]);
        high = std::max(high, x[i]);
      }
      for (std::size_t i = c; i < x.size(); i += 3) sum += (x[i] - middle) * (x[i] - middle) / n;
      out.rms[c] = std::sqrt(sum);
      out.extent[c] = high - low;
      radius2 += sum;
    }
    out.radius = std::sqrt(radius2);
    return out;
  });
}

/// Two bodies are at most as far apart as their distances from the middle of all together, so that pairs of inner
/// bodies need not be looked at.
double find_largest_separation(const std::vector<double>& x) {
  const std::size_t n = x.size() / 3;
  if (n < 2) return unknown;
  Vector3 middle{0, 0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) middle[i % 3] += x[i] / static_cast<double>(n);
  std::vector<std::pair<double, std::size_t>> outer(n);
  for (std::size_t i = 0; i < n; ++i)
    outer[i] = {std::hypot(x[3 * i] - middle[0], x[3 * i + 1] - middle[1], x[3 * i + 2] - middle[2]), i};
  std::sort(outer.begin(), outer.end(), std::greater<>());
  double largest = 0;
  for (std::size_t i = 0; i < n && 2 * outer[i].first > largest; ++i)
    for (std::size_t j = i + 1; j < n && outer[i].first + outer[j].first > largest; ++j) {
      const double *p = &x[3 * outer[i].second], *q = &x[3 * outer[j].second];
      largest = std::max(largest, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    }
  return largest;
}

/// The common motion of all bodies is no displacement.
double growth_rate(const Step& s) {
  const std::vector<double>& x = places(s);
  if (s.undisturbed.size() != x.size()) return unknown;
  const double n = static_cast<double>(x.size()) / 3;
  Vector3 shift{0, 0, 0}, speed{0, 0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    shift[i % 3] += (x[i] - s.undisturbed[i]) / n;
    speed[i % 3] += s.velocities[i] / n;
  }
  double dd = 0, dv = 0, scale2 = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = x[i] - s.undisturbed[i] - shift[i % 3];
    dd += d * d;
    dv += d * (s.velocities[i] - speed[i % 3]);
    scale2 += x[i] * x[i];
  }
  return dd > 1e-24 * scale2 ? dv / dd : unknown;
}

/// The bodies fill no cell, so that there is a direction in which their spread has a meaning.
bool fluid_around(const Scenario& s, std::size_t bodies) {
  return s.domain.kind != DomainKind::periodic_3 || of_groups(s, bodies);
}

/// There is a row whose wave displaces the bodies at the start.  Displacements that begin with nothing grow in any
/// motion that is not the same for all, at the rate 1/t, which says nothing.
bool of_a_wave(const Scenario& s, std::size_t bodies) {
  return bodies > 1 && std::any_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) {
           return g.placement == PlacementKind::row && g.wave_amplitude != 0;
         });
}

}  // namespace

double quantity::largest_separation(const Step& s) {
  return s.once<LargestSeparation>([&s] { return LargestSeparation{find_largest_separation(places(s))}; }).length;
}

std::vector<Quantity> place_quantities() {
  return {
      {.name = "min_gap",
       .symbol = "smallest gap",
       .title = "Smallest gap",
       .description = "Smallest distance between the surfaces of two bodies",
       .unit = "length",
       .shown = in_chart | in_inspector,
       .extreme = true,
       .valid = of_pairs,
       .compute = [](const Step& s, Out out) { out[0] = s.smallest_gap; }},
      {.name = "min_wall_gap",
       .symbol = "to the wall",
       .title = "Gap to the wall",
       .description = "Smallest distance between the surface of a body and the wall",
       .unit = "length",
       .shown = in_chart | in_inspector,
       .extreme = true,
       .valid = in_pipes,
       .compute = [](const Step& s, Out out) { out[0] = s.smallest_wall_gap; }},
      {.name = "rms_radius",
       .symbol = "rms distance",
       .title = "RMS distance from the centroid",
       .description = "Root mean square distance of the bodies from their centroid; crossed periods are counted",
       .unit = "length",
       .shown = in_chart,
       .valid = of_groups,
       .compute = [](const Step& s, Out out) { out[0] = spread(s).radius; }},
      {.name = "spread",
       .symbol = "spread x, y, z",
       .title = "Spread along the axes",
       .description =
           "Root mean square distance of the bodies from their centroid along each axis; crossed periods are counted",
       .unit = "length",
       .length = 3,
       .shown = nowhere,
       .valid = fluid_around,
       .compute = [](const Step& s, Out out) { std::copy_n(spread(s).rms.begin(), 3, out.begin()); }},
      {.name = "extent",
       .symbol = "extent x, y, z",
       .title = "Extent along the axes",
       .description = "Distance from the first to the last body along each axis; crossed periods are counted",
       .unit = "length",
       .length = 3,
       .shown = nowhere,
       .valid = fluid_around,
       .compute = [](const Step& s, Out out) { std::copy_n(spread(s).extent.begin(), 3, out.begin()); }},
      {.name = "separation",
       .symbol = "separation",
       .title = "Separation",
       .description = "Distance of the centres of the first two bodies",
       .unit = "length",
       .shown = in_chart,
       .valid = [](const Scenario& s, std::size_t n) { return n == 2 || (of_arranged(s, n) && of_groups(s, n)); },
       .compute = [](const Step& s, Out out) { out[0] = separation(s); }},
      {.name = "largest_separation",
       .symbol = "largest separation",
       .title = "Largest separation",
       .description = "Largest distance between two centres: of up to a hundred bodies, and of any number of them in a "
                      "run with an exit distance",
       .unit = "length",
       .shown = nowhere,
       .extreme = true,
       .valid =
           [](const Scenario& s, std::size_t n) {
             return n > 1 && (s.run.exit_distance.has_value() || (n <= most_bodies_with_all_pairs && of_groups(s, n)));
           },
       .compute = [](const Step& s, Out out) { out[0] = largest_separation(s); }},
      {.name = "growth_rate",
       .symbol = "growth",
       .title = "Growth rate",
       .description = "Rate ⟨d·d'⟩/⟨d·d⟩ at which the displacements d from the undisturbed places grow; given for rows "
                      "that a wave displaces at the start",
       .unit = "velocity/length",
       .shown = nowhere,
       .sometimes = true,
       .valid = of_a_wave,
       .compute = [](const Step& s, Out out) { out[0] = growth_rate(s); }},
  };
}

}  // namespace slurry
