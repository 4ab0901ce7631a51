// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/placement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "base/pace.hpp"
#include "base/text.hpp"
#include "dynamics/contacts.hpp"
#include "geometry/body_cells.hpp"
#include "scenario/body_file.hpp"
#include "scenario/equilibrate.hpp"
#include "scenario/lattice.hpp"
#include "scenario/rod_placement.hpp"
#include "scenario/scenario_check.hpp"
#include "scenario/uniform.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr int most_trials = 4000;           // per body, before it is left to the pushing
constexpr double densest_one_by_one = 0.3;  // volume fraction
constexpr int mixing_sweeps = 100;          // after which the growth is forgotten

double filled_fraction(const Scenario& s, const std::vector<double>& radii) {
  double v = 0;
  for (double a : radii) v += 4.0 / 3.0 * std::numbers::pi * a * a * a;
  return v / domain_volume(s.domain);
}

/// radius: of the body as far as the wall is concerned.
void random_point(const Domain& d, const BodyGroup& group, double radius, Uniform& uniform, double* xyz) {
  if (group.placement == PlacementKind::cloud) {
    const double r = group.cloud_radius * std::cbrt(uniform());
    const double z = 2 * uniform() - 1, angle = 2 * std::numbers::pi * uniform(), across = r * std::sqrt(1 - z * z);
    xyz[0] = across * std::cos(angle);
    xyz[1] = across * std::sin(angle);
    xyz[2] = r * z;
    return;
  }
  if (d.kind == DomainKind::pipe) {
    xyz[0] = d.length * uniform();
    // uniform over the section that centres can reach
    const double r = std::max(0.0, d.radius - radius) * std::sqrt(uniform());
    const double angle = 2 * std::numbers::pi * uniform();
    xyz[1] = r * std::cos(angle);
    xyz[2] = r * std::sin(angle);
  } else {
    for (int a = 0; a < 3; ++a) xyz[a] = d.cell[a] * uniform();
  }
}

/// Body i of a row along x, in the middle of the other axes.  The wave is the one that grows in a row of points that
/// fall across it: cos along gravity, -sin along the row.  Derivation: with G = (I + rr/r^2)/r, a displacement xi along
/// the row and zeta along gravity obey zeta' = -2i S xi, xi' = 2i S zeta for e^{iks}, so xi = i zeta grows.
void place_in_row(const Domain& d, const BodyGroup& g, const std::array<double, 3>& gravity, std::size_t i,
                  double* undisturbed, double* xyz) {
  undisturbed[0] = g.spacing * static_cast<double>(i);
  const bool cell = d.kind == DomainKind::periodic_3;
  for (int a = 1; a < 3; ++a) undisturbed[a] = cell ? 0.5 * d.cell[a] : 0;
  const double phase = 2 * std::numbers::pi * static_cast<double>(i) / g.wave_bodies;
  for (int a = 0; a < 3; ++a) xyz[a] = undisturbed[a] + g.wave_amplitude * std::cos(phase) * gravity[a];
  xyz[0] -= g.wave_amplitude * std::sin(phase);
}

/// Body i of a ring around gravity through the origin, or the middle of a cell.
void place_in_ring(const Domain& d, const BodyGroup& g, const std::array<double, 3>& axis, std::size_t i, double* xyz) {
  // two directions across the axis, from the coordinate axis farthest from it
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  std::array<double, 3> e{};
  e[least] = 1;
  std::array<double, 3> p{}, q{};
  double length = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = e[k] - axis[least] * axis[k];
    length += p[k] * p[k];
  }
  for (double& c : p) c /= std::sqrt(length);
  for (std::size_t k = 0; k < 3; ++k) q[k] = axis[(k + 1) % 3] * p[(k + 2) % 3] - axis[(k + 2) % 3] * p[(k + 1) % 3];
  const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(g.count);
  for (std::size_t k = 0; k < 3; ++k)
    xyz[k] = g.ring_radius * (std::cos(angle) * p[k] + std::sin(angle) * q[k]) +
             (d.kind == DomainKind::periodic_3 ? 0.5 * d.cell[k] : 0);
}

void check_inside(const Domain& d, const PlacedBodies& bodies, double slack) {
  if (d.kind != DomainKind::pipe) return;
  for (std::size_t i = 0; i < bodies.radii.size(); ++i) {
    const double reach = std::hypot(bodies.positions[3 * i + 1], bodies.positions[3 * i + 2]) + bodies.radii[i];
    if (reach > d.radius + slack * bodies.radii[i])
      throw InputError(
          text("body {} is placed outside of the pipe: it reaches {:.6g} from the axis, but the wall is at {:g}", i,
               reach, d.radius));
  }
}

void wrap(const Domain& d, std::vector<double>& x) {
  const Periods periods = Periods::of(d);
  for (std::size_t i = 0; i < x.size(); ++i) periods.wrap(static_cast<int>(i % 3), x[i]);
}

/// Checks bodies with given places: rows, rings, lattices and lists, of several groups too.
void check_overlap(const Scenario& s, const PlacedBodies& bodies) {
  std::vector<std::size_t> told;
  std::vector<double> x;
  double largest = 0;
  for (std::size_t i = 0; i < bodies.radii.size(); ++i) {
    const PlacementKind kind = s.bodies[static_cast<std::size_t>(bodies.groups[i])].placement;
    if (kind == PlacementKind::random || kind == PlacementKind::cloud) continue;
    told.push_back(i);
    x.insert(x.end(), &bodies.positions[3 * i], &bodies.positions[3 * i] + 3);
    largest = std::max(largest, bodies.radii[i]);
  }
  if (told.size() < 2) return;
  wrap(s.domain, x);
  const BodyCells cells(s.domain, 2 * largest, x);
  for (std::size_t i = 0; i < told.size(); ++i)
    cells.for_near(&x[3 * i], [&](std::size_t j, double r) {
      const double contact = bodies.radii[told[i]] + bodies.radii[told[j]];
      if (j > i && r < contact * (1 - s.solver.contact_tolerance))
        throw InputError(
            text("bodies {} and {} overlap: their centres are {:.6g} apart{}; place them at least {:g} apart",
                 number_of_body(s, bodies.groups, told[i]), number_of_body(s, bodies.groups, told[j]), r,
                 places_in_file(s, bodies.groups, {told[i], told[j]}), contact));
    });
}

/// Placement of spheres, step by step; a step that takes too long throws RefusedError and says what would help.
class SpherePlacement {
 public:
  SpherePlacement(const Scenario& s, std::uint64_t seed, double seconds, const PlacementProgress& progress)
      : s_(s), seconds_(seconds), progress_(progress), uniform_(seed) {
    for (std::size_t g = 0; g < s.bodies.size(); ++g) {
      out_.radii.insert(out_.radii.end(), s.bodies[g].count, s.bodies[g].radius);
      out_.groups.insert(out_.groups.end(), s.bodies[g].count, static_cast<std::int32_t>(g));
    }
    n_ = out_.radii.size();
    out_.positions.resize(3 * n_);
    largest_ = n_ ? *std::max_element(out_.radii.begin(), out_.radii.end()) : 0;
    avoid_overlap_ = s.solver.contacts && s.solver.model == BodyModel::spheres;
    double reach = 0;
    for (const BodyGroup& g : s.bodies) reach = std::max(reach, g.cloud_radius);
    cells_.emplace(s.domain, 2 * largest_, reach, n_);
  }

  PlacedBodies place() {
    place_told();
    if (avoid_overlap_) check_overlap(s_, out_);
    // Large ones first: they find no room later.  Listed ones before all.
    std::stable_sort(random_.begin(), random_.end(),
                     [&](std::size_t a, std::size_t b) { return out_.radii[a] > out_.radii[b]; });
    int sweeps = 0;
    for (const BodyGroup& g : s_.bodies) sweeps = std::max(sweeps, g.equilibrate);
    const double filled = filled_fraction(s_, out_.radii);
    const bool dense = filled > densest_one_by_one && random_.size() == n_;
    // One after the other they would find no room: they are placed small, and grow.
    const double scale = dense ? std::cbrt(densest_one_by_one / filled) : 1;
    if (dense) sweeps = std::max(sweeps, mixing_sweeps);
    const bool overlapping = find_places(scale);
    if (overlapping) push_apart(scale);
    // those that were pushed apart may overlap by the tolerance: a hair of the radius is given away
    if (dense) grow_from(scale * (overlapping ? 1 - 2 * s_.solver.contact_tolerance : 1));
    if (sweeps > 0) mix(sweeps);
    check_inside(s_.domain, out_, s_.solver.contact_tolerance);
    settle_places(s_, shifts_, out_);
    return std::move(out_);
  }

 private:
  bool late() const {
    const double given = seconds_given_away() - given_before_;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() - given > seconds_;
  }
  auto late_while(const char* doing) const {
    return [this, doing](double done) {
      if (progress_) progress_(doing, done);
      return late();
    };
  }
  static bool is_random(const BodyGroup& g) {
    return g.placement == PlacementKind::random || g.placement == PlacementKind::cloud;
  }

  void place_told() {
    std::size_t body = 0;
    std::vector<double> sites;
    for (const BodyGroup& g : s_.bodies) {
      if (g.placement == PlacementKind::lattice) sites = lattice_places(s_.domain, g);
      for (std::size_t i = 0; i < g.count; ++i, ++body) {
        if (is_random(g)) {
          random_.push_back(body);
          continue;
        }
        place_told_body(g, i, body, sites);
        if (random_.empty() && g.count == n_) continue;  // nothing random: no cells needed
        keep(body);
      }
    }
  }
  /// Body i of its group.
  void place_told_body(const BodyGroup& g, std::size_t i, std::size_t body, const std::vector<double>& sites) {
    double* const xyz = &out_.positions[3 * body];
    if (g.placement == PlacementKind::row) {
      std::array<double, 3> undisturbed{};
      place_in_row(s_.domain, g, s_.gravity, i, undisturbed.data(), xyz);
      shifts_.resize(n_);
      for (int a = 0; a < 3; ++a) shifts_[body][a] = xyz[a] - undisturbed[a];
    } else if (g.placement == PlacementKind::lattice) {
      std::copy_n(sites.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, xyz);
    } else if (g.placement == PlacementKind::ring) {
      place_in_ring(s_.domain, g, s_.gravity, i, xyz);
    } else {
      std::copy(g.positions[i].begin(), g.positions[i].end(), xyz);
    }
  }
  void keep(std::size_t body) {
    cells_->insert(&out_.positions[3 * body]);
    placed_radii_.push_back(out_.radii[body]);
  }

  /// One after the other, at `scale` of their size; true where some found no room and overlap.
  bool find_places(double scale) {
    bool overlapping = false;
    for (std::size_t k = 0; k < random_.size(); ++k) {
      const std::size_t b = random_[k];
      overlapping = !find_place(b, scale) || overlapping;
      keep(b);
      if (k % 64 == 0 && late_while("finding places")(static_cast<double>(k) / static_cast<double>(random_.size())))
        throw RefusedError(
            text("no room for {} of {} spheres was found in {:g} s; lower the volume fraction or raise "
                 "run.placement_seconds",
                 random_.size() - k, n_, seconds_));
    }
    return overlapping;
  }
  bool find_place(std::size_t b, double scale) {
    double* const xyz = &out_.positions[3 * b];
    bool free = false;
    for (int trial = 0; trial < most_trials && !free; ++trial) {
      random_point(s_.domain, s_.bodies[static_cast<std::size_t>(out_.groups[b])], scale * out_.radii[b], uniform_,
                   xyz);
      free = true;
      if (avoid_overlap_)
        cells_->for_near(
            xyz, [&](std::size_t j, double r) { free = free && r >= scale * (out_.radii[b] + placed_radii_[j]); });
    }
    return free;
  }
  void push_apart(double scale) {
    std::vector<double> radii = out_.radii;
    for (double& a : radii) a *= scale;
    Contacts contacts(s_.domain, radii, s_.solver.contact_tolerance * largest_);
    while (!contacts.project(out_.positions, 500).converged)
      if (late())
        throw RefusedError(
            text("{} spheres could not be pushed apart in {:g} s; lower the volume fraction or raise "
                 "run.placement_seconds",
                 n_, seconds_));
  }
  void grow_from(double scale) {
    const double size = grow(s_.domain, out_.positions, out_.radii, scale, s_.solver.contact_tolerance * largest_,
                             uniform_, late_while("growing to full size"));
    if (size < 1)
      throw RefusedError(
          text("no room for {} spheres was found in {:g} s: they grew to {:.3g} of their size; lower the volume "
               "fraction or raise run.placement_seconds",
               n_, seconds_, size));
  }
  void mix(int sweeps) {
    const int done = equilibrate(s_.domain, out_.positions, out_.radii, sweeps, uniform_, late_while("equilibrating"));
    if (done < sweeps)
      throw RefusedError(
          text("only {} of {} sweeps over {} spheres were done in {:g} s; lower bodies.equilibrate or "
               "raise run.placement_seconds",
               done, sweeps, n_, seconds_));
  }

  const Scenario& s_;
  double seconds_;
  const PlacementProgress& progress_;
  Uniform uniform_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double given_before_ = seconds_given_away();  ///< to others, before start_
  PlacedBodies out_;
  std::size_t n_ = 0;
  double largest_ = 0;  // radius
  bool avoid_overlap_ = false;
  std::vector<std::size_t> random_;            // bodies that may be anywhere
  std::optional<BodyCells> cells_;             // with those that have their place,
  std::vector<double> placed_radii_;           // and their radii
  std::vector<std::array<double, 3>> shifts_;  // of rows: from the undisturbed place
};

/// For each body in the order of the groups its number in the run: listed ones may have one, the others take what is
/// left.
std::vector<std::size_t> numbers_of(const Scenario& s, std::size_t n) {
  constexpr std::size_t none = -1;
  std::vector<std::size_t> numbers;
  std::vector<bool> taken(n, false);
  for (const BodyGroup& g : s.bodies)
    for (std::size_t k = 0; k < g.count; ++k) {
      numbers.push_back(k < g.numbers.size() ? static_cast<std::size_t>(g.numbers[k]) : none);
      if (numbers.back() < n) taken[numbers.back()] = true;
    }
  std::size_t next = 0;
  for (std::size_t& number : numbers) {
    if (number != none) continue;
    while (taken[next]) ++next;
    number = next++;
  }
  return numbers;
}

/// width: numbers per body.
template <class T>
void reorder(std::vector<T>& list, const std::vector<std::size_t>& numbers, std::size_t width) {
  if (list.empty()) return;
  std::vector<T> ordered(list.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    std::copy_n(list.begin() + static_cast<std::ptrdiff_t>(width * i), width,
                ordered.begin() + static_cast<std::ptrdiff_t>(width * numbers[i]));
  list = std::move(ordered);
}

}  // namespace

void settle_places(const Scenario& s, const std::vector<std::array<double, 3>>& shifts, PlacedBodies& bodies) {
  const Periods periods = Periods::of(s.domain);
  bodies.images.assign(bodies.positions.size(), 0);
  std::size_t first = 0;
  for (const BodyGroup& g : s.bodies) {
    for (std::size_t i = 0; i < 3 * g.count; ++i) {
      const std::size_t at = 3 * first + i;
      const int ahead = periods.wrap(static_cast<int>(i % 3), bodies.positions[at]);
      if (g.placement != PlacementKind::random) bodies.images[at] = ahead;
      if (g.placement == PlacementKind::positions && i / 3 < g.images.size())
        bodies.images[at] += static_cast<std::int32_t>(g.images[i / 3][i % 3]);
    }
    first += g.count;
  }
  bodies.undisturbed = bodies.positions;
  for (std::size_t i = 0; i < bodies.undisturbed.size(); ++i) {
    bodies.undisturbed[i] += periods.length[i % 3] * bodies.images[i];
    if (!shifts.empty()) bodies.undisturbed[i] -= shifts[i / 3][i % 3];
  }
}

namespace {

/// Number of bodies of the same group that come before a body, in the order of the groups.
std::size_t place_in_group(const std::vector<std::int32_t>& groups, std::size_t body) {
  return body - static_cast<std::size_t>(std::find(groups.begin(), groups.end(), groups[body]) - groups.begin());
}

}  // namespace

std::size_t number_of_body(const Scenario& s, const std::vector<std::int32_t>& groups, std::size_t body) {
  const std::size_t k = place_in_group(groups, body);
  const BodyGroup& g = s.bodies[static_cast<std::size_t>(groups[body])];
  return k < g.numbers.size() ? static_cast<std::size_t>(g.numbers[k]) : body;
}

std::string places_in_file(const Scenario& s, const std::vector<std::int32_t>& groups,
                           const std::vector<std::size_t>& bodies) {
  std::string places;
  for (const std::size_t body : bodies)
    if (const std::string place =
            file_place(s.bodies[static_cast<std::size_t>(groups[body])], place_in_group(groups, body));
        !place.empty())
      places += (places.empty() ? " (" : " and ") + place;
  return places.empty() ? places : places + ")";
}

std::vector<std::int32_t> groups_of_bodies(const Scenario& s) {
  std::vector<std::int32_t> groups;
  for (std::size_t g = 0; g < s.bodies.size(); ++g)
    groups.insert(groups.end(), s.bodies[g].count, static_cast<std::int32_t>(g));
  if (std::any_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) { return !g.numbers.empty(); }))
    reorder(groups, numbers_of(s, groups.size()), 1);
  return groups;
}

PlacedBodies place_bodies(const Scenario& s, std::uint64_t seed, double seconds, const PlacementProgress& progress) {
  PlacedBodies bodies =
      has_rods(s) ? place_with_rods(s, seed, seconds, progress) : SpherePlacement(s, seed, seconds, progress).place();
  if (std::none_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) { return !g.numbers.empty(); }))
    return bodies;
  const std::vector<std::size_t> numbers = numbers_of(s, bodies.radii.size());
  for (auto* list : {&bodies.positions, &bodies.undisturbed, &bodies.directors}) reorder(*list, numbers, 3);
  reorder(bodies.images, numbers, 3);
  reorder(bodies.radii, numbers, 1);
  reorder(bodies.groups, numbers, 1);
  return bodies;
}

}  // namespace slurry
