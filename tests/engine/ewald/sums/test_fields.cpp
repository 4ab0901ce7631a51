// SPDX-License-Identifier: BSD-3-Clause
// Velocity gradient and pressure at targets (theory/fields.md).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "evaluation/sum_evaluation.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "reference/field_pairs.hpp"
#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

constexpr std::array<Layer, 3> layers{Layer::single, Layer::double_layer, Layer::combined};

/// 40 sources, 30 targets (or the sources), random densities that do not add up to zero.
SumProblem random_problem(int periodicity, std::array<double, 3> lengths, bool targets_are_sources = false) {
  Random random(11);
  SumProblem p;
  p.box = {lengths, periodicity};
  const auto points = [&](int count) {
    std::vector<double> x(3 * count);
    for (int i = 0; i < count; ++i)
      for (int d = 0; d < 3; ++d) x[3 * i + d] = random.uniform(0, lengths[d]);
    return x;
  };
  p.sources = points(40);
  if (!targets_are_sources) p.targets = points(30);
  for (auto* v : {&p.forces, &p.dipoles, &p.normals}) {
    v->resize(p.sources.size());
    for (double& x : *v) x = random.normal() + 0.2;
  }
  return p;
}

SumOptions options_of(Layer layer, double tolerance, Split split = Split::prolate) {
  SumOptions o;
  o.layer = layer;
  o.tolerance = tolerance;
  o.split = split;
  o.gradient = o.pressure = true;
  o.deterministic = true;
  o.measured_targets = 0;
  return o;
}

reference::Suspension suspension_of(const SumProblem& p, Layer layer) {
  reference::Suspension s{p.sources, p.targets.empty() ? p.sources : p.targets, {}, {}, {}};
  if (layer != Layer::double_layer) s.f = p.forces;
  if (layer != Layer::single) {
    s.q = p.dipoles;
    s.n = p.normals;
  }
  return s;
}

/// Gradient (M,3,3) and pressure (M) by closed forms, image by image.
struct FieldTruth {
  std::vector<double> gradient, pressure;
};
FieldTruth truth_of(const SumProblem& p, Layer layer) {
  const auto s = suspension_of(p, layer);
  const auto sum = [&](const auto& pair) {
    return p.box.periodicity == 0 ? reference::free_space_sum(s, pair)
                                  : reference::image_sum_1p(s, p.box.lengths[0], pair);
  };
  FieldTruth t;
  t.gradient.resize(9 * s.target_count());
  for (int l = 0; l < 3; ++l) {
    const auto slope = sum(reference::VelocitySlope{l});
    for (std::size_t i = 0; i < slope.size(); ++i) t.gradient[3 * i + l] = double(slope[i]);
  }
  const auto pressure = sum(reference::Pressure{});
  for (std::size_t i = 0; i < s.target_count(); ++i) t.pressure.push_back(double(pressure[3 * i]));
  return t;
}

class Fields : public testing::TestWithParam<std::tuple<int, Split>> {};

TEST_P(Fields, MatchClosedFormsAtEveryTolerance) {
  const auto [periodicity, split] = GetParam();
  std::vector<double> ratios;
  for (const bool same : {false, true}) {
    const SumProblem p = random_problem(periodicity, {1, 1.3, 0.9}, same);
    for (const Layer layer : layers) {
      const FieldTruth truth = truth_of(p, layer);
      for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
        const SumResult r = evaluate_sum(p, options_of(layer, tolerance, split));
        const std::string what =
            std::to_string(int(layer)) + (same ? " self" : "") + ", asked " + std::to_string(std::log10(tolerance));
        const double gradient = relative_l2(r.gradients, truth.gradient);
        const double pressure = relative_l2(r.pressures, truth.pressure);
        EXPECT_LE(gradient, 1.5 * tolerance) << what;
        EXPECT_LE(pressure, 1.5 * tolerance) << what;
        for (const auto& [reached, predicted] :
             {std::pair{gradient, r.gradient_error.predicted}, std::pair{pressure, r.pressure_error.predicted}}) {
          EXPECT_LE(reached, 6 * predicted) << what;
          EXPECT_LE(predicted, 6 * reached) << what;
          ratios.push_back(reached / predicted);
        }
      }
    }
  }
  EXPECT_LE(geometric_mean(ratios), 3);
  EXPECT_GE(geometric_mean(ratios), 1.0 / 3);
}
INSTANTIATE_TEST_SUITE_P(SpectralEwald, Fields,
                         testing::Combine(testing::Values(0, 1), testing::Values(Split::prolate, Split::hasimoto)),
                         [](const auto& info) {
                           return std::to_string(std::get<0>(info.param)) +
                                  (std::get<1>(info.param) == Split::prolate ? "P_prolate" : "P_hasimoto");
                         });

TEST(DirectFields0P, MatchClosedFormsInExtendedPrecision) {
  for (const bool same : {false, true}) {
    const SumProblem p = random_problem(0, {1, 1.3, 0.9}, same);
    for (const Layer layer : layers) {
      const FieldTruth truth = truth_of(p, layer);
      const auto s = suspension_of(p, layer);
      auto velocity = reference::free_space_sum(s, reference::Stokeslet{});
      const auto dipoles = reference::free_space_sum(s, reference::Stresslet{});
      for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] += dipoles[i];
      const SumEvaluation e = evaluate_directly(p, options_of(layer, 1e-3), same ? p.sources : p.targets);
      EXPECT_LE(relative_l2(e.velocities, velocity), 1e-13);
      EXPECT_LE(relative_l2(e.gradients, truth.gradient), 1e-13);
      EXPECT_LE(relative_l2(e.pressures, truth.pressure), 1e-13);
    }
  }
}

TEST(DirectFields, ExistInFreeSpaceAlone) {
  const SumProblem p = random_problem(1, {1, 1.3, 0.9});
  EXPECT_THROW(evaluate_directly(p, options_of(Layer::single, 1e-3), p.targets), InputError);
}

// Hasimoto's split takes near-field polynomials of degree 20 and more here.
TEST(SpectralEwaldFields, SinglePrecisionMatchesClosedFormsByEitherSplit) {
  const SumProblem p = random_problem(0, {1, 1.3, 0.9});
  for (const Layer layer : layers) {
    const FieldTruth truth = truth_of(p, layer);
    for (const Split split : {Split::prolate, Split::hasimoto})
      for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
        SumOptions o = options_of(layer, tolerance, split);
        o.precision = Precision::fp32;
        const SumResult r = evaluate_sum(p, o);
        const std::string what = std::to_string(int(layer)) + (split == Split::prolate ? " prolate" : " hasimoto") +
                                 ", asked " + std::to_string(std::log10(tolerance));
        EXPECT_LE(relative_l2(r.gradients, truth.gradient), 1.5 * tolerance) << what;
        EXPECT_LE(relative_l2(r.pressures, truth.pressure), 1.5 * tolerance) << what;
      }
  }
}

// The two splits share neither near functions nor multipliers, and cut at other radii.
TEST(SpectralEwaldFields, BothSplitsAgreeInEveryPeriodicity) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    const SumProblem p = random_problem(periodicity, {1.1, 0.8, 1});
    for (const Layer layer : layers) {
      const SumResult a = evaluate_sum(p, options_of(layer, 1e-11));
      const SumResult b = evaluate_sum(p, options_of(layer, 1e-11, Split::hasimoto));
      EXPECT_LE(relative_l2(a.gradients, b.gradients), 2e-11) << periodicity << ' ' << int(layer);
      EXPECT_LE(relative_l2(a.pressures, b.pressures), 2e-11) << periodicity << ' ' << int(layer);
    }
  }
}

// Central differences of eighth order of velocities and pressures summed at shifted targets.
TEST(SpectralEwaldFields, GradientsAreDifferencesOfVelocitiesAndSatisfyStokes) {
  constexpr std::array<double, 4> first{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  constexpr std::array<double, 5> second{-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  const double h = 4e-3;
  for (int periodicity = 1; periodicity <= 3; ++periodicity) {
    SumProblem p = random_problem(periodicity, {1, 1.2, 0.9});
    p.targets = {0.31, 0.42, 0.55, 0.71, 0.85, 0.31};
    // no source near by, so that the differences converge
    for (std::size_t i = 0; i < p.sources.size(); i += 3)
      for (std::size_t t = 0; t < p.targets.size(); t += 3) {
        double s = 0;
        for (int d = 0; d < 3; ++d) s += std::pow(p.sources[i + d] - p.targets[t + d], 2);
        if (s < 0.04) p.sources[i] = p.sources[i] > 0.5 ? 0.02 : 0.98;
      }
    const std::size_t count = p.targets.size() / 3;
    const auto centre = p.targets;
    for (int l = 0; l < 3; ++l)
      for (int step = -4; step <= 4; ++step) {
        const auto first_row = p.targets.size();
        p.targets.insert(p.targets.end(), centre.begin(), centre.end());
        for (std::size_t t = 0; t < count; ++t) p.targets[first_row + 3 * t + l] += step * h;
      }
    const SumResult r = evaluate_sum(p, options_of(Layer::combined, 1e-12));
    std::vector<double> slope(9 * count, 0.0), laplacian(3 * count, 0.0), pressure_slope(3 * count, 0.0);
    std::size_t row = count;
    for (int l = 0; l < 3; ++l)
      for (int step = -4; step <= 4; ++step, row += count) {
        const int size = std::abs(step);
        const double w1 = step == 0 ? 0 : first[size - 1] * (step > 0 ? 1 : -1) / h, w2 = second[size] / (h * h);
        for (std::size_t t = 0; t < count; ++t) {
          pressure_slope[3 * t + l] += w1 * r.pressures[row + t];
          for (int i = 0; i < 3; ++i) {
            slope[9 * t + 3 * i + l] += w1 * r.velocities[3 * (row + t) + i];
            laplacian[3 * t + i] += w2 * r.velocities[3 * (row + t) + i];
          }
        }
      }
    if (periodicity == 3)  // the uniform force that balances the point forces: Lap u - grad p = 8 pi F/V
      for (std::size_t i = 0; i < p.forces.size(); ++i)
        for (std::size_t t = 0; t < count; ++t)
          pressure_slope[3 * t + i % 3] += 8 * std::numbers::pi / p.box.volume() * p.forces[i];
    const std::vector<double> gradients(r.gradients.begin(), r.gradients.begin() + 9 * count);
    EXPECT_LE(relative_l2(gradients, slope), 1e-8) << periodicity;
    EXPECT_LE(relative_l2(pressure_slope, laplacian), 2e-6) << periodicity;
  }
}

TEST(SpectralEwaldFields, DivergenceIsZeroOrTheUniformSinkOfTheNetSource) {
  const SumProblem p = random_problem(3, {1, 1.2, 0.9});
  double net = 0;
  for (std::size_t i = 0; i < p.dipoles.size(); ++i) net += p.dipoles[i] * p.normals[i];
  const auto traces = [&](Layer layer, ZeroMode mode) {
    SumOptions o = options_of(layer, 1e-10);
    o.zero_mode = mode;
    const SumResult r = evaluate_sum(p, o);
    std::vector<double> t;
    for (std::size_t i = 0; i < r.gradients.size(); i += 9)
      t.push_back(r.gradients[i] + r.gradients[i + 4] + r.gradients[i + 8]);
    return t;
  };
  for (const double t : traces(Layer::single, ZeroMode::zero_mean_velocity)) EXPECT_NEAR(t, 0, 1e-7);
  const double sink = 8 * std::numbers::pi * net / p.box.volume();
  ASSERT_GT(std::fabs(sink), 10);
  for (const double t : traces(Layer::double_layer, ZeroMode::zero_mean_velocity)) EXPECT_NEAR(t, sink, 1e-6);
  // the other choice of the zero mode changes the divergence by three times the sink
  for (const double t : traces(Layer::double_layer, ZeroMode::zero_face_flux)) EXPECT_NEAR(t, -2 * sink, 1e-6);
}

TEST(SpectralEwaldFields, AskedOfABodyOfFiniteSizeAreRefusedInWords) {
  EwaldOptions o;
  o.gradient = true;
  SumCounts counts;
  counts.sources = counts.targets = 10;
  counts.largest_radius = 0.01;
  EXPECT_THROW(select_ewald_parameters(Box{}, o, counts), InputError);
}

}  // namespace
}  // namespace slurry::test
