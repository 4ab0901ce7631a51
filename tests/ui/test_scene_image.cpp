// SPDX-License-Identifier: BSD-3-Clause
// Pictures of the scene, drawn off-screen without any display, against geometry in closed form; never against an
// earlier picture of our own.
#include <gtest/gtest.h>

#include <vtkRenderWindow.h>
#include <vtkRenderer.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numbers>
#include <random>

#include "models/picking.hpp"
#include "view/offscreen.hpp"
#include "view/private_display.hpp"
#include "view/scene.hpp"

namespace slurry::ui {
namespace {

constexpr int width = 480, height = 360;

Snapshot empty_space() {
  auto scenario = std::make_shared<Scenario>();
  scenario->domain.kind = DomainKind::periodic_3;
  scenario->domain.cell = {20, 20, 20};
  Snapshot s;
  s.scenario = scenario;
  s.scenario_generation = 1;
  return s;
}

void add_sphere(Snapshot& s, const Vec3d& x, double a, int group) {
  s.positions.insert(s.positions.end(), x.begin(), x.end());
  s.velocities.insert(s.velocities.end(), {0, 0, 0});
  s.radii.push_back(a);
  s.groups.push_back(group);
}

/// Looks along -z at (10, 10, 10).
CameraPose pose(bool parallel) {
  CameraPose p;
  p.focus = {10, 10, 10};
  p.position = {10, 10, 60};
  p.up = {0, 1, 0};
  p.view_angle = 24;
  p.parallel = parallel;
  p.parallel_scale = 8;
  return p;
}

Picture draw(const Snapshot& s, const CameraPose& camera, const std::function<void(SceneOptions&)>& change = {},
             Offscreen::Source source = Offscreen::Source::automatic, bool only_seen = false) {
  Offscreen off(width, height, source);
  Scene scene;
  if (only_seen) scene.set_picture(width, height);
  scene.set_colours({{0, 0, 0}, {0, 0, 0}, {0.6, 0.7, 0.8}, {1, 1, 1}});
  off.window()->AddRenderer(scene.renderer());
  SceneOptions options;
  options.by = "group";
  options.show_pipe = false;
  if (change) change(options);
  ColourRange range;
  range.set(0, 1);
  range.locked = true;
  scene.show(s, body_values(s, colour_quantity(s.values.table(), options.by)), options, range, nullptr, camera);
  return off.draw();
}

struct Pixel {
  int r, g, b;
  bool lit() const { return r + g + b > 12; }
  /// Group 1 is the last colour of the map, yellow; group 0 the first, indigo.
  bool yellow() const { return lit() && g > b; }
  bool indigo() const { return lit() && b > g; }
};

Pixel at(const Picture& p, int x, int y) {
  const std::uint8_t* c = &p.rgba[4 * (static_cast<std::size_t>(y) * p.width + x)];
  return {c[0], c[1], c[2]};
}

/// Number of pixels, centre and reach of those that `wanted` accepts.
struct Spot {
  long count = 0;
  double x = 0, y = 0, left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  double radius_from_area() const { return std::sqrt(static_cast<double>(count) / std::numbers::pi); }
};
Spot spot(const Picture& p, const std::function<bool(const Pixel&)>& wanted) {
  Spot s;
  for (int y = 0; y < p.height; ++y)
    for (int x = 0; x < p.width; ++x)
      if (wanted(at(p, x, y))) {
        ++s.count;
        s.x += x + 0.5;
        s.y += y + 0.5;
        s.left = std::min<double>(s.left, x), s.right = std::max<double>(s.right, x + 1);
        s.top = std::min<double>(s.top, y), s.bottom = std::max<double>(s.bottom, y + 1);
      }
  s.x /= static_cast<double>(std::max(s.count, 1L));
  s.y /= static_cast<double>(std::max(s.count, 1L));
  return s;
}

bool is_disc(const Spot& s, double x, double y, double radius) {
  return std::abs(s.radius_from_area() - radius) < 0.01 * radius && std::abs(s.x - x) < 0.3 &&
         std::abs(s.y - y) < 0.3 && std::abs((s.right - s.left) / 2 - radius) < 1.1 &&
         std::abs((s.bottom - s.top) / 2 - radius) < 1.1;
}

TEST(SceneImage, ASphereIsADiscOfItsProjectedRadius_Orthographic) {
  Snapshot s = empty_space();
  add_sphere(s, {12, 9, 10}, 2.5, 1);
  const Picture p = draw(s, pose(true));
  const double scale = height / 16.0;
  const Spot disc = spot(p, [](const Pixel& c) { return c.lit(); });
  EXPECT_TRUE(is_disc(disc, width / 2.0 + 2 * scale, height / 2.0 + scale, 2.5 * scale));
  // Control: the same check sees a sphere that is three percent too large.
  EXPECT_FALSE(is_disc(disc, width / 2.0 + 2 * scale, height / 2.0 + scale, 2.5 * 1.03 * scale));
}

TEST(SceneImage, APrivateDisplayServesWhereThereIsNoEgl) {
  Snapshot s = empty_space();
  add_sphere(s, {12, 9, 10}, 2.5, 1);
  if (!PrivateDisplay::start()) GTEST_SKIP() << "no Xvfb here";
  const double scale = height / 16.0;
  const Picture p = draw(s, pose(true), {}, Offscreen::Source::private_display);
  EXPECT_TRUE(is_disc(spot(p, [](const Pixel& c) { return c.lit(); }), width / 2.0 + 2 * scale, height / 2.0 + scale,
                      2.5 * scale));
  EXPECT_EQ(std::getenv("DISPLAY"), nullptr);
}

TEST(SceneImage, ASphereOnTheAxisOfThePerspective_HasTheRadiusOfItsTangentCone) {
  Snapshot s = empty_space();
  const double a = 3, z = 14;
  add_sphere(s, {10, 10, z}, a, 1);
  const Picture p = draw(s, pose(false));
  const double d = 60 - z, tangent = std::tan(12 * std::numbers::pi / 180);
  const double radius = a / std::sqrt(d * d - a * a) * (height / 2.0) / tangent;
  EXPECT_TRUE(is_disc(spot(p, [](const Pixel& c) { return c.lit(); }), width / 2.0, height / 2.0, radius));
}

TEST(SceneImage, PickingAgreesWithThePicture_AtEveryTenthPixel) {
  Snapshot s = empty_space();
  add_sphere(s, {8, 11, 7}, 2, 1);
  add_sphere(s, {11, 9, 13}, 1.5, 0);
  add_sphere(s, {6, 7, 15}, 1, 1);
  const CameraPose camera = pose(false);
  const Picture p = draw(s, camera);
  BodyCloud cloud;
  fill_body_cloud(cloud, s, {}, {}, {});
  long wrong = 0, hits = 0;
  for (int y = 3; y < height; y += 10)
    for (int x = 3; x < width; x += 10) {
      const long body = first_hit(ray_through(camera, x + 0.5, y + 0.5, width, height), cloud).body;
      const Pixel c = at(p, x, y);
      hits += body >= 0;
      wrong += body < 0 ? c.lit() : s.groups[static_cast<std::size_t>(body)] == 1 ? !c.yellow() : !c.indigo();
    }
  EXPECT_GT(hits, 60);
  EXPECT_LE(wrong, 2);  // rims
}

/// Left out is only what no pixel shows, wherever the camera is and whatever else is drawn.
TEST(SceneImage, WithoutHiddenSpheresThePictureIsTheSameInEveryPixel) {
  Snapshot s = empty_space();
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(0, 20), size(0.1, 0.9);
  std::normal_distribution<double> way;
  for (int i = 0; i < 5000; ++i) {
    add_sphere(s, {place(random), place(random), place(random)}, size(random), i % 2);
    const Vec3d axis = normalised(Vec3d{way(random), way(random), way(random)});
    s.directors.insert(s.directors.end(), axis.begin(), axis.end());
    s.half_lengths.push_back(i % 10 == 0 ? 4 * s.radii.back() : 0);
  }
  for (const bool parallel : {false, true})
    for (const Vec3d& from : {Vec3d{10, 10, 60}, Vec3d{-20, 31, 33}, Vec3d{3, 12, 24}, Vec3d{12, 9, 13}}) {
      CameraPose camera = pose(parallel);
      camera.position = from;
      const auto change = [](SceneOptions& o) { o.show_pipe = true; };
      const Picture all = draw(s, camera, change);
      const Picture seen = draw(s, camera, change, Offscreen::Source::automatic, true);
      EXPECT_GT(spot(all, [](const Pixel& c) { return c.lit(); }).count, width * height / 4);
      EXPECT_TRUE(all.rgba == seen.rgba) << "from " << from[0] << ", " << from[1] << ", " << from[2];
    }
}

void add_rod(Snapshot& s, const Vec3d& x, double a, double half, const Vec3d& axis, int group) {
  s.directors.resize(s.positions.size(), 0);
  s.half_lengths.resize(s.radii.size(), 0);
  add_sphere(s, x, a, group);
  const Vec3d n = normalised(axis);
  s.directors.insert(s.directors.end(), n.begin(), n.end());
  s.half_lengths.push_back(half);
}

/// Group 0 consists of lines of sources, group 1 of chains.
Snapshot space_with_rods() {
  Snapshot s = empty_space();
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->bodies.resize(2);
  for (BodyGroup& b : scenario->bodies) b.shape = BodyShape::rod;
  scenario->bodies[1].rod_model = RodModel::chain;
  s.scenario = scenario;
  return s;
}

/// A spheroid with half axes l along n and b is an ellipse with half axes sqrt(l^2 sin^2 + b^2 cos^2) and b, where the
/// angle is that between n and the line of sight. A capsule is a stadium.
TEST(SceneImage, ARodHasTheOutlineOfItsProjection_Orthographic) {
  const double b = 0.8, l = 4, scale = height / 16.0;
  for (const int group : {0, 1})
    for (const double lean : {0.0, 0.5, 1.2, 1.5707963}) {
      Snapshot s = space_with_rods();
      add_rod(s, {10, 10, 10}, b, l, {std::cos(lean), 0, std::sin(lean)}, group);
      const Spot rod = spot(draw(s, pose(true)), [](const Pixel& c) { return c.lit(); });
      const double core = (l - b) * std::cos(lean);
      const double half = group == 0 ? std::hypot(l * std::cos(lean), b * std::sin(lean)) : core + b;
      const double area = group == 0 ? std::numbers::pi * half * b : std::numbers::pi * b * b + 4 * core * b;
      EXPECT_NEAR(static_cast<double>(rod.count), area * scale * scale, 0.02 * area * scale * scale) << lean;
      EXPECT_NEAR((rod.right - rod.left) / 2, half * scale, 1.1) << group << " " << lean;
      EXPECT_NEAR((rod.bottom - rod.top) / 2, b * scale, 1.1) << group << " " << lean;
      EXPECT_NEAR(rod.x, width / 2.0, 0.3);
      EXPECT_NEAR(rod.y, height / 2.0, 0.3);
    }
}

/// Rods of both forms in any direction, at the sides of a wide perspective too, against rays.
TEST(SceneImage, RodsAreSeenWhereRaysMeetThem) {
  Snapshot s = space_with_rods();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(3, 17);
  std::normal_distribution<double> way;
  for (int i = 0; i < 24; ++i)
    add_rod(s, {place(random), place(random), place(random)}, 0.5, 2.4, {way(random), way(random), way(random)}, i % 2);
  for (const bool parallel : {false, true}) {
    CameraPose camera = pose(parallel);
    camera.position = {10, 10, 32};
    camera.view_angle = 48;
    const Picture p = draw(s, camera);
    BodyCloud cloud;
    fill_body_cloud(cloud, s, {}, {}, {});
    long wrong = 0, hits = 0;
    for (int y = 1; y < height; y += 3)
      for (int x = 1; x < width; x += 3) {
        const auto group_at = [&](double dx, double dy) {
          const long body = first_hit(ray_through(camera, x + 0.5 + dx, y + 0.5 + dy, width, height), cloud).body;
          return body < 0 ? -1 : s.groups[static_cast<std::size_t>(body)];
        };
        const int group = group_at(0, 0);
        // Beside an outline rounding may decide.
        if (group != group_at(0.1, 0) || group != group_at(-0.1, 0) || group != group_at(0, 0.1) ||
            group != group_at(0, -0.1))
          continue;
        const Pixel c = at(p, x, y);
        hits += group >= 0;
        wrong += group < 0 ? c.lit() : group == 1 ? !c.yellow() : !c.indigo();
      }
    EXPECT_GT(hits, 1000);
    EXPECT_EQ(wrong, 0) << (parallel ? "parallel" : "perspective");
  }
}

/// The rim of a picked rod surrounds it, and what is before it stays in sight.
TEST(SceneImage, APickedRodHasARimAllAround) {
  const double b = 0.8, l = 4, scale = height / 16.0, width_of_rim = 0.16 * b;
  for (const int group : {0, 1}) {
    Snapshot s = space_with_rods();
    add_rod(s, {10, 10, 10}, b, l, {0.6, 0.8, 0}, group);
    const Picture plain = draw(s, pose(true));
    const Picture picked = draw(s, pose(true), [](SceneOptions& o) { o.selected = 0; });
    long added = 0, changed = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const bool lit = at(plain, x, y).lit();
        added += !lit && at(picked, x, y).lit();
        changed += lit && (at(plain, x, y).r != at(picked, x, y).r || at(plain, x, y).g != at(picked, x, y).g);
      }
    const auto area = [&](double more) {
      return group == 0 ? std::numbers::pi * (l + more) * (b + more)
                        : std::numbers::pi * (b + more) * (b + more) + 4 * (l - b) * (b + more);
    };
    EXPECT_NEAR(static_cast<double>(added), (area(width_of_rim) - area(0)) * scale * scale,
                0.1 * (area(width_of_rim) - area(0)) * scale * scale);
    EXPECT_EQ(changed, 0);
  }
}

/// A crowd loses no more than rims of a pixel while the camera moves, and nothing at rest.
TEST(SceneImage, WhileTheCameraMovesACrowdLosesRims_AtRestThePictureIsThatOfAllBodies) {
  Snapshot s = empty_space();
  std::mt19937 random(8);
  std::uniform_real_distribution<double> place(0, 20);
  for (int i = 0; i < 100000; ++i) add_sphere(s, {place(random), place(random), place(random)}, 0.11, i % 2);
  CameraPose camera = pose(true);
  camera.parallel_scale = 14;
  Offscreen off(width, height);
  Scene scene;
  scene.set_colours({{0, 0, 0}, {0, 0, 0}, {0.6, 0.7, 0.8}, {1, 1, 1}});
  off.window()->AddRenderer(scene.renderer());
  SceneOptions options;
  options.by = "group";
  options.show_pipe = false;
  ColourRange range;
  range.set(0, 1);
  range.locked = true;
  scene.set_picture(width, height);
  scene.show(s, body_values(s, colour_quantity(s.values.table(), "group")), options, range, nullptr, camera);
  const Picture rest = off.draw();
  scene.set_moving(true);
  scene.set_camera(camera);
  const Picture moving = off.draw();
  scene.set_moving(false);
  scene.set_camera(camera);
  EXPECT_TRUE(off.draw().rgba == rest.rgba);
  EXPECT_FALSE(moving.rgba == rest.rgba);
  // Where one of them is lit, the other is lit within two pixels.
  const auto beside = [](const Picture& p, int x, int y) {
    for (int v = std::max(0, y - 2); v <= std::min(height - 1, y + 2); ++v)
      for (int u = std::max(0, x - 2); u <= std::min(width - 1, x + 2); ++u)
        if (at(p, u, v).lit()) return true;
    return false;
  };
  long lit = 0, alone = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      lit += at(rest, x, y).lit();
      alone += at(rest, x, y).lit() && !beside(moving, x, y);
      alone += at(moving, x, y).lit() && !beside(rest, x, y);
    }
  EXPECT_GT(lit, width * height / 10);
  EXPECT_EQ(alone, 0);
}

/// Two spheres of one radius that cut into each other: which is seen where follows from the heights of their surfaces.
TEST(SceneImage, IntersectingSpheresAreSeenWhereTheyAreInFront) {
  Snapshot s = empty_space();
  const double a = 3;
  const Vec3d first{8.5, 10, 10}, second{11.5, 10.5, 11};
  add_sphere(s, first, a, 1);
  add_sphere(s, second, a, 0);
  const Picture p = draw(s, pose(true));
  const double scale = height / 16.0;
  long wrong = 0, both = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double wx = 10 + (x + 0.5 - width / 2.0) / scale, wy = 10 - (y + 0.5 - height / 2.0) / scale;
      const auto surface = [&](const Vec3d& c) {
        const double room = a * a - (wx - c[0]) * (wx - c[0]) - (wy - c[1]) * (wy - c[1]);
        return room < 0 ? -1e9 : c[2] + std::sqrt(room);
      };
      const double z1 = surface(first), z2 = surface(second);
      if (z1 < 0 || z2 < 0) continue;
      ++both;
      wrong += (z1 > z2) != at(p, x, y).yellow();
    }
  EXPECT_GT(both, 3000);
  EXPECT_LT(wrong, 0.01 * static_cast<double>(both));
}

/// An opaque plane through a sphere leaves a cap: a disc of radius sqrt(a^2 - h^2).
TEST(SceneImage, TheSliceCutsASphereInItsTrueDepth) {
  Snapshot s = empty_space();
  const double a = 3, h = 1.8;
  add_sphere(s, {10, 10, 10}, a, 1);
  auto slice = std::make_shared<Field>();
  slice->name = "slice";
  slice->places = FieldPlane{FieldPlane::Plane::xy, 10 + h, {40, 40}};
  slice->shape = {40, 40};
  slice->upper = {20, 20};
  slice->velocity.assign(4800, 0.0F);
  slice->body.assign(1600, Field::in_fluid);
  s.fields = {slice};
  const Picture p = draw(s, pose(true), [](SceneOptions& o) { o.slice_opacity = 1; });
  const Spot cap = spot(p, [](const Pixel& c) { return c.yellow(); });
  EXPECT_TRUE(is_disc(cap, width / 2.0, height / 2.0, std::sqrt(a * a - h * h) * height / 16.0));
  const Spot plane = spot(p, [](const Pixel& c) { return c.indigo(); });
  EXPECT_NEAR(static_cast<double>(plane.count + cap.count), 20 * 16 * std::pow(height / 16.0, 2), 2 * height);
}

TEST(SceneImage, TheRingSurroundsTheSelectedSphereOnly) {
  Snapshot s = empty_space();
  add_sphere(s, {7, 10, 10}, 2, 1);
  add_sphere(s, {13, 10, 10}, 2, 1);
  const double scale = height / 16.0;
  const Picture p = draw(s, pose(true), [](SceneOptions& o) { o.selected = 1; });
  const Spot ring = spot(p, [](const Pixel& c) { return c.r > 240 && c.g > 240 && c.b > 240; });
  EXPECT_NEAR(ring.x, width / 2.0 + 3 * scale, 1);
  EXPECT_NEAR((ring.right - ring.left) / 2, 1.16 * 2 * scale, 1.5);
  EXPECT_LT(ring.left, ring.right);
  EXPECT_GT(ring.left, width / 2.0);
}

/// The rim surrounds the rod and leaves it as it is drawn without one, from the side and at a slant.
TEST(SceneImage, TheRimOfASelectedRodSurroundsIt_AndCoversNothingOfIt) {
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, normalised(Vec3d{1, 0, 1})}) {
    Snapshot s = empty_space();
    add_sphere(s, {10, 10, 10}, 0.8, 1);
    s.half_lengths = {4};
    s.directors.assign(axis.begin(), axis.end());
    const Picture plain = draw(s, pose(true));
    const Picture chosen = draw(s, pose(true), [](SceneOptions& o) { o.selected = 0; });
    const auto is_rim = [](const Pixel& c) { return c.r > 240 && c.g > 240 && c.b > 240; };
    long covered = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) covered += at(plain, x, y).lit() && is_rim(at(chosen, x, y));
    const Spot rim = spot(chosen, is_rim), rod = spot(plain, [](const Pixel&c) { return c.lit(); });
    EXPECT_EQ(covered, 0);
    EXPECT_GT(rim.count, 0.1 * rod.count);
    EXPECT_LT(rim.top, rod.top);
    EXPECT_GT(rim.bottom, rod.bottom);
  }
}

TEST(SceneImage, ThePipeIsGlass_SpheresKeepTheirPlace) {
  Snapshot s = empty_space();
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->domain = {DomainKind::pipe, 6, 20, {1, 1, 1}};
  s.scenario = scenario;
  add_sphere(s, {10, 0, 0}, 2, 1);
  CameraPose camera = pose(true);
  camera.focus = {10, 0, 0};
  camera.position = {10, 0, 50};
  const Picture without = draw(s, camera), with = draw(s, camera, [](SceneOptions&o) { o.show_pipe = true; });
  const auto yellow = [](const Pixel& c) { return c.yellow() && c.r > 60; };
  EXPECT_NEAR(static_cast<double>(spot(with, yellow).count), static_cast<double>(spot(without, yellow).count),
              0.01 * spot(without, yellow).count);
  // The outline of the wall shows, at the radius of the pipe.
  const Spot wall = spot(with, [](const Pixel& c) { return c.lit(); });
  EXPECT_NEAR((wall.bottom - wall.top) / 2, 6 * height / 16.0, 3);
  // Face on it is clear: between the sphere and the outline little is added.
  const Pixel clear = at(with, width / 2 + 100, height / 2);
  EXPECT_LT(clear.r + clear.g + clear.b, 60);
}

SumCell box_at(const Vec3d& centre, const Vec3d& half) {
  SumCell c;
  for (int a = 0; a < 3; ++a) {
    c.centre[static_cast<std::size_t>(a)] = centre[a];
    c.half[static_cast<std::size_t>(a)] = half[a];
  }
  c.points = 1;
  return c;
}

void show_boxes(SceneOptions& o) {
  o.show_cells = true;
}

/// Seen along z, a box is a rectangle.
TEST(SceneImage, TheEdgesOfABoxLieAtItsFaces_AndNothingElseIsLit) {
  Snapshot s = empty_space();
  auto cells = std::make_shared<SumCells>();
  cells->leaves = {box_at({11, 9, 10}, {4, 3, 2})};
  s.cells = cells;
  EXPECT_EQ(spot(draw(s, pose(true)), [](const Pixel& c) { return c.lit(); }).count, 0);
  const Picture p = draw(s, pose(true), show_boxes);
  const double scale = height / 16.0, x = width / 2.0 + scale, y = height / 2.0 + scale;
  const Spot edges = spot(p, [](const Pixel& c) { return c.lit(); });
  EXPECT_NEAR(edges.left, x - 4 * scale, 1.5);
  EXPECT_NEAR(edges.right, x + 4 * scale, 1.5);
  EXPECT_NEAR(edges.top, y - 3 * scale, 1.5);
  EXPECT_NEAR(edges.bottom, y + 3 * scale, 1.5);
  const double around = 2 * (8 + 6) * scale;
  EXPECT_GT(static_cast<double>(edges.count), 0.9 * around);
  EXPECT_LT(static_cast<double>(edges.count), 3 * around) << "thin lines";
}

TEST(SceneImage, EdgesInFrontOfABodyDoNotCoverIt) {
  Snapshot s = empty_space();
  add_sphere(s, {10, 10, 10}, 3, 1);
  auto cells = std::make_shared<SumCells>();
  cells->leaves = {box_at({11, 10, 15}, {1, 5, 1}), box_at({10, 9, 18}, {6, 1, 1})};
  cells->lists = {{"", "", {box_at({10, 10, 16}, {2, 2, 1})}}};
  cells->body = 0;
  s.cells = cells;
  for (const long selected : {-1L, 0L}) {
    const auto select = [&](SceneOptions& o) { o.selected = selected; };
    const Picture without = draw(s, pose(true), select), with = draw(s, pose(true), [&](SceneOptions&o) {
                                                           select(o);
                                                           show_boxes(o);
                                                         });
    long changed_bodies = 0, lines = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const Pixel a = at(without, x, y), b = at(with, x, y);
        const bool same = a.r == b.r && a.g == b.g && a.b == b.b;
        changed_bodies += a.yellow() && !same;
        lines += !a.lit() && b.lit();
      }
    EXPECT_EQ(changed_bodies, 0) << selected;
    EXPECT_GT(lines, 200) << selected;
  }
}

/// Lists have colours of their own, and boxes of a body that is not selected are not drawn.
TEST(SceneImage, BoxesThatActAreDrawnForTheSelectedBodyAlone) {
  Snapshot s = empty_space();
  add_sphere(s, {10, 10, 10}, 0.5, 1);
  auto cells = std::make_shared<SumCells>();
  cells->leaves = {box_at({10, 10, 10}, {1, 1, 1})};
  cells->lists = {{"", "", {box_at({10, 10, 10}, {1, 1, 1})}},
                  {"P2P", "", {box_at({13, 10, 10}, {2, 2, 2})}},
                  {"M2L", "", {box_at({6, 10, 10}, {2, 2, 2})}}};
  cells->body = 0;
  s.cells = cells;
  const auto orange = [](const Pixel& c) { return c.r > c.g + 40 && c.g > c.b + 20; };
  const auto blue = [](const Pixel& c) { return c.b > c.g + 20 && c.g > c.r + 20; };
  const double scale = height / 16.0;
  for (const long selected : {-1L, 0L}) {
    const Picture p = draw(s, pose(true), [&](SceneOptions& o) {
      show_boxes(o);
      o.show_bodies = false;
      o.selected = selected;
    });
    const Spot pairs = spot(p, orange), expansions = spot(p, blue);
    EXPECT_EQ(pairs.count > 100, selected == 0);
    EXPECT_EQ(expansions.count > 50, selected == 0);
    if (selected < 0) continue;
    EXPECT_NEAR(pairs.x, width / 2.0 + 3 * scale, 2);
    EXPECT_NEAR(expansions.x, width / 2.0 - 4 * scale, 2);
    EXPECT_LT(expansions.count, pairs.count) << "dashes are a second sign beside the colour";
  }
}

}  // namespace
}  // namespace slurry::ui
