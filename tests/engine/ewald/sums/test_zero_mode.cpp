// SPDX-License-Identifier: BSD-3-Clause
// The double layer of a rigid closed surface: 8 pi q inside, 0 outside (theory/conventions-and-gauges.md).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/quadrature.hpp"
#include "reference/field_pairs.hpp"
#include "reference/image_sums.hpp"
#include "reference/periodic_charges.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"

namespace slurry::test {
namespace {

using std::numbers::pi;
constexpr double radius = 0.3;

/// Sphere around `centre` with the rigid motion a + b x (y - centre); the normals carry the quadrature weights.
SumProblem rigid_sphere(int periodicity, std::array<double, 3> centre, std::array<double, 3> a,
                        std::array<double, 3> b) {
  SumProblem p;
  p.box = {{1, 1.1, 1.2}, periodicity};
  const auto rule = gauss_legendre<double>(36);
  const int around = 72;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i)
    for (int j = 0; j < around; ++j) {
      const double z = rule.nodes[i], r = std::sqrt(1 - z * z), phi = 2 * pi * (j + 0.5) / around;
      const double n[3] = {r * std::cos(phi), r * std::sin(phi), z};
      const double weight = rule.weights[i] * 2 * pi / around * radius * radius;
      const double y[3] = {radius * n[0], radius * n[1], radius * n[2]};
      for (int d = 0; d < 3; ++d) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        p.sources.push_back(centre[d] + y[d]);
        p.dipoles.push_back(a[d] + b[e] * y[f] - b[f] * y[e]);
        p.normals.push_back(weight * n[d]);
      }
    }
  // two points inside, two outside, one of them beside the next image
  const double offsets[4][3] = {{0.01, -0.02, 0.03}, {0.07, 0.05, -0.06}, {0.5, 0.5, 0.52}, {0.5, 0.02, 0.1}};
  for (const auto& o : offsets)
    for (int d = 0; d < 3; ++d) p.targets.push_back(centre[d] + o[d]);
  return p;
}

SumResult sum(const SumProblem& p, ZeroMode mode) {
  SumOptions o;
  o.layer = Layer::double_layer;
  o.tolerance = 1e-12;
  o.tolerance_kind = ToleranceKind::absolute_rms;
  o.zero_mode = mode;
  o.deterministic = true;
  o.measured_targets = 0;
  return evaluate_sum(p, o);
}

/// Largest difference from 8 pi q inside and from 0 outside, plus an expected shift.
double largest_error(const SumProblem& p, const SumResult& r, std::array<double, 3> centre, std::array<double, 3> a,
                     std::array<double, 3> b, double shift_per_a) {
  double largest = 0;
  for (std::size_t t = 0; t < 4; ++t)
    for (int d = 0; d < 3; ++d) {
      const int e = (d + 1) % 3, f = (d + 2) % 3;
      const double ye = p.targets[3 * t + e] - centre[e], yf = p.targets[3 * t + f] - centre[f];
      const double inside = t < 2 ? 8 * pi * (a[d] + b[e] * yf - b[f] * ye) : 0;
      largest = std::max(largest, std::fabs(r.velocities[3 * t + d] - inside - shift_per_a * a[d]));
    }
  return largest;
}

struct Motion {
  std::array<double, 3> a, b;
};
const std::array<Motion, 2> motions{Motion{{0.3, -0.8, 0.5}, {0, 0, 0}}, Motion{{0.2, 0.1, 0.4}, {1.1, -0.7, 0.4}}};

TEST(ClosedSurface, IsRigidInsideAndAtRestOutsideInEveryPeriodicity) {
  const std::array<double, 3> centre{0.5, 0.55, 0.6};
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const auto& [a, b] : motions) {
      const SumProblem p = rigid_sphere(periodicity, centre, a, b);
      const auto mode = periodicity == 3 ? ZeroMode::zero_face_flux : ZeroMode::zero_mean_velocity;
      EXPECT_LE(largest_error(p, sum(p, mode), centre, a, b, 0), 1e-10) << periodicity;
    }
}

TEST(ClosedSurface, DroppedZeroModeShiftsByTheVolumeOfTheBody) {
  const std::array<double, 3> centre{0.5, 0.55, 0.6};
  const double shift = -8 * pi / (1 * 1.1 * 1.2) * 4 * pi / 3 * radius * radius * radius;
  for (const auto& [a, b] : motions) {
    const SumProblem p = rigid_sphere(3, centre, a, b);
    EXPECT_LE(largest_error(p, sum(p, ZeroMode::zero_mean_velocity), centre, a, b, shift), 1e-10);
  }
}

TEST(ClosedSurface, ABodyAcrossTheCellIsGivenUnwrapped) {
  const std::array<double, 3> centre{0.95, 0.03, 1.19};
  const auto& [a, b] = motions[1];
  const SumProblem p = rigid_sphere(3, centre, a, b);
  EXPECT_LE(largest_error(p, sum(p, ZeroMode::zero_face_flux), centre, a, b, 0), 1e-10);
}

/// q = n everywhere, so that q.n has one sign: inside nothing, outside the flow into a point sink, -8 pi R^2 r/r^3, for
/// every image of the sphere; the k = 0 choices of three periodic directions as for charges in a uniform background.
std::vector<double> field_of_sinks(const SumProblem& p, std::array<double, 3> centre) {
  const double strength = 8 * pi * radius * radius;
  reference::Suspension s;
  s.sources = {centre[0], centre[1], centre[2]};
  s.targets = p.targets;
  s.f = {strength, 0, 0};
  std::vector<reference::Real> u;
  if (p.box.periodicity == 0) u = reference::free_space_sum(s, reference::PotentialSlope{});
  if (p.box.periodicity == 1) u = reference::image_sum_1p(s, p.box.lengths[0], reference::PotentialSlope{});
  if (p.box.periodicity == 3) u = reference::periodic_potential_slope(s, p.box.lengths);
  for (std::size_t t = 0; t < 2; ++t) {  // the first two lie inside
    double r[3], squared = 0;
    for (int d = 0; d < 3; ++d) {
      r[d] = p.targets[3 * t + d] - centre[d];
      squared += r[d] * r[d];
    }
    for (int d = 0; d < 3; ++d) u[3 * t + d] += strength * r[d] / std::pow(squared, 1.5);
  }
  return {u.begin(), u.end()};
}

TEST(ClosedSurface, OfNetSourcesIsAtRestInsideAndASinkOutside) {
  const std::array<double, 3> centre{0.5, 0.55, 0.6};
  for (const int periodicity : {0, 1, 3}) {
    SumProblem p = rigid_sphere(periodicity, centre, {0, 0, 0}, {0, 0, 0});
    for (std::size_t i = 0; i < p.sources.size(); ++i) p.dipoles[i] = (p.sources[i] - centre[i % 3]) / radius;
    const auto truth = field_of_sinks(p, centre);
    const auto u = sum(p, ZeroMode::zero_mean_velocity).velocities;
    for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(u[i], truth[i], 1e-10) << periodicity << ' ' << i;
    if (periodicity != 3) continue;
    const double source = -8 * pi / (1 * 1.1 * 1.2) * 4 * pi * radius * radius;
    const auto other = sum(p, ZeroMode::zero_face_flux).velocities;
    for (std::size_t i = 0; i < truth.size(); ++i)
      EXPECT_NEAR(other[i], truth[i] + source * (p.targets[i] - centre[i % 3]), 1e-10) << i;
  }
}

TEST(ClosedSurface, TheChoiceExistsForThe3PeriodicDoubleLayerAlone) {
  EXPECT_THROW(sum(rigid_sphere(2, {0.5, 0.5, 0.5}, {1, 0, 0}, {0, 0, 0}), ZeroMode::zero_face_flux), InputError);
}

}  // namespace
}  // namespace slurry::test
