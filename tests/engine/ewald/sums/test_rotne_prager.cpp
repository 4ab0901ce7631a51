// SPDX-License-Identifier: BSD-3-Clause
// Rotne-Prager sums where every sphere has a radius of its own.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/rotne_prager_ewald.hpp"
#include "reference/classical_ewald.hpp"
#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

struct Spheres {
  Box box;
  std::vector<double> centres, radii, forces;
  std::size_t count() const { return radii.size(); }
};

/// 40 spheres with radii between 0.004 and 0.06, one point, pairs that overlap and one inside another; a net force.
Spheres random_spheres(int periodicity, std::array<double, 3> lengths = {1, 1.2, 0.9}) {
  Random random(17);
  Spheres s;
  s.box = {lengths, periodicity};
  s.centres = uniform_points(40, lengths, 18);
  s.forces = normal_vectors(40, 19);
  for (double& f : s.forces) f += 0.3;
  for (int i = 0; i < 40; ++i) s.radii.push_back(random.uniform(0.004, 0.06));
  s.radii[3] = 0;
  const auto beside = [&](int i, int j, double distance) {
    for (int d = 0; d < 3; ++d) s.centres[3 * i + d] = s.centres[3 * j + d] + (d == 0 ? distance : 0);
  };
  s.radii[10] = 0.05;
  s.radii[11] = 0.03;
  beside(11, 10, 0.06);  // overlap
  s.radii[20] = 0.06;
  s.radii[21] = 0.02;
  beside(21, 20, 0.01);  // inside
  return s;
}

EwaldParameters parameters_of(const Spheres& s, double tolerance, std::optional<double> cutoff = {}) {
  EwaldOptions o = relative(tolerance);
  o.deterministic = true;
  o.cutoff_radius = cutoff;
  SumCounts c;
  c.sources = c.targets = s.count();
  for (double f : s.forces) c.squared_force_sum += f * f;
  for (double a : s.radii) c.largest_radius = std::max(c.largest_radius, a);
  return select_ewald_parameters(s.box, o, c);
}

std::vector<double> ewald_of(const Spheres& s, const EwaldParameters& p) {
  RotnePragerEwald<Host> ewald(Host(), p);
  const auto x = view_of(s.centres), f = view_of(s.forces);
  const Kokkos::View<const double*, Kokkos::HostSpace> a(s.radii.data(), s.count());
  const Vectors<Host> u("u", s.count());
  ewald.set_points({x, 0, a}, {{x, 0, true, a}});
  ewald.apply(f, {u});
  return values_of(u);
}

/// Pair by pair with the radii of the pair, image by image, at targets with radii.
std::vector<double> direct_at(const Spheres& s, const std::vector<double>& targets, const std::vector<double>& radii) {
  std::vector<double> u(targets.size(), 0.0);
  for (std::size_t i = 0; i < radii.size(); ++i)
    for (std::size_t j = 0; j < s.count(); ++j) {
      const auto three = [](const std::vector<double>& v, std::size_t k) {
        return std::vector<double>(v.begin() + 3 * k, v.begin() + 3 * k + 3);
      };
      const reference::Suspension pair{three(s.centres, j), three(targets, i), three(s.forces, j), {}, {}};
      const double a = radii[i], b = s.radii[j];
      const auto sum = [&](const auto& kernel) {
        const auto part = s.box.periodicity == 0 ? reference::free_space_sum(pair, kernel)
                                                 : reference::image_sum_1p(pair, s.box.lengths[0], kernel);
        for (int c = 0; c < 3; ++c) u[3 * i + c] += double(part[c]);
      };
      if (a > 0 && b > 0)
        sum(reference::RotnePrager{a, b});
      else
        sum(reference::Stokeslet{reference::Real(a * a + b * b) / 6});
    }
  return u;
}

std::vector<double> direct_of(const Spheres& s) {
  return direct_at(s, s.centres, s.radii);
}

TEST(RotnePragerEwald, UnequalRadiiMatchDirectImageSumsAtEveryTolerance) {
  for (const int periodicity : {0, 1}) {
    const Spheres s = random_spheres(periodicity);
    const auto truth = direct_of(s);
    for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12})
      EXPECT_LE(relative_l2(ewald_of(s, parameters_of(s, tolerance)), truth), 1.5 * tolerance)
          << periodicity << "P, " << tolerance;
  }
}

// What a pipe needs: spheres on themselves and on points of the wall in one sum, images (points) on spheres in another.
TEST(RotnePragerEwald, PointsOnOneSideMatchDirectImageSums_WithFewerComponents) {
  for (const int periodicity : {0, 1}) {
    Spheres s = random_spheres(periodicity);
    const auto wall = uniform_points(60, s.box.lengths, 77);
    const auto y = view_of(s.centres), x = view_of(wall), f = view_of(s.forces);
    const Kokkos::View<const double*, Kokkos::HostSpace> radii(s.radii.data(), s.count());
    const Vectors<Host> at_spheres("v", s.count()), at_points("u", 60);
    for (const double tolerance : {1e-4, 1e-9}) {
      const auto p = parameters_of(s, tolerance);
      RotnePragerEwald<Host> ewald(Host(), p);
      ewald.set_points({y, 0, radii}, {{y, 0, true, {}}, {x, 0, false, {}}});
      ewald.apply(f, {at_spheres, at_points});
      EXPECT_LE(relative_l2(values_of(at_spheres), direct_of(s)), 1.5 * tolerance);
      EXPECT_LE(relative_l2(values_of(at_points), direct_at(s, wall, std::vector<double>(60, 0.0))), 1.5 * tolerance);
      EXPECT_EQ(ewald.last_work().spread_components, 6);
      EXPECT_EQ(ewald.last_work().gathered_components, 6);

      // points with the same forces on spheres elsewhere, of a radius each and of one radius
      Spheres points = s;
      points.radii.assign(s.count(), 0.0);
      std::vector<double> sizes;
      for (int i = 0; i < 60; ++i) sizes.push_back(0.001 * i);
      const Kokkos::View<const double*, Kokkos::HostSpace> of_targets(sizes.data(), 60);
      const Vectors<Host> each("u", 60), same("u", 60);
      ewald.set_points({y, 0, {}}, {{x, 0, false, of_targets}, {x, 0.04, false, {}}});
      ewald.apply(f, {each, same});
      EXPECT_LE(relative_l2(values_of(each), direct_at(points, wall, sizes)), 1.5 * tolerance);
      EXPECT_LE(relative_l2(values_of(same), direct_at(points, wall, std::vector<double>(60, 0.04))), 1.5 * tolerance);
      EXPECT_EQ(ewald.last_work().spread_components, 3);
      EXPECT_EQ(ewald.last_work().gathered_components, 6);
      ewald.set_points({y, 0, radii}, {{x, 0, false, {}}});
      ewald.apply(f, {each});
      EXPECT_EQ(ewald.last_work().spread_components, 6);
      EXPECT_EQ(ewald.last_work().gathered_components, 3);
      EXPECT_LE(relative_l2(values_of(each), direct_at(s, wall, std::vector<double>(60, 0.0))), 1.5 * tolerance);
    }
  }
}

TEST(RotnePragerEwald, DoesNotDependOnTheCutoffInAnyPeriodicity) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    const Spheres s = random_spheres(periodicity);
    const auto u = ewald_of(s, parameters_of(s, 1e-11, 0.3)), v = ewald_of(s, parameters_of(s, 1e-11, 0.42));
    EXPECT_LE(relative_l2(u, v), 2e-11) << periodicity;
    EXPECT_NE(u, v);
  }
}

TEST(RotnePragerEwald, EqualRadiiMatchTheClassicalSumIn3P) {
  Spheres s = random_spheres(3, {1, 1, 1});
  const double a = 0.05;
  for (double& r : s.radii) r = a;
  const reference::Suspension suspension{s.centres, s.centres, s.forces, {}, {}};
  const auto truth = reference::ClassicalEwald{s.box.lengths, 6}.rotne_prager(suspension, a);
  for (const double tolerance : {1e-6, 1e-11})
    EXPECT_LE(relative_l2(ewald_of(s, parameters_of(s, tolerance)), truth), 1.5 * tolerance);
}

// A box that a body leaves several times is refused with the shortest side that can be summed.
TEST(RotnePragerEwald, BodiesMuchLargerThanTheBoxAreRefusedWithTheReason) {
  SumCounts c;
  c.sources = c.targets = 1;
  c.squared_force_sum = c.largest_radius = 1;
  try {
    select_ewald_parameters({{0.1, 0.1, 0.1}, 3}, relative(1e-4), c);
    FAIL();
  } catch (const InputError& e) {
    const std::string words = e.what();
    EXPECT_NE(words.find("the radius is 1, and the shortest side of the box is 0.1"), std::string::npos) << words;
    EXPECT_NE(words.find("at least 0.525"), std::string::npos) << words;
  }
}

// The mobility matrix is symmetric: f.(M g) = g.(M f).
TEST(RotnePragerEwald, IsSymmetric) {
  for (const int periodicity : {1, 2, 3}) {
    Spheres s = random_spheres(periodicity), t = s;
    t.forces = normal_vectors(s.count(), 40);
    const auto p = parameters_of(s, 1e-10);
    const auto u = ewald_of(s, p), v = ewald_of(t, p);
    double left = 0, right = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      left += t.forces[i] * u[i];
      right += s.forces[i] * v[i];
    }
    EXPECT_NEAR(left, right, 1e-9 * l2_norm(u) * l2_norm(t.forces));
  }
}

TEST(RotnePragerEwald, SaysWhatIsWrong) {
  Spheres s = random_spheres(1);
  const auto p = parameters_of(s, 1e-3);
  s.radii[0] = p.cutoff_radius;
  EXPECT_THROW(ewald_of(s, p), InputError);
  s.radii[0] = -0.1;
  EXPECT_THROW(ewald_of(s, p), InputError);
  RotnePragerEwald<Host> ewald(Host(), p);
  const Kokkos::View<const double*, Kokkos::HostSpace> few(s.radii.data(), 3);
  EXPECT_THROW(ewald.set_points({view_of(s.centres), 0, few}, {}), InputError);
}

}  // namespace
}  // namespace slurry::test
