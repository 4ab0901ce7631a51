// SPDX-License-Identifier: BSD-3-Clause
// The truths against each other: two of them agree only if both are right.
#include <gtest/gtest.h>

#include <vector>

#include "reference/classical_ewald.hpp"
#include "reference/image_sums.hpp"
#include "reference/image_sums_2p.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/reference_groups.hpp"

namespace slurry::test {
namespace {

using reference::ClassicalEwald;
using reference::free_space_sum;
using reference::image_sum_1p;
using reference::image_sum_2p;
using reference::Suspension;

Suspension single_layer(const ReferenceGroup& g) {
  return {g.sources, g.targets, g.f, {}, {}};
}
Suspension double_layer(const ReferenceGroup& g) {
  return {g.sources, g.targets, {}, g.q, g.n};
}

TEST(FreeSpaceSum, AgreesWithTheStoredSumsToRounding) {
  for (const auto& g : reference_groups(0)) {
    EXPECT_LT(relative_l2(free_space_sum(single_layer(g), reference::Stokeslet{}), g.u_single), 2e-15) << g.name;
    EXPECT_LT(relative_l2(free_space_sum(double_layer(g), reference::Stresslet{}), g.u_double), 4e-15) << g.name;
  }
}

TEST(ImageSum1P, AgreesWithTheStoredSumsToRounding) {
  for (const auto& g : reference_groups(1)) {
    const reference::Real period = g.box.lengths[0];
    EXPECT_LT(relative_l2(image_sum_1p(single_layer(g), period, reference::Stokeslet{}), g.u_single), 1e-15) << g.name;
    EXPECT_LT(relative_l2(image_sum_1p(double_layer(g), period, reference::Stresslet{}), g.u_double), 1e-15) << g.name;
  }
}

// Rows are cut where they fall below 2e-14, and a target on a source has no place in the closed sums over rows.
TEST(ImageSum2P, AgreesWithTheStoredSums) {
  int groups = 0;
  for (const auto& g : reference_groups(2)) {
    if (g.targets_are_sources) continue;
    ++groups;
    const reference::Real x = g.box.lengths[0], y = g.box.lengths[1];
    EXPECT_LT(relative_l2(image_sum_2p(single_layer(g), x, y, reference::Stokeslet{}), g.u_single), 1e-12) << g.name;
    EXPECT_LT(relative_l2(image_sum_2p(double_layer(g), x, y, reference::Stresslet{}), g.u_double), 1e-12) << g.name;
  }
  EXPECT_EQ(groups, 2);
}

// the stored sums are uncertain by up to 3.3e-14 (their attribute relative_uncertainty_single)
TEST(ClassicalEwald3P, AgreesWithTheStoredSums) {
  for (const auto& g : reference_groups(3)) {
    const ClassicalEwald ewald{g.box.lengths, 6 / std::min({g.box.lengths[0], g.box.lengths[1], g.box.lengths[2]})};
    EXPECT_LT(relative_l2(ewald.sum(single_layer(g)), g.u_single), 4e-14) << g.name;
    EXPECT_LT(relative_l2(ewald.sum(double_layer(g)), g.u_double), 4e-14) << g.name;
  }
}

TEST(ClassicalEwald3P, DoesNotDependOnItsSplit) {
  const std::array<double, 3> box{1, 1.2, 0.9};
  const double a = 0.11;
  Suspension p{uniform_points(12, box, 5), {}, normal_vectors(12, 6), {}, {}};
  p.targets = p.sources;
  const auto one = ClassicalEwald{box, 5}.rotne_prager(p, a), other = ClassicalEwald{box, 7}.rotne_prager(p, a);
  EXPECT_LT(relative_l2(one, other), 1e-14);
}

// V_rpy and u_rpy of the stored groups are sums with solid harmonics; these are extrapolated image sums.  The gauges
// differ by diag(4,3,3)/L (engine/direct/direct.hpp).
TEST(ImageSum1P, AgreesWithTheStoredSpheresAfterTheChangeOfGauge) {
  for (const auto& g : free_spheres()) {
    const double scale = 8 * std::numbers::pi * g.viscosity;
    const auto in_stored_gauge = [&](std::vector<reference::Real> u) {
      reference::Real net[3] = {0, 0, 0};
      for (std::size_t i = 0; i < g.forces.size(); ++i) net[i % 3] += g.forces[i];
      for (std::size_t i = 0; i < u.size(); ++i) u[i] = (u[i] + (i % 3 == 0 ? 4 : 3) / g.period * net[i % 3]) / scale;
      return u;
    };
    const Suspension spheres{g.centres, g.centres, g.forces, {}, {}}, field{g.centres, g.points, g.forces, {}, {}};
    const reference::RotnePrager pair{g.radius, g.radius};
    EXPECT_LT(relative_l2(in_stored_gauge(image_sum_1p(spheres, g.period, pair)), g.velocities), 2e-15) << g.name;
    EXPECT_LT(relative_l2(in_stored_gauge(image_sum_1p(field, g.period, reference::Stokeslet{})), g.field_of_points),
              2e-15)
        << g.name;
    const reference::Stokeslet finite{g.radius * g.radius / 6};
    EXPECT_LT(relative_l2(in_stored_gauge(image_sum_1p(field, g.period, finite)), g.field_of_spheres), 2e-15) << g.name;
  }
}

}  // namespace
}  // namespace slurry::test
