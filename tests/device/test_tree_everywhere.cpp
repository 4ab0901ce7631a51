// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/engine_sums.hpp"
#include "fmm/space_sum.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "summation/sum_elsewhere.hpp"
#include "support/error_norms.hpp"
#include "support/tree_cases.hpp"

// Whole sums of the tree by loops over arrays, in every space, compared with all pairs and with the Ewald sum.
namespace slurry::fmm {
namespace {

using test::FieldValues;
using test::relative_l2;
using test::TreeCase;

template <class... All, class F>
void in_every_space(SpaceList<All...>, const F& f) {
  (f(All()), ...);
}

/// A sum whose points are on the host.
template <class Space>
std::unique_ptr<Summation<Host>> tree_in(const Space& space, const TreeParameters& p) {
  if constexpr (std::is_same_v<Space, Host>)
    return make_tree_sum_in(space, p);
  else
    return std::make_unique<SumElsewhere<Space>>(make_tree_sum_in(space, p));
}

TreeParameters parameters(const TreeCase& c, int order, int leaf_points) {
  TreeParameters p = c.parameters(order, leaf_points);
  p.scheme = M2lScheme::dense;
  p.gradient = c.layer == Layer::coulomb;
  return p;
}

TEST(TreeEverywhere, BoxesThatAreNoCubesHaveAnotherSchemeThanPlaneWaves) {
  TreeCase c("uniform", 400, Layer::single, 11);
  c.box = {{1, 0.7, 0.8}, 3};
  for (double* x = c.sources.data(); x < c.sources.data() + c.sources.size(); x += 3) x[1] *= 0.7, x[2] *= 0.8;
  TreeParameters p = parameters(c, 10, 12);
  const std::vector<double> by_dense = c.sum(p).value;
  p.scheme = M2lScheme::plane_waves;
  in_every_space(Spaces(), [&](const auto& space) {
    const auto sum = tree_in(space, p);
    EXPECT_LT(relative_l2(c.values(*sum, false, false).value, by_dense), 1e-12);
    ASSERT_EQ(sum->variants().size(), 1U);
    EXPECT_EQ(sum->variants().front().variant, "parity");
  });
}

TEST(TreeEverywhere, SumsInFreeSpaceAreThoseOfAllPairs) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb})
    for (const std::string kind : {"uniform", "clusters", "sphere", "coinciding"}) {
      const TreeCase c(kind, 800, layer, 3, kind == "sphere");
      const FieldValues truth = c.truth();
      in_every_space(Spaces(), [&](const auto& space) {
        const auto sum = tree_in(space, parameters(c, 13, 15));
        const FieldValues u = c.values(*sum, layer == Layer::coulomb, false);
        EXPECT_LT(relative_l2(u.value, truth.value), 5e-5) << kind << static_cast<int>(layer);
        if (layer == Layer::coulomb) {
          EXPECT_LT(relative_l2(u.gradient, truth.gradient), 5e-4) << kind;
        }
      });
    }
}

TEST(TreeEverywhere, ErrorFallsWithTheOrderAsTheHostsDoes) {
  for (const Layer layer : {Layer::single, Layer::coulomb}) {
    TreeCase c("uniform", 1500, layer, 5);
    const std::vector<double> truth = c.truth().value;
    for (const int order : {1, 3, 6, 10}) {
      const TreeParameters p = parameters(c, order, 12);
      const std::vector<double> by_host = c.sum(p).value;
      EXPECT_GE(c.levels, 4);
      in_every_space(Spaces(), [&](const auto& space) {
        const auto sum = tree_in(space, p);
        const std::vector<double> u = c.values(*sum, p.gradient, false).value;
        // the host's pairs are good to 1e-13 of the largest term (pairs.hpp)
        EXPECT_LT(relative_l2(u, by_host), 5e-13) << order;
        EXPECT_NEAR(relative_l2(u, truth), relative_l2(by_host, truth), 1e-12) << order;
      });
    }
  }
}

TEST(TreeEverywhere, SchemesOfM2lAgree) {
  for (const Layer layer : {Layer::single, Layer::coulomb}) {
    const TreeCase c("gaussian", 1000, layer, 7);
    TreeParameters p = parameters(c, 4, 12);
    in_every_space(Spaces(), [&](const auto& space) {
      p.scheme = M2lScheme::dense;
      const auto dense = c.values(*tree_in(space, p), p.gradient, false).value;
      for (const M2lScheme scheme : {M2lScheme::naive, M2lScheme::nested, M2lScheme::symmetric, M2lScheme::parity,
                                     M2lScheme::rotation, M2lScheme::plane_waves}) {
        p.scheme = scheme;
        p.node_error = 1e-9;
        const double agrees = scheme == M2lScheme::plane_waves ? p.node_error : 1e-13;
        EXPECT_LT(relative_l2(c.values(*tree_in(space, p), p.gradient, false).value, dense), agrees) << name_of(scheme);
      }
    });
  }
}

/// Rounding error of a sum in single precision, relative to its rms.
double rounding_in_fp32(Layer layer) {
  return layer == Layer::single || layer == Layer::coulomb ? 1e-6 : 3e-6;
}

TEST(TreeEverywhere, SumsInFp32AreThoseOfFp64WithinRounding) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb})
    for (const std::string kind : {"uniform", "clusters", "sphere", "coinciding"})
      for (const int order : {4, 20}) {
        if (order == 20 && (layer == Layer::single || kind == "sphere")) continue;  // it takes long
        const TreeCase c(kind, 400, layer, 13, kind == "sphere");
        in_every_space(Spaces(), [&](const auto& space) {
          TreeParameters p = parameters(c, order, 12);
          p.scheme = M2lScheme::rotation;
          const FieldValues exact = c.values(*tree_in(space, p), p.gradient, false);
          p.precision = Precision::fp32;
          const FieldValues u = c.values(*tree_in(space, p), p.gradient, false);
          EXPECT_LT(relative_l2(u.value, exact.value), rounding_in_fp32(layer)) << kind << order;
          EXPECT_NE(u.value, exact.value) << kind << order;
          if (p.gradient) {
            EXPECT_LT(relative_l2(u.gradient, exact.gradient), 3e-6) << kind << order;
          }
        });
      }
}

TEST(TreeEverywhere, SchemesOfM2lAgreeInFp32) {
  for (const Layer layer : {Layer::combined, Layer::coulomb}) {
    const TreeCase c("gaussian", 1000, layer, 7);
    TreeParameters p = parameters(c, 5, 12);
    p.precision = Precision::fp32;
    in_every_space(Spaces(), [&](const auto& space) {
      p.scheme = M2lScheme::dense;
      const auto dense = c.values(*tree_in(space, p), p.gradient, false).value;
      for (const M2lScheme scheme : {M2lScheme::naive, M2lScheme::nested, M2lScheme::symmetric, M2lScheme::parity,
                                     M2lScheme::rotation, M2lScheme::plane_waves}) {
        p.scheme = scheme;
        p.node_error = 1e-9;
        EXPECT_LT(relative_l2(c.values(*tree_in(space, p), p.gradient, false).value, dense), rounding_in_fp32(layer))
            << name_of(scheme);
      }
    });
  }
}

/// Places are taken from the centres of boxes before they are rounded, in units of the boxes.
TEST(TreeEverywhere, InFp32NeitherFarPlacesNorSmallUnitsTakeDigits) {
  for (const Layer layer : {Layer::single, Layer::combined}) {
    const TreeCase c("clusters", 800, layer, 6);
    TreeCase far = c, small = c;
    for (std::size_t i = 0; i < c.sources.size(); ++i) {
      far.sources[i] += i % 3 == 0 ? 1000.0 : -500.0;
      small.sources[i] *= 1e-6;
    }
    far.targets = far.sources;
    small.targets = small.sources;
    for (const TreeCase* moved : {&far, &small}) {
      const std::vector<double> truth = moved->truth().value;
      in_every_space(Spaces(), [&](const auto& space) {
        TreeParameters p = parameters(*moved, 16, 20);
        p.precision = Precision::fp32;
        EXPECT_LT(relative_l2(moved->values(*tree_in(space, p), false, false).value, truth), 1e-5)
            << static_cast<int>(layer);
      });
    }
  }
}

TEST(TreeEverywhere, PeriodicSumsAreThoseOfTheEwaldSum) {
  for (int periodicity = 1; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::single, Layer::combined, Layer::coulomb}) {
      TreeCase c("uniform", 100, layer, 9, true);
      c.box = {{1, 1, 1}, periodicity};
      EwaldOptions o;
      o.tolerance = 1e-6;
      o.layer = layer;
      o.gradient = layer == Layer::coulomb;
      SumCounts counts;
      counts.sources = 100;
      counts.targets = 50;
      for (const double f : c.f) counts.squared_force_sum += f * f;
      counts.dipole_norm = 5 * 100;
      const auto ewald = make_grid_sum(Host(), select_ewald_parameters(c.box, o, counts), EwaldStages{});
      const FieldValues truth = c.values(*ewald, o.gradient, false);
      in_every_space(Spaces(), [&](const auto& space) {
        const FieldValues u = c.values(*tree_in(space, parameters(c, 12, 20)), o.gradient, false);
        EXPECT_LT(relative_l2(u.value, truth.value), 2e-4) << periodicity << static_cast<int>(layer);
        TreeParameters single = parameters(c, 12, 20);
        single.precision = Precision::fp32;
        const FieldValues v = c.values(*tree_in(space, single), o.gradient, false);
        EXPECT_LT(relative_l2(v.value, u.value), 5e-6) << periodicity << static_cast<int>(layer);
        if (o.gradient) {
          EXPECT_LT(relative_l2(u.gradient, truth.gradient), 2e-4) << periodicity;
        }
      });
    }
}

TEST(TreeEverywhere, ExpectsTheErrorThatTheHostExpects) {
  TreeCase c("uniform", 3000, Layer::single, 8);
  const TreeParameters p = parameters(c, 8, 20);
  SumCounts counts;
  counts.sources = counts.targets = 3000;
  for (const double f : c.f) counts.squared_force_sum += f * f;
  TreeSum host(Host(), p);
  c.values(host, false, false);
  const double expected = host.expected_errors(counts).value;
  in_every_space(Spaces(), [&](const auto& space) {
    const auto sum = tree_in(space, p);
    c.values(*sum, false, false);
    // both look at some of the targets, and not at the same ones
    EXPECT_NEAR(sum->expected_errors(counts).value, expected, 0.15 * expected);
  });
}

TEST(TreeEverywhere, RefusesWhatTheHostAloneCanDo) {
  const TreeCase c("uniform", 100, Layer::single, 1);
  in_every_space(Spaces(), [&](const auto& space) {
    TreeParameters p = parameters(c, 4, 20);
    const auto sum = tree_in(space, p);
    EXPECT_THROW(c.values(*sum, true, false), InputError);
    EXPECT_THROW(sum->set_points({test::view_of(c.sources), 0.1}, {}), InputError);
    p.order = 0;
    EXPECT_THROW(make_tree_sum_in(space, p), InputError);
    p.order = largest_order_in(Precision::fp32) + 1;
    EXPECT_NO_THROW(make_tree_sum_in(space, p));
    p.precision = Precision::fp32;
    EXPECT_THROW(make_tree_sum_in(space, p), InputError);
  });
}

/// A task for a device, planned without one.
PlanRequest on_device(Layer layer) {
  PlanRequest r;
  r.task.box = {{1, 1, 1}, 0};
  r.task.options.layer = layer;
  r.task.options.tolerance = 1e-4;
  r.task.options.device = Device::cuda;
  r.rates = built_in_rates(1, Precision::fp64, Device::cuda);
  r.counts.sources = r.counts.targets = 10000;
  r.counts.squared_force_sum = 30000;
  return r;
}

TEST(TreeEverywhere, PlansOfADevicePredictEveryStageAndTakeLargerLeavesThanAHost) {
  const Engine& tree = engine_of("fmm");
  PlanRequest r = on_device(Layer::single), on_host = r;
  on_host.task.options.device = Device::host;
  on_host.rates = built_in_rates();
  EXPECT_FALSE(tree.can_do(r.task));
  Candidates plans, of_host;
  tree.plan(r, plans);
  tree.plan(on_host, of_host);
  ASSERT_EQ(plans.plans.size(), 1U);
  ASSERT_EQ(of_host.plans.size(), 1U);
  const SumPlan& plan = plans.plans.front();
  EXPECT_EQ(plan.parameters.as<TreeParameters>().scheme, M2lScheme::plane_waves);
  EXPECT_TRUE(plan.not_predicted.empty());
  EXPECT_EQ(plan.predicted.size(), of_host.plans.front().predicted.size());
  EXPECT_LT(plan.predicted.total(), of_host.plans.front().predicted.total());
  EXPECT_GE(plan.parameters.as<TreeParameters>().leaf_points,
            of_host.plans.front().parameters.as<TreeParameters>().leaf_points);
  r.task.options.variants = {{"M2L", "symmetric"}};
  EXPECT_FALSE(tree.can_do(r.task));
  Candidates by_scheme;
  tree.plan(r, by_scheme);
  ASSERT_EQ(by_scheme.plans.size(), 1U);
  EXPECT_EQ(by_scheme.plans.front().parameters.as<TreeParameters>().scheme, M2lScheme::symmetric);
}

TEST(TreeEverywhere, TasksThatTheHostAloneCanDoAreRefusedOnADevice) {
  const Engine& tree = engine_of("fmm");
  for (const std::string scheme : {"plane_waves", "rotation", "parity"}) {
    PlanRequest r = on_device(Layer::coulomb);
    r.task.options.variants = {{"M2L", scheme}};
    EXPECT_FALSE(tree.can_do(r.task)) << scheme;  // every scheme runs there
  }
  PlanRequest in_fp32 = on_device(Layer::combined);
  in_fp32.task.options.precision = Precision::fp32;
  EXPECT_FALSE(tree.can_do(in_fp32.task));
  in_fp32.task.options.tolerance = 1e-7;  // below what rounding leaves
  ASSERT_TRUE(tree.can_do(in_fp32.task));
  EXPECT_EQ(tree.can_do(in_fp32.task)->why, Refusal::Why::tolerance);
  PlanRequest charges = on_device(Layer::coulomb), slopes = on_device(Layer::single), pressures = slopes,
              spheres = slopes;
  charges.task.options.gradient = true;
  EXPECT_FALSE(tree.can_do(charges.task));
  slopes.task.options.gradient = true;
  pressures.task.options.pressure = true;
  spheres.task.moving = MovingPoints{};
  for (const PlanRequest& r : {slopes, pressures, spheres}) {
    const auto refused = tree.can_do(r.task);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->why, Refusal::Why::not_its_task);
  }
}

}  // namespace
}  // namespace slurry::fmm
