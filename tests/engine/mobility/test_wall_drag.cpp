// SPDX-License-Identifier: BSD-3-Clause
// Balance of axial forces in a pipe: the wall's drag from the traction, against the gradient of the evaluated field and
// against the forces; and the flux through sections, by quadrature of the evaluated field.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <ostream>

#include "base/quadrature.hpp"
#include "mobility/pipe/wall_drag.hpp"
#include "mobility/point_mobility.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

constexpr double radius = 2, length = 9, viscosity = 0.7, asked = 1e-8;

struct Case {
  const char* name;
  BodyModel model;
  NetFlow flow;
  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }
};

/// Bodies between x = 1 and 7, no farther from the axis than half the radius; forces with every component.
MobilityProblem five_bodies() {
  MobilityProblem p;
  p.domain.radius = radius;
  p.domain.length = length;
  p.viscosity = viscosity;
  p.radii = {0.3};
  p.positions = {1.4, 0.2, -0.5, 2.9, -0.7, 0.4, 4.1, 0.9, 0.1, 5.2, -0.3, -0.8, 6.6, 0.5, 0.6};
  p.forces = {1.0, 0.3, -0.2, 0.7, -0.5, 0.4, -0.4, 0.2, 0.6, 1.3, 0.1, 0.2, 0.5, -0.8, 0.3};
  return p;
}

double force_scale(const MobilityProblem& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.forces.size(); i += 3) sum += std::hypot(p.forces[i], p.forces[i + 1], p.forces[i + 2]);
  return sum;
}

class Balance : public testing::TestWithParam<Case> {
 protected:
  MobilityResult solve(std::vector<double> points) {
    problem_.points = std::move(points);
    MobilityOptions o;
    o.tolerance = asked;
    o.model = GetParam().model;
    o.net_flow = GetParam().flow;
    o.measured_targets = 0;
    return solve_mobility(problem_, o);
  }
  MobilityProblem problem_ = five_bodies();
};

TEST_P(Balance, DragFromTheTraction_IsThatOfTheEvaluatedField_AndBalancesTheForces_To1e6) {
  // means over rings of the wall's neighbourhood, closer together than the bodies' field varies
  constexpr std::size_t along = 36, around = 24, rings = 7;
  constexpr double step = 0.04 * radius;
  std::vector<double> points;
  for (std::size_t k = 0; k < rings; ++k)
    for (std::size_t i = 0; i < along; ++i)
      for (std::size_t j = 0; j < around; ++j) {
        const double r = radius - step * static_cast<double>(k), angle = 2 * pi * static_cast<double>(j) / around;
        points.insert(points.end(),
                      {length * static_cast<double>(i) / along, r * std::cos(angle), r * std::sin(angle)});
      }
  const MobilityResult result = solve(points);
  double mean[rings] = {};
  constexpr std::size_t each = along * around;
  for (std::size_t k = 0; k < rings; ++k)
    for (std::size_t i = 0; i < each; ++i) mean[k] += result.field[3 * (k * each + i)] / each;
  // first derivative at the end of seven equidistant values, of sixth order; du_r/dx has no mean over x
  const double weights[rings] = {49.0 / 20, -6, 15.0 / 2, -20.0 / 3, 15.0 / 4, -6.0 / 5, 1.0 / 6};
  double shear = 0;
  for (std::size_t k = 0; k < rings; ++k) shear += weights[k] * mean[k] / step;
  const double from_field = -viscosity * shear * 2 * pi * radius * length, scale = force_scale(problem_);
  EXPECT_NEAR(result.wall_drag, from_field, 1e-6 * scale);

  double net = 0;
  for (std::size_t i = 0; i < problem_.forces.size(); i += 3) net += problem_.forces[i];
  const double pressure = pi * radius * radius * length * result.flow.pressure_gradient;
  EXPECT_NEAR(net, result.wall_drag + pressure, 1e-6 * scale);
  EXPECT_NEAR(net, from_field + pressure, 1e-6 * scale);
}

TEST_P(Balance, FluxThroughSectionsThatCutNoBody_IsTheStatedOne) {
  constexpr int across = 24;
  constexpr std::size_t around = 32;
  const auto [nodes, weights] = gauss_legendre(across);
  const double sections[] = {0.4, 2.15, 5.9, 8.2};
  std::vector<double> points, area;
  for (const double x : sections)
    for (std::size_t k = 0; k < across; ++k)
      for (std::size_t j = 0; j < around; ++j) {
        const double r = 0.5 * radius * (1 + nodes[k]), angle = 2 * pi * static_cast<double>(j) / around;
        points.insert(points.end(), {x, r * std::cos(angle), r * std::sin(angle)});
        area.push_back(0.5 * radius * weights[k] * r * 2 * pi / around);
      }
  const MobilityResult result = solve(points);
  double speed2 = 0, free_flux = 0;
  for (double u : result.field) speed2 += 3 * u * u / static_cast<double>(result.field.size());
  const double scale = pi * radius * radius * std::sqrt(speed2);
  // closed form of the reciprocal theorem for zero gradient, so that the four choices are told apart
  const double a = GetParam().model == BodyModel::spheres ? problem_.radii[0] : 0;
  for (std::size_t i = 0; i < problem_.forces.size(); i += 3) {
    const double y = problem_.positions[i + 1], z = problem_.positions[i + 2];
    free_flux += problem_.forces[i] * (radius * radius - y * y - z * z - 2 * a * a / 3) / (4 * viscosity * length);
  }
  const NetFlow& flow = GetParam().flow;
  double expected = 0;
  if (flow.kind == NetFlowKind::zero_gradient) expected = free_flux;
  if (flow.kind == NetFlowKind::gradient)
    expected = free_flux - flow.value * pi * std::pow(radius, 4) / (8 * viscosity);
  if (flow.kind == NetFlowKind::flux) expected = flow.value;
  EXPECT_NEAR(result.flow.flux, expected, 1e-12 * scale);
  for (std::size_t s = 0; s < std::size(sections); ++s) {
    double flux = 0;
    for (std::size_t i = 0; i < across * around; ++i)
      flux += area[s * across * around + i] * result.field[3 * (s * across * around + i)];
    EXPECT_NEAR(flux, expected, 1e-6 * scale) << sections[s];
  }
}

INSTANTIATE_TEST_SUITE_P(Flows, Balance,
                         testing::Values(Case{"SpheresClosed", BodyModel::spheres, {NetFlowKind::zero_flux, 0}},
                                         Case{"SpheresOpen", BodyModel::spheres, {NetFlowKind::zero_gradient, 0}},
                                         Case{"SpheresGradient", BodyModel::spheres, {NetFlowKind::gradient, -0.11}},
                                         Case{"SpheresFlux", BodyModel::spheres, {NetFlowKind::flux, 0.6}},
                                         Case{"PointsClosed", BodyModel::points, {NetFlowKind::zero_flux, 0}},
                                         Case{"PointsOpen", BodyModel::points, {NetFlowKind::zero_gradient, 0}},
                                         Case{"PointsGradient", BodyModel::points, {NetFlowKind::gradient, -0.11}},
                                         Case{"PointsFlux", BodyModel::points, {NetFlowKind::flux, 0.6}}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(AxialWallDrag, InsideAllOfTheForce_OutsideNothing_ToThePowerOfTheAngles) {
  const std::vector<double> force{2, 5, -3};
  EXPECT_NEAR(axial_wall_drag(std::vector<double>{0.3, 0.2, -0.4}, force, 81), 2, 1e-12);
  EXPECT_NEAR(axial_wall_drag(std::vector<double>{0.3, 0.9, -1.2}, force, 81), 0, 1e-12);
  // on a line of the wall's grid the error is r^n/(1 - r^n) exactly, by the geometric series
  EXPECT_NEAR(axial_wall_drag(std::vector<double>{0, 0.8, 0}, force, 9) - 2,
              2 * std::pow(0.8, 9) / (1 - std::pow(0.8, 9)), 1e-13);
}

}  // namespace
}  // namespace slurry
