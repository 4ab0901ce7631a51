// SPDX-License-Identifier: BSD-3-Clause
// Sums in single precision that rank 0 asks for and all ranks compute, from the plan to the results.  Started alone it
// tests one process; under mpirun rank 0 carries out the tests, and the other ranks take part in its sums.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "slurry/rank_work.hpp"
#include "slurry/runtime.hpp"
#include "slurry/sum.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"
#include "support/rank_main.hpp"
#include "support/reference_groups.hpp"

namespace {

using slurry::Layer;
using slurry::SumOptions;
using slurry::SumProblem;
using slurry::SumResult;
using slurry::test::relative_l2;

std::unique_ptr<slurry::Communicator> ranks;
constexpr const char* last_word = "end";
/// Sums of more ranks add in another order.
constexpr double rounding = 3e-6;

SumOptions single_precision(Layer layer, double tolerance, bool fields = false) {
  SumOptions o;
  o.layer = layer;
  o.tolerance = tolerance;
  o.precision = slurry::Precision::fp32;
  o.gradient = fields;
  o.pressure = fields && layer != Layer::coulomb;
  o.deterministic = true;
  o.measured_targets = 0;
  return o;
}

SumResult by_rank_0(const SumProblem& p, const SumOptions& o) {
  slurry::use_ranks(nullptr);
  SumResult r = slurry::evaluate_sum(p, o);
  slurry::use_ranks(ranks.get(), 1);
  return r;
}
/// By the other split at other cutoffs, in double precision.
SumResult accurate(const SumProblem& p, SumOptions o) {
  o.precision = slurry::Precision::fp64;
  o.split = slurry::Split::hasimoto;
  o.tolerance = 1e-7;
  return by_rank_0(p, o);
}

/// Expects that all ranks compute the sum, that it is the sum of one process within rounding, and that a second sum has
/// the same bits.
SumResult shared(const SumProblem& p, const SumOptions& o) {
  SumResult many = slurry::evaluate_sum(p, o);
  const SumResult again = slurry::evaluate_sum(p, o), one = by_rank_0(p, o);
  EXPECT_EQ(many.ranks, ranks->size()) << many.alone_because;
  EXPECT_EQ(one.ranks, 1);
  using Field = std::vector<double> SumResult::*;
  for (const Field field :
       {&SumResult::velocities, &SumResult::gradients, &SumResult::pressures, &SumResult::potentials}) {
    EXPECT_EQ(many.*field, again.*field);
    EXPECT_EQ((many.*field).size(), (one.*field).size());
    if ((one.*field).empty()) continue;
    EXPECT_LT(relative_l2(many.*field, one.*field), rounding);
  }
  return many;
}

/// The layers take turns over the groups: all of them in each periodicity.
TEST(SharedSums, ReachTheReferenceInSinglePrecision) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    int next = periodicity;
    for (const auto& group : slurry::test::reference_groups(periodicity)) {
      const Layer layer = std::array{Layer::single, Layer::double_layer, Layer::combined}[next++ % 3];
      for (const double tolerance : {1e-3, 1e-5}) {
        SCOPED_TRACE(group.name + ", layer " + std::to_string(int(layer)) + ", asked " + std::to_string(tolerance));
        const SumResult r = shared(slurry::test::problem_of(group), single_precision(layer, tolerance));
        EXPECT_LE(relative_l2(r.velocities, group.truth(layer)), 1.5 * tolerance);
      }
    }
  }
}

TEST(SharedSums, ReachGradientsAndPressuresInSinglePrecision) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    const auto group = slurry::test::reference_groups(periodicity)[periodicity];
    const SumProblem p = slurry::test::problem_of(group);
    const Layer layer = periodicity % 2 == 0 ? Layer::combined : Layer::single;
    for (const double tolerance : {1e-3, 1e-5}) {
      SCOPED_TRACE(group.name + ", asked " + std::to_string(tolerance));
      const SumOptions o = single_precision(layer, tolerance, true);
      const SumResult truth = accurate(p, o), r = shared(p, o);
      EXPECT_LE(relative_l2(r.velocities, group.truth(layer)), 1.5 * tolerance);
      EXPECT_LE(relative_l2(r.gradients, truth.gradients), 1.5 * tolerance);
      EXPECT_LE(relative_l2(r.pressures, truth.pressures), 1.5 * tolerance);
    }
  }
}

TEST(SharedSums, ReachPotentialsOfChargesInSinglePrecision) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const bool same : {true, false}) {
      SumProblem p;
      p.box = {{1.3, 0.9, 1.1}, periodicity};
      p.sources = slurry::test::uniform_points(150, p.box.lengths, 3);
      if (!same) p.targets = slurry::test::uniform_points(60, p.box.lengths, 4);
      p.charges = slurry::test::normal_vectors(50, 5);
      for (const double tolerance : {1e-3, 1e-5}) {
        SCOPED_TRACE(std::to_string(periodicity) + "-periodic, asked " + std::to_string(tolerance));
        const SumOptions o = single_precision(Layer::coulomb, tolerance, true);
        const SumResult truth = accurate(p, o), r = shared(p, o);
        EXPECT_LE(relative_l2(r.potentials, truth.potentials), 1.5 * tolerance);
        EXPECT_LE(relative_l2(r.gradients, truth.gradients), 1.5 * tolerance);
      }
    }
}

int test_from_rank_0() {
  const slurry::Runtime runtime({1});
  slurry::use_ranks(ranks.get(), 1);
  const int failed = RUN_ALL_TESTS();
  slurry::use_ranks(nullptr);
  ranks->tell(last_word);
  return failed;
}
int take_part() {
  slurry::RankWork work(*ranks);
  for (std::string words; (words = ranks->told()) != last_word;) work.answer(words);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  ranks = slurry::test::start_rank(argc, argv);
  const int failed = ranks->rank() == 0 ? test_from_rank_0() : take_part();
  return slurry::test::end_rank(ranks, failed);
}
