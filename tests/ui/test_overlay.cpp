// SPDX-License-Identifier: BSD-3-Clause
// What stands over the picture, and what counts as rounding, without a display.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/body_cloud.hpp"
#include "models/colour_by.hpp"
#include "models/overlay_contents.hpp"
#include "models/quantity_text.hpp"
#include "models/round_off.hpp"
#include "ui/support/model_snapshot.hpp"

namespace slurry::ui {
namespace {

TEST(Overlay, ScaleBarIsARoundLength_ArrowsAreWhatTheCameraSees) {
  const auto s = snapshot(12, 3.5);
  Turntable t;
  t.set_subject(subject_box(*s), {1, 0, 0});
  t.preset(ViewPreset::front);
  t.fit(1.5);
  ColourRange range;
  range.set(0, 0.8);
  const OverlayContents o = overlay_contents(*s, t.pose(), "speed", range, 900, 600);
  ASSERT_TRUE(o.scale_bar && o.legend && o.gravity);
  const double bar = o.scale_bar->pixels * t.pose().length_per_pixel(600);
  EXPECT_NEAR(std::log10(bar / nice_floor(bar)), 0, 1e-9);
  EXPECT_LT(o.scale_bar->pixels, 0.17 * 900);
  EXPECT_NEAR(o.gravity->up, -1, 1e-12);
  EXPECT_NEAR(o.axes[0].up, -1, 1e-12);  // x is the pipe's axis, along gravity
  EXPECT_NEAR(o.axes[2].out, 1, 1e-12);
  EXPECT_EQ(o.legend->unit, "U₀");
  EXPECT_NE(o.moment.find("3.50"), std::string::npos);
  EXPECT_FALSE(o.slice_legend);
  // Bodies by their gap, the slice by its speed: a legend for each.
  ColourRange speed;
  speed.set(0, 0.6);
  const OverlayContents two = overlay_contents(*s, t.pose(), "gap", range, 900, 600, &speed);
  ASSERT_TRUE(two.legend && two.slice_legend);
  EXPECT_EQ(two.legend->unit, "a");
  EXPECT_EQ(two.slice_legend->unit, "U₀");
  EXPECT_EQ(two.slice_legend->high, 0.6);
  EXPECT_NE(two.slice_legend->title.find("Slice"), std::string::npos);
}

TEST(Overlay, WithoutWeightThereIsNoGravity_AndTheShearIsNamed) {
  auto s = snapshot(1, 2);
  auto scenario = std::make_shared<Scenario>(*s->scenario);
  scenario->domain.kind = DomainKind::free_space;
  scenario->bodies.front().force = 0;
  scenario->shear_rate = 0.5;
  s->scenario = scenario;
  Turntable t;
  t.set_subject(subject_box(*s), {1, 0, 0});
  const OverlayContents o = overlay_contents(*s, t.pose(), "speed", {}, 900, 600);
  EXPECT_FALSE(o.gravity);
  EXPECT_NE(o.remark.find("γ = 0.5 τ⁻¹"), std::string::npos) << o.remark;
  EXPECT_EQ(o.legend->unit, "a/τ");  // F/(6 pi eta a) is 0
}

TEST(Overlay, TheMomentOfTheSliceStandsBesideThatOfTheBodies) {
  auto s = snapshot(12, 3.5);
  auto slice = std::make_shared<Field>();
  slice->name = "slice";
  slice->time = 2.25;
  s->fields = {slice};
  EXPECT_EQ(overlay_contents(*s, {}, "speed", {}, 900, 600).moment, "t = 3.50 τ   step 12   slice of t = 2.25 τ");
}

TEST(Overlay, AfterAChangeOfTheViscosityVelocitiesAreNotCalledU0) {
  auto s = snapshot(1, 2);
  auto thin = std::make_shared<Scenario>(*s->scenario);
  thin->viscosity /= 10;  // ten times as fast in a/τ: still the same in F/(6 pi eta a)
  s->scenario = thin;
  EXPECT_EQ(overlay_contents(*s, {}, "speed", {}, 900, 600).legend->unit, "a/τ");
}

TEST(Overlay, TheCaptionFollowsTheFlow_AndPointsAreNoSpheres) {
  auto s = snapshot(1, 2);
  const auto remark = [&](NetFlowKind flow, BodyModel model) {
    auto scenario = std::make_shared<Scenario>(*s->scenario);
    scenario->domain.kind = DomainKind::pipe;
    scenario->net_flow.kind = flow;
    scenario->solver.model = model;
    s->scenario = scenario;
    return overlay_contents(*s, {}, "speed", {}, 900, 600).remark;
  };
  const std::string closed = remark(NetFlowKind::zero_flux, BodyModel::spheres);
  const std::string open = remark(NetFlowKind::zero_gradient, BodyModel::points);
  EXPECT_NE(closed.find("closed pipe"), std::string::npos) << closed;
  EXPECT_NE(closed.find("spheres"), std::string::npos) << closed;
  EXPECT_NE(open.find("open pipe"), std::string::npos) << open;
  EXPECT_NE(open.find("points"), std::string::npos) << open;
}

TEST(Overlay, AfterAReversalOfTheForcesTheArrowPointsWhereBodiesArePulled) {
  auto s = snapshot(12, 3.5);
  const auto up = [&](double force) {
    s->forces.assign(s->positions.size(), 0);
    for (std::size_t i = 0; i < s->radii.size(); ++i) s->forces[3 * i] = force;
    Turntable t;
    t.set_subject(subject_box(*s), {1, 0, 0});
    t.preset(ViewPreset::front);
    const OverlayContents o = overlay_contents(*s, t.pose(), "speed", {}, 900, 600);
    EXPECT_EQ(o.reversed, force < 0);
    return o.gravity->up;
  };
  EXPECT_NEAR(up(1), -1, 1e-12);
  EXPECT_NEAR(up(-1), 1, 1e-12);
}

TEST(Overlay, KindsOfBodiesHaveNamesAndColoursOfTheirOwn) {
  auto s = snapshot(1, 2, 6);
  auto scenario = std::make_shared<Scenario>(*s->scenario);
  scenario->bodies.assign(3, BodyGroup{});
  scenario->bodies[0].name = "light";
  scenario->bodies[1].name = "heavy";
  scenario->bodies[2].name = "heavy";
  s->scenario = scenario;
  s->groups = {0, 1, 2, 0, 0, 0};
  const Quantity& kind = colour_quantity(s->values.table(), "group");
  ColourRange range;
  range.tellApart(names_of_values(kind, *scenario).size());
  const OverlayContents o = overlay_contents(*s, {}, "group", range, 900, 600);
  ASSERT_TRUE(o.legend);
  EXPECT_EQ(o.legend->kinds, (std::vector<std::string>{"light", "heavy", "heavy 2"}));
  EXPECT_TRUE(overlay_contents(*s, {}, "speed", range, 900, 600).legend->kinds.empty());
  // A body has the colour of its kind, even of a kind with few bodies, and no two kinds look alike.
  BodyCloud cloud;
  CloudOptions how;
  how.map = o.legend->map;
  fill_body_cloud(cloud, *s, body_values(*s, kind), range, how);
  ASSERT_EQ(cloud.colours.size(), 4U * 6U);
  std::vector<Rgb8> colours;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rgb8 c{cloud.colours[4 * k], cloud.colours[4 * k + 1], cloud.colours[4 * k + 2]};
    const Rgb8 swatch = o.legend->map->at(static_cast<double>(k) / 2);
    EXPECT_EQ(c.r, swatch.r);
    EXPECT_EQ(c.g, swatch.g);
    EXPECT_EQ(c.b, swatch.b);
    for (const Rgb8& other : colours) EXPECT_GT(colour_distance(to_lab(c), to_lab(other)), 23);
    colours.push_back(c);
  }
}

TEST(RoundOff, IsMeasuredByWhatDrivesTheBodies) {
  Scenario s;
  s.bodies = {BodyGroup{}};
  EXPECT_NEAR(round_off_of("velocity", s), 1e-12, 1e-15);
  EXPECT_EQ(round_off_of("length", s), 0);
  s.domain.kind = DomainKind::free_space;
  s.bodies.front().force = 0;
  EXPECT_EQ(round_off_of("velocity", s), 0);
  s.shear_rate = 2;
  EXPECT_NEAR(round_off_of("velocity", s), 2e-12, 1e-15);
  EXPECT_EQ(without_round_off(-3e-16, 2e-12), 0);
  EXPECT_EQ(without_round_off(-3e-11, 2e-12), -3e-11);
}

TEST(RoundOff, IsNoColour) {
  auto s = snapshot(1, 2);
  auto scenario = std::make_shared<Scenario>(*s->scenario);
  scenario->bodies.front().force = 0;
  scenario->shear_rate = 1;
  s->scenario = scenario;
  s->velocities = {1e-17, 0, 0, 0, -3e-17, 0};
  EXPECT_EQ(body_values(*s, colour_quantity(quantities(), "speed")), (std::vector<float>{0, 0}));
}

}  // namespace
}  // namespace slurry::ui
