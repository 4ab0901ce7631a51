// SPDX-License-Identifier: BSD-3-Clause
// Which spheres a picture shows, against rays through the middle of every pixel and against the cone of tangents.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include "models/picking.hpp"
#include "models/seen_bodies.hpp"

namespace slurry::ui {
namespace {

void add_sphere(BodyCloud& cloud, const Vec3d& x, double radius) {
  cloud.add(x, radius, {0, 0, 0}, BodyForm::sphere, {}, cloud.size());
}

/// Spheres of several sizes all over a cube with edges of 20, some of them within others. With rods: every second body
/// is a spheroid or a capsule.
BodyCloud crowd(std::size_t count, bool rods = false) {
  BodyCloud cloud;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 20), size(0.05, 1.2), aspect(1.2, 12);
  std::normal_distribution<double> way;
  for (std::size_t i = 0; i < count; ++i) {
    const double radius = size(random);
    const Vec3d x{place(random), place(random), place(random)};
    if (!rods || i % 2 == 0) {
      add_sphere(cloud, x, radius);
      continue;
    }
    const Vec3d n = normalised({way(random), way(random), way(random)});
    cloud.add(x, 0.3 * radius, (0.3 * radius * aspect(random)) * n, i % 4 == 1 ? BodyForm::spheroid : BodyForm::capsule,
              {}, i);
  }
  return cloud;
}

CameraPose looking(const Vec3d& from, bool parallel) {
  CameraPose p;
  p.position = from;
  p.focus = {10, 10, 10};
  p.up = {0, 1, 0};
  p.view_angle = 30;
  p.parallel = parallel;
  p.parallel_scale = 9;
  return p;
}

/// Bodies that rays through the middles of the pixels meet first.
std::set<std::uint32_t> met_by_rays(const BodyCloud& cloud, const CameraPose& pose, const PictureFrame& frame) {
  std::set<std::uint32_t> met;
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      const long body = first_hit(ray_through(pose, x + 0.5, y + 0.5, frame.width, frame.height), cloud).body;
      if (body >= 0) met.insert(static_cast<std::uint32_t>(body));
    }
  return met;
}

TEST(SeenBodies, EverySphereThatARayMeetsFirstIsThere_AndFewOthers) {
  const BodyCloud cloud = crowd(4000);
  const PictureFrame frame{150, 110, 0.2, 100};
  for (const bool parallel : {false, true})
    for (const Vec3d& from : {Vec3d{10, 12, 50}, Vec3d{38, 31, -7}, Vec3d{10, 9, 23}}) {
      const CameraPose pose = looking(from, parallel);
      SeenBodies finder;
      const std::vector<std::uint32_t>& seen = finder.find(cloud, pose, frame);
      EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
      const std::set<std::uint32_t> met = met_by_rays(cloud, pose, frame);
      long missing = 0;
      for (const std::uint32_t body : met) missing += !std::binary_search(seen.begin(), seen.end(), body);
      EXPECT_EQ(missing, 0);
      EXPECT_GT(met.size(), 25U);  // from close by, few fill the picture
      EXPECT_LT(seen.size(), 3 * met.size());
      EXPECT_LT(seen.size(), cloud.size() / 2);
    }
}

TEST(SeenBodies, EveryRodThatARayMeetsFirstIsThere_AndMostHiddenOnesAreNot) {
  const BodyCloud cloud = crowd(6000, true);
  const PictureFrame frame{150, 110, 0.2, 100};
  for (const bool parallel : {false, true})
    for (const Vec3d& from : {Vec3d{10, 12, 50}, Vec3d{38, 31, -7}, Vec3d{10, 9, 33}}) {
      const CameraPose pose = looking(from, parallel);
      SeenBodies finder;
      const std::vector<std::uint32_t>& seen = finder.find(cloud, pose, frame);
      const std::set<std::uint32_t> met = met_by_rays(cloud, pose, frame);
      for (const std::uint32_t body : met) EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), body)) << body;
      const auto rods = [&](const auto& list) {
        return std::count_if(list.begin(), list.end(), [&](auto i) { return cloud.forms[i] != BodyForm::sphere; });
      };
      EXPECT_GT(rods(met), 50);
      EXPECT_LT(rods(seen), 1500);  // of 3000
    }
}

/// Left out are only spheres that no ray meets well within their outlines. Nearly every such ray meets another one.
TEST(SeenBodies, WithARim_WhatIsLeftOutShowsNothingElse_AndOthersFillItsPlace) {
  const BodyCloud cloud = crowd(4000);
  PictureFrame frame{150, 110, 0.2, 100};
  for (const bool parallel : {false, true}) {
    const CameraPose pose = looking({10, 12, 50}, parallel);
    SeenBodies finder, exact;
    const std::vector<std::uint32_t> all = exact.find(cloud, pose, frame);
    frame.rim = 1;
    const std::vector<std::uint32_t> kept = finder.find(cloud, pose, frame);
    frame.rim = 0;
    EXPECT_LT(kept.size(), 0.9 * static_cast<double>(all.size()));
    BodyCloud rest;
    for (const std::uint32_t i : kept)
      add_sphere(rest, {cloud.centres[3 * i], cloud.centres[3 * i + 1], cloud.centres[3 * i + 2]}, cloud.radii[i]);
    long holes = 0, lit = 0, others = 0;
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x) {
        const Ray ray = ray_through(pose, x + 0.5, y + 0.5, frame.width, frame.height);
        const long first = first_hit(ray, cloud).body, now = first_hit(ray, rest).body;
        lit += first >= 0;
        if (first < 0 || std::binary_search(kept.begin(), kept.end(), static_cast<std::uint32_t>(first))) continue;
        ++others;
        // A ray that meets a sphere left out is within a pixel and a bit of its outline, so that nearby rays miss it.
        const double pixel = pose.length_per_pixel(frame.height) * 1.2;
        const Vec3d centre{cloud.centres[3 * first], cloud.centres[3 * first + 1], cloud.centres[3 * first + 2]};
        const Vec3d off = centre - ray.origin, along = normalised(ray.direction);
        const double away = length(off - dot(off, along) * along),
                     radius = cloud.radii[static_cast<std::size_t>(first)];
        EXPECT_GT(away, radius - 1.5 * pixel);
        holes += now < 0;
      }
    EXPECT_GT(others, 0);
    EXPECT_LT(others, lit / 10);
    EXPECT_LT(holes, lit / 500);  // at the outline of the whole crowd
  }
}

/// The eye is among the spheres, and even within one.
TEST(SeenBodies, FromInsideTheCrowdNoneIsMissing) {
  BodyCloud cloud = crowd(2000);
  const CameraPose pose = looking({11, 9, 12}, false);
  add_sphere(cloud, {11.2, 9, 12}, 0.5);
  const PictureFrame frame{120, 90, 0.3, 60};
  SeenBodies finder;
  const std::vector<std::uint32_t> seen = finder.find(cloud, pose, frame);
  // Rays begin beyond the near plane here: what lies before it is cut away and must hide nothing.
  BodyCloud whole;
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const Vec3d x{cloud.centres[3 * i], cloud.centres[3 * i + 1], cloud.centres[3 * i + 2]};
    if (dot(pose.position - x, pose.towards_eye()) - cloud.radii[i] <= frame.nearest) continue;
    add_sphere(whole, x, cloud.radii[i]);
    whole.bodies.back() = static_cast<std::int32_t>(i);
  }
  for (const std::uint32_t body : met_by_rays(whole, pose, frame))
    EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), body)) << body;
}

/// A sphere of radius a at a distance d hides a smaller one of radius b at a distance D if the cone of its tangents
/// holds the smaller cone: asin(a/d) > angle + asin(b/D).
TEST(SeenBodies, ASmallSphereIsHiddenWithinTheConeOfALargeOne) {
  const double a = 2, d = 20, b = 0.4, far = 30, half = std::asin(a / d), small = std::asin(b / far);
  const CameraPose pose = looking({10, 10, 40}, false);
  const PictureFrame frame{600, 600, 1, 100};
  for (const double around : {0.0, 1.0, 2.5, 4.0})
    for (const bool hidden : {true, false}) {
      const double angle = half - small + (hidden ? -0.003 : 0.003);
      const Vec3d to{std::sin(angle) * std::cos(around), std::sin(angle) * std::sin(around), -std::cos(angle)};
      BodyCloud cloud;
      add_sphere(cloud, {10, 10, 40 - d}, a);
      add_sphere(cloud, pose.position + far * to, b);
      SeenBodies finder;
      EXPECT_EQ(finder.find(cloud, pose, frame).size(), hidden ? 1U : 2U);
      // The same place before the large sphere hides nothing and is seen.
      BodyCloud before;
      add_sphere(before, {10, 10, 40 - d}, a);
      add_sphere(before, pose.position + 10.0 * to, b);
      EXPECT_EQ(finder.find(before, pose, frame).size(), 2U);
    }
}

/// Spheres that cut into each other are both seen, although the middle of one is behind the other.
TEST(SeenBodies, ASphereThatReachesThroughAnotherIsSeen) {
  for (const bool parallel : {false, true}) {
    BodyCloud cloud;
    add_sphere(cloud, {10, 10, 10}, 2);
    add_sphere(cloud, {10, 10, 9.9}, 1.9);  // wholly inside: nearest point 11.8 against 12, but before the outline
    add_sphere(cloud, {10.5, 10, 9.5}, 2.2);
    SeenBodies finder;
    const std::vector<std::uint32_t>& seen =
        finder.find(cloud, looking({10, 10, 40}, parallel), PictureFrame{400, 300, 1, 100});
    EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), 0U));
    EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), 2U));
  }
}

TEST(SeenBodies, OutsideThePictureNothingIsSeen) {
  BodyCloud cloud;
  add_sphere(cloud, {10, 30, 10}, 1);
  add_sphere(cloud, {10, 10, 60}, 1);    // behind the eye, so it may be kept
  add_sphere(cloud, {10, 17.9, 10}, 1);  // crosses the upper edge at 30 tan(15 degrees) = 8.04
  SeenBodies finder;
  const auto seen = finder.find(cloud, looking({10, 10, 40}, false), PictureFrame{400, 300, 1, 100});
  EXPECT_FALSE(std::binary_search(seen.begin(), seen.end(), 0U));
  EXPECT_TRUE(std::binary_search(seen.begin(), seen.end(), 2U));
  EXPECT_TRUE(finder.find({}, looking({10, 10, 40}, false), PictureFrame{400, 300, 1, 100}).empty());
}

}  // namespace
}  // namespace slurry::ui
