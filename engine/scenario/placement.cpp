// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/placement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "base/text.hpp"
#include "dynamics/contacts.hpp"
#include "geometry/body_cells.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr int most_trials = 4000;  // per body, before it is left to the pushing

/// Uniform numbers in [0,1) that are the same with every standard library.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

void random_point(const Domain& d, double radius, Uniform& uniform, double* xyz) {
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

void wrap(const Domain& d, std::vector<double>& x) {
  const Periods periods = Periods::of(d);
  for (std::size_t i = 0; i < x.size(); ++i) periods.wrap(static_cast<int>(i % 3), x[i]);
}

}  // namespace

PlacedBodies place_bodies(const Scenario& s, std::uint64_t seed, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds;
  };
  PlacedBodies out;
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    out.radii.insert(out.radii.end(), s.bodies[g].count, s.bodies[g].radius);
    out.groups.insert(out.groups.end(), s.bodies[g].count, static_cast<std::int32_t>(g));
  }
  const std::size_t n = out.radii.size();
  out.positions.resize(3 * n);
  const double largest = n ? *std::max_element(out.radii.begin(), out.radii.end()) : 0;

  // Large ones first: they find no room later.  Listed ones before all.
  std::vector<std::size_t> random;
  BodyCells cells(s.domain, 2 * largest, 0, n);
  std::vector<double> placed_radii;
  std::size_t body = 0;
  for (const BodyGroup& g : s.bodies)
    for (std::size_t i = 0; i < g.count; ++i, ++body) {
      if (g.placement == PlacementKind::random) {
        random.push_back(body);
        continue;
      }
      std::copy(g.positions[i].begin(), g.positions[i].end(), &out.positions[3 * body]);
      if (random.empty() && g.count == n) continue;  // nothing random: no cells needed
      cells.insert(&out.positions[3 * body]);
      placed_radii.push_back(out.radii[body]);
    }
  std::stable_sort(random.begin(), random.end(),
                   [&](std::size_t a, std::size_t b) { return out.radii[a] > out.radii[b]; });

  Uniform uniform(seed);
  bool overlapping = false;
  for (std::size_t k = 0; k < random.size(); ++k) {
    const std::size_t b = random[k];
    double* xyz = &out.positions[3 * b];
    bool free = false;
    for (int trial = 0; trial < most_trials && !free; ++trial) {
      random_point(s.domain, out.radii[b], uniform, xyz);
      free = true;
      if (s.solver.contacts)
        cells.for_near(xyz, [&](std::size_t j, double r) { free = free && r >= out.radii[b] + placed_radii[j]; });
    }
    overlapping = overlapping || !free;
    cells.insert(xyz);
    placed_radii.push_back(out.radii[b]);
    if (k % 64 == 0 && late())
      throw Error(text("no room for {} of {} spheres was found in {:g} s; lower the volume fraction", random.size() - k,
                       n, seconds));
  }
  if (overlapping) {
    Contacts contacts(s.domain, out.radii, s.solver.contact_tolerance * largest);
    while (!contacts.project(out.positions, 500).converged)
      if (late())
        throw Error(text("{} spheres could not be pushed apart in {:g} s; lower the volume fraction", n, seconds));
  }
  wrap(s.domain, out.positions);
  return out;
}

}  // namespace slurry
