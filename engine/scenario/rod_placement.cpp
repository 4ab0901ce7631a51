// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/rod_placement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <span>

#include "base/pace.hpp"
#include "base/text.hpp"
#include "bodies/director.hpp"
#include "dynamics/capsule_contacts.hpp"
#include "geometry/body_cells.hpp"
#include "geometry/near_images.hpp"
#include "scenario/uniform.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr int most_rod_trials = 2000;  // per body, before it is left to the pushing

/// Bodies placed so far, and whether another one fits among them.
class Placing {
 public:
  Placing(const Scenario& s, PlacedBodies& out, const std::vector<double>& half)
      : s_(s),
        out_(out),
        half_(half),
        periods_(Periods::of(s.domain)),
        cells_(s.domain, 2 * largest_reach(out, half), farthest(out), half.size()) {}

  double gap(std::size_t i, std::size_t j) const {
    double d[3];
    for (std::size_t c = 0; c < 3; ++c)
      d[c] = periods_.nearest(static_cast<int>(c), out_.positions[3 * i + c] - out_.positions[3 * j + c]);
    const double touching = out_.radii[i] + out_.radii[j], far = touching + half_[i] + half_[j];
    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (r2 > far * far) return std::sqrt(r2) - far;  // a lower bound
    const auto distance = [&](const double* apart) {
      return nearest_points(apart, &out_.directors[3 * i], half_[i], &out_.directors[3 * j], half_[j]).distance;
    };
    double least = distance(d);
    // the axes of another image may be closer, although its centre is farther away
    for_near_images(periods_, d, std::min(least, touching) + half_[i] + half_[j],
                    [&](const double* apart) { least = std::min(least, distance(apart)); });
    return least - touching;
  }
  double wall_gap(std::size_t i) const {
    double least = 1e300;
    for (const double lever : {half_[i], -half_[i]})
      least = std::min(least, s_.domain.radius - out_.radii[i] -
                                  std::hypot(out_.positions[3 * i + 1] + lever * out_.directors[3 * i + 1],
                                             out_.positions[3 * i + 2] + lever * out_.directors[3 * i + 2]));
    return least;
  }
  bool in_pipe() const { return s_.domain.kind == DomainKind::pipe; }

  /// Body i at random; true where it touches nothing.
  bool try_at_random(std::size_t i, Uniform& uniform) {
    const Domain& d = s_.domain;
    const BodyGroup& g = s_.bodies[static_cast<std::size_t>(out_.groups[i])];
    double* x = &out_.positions[3 * i];
    if (in_pipe()) {
      const double r = (d.radius - out_.radii[i]) * std::sqrt(uniform()), angle = 2 * std::numbers::pi * uniform();
      x[0] = d.length * uniform();
      x[1] = r * std::cos(angle);
      x[2] = r * std::sin(angle);
    } else {
      for (std::size_t c = 0; c < 3; ++c) x[c] = d.cell[c] * uniform();
    }
    if (g.shape == BodyShape::rod && g.orientation == OrientationLaw::random) turn_at_random(i, uniform);
    return is_free(i, 0);
  }
  /// Listed rod i in a random direction; true where it touches nothing, within the slack of listed bodies.
  bool try_direction(std::size_t i, Uniform& uniform) {
    turn_at_random(i, uniform);
    return is_free(i, s_.solver.contact_tolerance * out_.radii[i]);
  }
  void keep(std::size_t i) {
    placed_.push_back(i);
    cells_.insert(&out_.positions[3 * i]);
  }
  /// The first body before body i, in the order of their numbers, that body i overlaps by more than a length.
  std::optional<std::size_t> overlapped_before(std::size_t i, double slack) const {
    std::optional<std::size_t> first;
    cells_.for_near(&out_.positions[3 * i], [&](std::size_t k, double) {
      const std::size_t j = placed_[k];
      if (j < i && !(first && *first < j) && gap(i, j) < -slack) first = j;
    });
    return first;
  }

 private:
  static double largest_reach(const PlacedBodies& bodies, const std::vector<double>& half) {
    double reach = 0;
    for (std::size_t i = 0; i < half.size(); ++i) reach = std::max(reach, half[i] + bodies.radii[i]);
    return reach;
  }
  static double farthest(const PlacedBodies& bodies) {
    double far = 1;
    for (const double x : bodies.positions) far = std::max(far, std::abs(x));
    return far;
  }
  /// Every direction is equally likely.
  void turn_at_random(std::size_t i, Uniform& uniform) {
    const double z = 2 * uniform() - 1, angle = 2 * std::numbers::pi * uniform(), across = std::sqrt(1 - z * z);
    double* n = &out_.directors[3 * i];
    n[0] = z;
    n[1] = across * std::cos(angle);
    n[2] = across * std::sin(angle);
  }
  bool is_free(std::size_t i, double slack) const {
    if (in_pipe() && wall_gap(i) < -slack) return false;
    if (!s_.solver.contacts) return true;
    bool free = true;
    cells_.for_near(&out_.positions[3 * i],
                    [&](std::size_t k, double) { free = free && gap(i, placed_[k]) >= -slack; });
    return free;
  }

  const Scenario& s_;
  PlacedBodies& out_;
  const std::vector<double>& half_;
  Periods periods_;
  std::vector<std::size_t> placed_;
  BodyCells cells_;  ///< with the placed bodies, in their order
};

/// Whether a director has the length 1 as well as a double says it: one from a recorded frame is not rounded again.
bool is_unit(const double* n) {
  return std::abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) <= 4 * std::numeric_limits<double>::epsilon();
}

/// Whether the rods of a group are listed and get random directions: no direction was given for them.
bool gets_random_directions(const BodyGroup& g) {
  return g.shape == BodyShape::rod && g.placement == PlacementKind::positions &&
         g.orientation == OrientationLaw::random && g.directors.empty();
}

/// Gives random directions to listed rods without directors, among the other listed bodies.
void turn_listed(const Scenario& s, PlacedBodies& out, Placing& placing, const std::vector<std::size_t>& listed,
                 Uniform& uniform) {
  std::vector<std::size_t> free;
  for (const std::size_t i : listed)
    if (gets_random_directions(s.bodies[static_cast<std::size_t>(out.groups[i])]))
      free.push_back(i);
    else
      placing.keep(i);
  for (const std::size_t i : free) {
    bool found = false;
    for (int trial = 0; trial < most_rod_trials && !found; ++trial) found = placing.try_direction(i, uniform);
    placing.keep(i);  // check_listed tells what it touches
  }
}

/// Directors as the law says, or as listed.
void set_directors(const Scenario& s, PlacedBodies& out) {
  std::size_t i = 0;
  for (const BodyGroup& g : s.bodies)
    for (std::size_t k = 0; k < g.count; ++k, ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        double value = c == 0 ? 1 : 0;
        if (g.shape == BodyShape::rod) value = k < g.directors.size() ? g.directors[k][c] : g.director[c];
        out.directors[3 * i + c] = value;
      }
  for (std::size_t k = 0; k < i; ++k)
    if (!is_unit(&out.directors[3 * k])) normalise_directors(std::span(out.directors).subspan(3 * k, 3));
}

void check_listed(const Scenario& s, const PlacedBodies& out, const Placing& placing,
                  const std::vector<std::size_t>& listed) {
  constexpr const char* advice = "; no random direction was found that fits, so give directors of the rods";
  const auto turned = [&](std::size_t i) {
    return gets_random_directions(s.bodies[static_cast<std::size_t>(out.groups[i])]);
  };
  for (const std::size_t i : listed) {
    const double slack = s.solver.contact_tolerance * out.radii[i];
    if (placing.in_pipe() && placing.wall_gap(i) < -slack)
      throw InputError(text("body {} is outside of the pipe: its surface is {:.4g} beyond the wall{}{}",
                            number_of_body(s, out.groups, i), -placing.wall_gap(i), places_in_file(s, out.groups, {i}),
                            turned(i) ? advice : ""));
    if (!s.solver.contacts) continue;
    if (const std::optional<std::size_t> j = placing.overlapped_before(i, slack))
      throw InputError(text("bodies {} and {} overlap by {:.4g}{}; place them farther apart{}",
                            number_of_body(s, out.groups, *j), number_of_body(s, out.groups, i), -placing.gap(i, *j),
                            places_in_file(s, out.groups, {*j, i}), turned(i) || turned(*j) ? advice : ""));
  }
}

}  // namespace

bool has_rods(const Scenario& s) {
  return std::any_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) { return g.shape == BodyShape::rod; });
}

std::vector<double> half_axes(const Scenario& s, const std::vector<std::int32_t>& groups) {
  std::vector<double> h;
  for (std::int32_t g : groups) {
    const BodyGroup& b = s.bodies[static_cast<std::size_t>(g)];
    h.push_back(b.shape == BodyShape::rod ? b.reach() - b.radius : 0);
  }
  return h;
}

PlacedBodies place_with_rods(const Scenario& s, std::uint64_t seed, double seconds, const PlacementProgress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const double given_before = seconds_given_away();
  const auto late = [&] {
    const double given = seconds_given_away() - given_before;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() - given > seconds;
  };
  PlacedBodies out;
  std::vector<std::size_t> listed, random;
  for (std::size_t g = 0; g < s.bodies.size(); ++g)
    for (std::size_t k = 0; k < s.bodies[g].count; ++k) {
      const BodyGroup& b = s.bodies[g];
      if (b.placement == PlacementKind::positions) {
        listed.push_back(out.radii.size());
        out.positions.insert(out.positions.end(), b.positions[k].begin(), b.positions[k].end());
      } else {
        random.push_back(out.radii.size());
        out.positions.insert(out.positions.end(), 3, 0.0);
      }
      out.radii.push_back(b.radius);
      out.groups.push_back(static_cast<std::int32_t>(g));
    }
  const std::size_t n = out.radii.size();
  out.directors.resize(3 * n);
  set_directors(s, out);
  const std::vector<double> half = half_axes(s, out.groups);
  Placing placing(s, out, half);
  Uniform uniform(seed);
  turn_listed(s, out, placing, listed, uniform);
  check_listed(s, out, placing, listed);
  std::stable_sort(random.begin(), random.end(),
                   [&](std::size_t a, std::size_t b) { return half[a] + out.radii[a] > half[b] + out.radii[b]; });
  bool overlapping = false;
  for (std::size_t k = 0; k < random.size(); ++k) {
    bool free = false;
    if (progress) progress("finding places", static_cast<double>(k) / static_cast<double>(random.size()));
    for (int trial = 0; trial < most_rod_trials && !free && !late(); ++trial)
      free = placing.try_at_random(random[k], uniform);
    overlapping = overlapping || !free;
    placing.keep(random[k]);
    if (late())
      throw RefusedError(
          text("no room for {} of {} bodies was found in {:g} s; lower the volume fraction or raise "
               "run.placement_seconds",
               random.size() - k, n, seconds));
  }
  if (overlapping) {
    const double largest = *std::max_element(out.radii.begin(), out.radii.end());
    CapsuleContacts contacts(s.domain, out.radii, half, s.solver.contact_tolerance * largest, s.solver.contacts);
    std::vector<double> x = out.positions;
    x.insert(x.end(), out.directors.begin(), out.directors.end());
    while (!contacts.project(x, 500).converged)
      if (late())
        throw RefusedError(
            text("{} bodies could not be pushed apart in {:g} s; lower the volume fraction or raise "
                 "run.placement_seconds",
                 n, seconds));
    std::copy_n(x.begin(), 3 * n, out.positions.begin());
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(3 * n), 3 * n, out.directors.begin());
  }
  settle_places(s, {}, out);
  return out;
}

}  // namespace slurry
