// SPDX-License-Identifier: BSD-3-Clause
// Sums over ranks against the reference file and against one process.  Started alone it tests one rank; under mpirun
// the same tests run on all ranks.
#include "ewald/ranks/ranked_ewald.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "slurry/communicator.hpp"
#include "slurry/runtime.hpp"
#include "support/rank_main.hpp"
#include "support/rank_sums.hpp"
#include "support/reference_groups.hpp"

namespace {

using slurry::Communicator;
using slurry::EwaldParameters;
using slurry::Host;
using slurry::Layer;
using slurry::test::apart;
using slurry::test::case_in;
using slurry::test::EwaldCase;
using slurry::test::parameters_of;
using slurry::test::RankFields;
using slurry::test::rms;

std::unique_ptr<Communicator> ranks;

RankFields over_ranks(const EwaldCase& c, const EwaldParameters& p, slurry::RankedEwald::Share* share = nullptr) {
  slurry::RankedEwald sum(*ranks, p);
  RankFields found = slurry::test::over_ranks<Host>(*ranks, c, p, sum);
  if (share) *share = sum.share();
  return found;
}
RankFields one_process(const EwaldCase& c, EwaldParameters p) {
  p.deterministic = true;
  return slurry::test::by_one_process(c, p);
}
constexpr double rounding = 1e-13;

void expect_one_process(const EwaldCase& c, const EwaldParameters& p) {
  slurry::test::expect_same(over_ranks(c, p), one_process(c, p), p, rounding);
}

TEST(RankedEwald, ReachesTheReferenceAndEqualsOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const auto& group : slurry::test::reference_groups(periodicity))
      for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
        // every layer at one tolerance, all tolerances with the layer that has all terms
        for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined}) {
          if (layer != Layer::combined && tolerance != 1e-6) continue;
          SCOPED_TRACE(group.name + " at " + std::to_string(std::log10(tolerance)));
          const EwaldCase c = slurry::test::case_of(group);
          const EwaldParameters p = parameters_of(c, layer, tolerance);
          const std::vector<double> many = over_ranks(c, p).value, one = one_process(c, p).value;
          EXPECT_LT(apart(many, one), rounding);
          // as near to the truth as one process, whose own error other tests judge
          const auto error = [&](std::vector<double> u) {
            for (std::size_t i = 0; i < u.size(); ++i) u[i] -= group.truth(layer)[i];
            return rms(u) / rms(group.truth(layer));
          };
          EXPECT_LT(error(many), 10 * tolerance);
          EXPECT_NEAR(error(many), error(one), 1e-12);
        }
      }
}

TEST(RankedEwald, FieldsEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::single, Layer::combined}) {
      EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 120, 11);
      for (const bool same : {true, false}) {
        SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
        c.targets = same ? std::vector<double>{} : slurry::test::uniform_points(50, c.box.lengths, 17);
        slurry::EwaldOptions o = slurry::test::relative(1e-5, layer);
        o.gradient = o.pressure = true;
        expect_one_process(c, slurry::select_ewald_parameters(c.box, o, slurry::test::counts_of(c, layer)));
      }
    }
}

TEST(RankedEwald, ChargesEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 150, 23);
    c.f.resize(150);
    slurry::EwaldOptions o = slurry::test::relative(1e-6, Layer::coulomb);
    o.gradient = true;
    slurry::SumCounts counts = slurry::test::counts_of(c, Layer::single);
    expect_one_process(c, slurry::select_ewald_parameters(c.box, o, counts));
  }
}

TEST(RankedEwald, SpheresEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 100, 29);
    c.source_radius = c.target_radius = 0.05;  // some overlap
    expect_one_process(c, parameters_of(c, Layer::single, 1e-6));
  }
}

// A box so short, or slabs so thin, that copies come over several slabs and periods.
TEST(RankedEwald, ShortBoxesAndCrowdedPointsEqualOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    const EwaldCase flat = case_in({{0.35, 1.4, 1.2}, periodicity}, 90, 31);
    expect_one_process(flat, parameters_of(flat, Layer::combined, 1e-6));
    EwaldCase crowded = case_in({{1.2, 1, 1}, periodicity}, 200, 37);
    for (std::size_t i = 0; i < 180; ++i) crowded.sources[3 * i] = 0.31 + 0.01 * crowded.sources[3 * i];
    const EwaldParameters p = parameters_of(crowded, Layer::combined, 1e-6);
    expect_one_process(crowded, p);
    slurry::RankedEwald::Share share;
    over_ranks(crowded, p, &share);
    EXPECT_EQ(share.border.size(), static_cast<std::size_t>(ranks->size()) + 1);
    EXPECT_EQ(ranks->sum(static_cast<std::int64_t>(share.sources)), 200);
  }
}

// Targets far from all sources, and fewer points than ranks: some ranks have nothing to sum.
TEST(RankedEwald, RanksWithoutPointsTakePart) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = case_in({{1, 1, 1}, periodicity}, 2, 41);
    expect_one_process(c, parameters_of(c, Layer::combined, 1e-6));
    c.targets = {0.9, 0.1, 0.2, 0.4, 0.6, 0.8};
    expect_one_process(c, parameters_of(c, Layer::single, 1e-6));
  }
}

// So short a box that it has fewer planes than there are ranks: some slabs are empty.
TEST(RankedEwald, MoreRanksThanPlanesEqualOneProcess) {
  const EwaldCase c = case_in({{0.06, 1.4, 1.2}, 3}, 60, 47);
  slurry::EwaldOptions o = slurry::test::relative(1e-3, Layer::combined);
  o.cutoff_radius = 0.4;
  EwaldParameters p = slurry::select_ewald_parameters(c.box, o, slurry::test::counts_of(c, Layer::combined));
  p.grid[0] = 3;  // finer than it must be
  ASSERT_LT(p.box.lengths[0] / 3, p.box.lengths[1] / p.grid[1]);
  expect_one_process(c, p);
  slurry::RankedEwald::Share share;
  over_ranks(c, p, &share);
  EXPECT_EQ(share.border.back(), 3);
}

TEST(RankedEwald, TheSameRanksGiveTheSameBits) {
  const EwaldCase c = case_in({{1.5, 1, 1}, 1}, 400, 43);
  const EwaldParameters p = parameters_of(c, Layer::combined, 1e-6);
  const RankFields first = over_ranks(c, p);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(over_ranks(c, p).value, first.value);
}

TEST(RankedConvolution, DealsEveryModeAndPlaneOnce) {
  const std::vector<slurry::PlaneClass> classes{{0, 0, {90, 90}}, {1, 4, {60, 50}}, {5, 20, {40, 40}}};
  for (const int n : {1, 2, 3, 4, 30}) {
    std::vector<int> all;
    std::vector<double> load;
    for (const auto& modes : slurry::modes_of_ranks(classes, n)) {
      EXPECT_TRUE(std::is_sorted(modes.begin(), modes.end()));
      all.insert(all.end(), modes.begin(), modes.end());
      load.push_back(0);
      for (const int m : modes) load.back() += m == 0 ? 8100 : m < 5 ? 3000 : 1600;
    }
    std::sort(all.begin(), all.end());
    std::vector<int> wanted(21);
    std::iota(wanted.begin(), wanted.end(), 0);
    EXPECT_EQ(all, wanted);
    // whoever has most got its last plane while it had least
    EXPECT_LE(*std::max_element(load.begin(), load.end()), (8100 + 12000 + 25600) / double(n) + 8100);
    const std::vector<int> planes = slurry::row_planes_of_ranks(17, n);
    EXPECT_EQ(planes.front(), 0);
    EXPECT_EQ(planes.back(), 17);
    EXPECT_TRUE(std::is_sorted(planes.begin(), planes.end()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  ranks = slurry::test::start_rank(argc, argv);
  int failed = 0;
  {
    const slurry::Runtime runtime({1});
    failed = RUN_ALL_TESTS();
  }
  return slurry::test::end_rank(ranks, failed);
}
