// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ewald/far/grid_transfer.hpp"
#include "ewald/plan/nested_plan.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/nested_ewald.hpp"
#include "slurry/machine_rates.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"

namespace slurry::test {
namespace {

/// A cloud around `middle`, standard deviation 0.05, and as many points spread over the box as `spread` says.
EwaldCase cloud(const Box& box, std::array<double, 3> middle, std::size_t cluster, std::size_t spread) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  EwaldCase c;
  c.box = box;
  const auto add = [&](std::vector<double>& to, bool clustered) {
    for (int d = 0; d < 3; ++d) {
      double x = clustered ? middle[d] + 0.05 * normal(random) : box.lengths[d] * uniform(random);
      if (d >= box.periodicity) x = std::min(std::max(x, 0.0), box.lengths[d]);
      to.push_back(x);
    }
  };
  for (std::size_t i = 0; i < cluster + spread; ++i) {
    add(c.sources, i % (cluster + spread) < cluster);
    for (auto* v : {&c.f, &c.q, &c.n})
      for (int d = 0; d < 3; ++d) v->push_back(normal(random));
  }
  for (std::size_t i = 0; i < 150; ++i) add(c.targets, i < 100);
  return c;
}

std::vector<double> nested_sum(const EwaldCase& c, const NestedParameters& p, double* predicted = nullptr) {
  NestedEwald<Host> ewald(Host(), p);
  const auto y = view_of(c.sources), x = view_of(c.where());
  Vectors<Host> u("u", x.extent(0));
  ewald.set_points(y, c.targets_are_sources() ? y : x, c.targets_are_sources());
  ewald.apply(density_of(c, p.whole.layer), u);
  const SumCounts counts = counts_of(c, p.whole.layer);
  if (predicted) *predicted = ewald.predicted_rms_error(counts.squared_force_sum, counts.dipole_norm);
  return values_of(u);
}

/// One patch, and margins in units of what keeps images away.
NestedParameters one_patch(const EwaldCase& c, const EwaldOptions& o, const PatchBox& patch, double r1, double r2,
                           double margin = 1) {
  const auto p = nested_parameters(c.box, o, counts_of(c, o.layer), r2, {{patch, r1, margin}});
  if (!p) throw std::logic_error("these cutoffs do not nest");
  return *p;
}

EwaldOptions other_split(double tolerance, Layer layer) {
  EwaldOptions o = relative(tolerance, layer);
  o.split = Split::hasimoto;
  return o;
}

struct Setting {
  const char* name;
  Box box;
  std::array<double, 3> middle;
  PatchBox patch;
};

/// Patches in the middle, over the seam of every periodic direction, at the halo of free ones, and all along x.
std::vector<Setting> settings() {
  return {{"free, at the rim", {{1, 1, 1}, 0}, {0.1, 0.5, 0.9}, {{0, 0.3, 0.7}, {0.25, 0.4, 0.3}}},
          {"along x, at the rim", {{1, 1, 1}, 1}, {0.02, 0.1, 0.5}, {{-0.13, 0, 0.3}, {0.3, 0.25, 0.4}}},
          {"all along x", {{0.5, 1, 1}, 1}, {0.25, 0.5, 0.5}, {{0, 0.3, 0.35}, {0.5, 0.4, 0.3}}},
          {"in a slab", {{1, 0.8, 1}, 2}, {0.98, 0.75, 0.4}, {{0.85, 0.6, 0.2}, {0.3, 0.35, 0.4}}},
          {"over the corner", {{1, 1, 1.3}, 3}, {0.99, 0.02, 1.28}, {{0.82, -0.15, 1.1}, {0.32, 0.33, 0.35}}}};
}

double rms_of(const std::vector<double>& u) {
  double squared = 0;
  for (const double v : u) squared += v * v;
  return std::sqrt(squared / (double(u.size()) / 3));
}

void expect_another_splits_sum(Layer layer, double tolerance, const std::vector<Setting>& all, double margin = 1) {
  for (const Setting& s : all)
    for (const bool same : {false, true}) {  // targets that are the sources have a near field of their own
      SCOPED_TRACE(testing::Message() << s.name << ", layer " << int(layer) << ", " << tolerance << ", same " << same);
      EwaldCase c = cloud(s.box, s.middle, 500, 200);
      if (same) c.targets.clear();
      const auto truth = spectral_ewald(c, other_split(1e-2 * tolerance, layer));
      double predicted = 0;
      const auto u = nested_sum(c, one_patch(c, relative(tolerance, layer), s.patch, 0.07, 0.22, margin), &predicted);
      const double reached = relative_l2(u, truth);
      EXPECT_LT(reached, 1.5 * tolerance);
      EXPECT_GT(predicted, reached * rms_of(truth) / 6);
      EXPECT_LT(predicted, reached * rms_of(truth) * 6);
    }
}

TEST(NestedEwald, ASingleLayerIsThatOfOneGridAndAnotherSplit) {
  expect_another_splits_sum(Layer::single, 1e-4, settings());
  expect_another_splits_sum(Layer::single, 1e-9, {settings()[2]});
}

TEST(NestedEwald, ACombinedLayerIsThatOfOneGridAndAnotherSplit) {
  expect_another_splits_sum(Layer::combined, 1e-4, settings());
  expect_another_splits_sum(Layer::combined, 1e-8, {settings()[4]});
}

/// Images of the patch's points come within r_2 of it, in all directions but those where the patch goes around.
TEST(NestedEwald, AShortMarginIsPaidForInImages) {
  for (const Setting& s : settings()) {
    const EwaldCase c = cloud(s.box, s.middle, 10, 0);
    const RefinedPatch patch = one_patch(c, relative(1e-4), s.patch, 0.07, 0.22, 0).patches[0];
    for (int d = 0; d < 3; ++d)
      if (patch.lengths[d] < s.box.lengths[d]) {
        EXPECT_LT(patch.parameters.box.lengths[d], patch.lengths[d] + 0.8 * 0.22) << s.name;
      }
  }
  expect_another_splits_sum(Layer::single, 1e-4, settings(), 0);
  expect_another_splits_sum(Layer::single, 1e-4, {settings()[0]}, 0.5);
  expect_another_splits_sum(Layer::combined, 1e-4, settings(), 0);
  expect_another_splits_sum(Layer::single, 1e-9, {settings()[1], settings()[2]}, 0);
  expect_another_splits_sum(Layer::combined, 1e-8, {settings()[4]}, 0);
}

/// Sources in the patch alone and targets elsewhere, and the other way round.
TEST(NestedEwald, SourcesAndTargetsMayBeOnOneSideEach) {
  const PatchBox patch{{0.3, 0.3, 0.3}, {0.4, 0.4, 0.4}};
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform;
  for (const bool sources_inside : {true, false}) {
    EwaldCase c = cloud({{1, 1, 1}, 1}, {0.5, 0.5, 0.5}, 300, 0);
    c.sources.clear();
    c.targets.clear();
    const auto add = [&](std::vector<double>& to, bool inside) {
      double x[3];
      bool is_inside = false;
      do {
        for (double& v : x) v = uniform(random);
        is_inside = std::all_of(x, x + 3, [](double v) { return v > 0.3 && v < 0.7; });
      } while (is_inside != inside);
      to.insert(to.end(), x, x + 3);
    };
    for (int i = 0; i < 300; ++i) add(c.sources, sources_inside);
    for (int i = 0; i < 200; ++i) add(c.targets, !sources_inside);
    for (const Layer layer : {Layer::single, Layer::combined}) {
      const auto p = one_patch(c, relative(1e-5, layer), patch, 0.07, 0.2, 0);
      EXPECT_LT(relative_l2(nested_sum(c, p), spectral_ewald(c, other_split(1e-8, layer))), 1.5e-5)
          << sources_inside << int(layer);
    }
  }
}

/// A patch in the patch: inside it, at its corner, over the seam, and all along x.
TEST(NestedEwald, ACoreMayHaveACore) {
  for (const Setting& s : settings()) {
    const EwaldCase apart = cloud(s.box, s.middle, 500, 200);
    EwaldCase same = apart;
    same.targets.clear();
    for (const auto& [c, layer] :
         {std::pair{apart, Layer::single}, {apart, Layer::combined}, {same, Layer::single}, {same, Layer::combined}}) {
      const auto truth = spectral_ewald(c, other_split(1e-6, layer));
      for (const double place : {0.0, 0.4, 1.0}) {
        if (layer == Layer::combined && place != 0.4) continue;
        const double margin = place == 1 ? 1 : 0;
        SCOPED_TRACE(testing::Message() << s.name << ", at " << place << ", layer " << int(layer));
        PatchBox inner;
        for (int d = 0; d < 3; ++d) {
          inner.lengths[d] = s.patch.lengths[d] < s.box.lengths[d] ? 0.14 : s.box.lengths[d];
          inner.lower[d] = s.patch.lower[d] + place * (s.patch.lengths[d] - inner.lengths[d]);
          if (d < s.box.periodicity) inner.lower[d] -= s.box.lengths[d] * std::floor(inner.lower[d] / s.box.lengths[d]);
        }
        const auto p = nested_parameters(s.box, relative(1e-4, layer), counts_of(c, layer), 0.23,
                                         {{s.patch, 0.11, margin}, {inner, 0.05, margin}});
        ASSERT_TRUE(p.has_value());
        double predicted = 0;
        const double reached = relative_l2(nested_sum(c, *p, &predicted), truth);
        EXPECT_LT(reached, 1.5e-4);
        EXPECT_GT(predicted, reached * rms_of(truth) / 6);
        EXPECT_LT(predicted, reached * rms_of(truth) * 6);
      }
    }
  }
}

/// Even points, and a core that holds all of them: two grids for the whole box.
TEST(NestedEwald, TheWholeBoxMayBeTheCore) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::single, Layer::combined}) {
      EwaldCase c = cloud({{1, 0.9, 1.2}, periodicity}, {0.5, 0.5, 0.5}, 0, 400);
      if (layer == Layer::single) c.targets.clear();
      const double tightest = layer == Layer::single ? 1e-9 : 1e-8;
      const auto truth = spectral_ewald(c, other_split(1e-2 * tightest, layer));
      for (const double tolerance : {1e-3, 1e-6, tightest}) {
        SCOPED_TRACE(testing::Message() << periodicity << "-periodic, layer " << int(layer) << ", " << tolerance);
        double predicted = 0;
        const auto p = one_patch(c, relative(tolerance, layer), {{0, 0, 0}, c.box.lengths}, 0.15, 0.42);
        const double reached = relative_l2(nested_sum(c, p, &predicted), truth);
        EXPECT_LT(reached, 1.5 * tolerance);
        EXPECT_GT(predicted, reached * rms_of(truth) / 6);
        EXPECT_LT(predicted, reached * rms_of(truth) * 6);
      }
    }
}

TEST(NestedEwald, ADoubleLayerWithoutNetSourcesToo) {
  EwaldCase c = cloud({{1, 1, 1}, 3}, {0.5, 0.5, 0.5}, 400, 200);
  for (std::size_t i = 0; i < c.q.size(); i += 3) {  // q across n
    const double along = c.q[i] * c.n[i] + c.q[i + 1] * c.n[i + 1] + c.q[i + 2] * c.n[i + 2];
    const double nn = c.n[i] * c.n[i] + c.n[i + 1] * c.n[i + 1] + c.n[i + 2] * c.n[i + 2];
    for (std::size_t d = i; d < i + 3; ++d) c.q[d] -= along / nn * c.n[d];
  }
  const auto p = one_patch(c, relative(1e-6, Layer::double_layer), {{0.3, 0.3, 0.3}, {0.4, 0.4, 0.4}}, 0.08, 0.22);
  EXPECT_LT(relative_l2(nested_sum(c, p), spectral_ewald(c, other_split(1e-9, Layer::double_layer))), 1.5e-6);
}

TEST(NestedEwald, SinglePrecisionReachesItsTolerance) {
  const EwaldCase c = cloud({{1, 1, 1}, 1}, {0.5, 0.5, 0.5}, 500, 200);
  EwaldOptions o = relative(1e-4);
  o.precision = Precision::fp32;
  const auto p = one_patch(c, o, {{0.3, 0.3, 0.3}, {0.4, 0.4, 0.4}}, 0.07, 0.22);
  EXPECT_LT(relative_l2(nested_sum(c, p), spectral_ewald(c, other_split(1e-8, Layer::single))), 1.5e-4);
}

TEST(NestedEwald, PointsMayLeaveThePatchAndNeedNotBeInIt) {
  EwaldCase c = cloud({{1, 1, 1}, 1}, {0.5, 0.5, 0.5}, 400, 0);
  c.targets.clear();
  const EwaldOptions o = relative(1e-6);
  const PatchBox patch{{0.25, 0.25, 0.25}, {0.5, 0.5, 0.5}};
  for (const double margin : {1.0, 0.0}) {
    NestedEwald<Host> ewald(Host(), one_patch(c, o, patch, 0.07, 0.22, margin));
    Vectors<Host> u("u", c.sources.size() / 3);
    for (const double shift : {0.0, 0.2, 0.45, -0.1}) {  // all of them inside, some, hardly any
      EwaldCase moved = c;
      for (std::size_t i = 0; i < c.sources.size(); i += 3) moved.sources[i] += shift;
      const auto y = view_of(moved.sources);
      ewald.set_points(y, y, true);
      ewald.apply(density_of(moved, Layer::single), u);
      EXPECT_LT(relative_l2(values_of(u), spectral_ewald(moved, other_split(1e-9, Layer::single))), 1.5e-6) << shift;
    }
  }
}

/// Where rounding takes a point on a multiple of the period out of the box, it is on the corner all the same.
TEST(NestedEwald, PointsOnMultiplesOfThePeriodAreInACoreThatGoesAround) {
  for (const double period : {0.3, 0.7, 1.1, 1.3, 3.0}) {
    PatchRegion region{};
    for (int d = 0; d < 3; ++d) {
      region.lengths[d] = region.period[d] = period;
      region.inverse_period[d] = 1 / period;
      region.limit[d] = std::numeric_limits<double>::infinity();
      region.halo_depth[d] = region.image_depth[d] = -1;
    }
    for (int k = -40; k <= 40; ++k) {
      const double x[3] = {k * period, 0.5 * period, 0.5 * period};
      EXPECT_EQ(int(region.kind(x)), int(PatchRegion::in_patch)) << k << " times " << period;
    }
  }
}

/// The nodes beside a patch at the halo need room in the grid around it, wherever the points lie along free directions.
TEST(NestedEwald, ACoreAtTheRimHasRoomWhereverTheBoxLies) {
  for (const double tolerance : {1e-3, 1e-5, 1e-9})
    for (const double shift : {-0.5, 0.0})
      for (const bool upper : {false, true}) {
        SCOPED_TRACE(testing::Message() << tolerance << ", shifted by " << shift << ", upper " << upper);
        EwaldCase c = cloud({{1, 1, 1}, 1}, {0.5, upper ? 0.9 : 0.1, upper ? 0.1 : 0.9}, 500, 200);
        for (auto* x : {&c.sources, &c.targets})
          for (std::size_t i = 0; i < x->size(); ++i)
            if (i % 3 > 0) (*x)[i] += shift;
        const double low = shift, high = shift + 0.75;
        const PatchBox patch{{0.35, upper ? high : low, upper ? low : high}, {0.3, 0.25, 0.25}};
        const auto u = nested_sum(c, one_patch(c, relative(tolerance), patch, 0.07, 0.2));
        EXPECT_LT(relative_l2(u, spectral_ewald(c, other_split(1e-2 * tolerance, Layer::single))), 1.5 * tolerance);
      }
}

/// The sum of weights and waves is the quotient of the windows' transforms, for the longer half of the waves of the
/// coarse grid, to about what the window itself leaves (its quotient at k = 0 is 1).
TEST(GridTransfer, WeightsCarryWavesFromWindowToWindow) {
  const EwaldParameters p = select_ewald_parameters({{1, 1, 1}, 3}, relative(1e-6), SumCounts{1000, 1000, 3000.0});
  const KaiserBessel window(p.window_points, p.window_shape);
  const double coarse = 1.0 / p.grid[0], fine = coarse / 3, half = 0.5 * p.window_points;
  const auto split = make_split(p);
  for (const double phase : {0.0, 0.3, 0.99}) {
    const auto t = TransferWeights(window, fine, window, coarse, *split, p.cutoff_radius).at(phase);
    ASSERT_EQ(int(t.size()), p.window_points);
    for (const double part : {0.0, 0.1, 0.25, 0.5}) {
      const double k = part * std::numbers::pi / coarse;
      double real = 0, imaginary = 0;
      for (std::size_t j = 0; j < t.size(); ++j) {
        const double x = (phase + double(j) - half) * coarse;
        real += t[j] * std::cos(k * x);
        imaginary -= t[j] * std::sin(k * x);
      }
      const double quotient = window.transform(k * half * coarse) / window.transform(k * half * fine);
      EXPECT_NEAR(real, quotient, 5e-6);
      EXPECT_NEAR(imaginary, 0, 5e-6);
    }
  }
}

SumProblem problem_of(const EwaldCase& c) {
  return {c.box, c.sources, {}, c.f, c.q, c.n, {}};
}

TEST(NestedPlan, AClusterGetsAGridOfItsOwnAndKeepsItsTolerance) {
  for (const int periodicity : {1, 3})
    for (const double tolerance : {1e-3, 1e-6}) {
      SCOPED_TRACE(testing::Message() << periodicity << "-periodic, " << tolerance);
      SumOptions o;
      o.tolerance = tolerance;
      const SumResult r = evaluate_sum(problem_of(cloud({{1, 1, 1}, periodicity}, {0.9, 0.5, 0.5}, 30000, 1000)), o);
      ASSERT_GT(r.report.parts.size(), 1u);
      EXPECT_LT(r.report.parts[1].find("cutoff_radius")->numbers[0], r.report.number("cutoff_radius") / 2);
      EXPECT_LT(r.error.measured, 1.5 * tolerance);
      EXPECT_GT(r.error.predicted, r.error.measured / 6);
      EXPECT_LT(r.error.predicted, r.error.measured * 6);
    }
}

TEST(NestedPlan, EvenPointsHaveNoPatch) {
  SumOptions o;
  o.tolerance = 1e-3;
  o.measured_targets = 0;
  EXPECT_EQ(evaluate_sum(problem_of(cloud({{1, 1, 1}, 3}, {0.5, 0.5, 0.5}, 0, 5000)), o).report.parts.size(), 1u);
}

// In free space one grid is padded by more than its own length in each direction, and the finer of two grids by a
// cutoff.
TEST(NestedPlan, EvenPointsInFreeSpaceGetTwoGridsForTheWholeBox) {
  EwaldCase c = cloud({{1, 1, 1}, 0}, {0.5, 0.5, 0.5}, 0, 40000);
  c.targets.clear();
  for (const double tolerance : {1e-3, 1e-6}) {
    SCOPED_TRACE(tolerance);
    SumOptions o;
    o.tolerance = tolerance;
    o.engine = "ewald";
    const SumResult r = evaluate_sum(problem_of(c), o);
    ASSERT_EQ(r.report.parts.size(), 2u);
    EXPECT_LT(r.error.measured, 1.5 * tolerance);
    EXPECT_GT(r.error.predicted, r.error.measured / 6);
    EXPECT_LT(r.error.predicted, r.error.measured * 6);
  }
}

// Even points fill a free box up to its faces, so that those at one face would meet hundreds of images of those at the
// other: a plan that knows them keeps them out of reach.
TEST(NestedPlan, CoresThatFillAFreeBoxKeepTheirImagesAway) {
  const EwaldCase c = cloud({{1, 1, 1}, 0}, {0.5, 0.5, 0.5}, 0, 40000);
  const SumCounts counts = counts_of(c, Layer::single);
  const PairCounts pairs = count_pairs(c.box, c.sources, c.sources);
  const EwaldOptions o = relative(1e-3);
  const EwaldParameters single = select_ewald_parameters(c.box, o, counts, pairs);
  const auto plans =
      nested_plans(c.box, o, counts, pairs, single, Survey::of(c.box, c.sources, c.sources), built_in_rates());
  if (plans.empty()) return;  // one grid: there are no images
  for (int d = 0; d < 3; ++d) {
    const RefinedPatch& patch = plans[0].parameters.patches[0];
    EXPECT_GT(patch.parameters.box.lengths[d] - patch.lengths[d], 0.7 * plans[0].parameters.whole.cutoff_radius);
  }
}

TEST(NestedPlan, ATightToleranceIsNotRefusedForTheSakeOfThePatch) {
  SumOptions o;
  o.precision = Precision::fp32;
  o.tolerance = 3e-7;  // the tightest
  EXPECT_NO_THROW(evaluate_sum(problem_of(cloud({{1, 1, 1}, 1}, {0.5, 0.5, 0.5}, 3000, 100)), o));
}

TEST(NestedPlan, CutoffsMustLieApart) {
  const EwaldCase c = cloud({{1, 1, 1}, 3}, {0.5, 0.5, 0.5}, 100, 0);
  const PatchBox patch{{0.3, 0.3, 0.3}, {0.4, 0.4, 0.4}};
  EXPECT_FALSE(
      nested_parameters(c.box, relative(1e-6), counts_of(c, Layer::single), 0.15, {{patch, 0.1, 1}}).has_value());
  EXPECT_FALSE(
      nested_parameters(c.box, relative(1e-6), counts_of(c, Layer::single), 0.7, {{patch, 0.1, 1}}).has_value());
}

}  // namespace
}  // namespace slurry::test
