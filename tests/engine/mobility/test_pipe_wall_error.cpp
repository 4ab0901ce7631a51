// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "direct/direct.hpp"
#include "mobility/pipe/wall.hpp"
#include "mobility/pipe/wall_error.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;

/// Velocity that the images of unit forces give the body itself; components and forces along x, r and th, so that it
/// does not depend on where along the wall the body is, but for the grid.
std::vector<double> self_correction(const WallGrid& grid, double along, double angle, double d, double radius) {
  PipeWall<Host> wall(Host(), grid);
  const double c = std::cos(angle), s = std::sin(angle);
  const double frame[3][3] = {{1, 0, 0}, {0, c, s}, {0, -s, c}};
  const auto x = test::view_of({along, (1 - d) * c, (1 - d) * s});
  const Vectors<Host> on_wall("w", grid.points()), q("q", grid.points()), u("u", 1);
  DirectSum<Host> body(Host(), Box{{grid.length, 1, 1}, 1}), images(Host(), Box{{grid.length, 1, 1}, 1});
  body.set_points(x, radius, {{wall.wall_points(), 0, false}});
  images.set_points(wall.image_points(), 0, {{x, radius, false}});
  std::vector<double> columns;
  for (const auto& force : frame) {
    body.apply(test::view_of({force[0], force[1], force[2]}), {on_wall});
    const double axial = wall.strengths(on_wall, q);
    images.apply(q, {u});
    Kokkos::fence();
    for (const auto& e : frame) columns.push_back(e[0] * (u(0, 0) + axial) + e[1] * u(0, 1) + e[2] * u(0, 2));
  }
  return columns;
}

/// Near the wall and where it is seen curved; points, spheres near it and on it.  Mean over the forces and over places
/// relative to the grid: the error turns with exp(2 pi i x/h), so that eighths of a spacing give its mean square.
TEST(WallError, PredictsTheErrorOfABody_WithinAFactorOfTwo_MeanWithinAQuarter) {
  std::vector<double> ratios;
  for (const auto& [length, d, loosest] : {std::array{1.0, 0.15, 1.0}, std::array{3.0, 0.4, 0.7}})
    for (const double relative_radius : {0.0, 0.5, 0.8, 1.0}) {
      const double radius = relative_radius * d;
      const auto truth = self_correction(make_wall_grid(length, 0.2 * d), 0, 0, d, radius);
      for (const double relative_spacing : {1.0, 0.7, 0.5, 0.35}) {
        if (relative_spacing > loosest) continue;
        const double spacing = relative_spacing * d;
        WallGrid grid = make_wall_grid(length, spacing);
        grid.image_radius = 1 + image_gap(spacing, d);
        double sum = 0;
        for (const double along : {0.125, 0.375})
          for (const double around : {0.125, 0.375}) {
            const auto found = self_correction(grid, along * length / grid.axial,
                                               around * 2 * std::numbers::pi / grid.angular, d, radius);
            const double e = test::l2_difference(found, truth);
            sum += e * e / 3;  // mean over the three forces
          }
        const WallBody body{d, radius, 1};
        ratios.push_back(WallError(grid).of_bodies({&body, 1}).expected / std::sqrt(sum / 4));
        EXPECT_LT(ratios.back(), 2) << d << " " << relative_radius << " " << relative_spacing;
        EXPECT_GT(ratios.back(), 0.5) << d << " " << relative_radius << " " << relative_spacing;
      }
    }
  EXPECT_LT(test::geometric_mean(ratios), 1.25);
  EXPECT_GT(test::geometric_mean(ratios), 0.8);
}

/// What a body errs depends on where on the grid it is and on its force: points and spheres from near the wall to the
/// axis, against a grid twice as fine.  It is never far too low; it is too high where all parts of the error cancel at
/// once, at one place in a hundred.
TEST(WallError, PredictsTheErrorAtAPlace_WithinAFactorOfTwoAndAHalf_MeanWithinAQuarter) {
  test::Random random(3);
  std::array<std::vector<double>, 3> ratios;  // forces along the pipe, outwards, around
  std::vector<double> any;
  int cancelled = 0;
  for (int i = 0; i < 24; ++i) {
    const double d = std::exp(random.uniform(std::log(0.2), 0.0)), length = d < 0.4 ? 1.5 : 4;
    const double radius = i % 4 == 0 ? 0 : random.uniform(0.1, 1) * d, scale = i % 4 == 0 ? 1.5 / d : 4 / (3 * radius);
    const WallBody body{d, radius, 1};
    const double spacing = spacing_for_bodies(length, {&body, 1}, std::pow(10, random.uniform(-5, -2.5)) * scale);
    const double along = random.uniform(0, length), angle = random.uniform(0, 2 * std::numbers::pi);
    WallGrid grid = make_wall_grid(length, spacing), fine = make_wall_grid(length, spacing / 2);
    grid.image_radius = 1 + image_gap(spacing, d);
    fine.image_radius = 1 + image_gap(spacing / 2, d);
    const auto truth = self_correction(fine, along, angle, d, radius);
    const auto found = self_correction(grid, along, angle, d, radius);
    const auto ratio = [&](const std::array<double, 3>& force) {
      double reached2 = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        double e = 0;
        for (std::size_t f = 0; f < 3; ++f) e += force[f] * (found[3 * f + c] - truth[3 * f + c]);
        reached2 += e * e;
      }
      return std::sqrt(WallError(grid).of_body_at(body, along, angle, force).squared() / reached2);
    };
    for (std::size_t f = 0; f < 3; ++f) {
      std::array<double, 3> force{0, 0, 0};
      force[f] = 1;
      ratios[f].push_back(ratio(force));
      if (f == 2) continue;
      cancelled += ratios[f].back() > 2.5;
      EXPECT_GT(ratios[f].back(), 0.4) << f << ' ' << d << ' ' << radius << ' ' << spacing;
    }
    EXPECT_GT(ratios[2].back(), 1.0 / 6) << d << ' ' << radius << ' ' << spacing;
    any.push_back(ratio({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}));
    cancelled += any.back() > 2.5;
    EXPECT_GT(any.back(), 0.4) << d << ' ' << radius << ' ' << spacing;
  }
  EXPECT_LE(cancelled, 3);  // of 72
  for (const auto& of : {ratios[0], ratios[1], any}) EXPECT_NEAR(test::geometric_mean(of), 1, 0.25);
  EXPECT_NEAR(test::geometric_mean(ratios[2]), 1, 0.5);
}

/// A body errs the same wherever it is by whole spacings; and the mean over places is what is said of it.
TEST(WallError, AtAPlace_RepeatsWithTheGrid_AndItsMeanIsTheMean) {
  const WallGrid grid = make_wall_grid(2, 0.1);
  const WallError law(grid);
  const WallBody body{0.2, 0.1, 1};
  const std::array<double, 3> force{0.6, -0.7, 0.4};
  const double dx = grid.length / grid.axial, dt = 2 * std::numbers::pi / grid.angular;
  const auto here = law.of_body_at(body, 0.03, 0.02, force),
             there = law.of_body_at(body, 0.03 + 3 * dx, 0.02 + 5 * dt, force);
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(here.velocity[c], there.velocity[c], 1e-9 * std::sqrt(here.of_force2));
  double sum = 0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const auto e = law.of_body_at(body, i * dx / 8, j * dt / 8, force).velocity;
      sum += (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) / 64;
    }
  EXPECT_NEAR(sum / here.of_force2, 1, 1e-9);
}

/// Of many bodies alike the likely error is the expected one; one body alone may lie where it is worst.
TEST(WallError, LikelyErrorOfFewBodies_IsLargerThanTheExpectedOne) {
  const WallError law(make_wall_grid(4, 0.08));
  const WallBody body{0.1, 0.05, 1};
  const BodiesError alone = law.of_bodies({&body, 1});
  EXPECT_NEAR(alone.likely / alone.expected, std::numbers::sqrt2, 0.1);
  const std::vector<WallBody> many(10000, body);
  const BodiesError all = law.of_bodies(many);
  EXPECT_NEAR(all.likely / all.expected, 1, 0.01);
  // one with a large force among many
  std::vector<WallBody> few(100, WallBody{0.1, 0.05, 1e-6});
  few.push_back(body);
  const BodiesError one = law.of_bodies(few);
  EXPECT_GT(one.likely, 1.2 * one.expected);
}

/// What is left on the wall around a sphere or a point near it, for three forces.
TEST(WallError, PredictsWhatIsLeftOnTheWall_WithinAFactorOfThree_MeanWithinOneAndAHalf) {
  const double length = 1;
  std::vector<double> ratios;
  for (const double d : {0.12, 0.24})
    for (const double relative_radius : {0.0, 0.5, 0.8, 1.0})
      for (const double relative_spacing : {0.9, 0.5}) {
        const double spacing = relative_spacing * d;
        WallGrid grid = make_wall_grid(length, spacing);
        grid.image_radius = 1 + image_gap(spacing, d);
        PipeWall<Host> wall(Host(), grid);
        test::Random random(5);
        std::vector<double> places;
        const double reach = std::min(4 * d, 0.5 * length);  // beyond it next to nothing is left
        for (int i = 0; i < 250; ++i) {
          const double angle = 0.4 + random.uniform(-reach, reach);
          places.insert(places.end(), {0.3 + random.uniform(-reach, reach), std::cos(angle), std::sin(angle)});
        }
        const std::size_t count = places.size() / 3;
        const auto points = test::view_of(places),
                   x = test::view_of({0.3, (1 - d) * std::cos(0.4), (1 - d) * std::sin(0.4)});
        const Vectors<Host> on_wall("w", grid.points()), q("q", grid.points()), body_part("b", count),
            image_part("i", count);
        DirectSum<Host> to_grid(Host(), Box{{length, 1, 1}, 1}), to_points(Host(), Box{{length, 1, 1}, 1}),
            images(Host(), Box{{length, 1, 1}, 1});
        to_grid.set_points(x, relative_radius * d, {{wall.wall_points(), 0, false}});
        to_points.set_points(x, relative_radius * d, {{points, 0, false}});
        images.set_points(wall.image_points(), 0, {{points, 0, false}});
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          std::vector<double> force(3, 0.0);
          force[axis] = 1;
          const auto f = test::view_of(force);
          to_grid.apply(f, {on_wall});
          to_points.apply(f, {body_part});
          const double axial = wall.strengths(on_wall, q);
          images.apply(q, {image_part});
          Kokkos::fence();
          for (std::size_t i = 0; i < count; ++i)
            for (std::size_t c = 0; c < 3; ++c) {
              const double left = body_part(i, c) + image_part(i, c) + (c == 0 ? axial : 0);
              sum += left * left / 3;
            }
        }
        const WallBody body{d, relative_radius * d, 1};
        const double share = 4 * reach * reach / (2 * std::numbers::pi * length);
        const double ratio =
            WallError(grid).of_no_slip({&body, 1}) / std::sqrt(share * sum / static_cast<double>(count));
        EXPECT_LT(ratio, 3) << d << " " << relative_radius << " " << relative_spacing;
        EXPECT_GT(ratio, 1.0 / 3) << d << " " << relative_radius << " " << relative_spacing;
        ratios.push_back(ratio);
      }
  EXPECT_LT(test::geometric_mean(ratios), 1.5);
  EXPECT_GT(test::geometric_mean(ratios), 1 / 1.5);
}

TEST(WallError, SpacingForATolerance_FollowsTheTable) {
  // theory/pipe-wall.md: h/d = 0.58, 0.35, 0.23 for points and 0.60, 0.30, 0.20 for spheres touching the wall, of
  // the velocity scale of one body.  The last is coarser here: in closed form the blocks leave 1.3e-3 at h = 0.8 d
  const double d = 0.1, tolerances[3] = {1e-3, 1e-6, 1e-9};
  const double points[3] = {0.58, 0.35, 0.23}, spheres[3] = {0.60, 0.30, 0.20};
  for (std::size_t i = 0; i < 3; ++i) {
    const WallBody point{d, 0, 1}, sphere{d, d, 1};
    // correction of a point at distance d: about 9/8 times 4/(3 d); mobility of a sphere: 4/(3 a)
    EXPECT_NEAR(spacing_for_bodies(2, {&point, 1}, tolerances[i] * 1.5 / d) / d, points[i], 0.15 * points[i]);
    EXPECT_NEAR(spacing_for_bodies(2, {&sphere, 1}, tolerances[i] * 4 / (3 * d)) / d, spheres[i], 0.4 * spheres[i]);
  }
}

// Short pipes have few points along them: one less is an error several times as large.
TEST(WallError, TheGridThatIsMadeKeepsTheTolerance) {
  for (const double length : {0.5, 0.7, 1.0, 1.2, 2.0, 5.0})
    for (const double distance : {0.1, 0.3, 0.7})
      for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
        const std::vector<WallBody> bodies{{distance, 0.05, 1}, {1.1 * distance, 0.05, 1}};
        const double spacing = spacing_for_bodies(length, bodies, tolerance);
        WallGrid made = make_wall_grid(length, spacing);
        made.image_radius = 1 + image_gap(spacing, distance);
        EXPECT_LE(WallError(made).of_bodies(bodies).likely, tolerance) << length << ' ' << distance << ' ' << tolerance;
      }
}

TEST(WallError, FallsWithTheSpacingAndWithTheDistance) {
  const WallBody near{0.1, 0.05, 1}, far{0.2, 0.05, 1};
  double previous = 1e300;
  for (const double spacing : {0.08, 0.06, 0.04, 0.02}) {
    const WallError law(plain_wall_grid(3, spacing, image_gap(spacing, 0.1)));
    EXPECT_LT(law.of_bodies({&near, 1}).expected, previous);
    EXPECT_LT(law.of_bodies({&far, 1}).expected, law.of_bodies({&near, 1}).expected);
    EXPECT_LT(law.of_field(near, 0.05, 0, 0), law.of_field(near, 0.01, 0, 0));
    previous = law.of_bodies({&near, 1}).expected;
  }
}

}  // namespace
}  // namespace slurry
