// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/placement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/text.hpp"
#include "dynamics/contacts.hpp"
#include "geometry/body_cells.hpp"
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
          text("body {} is placed outside of the pipe: it reaches {:.6g} from the axis, the wall is at {:g}", i, reach,
               d.radius));
  }
}

void wrap(const Domain& d, std::vector<double>& x) {
  const Periods periods = Periods::of(d);
  for (std::size_t i = 0; i < x.size(); ++i) periods.wrap(static_cast<int>(i % 3), x[i]);
}

/// Of rows, rings, lattices and lists, of several groups too: bodies that are told where to be.
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
            text("bodies {} and {} overlap, their centres are {:.6g} apart; place them at least {:g} apart", told[i],
                 told[j], r, contact));
    });
}

}  // namespace

PlacedBodies place_bodies(const Scenario& s, std::uint64_t seed, double seconds, const PlacementProgress& progress) {
  if (has_rods(s)) return place_with_rods(s, seed, seconds, progress);
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds;
  };
  const auto late_while = [&](const char* doing) {
    return [&, doing](double done) {
      if (progress) progress(doing, done);
      return late();
    };
  };
  PlacedBodies out;
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    out.radii.insert(out.radii.end(), s.bodies[g].count, s.bodies[g].radius);
    out.groups.insert(out.groups.end(), s.bodies[g].count, static_cast<std::int32_t>(g));
  }
  const std::size_t n = out.radii.size();
  out.positions.resize(3 * n);
  std::vector<std::array<double, 3>> shifts;  // of rows: from the undisturbed place
  bool waves = false;
  const double largest = n ? *std::max_element(out.radii.begin(), out.radii.end()) : 0;

  // Large ones first: they find no room later.  Listed ones before all.
  std::vector<std::size_t> random;
  double reach = 0;
  for (const BodyGroup& g : s.bodies) reach = std::max(reach, g.cloud_radius);
  BodyCells cells(s.domain, 2 * largest, reach, n);
  std::vector<double> placed_radii;
  std::size_t body = 0;
  std::vector<double> sites;
  for (const BodyGroup& g : s.bodies) {
    if (g.placement == PlacementKind::lattice) sites = lattice_places(s.domain, g);
    for (std::size_t i = 0; i < g.count; ++i, ++body) {
      if (g.placement == PlacementKind::random || g.placement == PlacementKind::cloud) {
        random.push_back(body);
        continue;
      }
      if (g.placement == PlacementKind::row) {
        std::array<double, 3> undisturbed{};
        place_in_row(s.domain, g, s.gravity, i, undisturbed.data(), &out.positions[3 * body]);
        waves = waves || g.wave_amplitude > 0;
        shifts.resize(n);
        for (int a = 0; a < 3; ++a) shifts[body][a] = out.positions[3 * body + a] - undisturbed[a];
      } else if (g.placement == PlacementKind::lattice) {
        std::copy_n(sites.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, &out.positions[3 * body]);
      } else if (g.placement == PlacementKind::ring) {
        place_in_ring(s.domain, g, s.gravity, i, &out.positions[3 * body]);
      } else {
        std::copy(g.positions[i].begin(), g.positions[i].end(), &out.positions[3 * body]);
      }
      if (random.empty() && g.count == n) continue;  // nothing random: no cells needed
      cells.insert(&out.positions[3 * body]);
      placed_radii.push_back(out.radii[body]);
    }
  }
  if (s.solver.contacts && s.solver.model == BodyModel::spheres) check_overlap(s, out);
  std::stable_sort(random.begin(), random.end(),
                   [&](std::size_t a, std::size_t b) { return out.radii[a] > out.radii[b]; });

  Uniform uniform(seed);
  int sweeps = 0;
  for (const BodyGroup& g : s.bodies) sweeps = std::max(sweeps, g.equilibrate);
  bool overlapping = false;
  const bool dense = filled_fraction(s, out.radii) > densest_one_by_one && random.size() == n;
  // One after the other they would find no room: they are placed small, and grow.
  const double scale = dense ? std::cbrt(densest_one_by_one / filled_fraction(s, out.radii)) : 1;
  if (dense) sweeps = std::max(sweeps, mixing_sweeps);
  for (std::size_t k = 0; k < random.size(); ++k) {
    const std::size_t b = random[k];
    double* xyz = &out.positions[3 * b];
    bool free = false;
    for (int trial = 0; trial < most_trials && !free; ++trial) {
      random_point(s.domain, s.bodies[static_cast<std::size_t>(out.groups[b])], scale * out.radii[b], uniform, xyz);
      free = true;
      if (s.solver.contacts && s.solver.model == BodyModel::spheres)
        cells.for_near(xyz,
                       [&](std::size_t j, double r) { free = free && r >= scale * (out.radii[b] + placed_radii[j]); });
    }
    overlapping = overlapping || !free;
    cells.insert(xyz);
    placed_radii.push_back(out.radii[b]);
    if (k % 64 == 0 && late_while("finding places")(static_cast<double>(k) / static_cast<double>(random.size())))
      throw RefusedError(
          text("no room for {} of {} spheres was found in {:g} s; lower the volume fraction or raise "
               "run.placement_seconds",
               random.size() - k, n, seconds));
  }
  if (overlapping) {
    std::vector<double> radii = out.radii;
    for (double& a : radii) a *= scale;
    Contacts contacts(s.domain, radii, s.solver.contact_tolerance * largest);
    while (!contacts.project(out.positions, 500).converged)
      if (late())
        throw RefusedError(
            text("{} spheres could not be pushed apart in {:g} s; lower the volume fraction or raise "
                 "run.placement_seconds",
                 n, seconds));
  }
  if (dense) {
    // those that were pushed apart may overlap by the tolerance: a hair of the radius is given away
    const double start = scale * (overlapping ? 1 - 2 * s.solver.contact_tolerance : 1);
    const double size = grow(s.domain, out.positions, out.radii, start, s.solver.contact_tolerance * largest, uniform,
                             late_while("growing to full size"));
    if (size < 1)
      throw RefusedError(
          text("{} spheres did not find room in {:g} s, they grew to {:.3g} of their size; lower the "
               "volume fraction or raise run.placement_seconds",
               n, seconds, size));
  }
  if (sweeps > 0) {
    const int done = equilibrate(s.domain, out.positions, out.radii, sweeps, uniform, late_while("equilibrating"));
    if (done < sweeps)
      throw RefusedError(
          text("only {} of {} sweeps over {} spheres were done in {:g} s; lower bodies.equilibrate or "
               "raise run.placement_seconds",
               done, sweeps, n, seconds));
  }
  check_inside(s.domain, out, s.solver.contact_tolerance);
  wrap(s.domain, out.positions);
  out.undisturbed = out.positions;
  if (waves)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t a = 0; a < 3; ++a) out.undisturbed[3 * i + a] -= shifts[i][a];
  return out;
}

}  // namespace slurry
