// SPDX-License-Identifier: BSD-3-Clause
// Camera, picking, clouds and slices, against closed forms and double loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "models/body_cloud.hpp"
#include "models/picking.hpp"
#include "models/slice_arrows.hpp"
#include "models/slice_picture.hpp"
#include "models/turntable.hpp"
#include "support/pipe_snapshot.hpp"

namespace slurry::ui {
namespace {

using test::add_body;
using test::pipe_snapshot;

BodyCloud cloud_of(const Snapshot& s) {
  BodyCloud cloud;
  fill_body_cloud(cloud, s, {}, {}, {});
  return cloud;
}

TEST(Turntable, GravityPointsDown_HoweverThePipeIsTilted) {
  const Snapshot s = pipe_snapshot(10, 40);
  for (double angle : {0.0, 0.6, 1.5707963}) {
    Turntable t;
    const Vec3d gravity{std::cos(angle), -std::sin(angle), 0};
    t.set_subject(subject_box(s), gravity);
    for (int i = 0; i < 12; ++i) {
      t.orbit(37, i % 2 ? 11 : -9);
      const CameraPose p = t.pose();
      EXPECT_NEAR(dot(p.right(), gravity), 0, 1e-12);
      EXPECT_LT(dot(p.upward(), gravity), 0);
      EXPECT_NEAR(dot(p.right(), p.upward()), 0, 1e-12);
    }
  }
}

TEST(Turntable, ARodFitsIntoThePicture_HoweverItTurns) {
  auto scenario = std::make_shared<Scenario>();
  scenario->domain.kind = DomainKind::free_space;
  Snapshot s;
  s.scenario = scenario;
  add_body(s, {3, -2, 1});
  s.half_lengths = {20};
  s.directors = {1, 0, 0};
  Turntable t;
  t.set_subject(subject_box(s), {1, 0, 0});
  t.fit(1.5);
  for (int i = 0; i < 36; ++i) {
    t.orbit(10, 0);
    for (const Vec3d& n : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
      for (const double end : {-20.0, 20.0}) {
        double x = 0, y = 0;
        ASSERT_TRUE(project(t.pose(), Vec3d{3, -2, 1} + end * n, 900, 600, x, y));
        EXPECT_TRUE(x > 0 && x < 900 && y > 0 && y < 600) << x << ", " << y;
      }
  }
}

TEST(Turntable, FitHoldsThePipeInThePicture_AndUsesMostOfIt) {
  const Snapshot s = pipe_snapshot(10, 40);
  for (bool parallel : {false, true})
    for (bool flat : {false, true})
      for (ViewPreset preset : {ViewPreset::front, ViewPreset::side, ViewPreset::along_axis}) {
        const double w = 900, h = 700;
        Turntable t;
        t.set_parallel(parallel);
        t.set_flat(flat);
        t.set_subject(subject_box(s), {1, 0, 0});
        t.preset(preset);
        t.fit(w / h);
        double left = w, right = 0, top = h, bottom = 0;
        for (int i = 0; i < 64; ++i)
          for (double x : {0.0, 40.0}) {
            double px = 0, py = 0;
            ASSERT_TRUE(project(t.pose(), {x, 10 * std::cos(0.1 * i), 10 * std::sin(0.1 * i)}, w, h, px, py));
            left = std::min(left, px), right = std::max(right, px), top = std::min(top, py),
            bottom = std::max(bottom, py);
          }
        EXPECT_GE(left, 0);
        EXPECT_LE(right, w);
        EXPECT_GE(top, 0);
        EXPECT_LE(bottom, h);
        EXPECT_GT(std::max((right - left) / w, (bottom - top) / h), 0.68);
      }
}

TEST(Turntable, LooksAgainAsItDid_AtASubjectThatIsElsewhereNow) {
  const Snapshot s = pipe_snapshot(10, 40);
  SubjectBox box = subject_box(s);
  Turntable t;
  t.set_subject(box, {1, 0, 0});
  t.fit(1.5);
  t.orbit(33, -12);
  t.pan(40, 25, 600);
  t.zoom(1.7);
  const Turntable before = t;
  const Vec3d gone{5, -3, 2};
  t.shift(gone);
  EXPECT_TRUE(t.looks_like(t));
  t.orbit(50, 20);
  t.set_parallel(true);
  EXPECT_FALSE(t.looks_like(before));
  t.look_like(before);
  const CameraPose now = t.pose(), then = before.pose();
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(now.focus[k], then.focus[k] + gone[k], 1e-12);
    EXPECT_NEAR(now.position[k], then.position[k] + gone[k], 1e-12);
    EXPECT_NEAR(now.up[k], then.up[k], 1e-12);
  }
  EXPECT_FALSE(now.parallel);
}

TEST(Picking, RayThroughAPixelMeetsWhatIsProjectedThere) {
  Turntable t;
  t.set_subject(subject_box(pipe_snapshot(10, 40)), {1, 0, 0});
  t.fit(1.3);
  for (bool parallel : {false, true}) {
    t.set_parallel(parallel);
    const Vec3d point{13, -4, 6};
    double x = 0, y = 0;
    ASSERT_TRUE(project(t.pose(), point, 910, 700, x, y));
    const Ray ray = ray_through(t.pose(), x, y, 910, 700);
    const Vec3d to = point - ray.origin;
    EXPECT_LT(length(to - dot(to, ray.direction) * ray.direction), 1e-9);
  }
}

TEST(Picking, NearestSphereOnTheRay_AtItsExactDistance) {
  Snapshot s = pipe_snapshot(10, 40);
  add_body(s, {20, 0, -5});
  add_body(s, {20, 0.6, 4});  // in front, off the ray by 0.6
  add_body(s, {20, 3, 6});    // beside the ray
  const Hit hit = first_hit({{20, 0, 30}, {0, 0, -1}}, cloud_of(s));
  EXPECT_EQ(hit.body, 1);
  EXPECT_NEAR(hit.distance, 26 - 0.8, 1e-6);
  EXPECT_EQ(first_hit({{20, 0, 30}, {0, 0, 1}}, cloud_of(s)).body, -1);
}

TEST(BodyCloud, SpheresAtAnEndAreDrawnAtBoth) {
  Snapshot s = pipe_snapshot(10, 40);
  add_body(s, {0.3, 0, 0});
  add_body(s, {39.5, 2, 0});
  add_body(s, {20, 0, 0});
  const BodyCloud cloud = cloud_of(s);
  ASSERT_EQ(cloud.size(), 5U);
  EXPECT_NEAR(cloud.centres[3], 40.3, 1e-5);
  EXPECT_EQ(cloud.bodies[1], 0);
  EXPECT_NEAR(cloud.centres[9], -0.5, 1e-5);
}

TEST(BodyCloud, ASphereAtACornerOfThePeriodicCubeIsDrawnAtAllEight) {
  auto scenario = std::make_shared<Scenario>();
  scenario->domain.kind = DomainKind::periodic_3;
  scenario->domain.cell = {6, 7, 8};
  Snapshot s;
  s.scenario = scenario;
  add_body(s, {0, 0, 0});
  add_body(s, {3, 6.5, 4});  // across one face
  const BodyCloud cloud = cloud_of(s);
  ASSERT_EQ(cloud.size(), 10U);
  std::vector<std::array<float, 3>> places;
  for (std::size_t i = 0; i < cloud.size(); ++i)
    places.push_back({cloud.centres[3 * i], cloud.centres[3 * i + 1], cloud.centres[3 * i + 2]});
  const auto drawn = [&](float x, float y, float z) {
    return std::count(places.begin(), places.end(), std::array<float, 3>{x, y, z});
  };
  for (const float x : {0.0F, 6.0F})
    for (const float y : {0.0F, 7.0F})
      for (const float z : {0.0F, 8.0F}) EXPECT_EQ(drawn(x, y, z), 1) << x << " " << y << " " << z;
  EXPECT_EQ(drawn(3, 6.5F, 4), 1);
  EXPECT_EQ(drawn(3, -0.5F, 4), 1);
}

/// Points of a ball on a lattice, and a few that it lost far above.
TEST(SubjectBox, OfACloudTheBulkIsItsBall_WhateverItLost) {
  auto scenario = std::make_shared<Scenario>();
  scenario->domain.kind = DomainKind::free_space;
  Snapshot s;
  s.scenario = scenario;
  constexpr double radius = 40;
  for (double x = -radius; x <= radius; x += 5)
    for (double y = -radius; y <= radius; y += 5)
      for (double z = -radius; z <= radius; z += 5)
        if (x * x + y * y + z * z <= radius * radius) add_body(s, {x, y, z});
  const SubjectBox ball = bulk_box(s);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(ball.centre[k], 0, 1e-12);
    EXPECT_NEAR(ball.half[k], radius + 1, 0.05 * radius);
  }
  const std::size_t lost = s.radii.size() / 100;
  for (std::size_t i = 0; i < lost; ++i) add_body(s, {0, 0, 100 + 20.0 * static_cast<double>(i)});
  const SubjectBox bulk = bulk_box(s), all = subject_box(s);
  EXPECT_GT(all.half[2], 3 * radius);
  EXPECT_NEAR(bulk.half[2], radius, 0.1 * radius);
  EXPECT_NEAR(bulk.centre[2], 0, 0.1 * radius);

  // A few bodies are all looked at.
  Snapshot few;
  few.scenario = scenario;
  for (const double z : {0.0, 4.0, 300.0}) add_body(few, {0, 0, z});
  EXPECT_NEAR(bulk_box(few).half[2], 151, 1e-12);
}

TEST(BodyCloud, TheCutLeavesOutWhatStandsBeforeThePlane) {
  Snapshot s = pipe_snapshot(10, 40);
  for (double z : {-5.0, -1.0, 0.5, 4.0}) add_body(s, {20, 0, z});
  CloudOptions options;
  options.cut = CloudOptions::Cut{{0, 0, 1}, 0};
  BodyCloud cloud;
  fill_body_cloud(cloud, s, {}, {}, options);
  EXPECT_EQ(cloud.size(), 2U);
}

/// Rods of half thickness 1 and half length 5 in one group.
Snapshot rod_snapshot(RodModel model, const std::vector<Vec3d>& centres, const std::vector<Vec3d>& directors) {
  Snapshot s = pipe_snapshot(10, 40);
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->bodies.resize(1);
  scenario->bodies[0].shape = BodyShape::rod;
  scenario->bodies[0].rod_model = model;
  s.scenario = scenario;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    add_body(s, centres[i]);
    s.directors.insert(s.directors.end(), directors[i].begin(), directors[i].end());
    s.half_lengths.push_back(5);
    s.groups.push_back(0);
  }
  return s;
}

/// Value of the equation of a rod's surface at a point relative to its centre: 0 on it.
double surface_at(RodModel model, const Vec3d& x, const Vec3d& n) {
  const double along = dot(x, n), across2 = dot(x, x) - along * along;
  if (model == RodModel::line) return along * along / 25 + across2 - 1;
  const double beyond = std::max(0.0, std::abs(along) - 4);
  return across2 + beyond * beyond - 1;
}

/// Rays from many sides meet the surface, and none passes a point of the rod before it.
TEST(Picking, ARodIsMetOnItsSurface) {
  const Vec3d n{0, 0.6, 0.8}, centre{20, 0, 0};
  for (const RodModel model : {RodModel::line, RodModel::chain}) {
    const BodyCloud cloud = cloud_of(rod_snapshot(model, {centre}, {n}));
    ASSERT_EQ(cloud.size(), 1U);
    std::mt19937 random(4);
    std::normal_distribution<double> way;
    long met = 0;
    for (int k = 0; k < 4000; ++k) {
      const Vec3d from = centre + 12.0 * normalised({way(random), way(random), way(random)});
      const Vec3d to = centre + Vec3d{way(random), 2 * way(random), 2 * way(random)};
      const Ray ray{from, normalised(to - from)};
      const Hit hit = first_hit(ray, cloud);
      const double end = hit.body == 0 ? hit.distance - 1e-5 : 30;
      if (hit.body == 0) {
        ++met;
        EXPECT_NEAR(surface_at(model, hit.point - centre, n), 0, 1e-5);
      }
      for (double t = 0; t < end; t += 0.05) ASSERT_GT(surface_at(model, from + t * ray.direction - centre, n), -1e-5);
    }
    EXPECT_GT(met, 800);
    EXPECT_LT(met, 3500);
    // along the axis
    const Hit tip = first_hit({centre + 12.0 * n, -1.0 * n}, cloud);
    EXPECT_NEAR(tip.distance, 7, 1e-5);
  }
}

TEST(BodyCloud, ARodAcrossTheEndOfThePeriodIsDrawnWholeAtBoth) {
  const BodyCloud one = cloud_of(rod_snapshot(RodModel::line, {{20, 0, 0}}, {{1, 0, 0}}));
  const BodyCloud two = cloud_of(rod_snapshot(RodModel::line, {{38, 0, 0}}, {{1, 0, 0}}));
  EXPECT_EQ(one.size(), 1U);
  EXPECT_EQ(two.size(), 2U);
  // across the pipe it does not reach its end
  EXPECT_EQ(cloud_of(rod_snapshot(RodModel::line, {{38, 0, 0}}, {{0, 1, 0}})).size(), one.size());
}

TEST(SliceArrows, PointAlongTheVelocity_TheFastestAsLongAsItsCell) {
  Field slice;
  slice.places = FieldPlane{FieldPlane::Plane::xz, 3, {60, 30}};
  slice.shape = {60, 30};
  slice.lower = {0, -10};
  slice.upper = {40, 10};
  slice.body.assign(1800, Field::in_fluid);
  for (int i = 0; i < 1800; ++i)
    slice.velocity.insert(slice.velocity.end(), {0.3F, 9.0F, -0.4F});  // y: out of the plane
  const std::vector<PlaneArrow> arrows = slice_arrows(slice, std::vector<std::uint8_t>(1800, 1), 20, 0.1);
  ASSERT_NEAR(static_cast<double>(arrows.size()), 200, 20);
  for (const PlaneArrow& a : arrows) {
    const Vec3d d = a.tip - a.tail;
    EXPECT_NEAR(length(d), 0.95 * 2, 1e-6);
    EXPECT_NEAR(d[0] / length(d), 0.6, 1e-6);
    EXPECT_NEAR(d[2] / length(d), -0.8, 1e-6);
    EXPECT_NEAR(a.tip[1], 3.1, 1e-12);
  }
}

TEST(SlicePicture, HolesAreFilledFromTheirRim_AndThePipeEndsAtItsRadius) {
  Field slice;
  slice.places = FieldPlane{FieldPlane::Plane::xy, 6, {20, 10}};  // half width of the section there: 8
  slice.shape = {20, 10};
  slice.lower = {0, -10};
  slice.upper = {40, 10};
  slice.body.assign(200, Field::in_fluid);
  std::vector<float> values(200, 0.7F);
  for (int i : {45, 46, 65, 66}) slice.body[i] = 3, values[i] = -99;
  for (float v : filled_slice_values(slice, values)) EXPECT_NEAR(v, 0.7F, 1e-6);
  Domain pipe{DomainKind::pipe, 10, 40, {1, 1, 1}};
  const std::vector<std::uint8_t> in = slice_in_domain(slice, pipe);
  for (int j = 0; j < 10; ++j) EXPECT_EQ(in[20 * j] != 0, std::abs(-9 + 2 * j) < 8);
}

}  // namespace
}  // namespace slurry::ui
