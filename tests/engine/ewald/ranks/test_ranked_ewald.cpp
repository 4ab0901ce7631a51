// SPDX-License-Identifier: BSD-3-Clause
// Sums over ranks against the reference file and against one process.  Started alone it tests one rank; under mpirun
// the same tests run on all ranks.
#include "ewald/ranks/ranked_ewald.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "ewald/sums/rotne_prager_ewald.hpp"
#include "slurry/communicator.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "support/rank_main.hpp"
#include "support/rank_sums.hpp"
#include "support/reference_groups.hpp"

namespace {

using slurry::Communicator;
using slurry::EwaldParameters;
using slurry::Host;
using slurry::Layer;
using slurry::Precision;
using slurry::test::apart;
using slurry::test::case_in;
using slurry::test::EwaldCase;
using slurry::test::parameters_of;
using slurry::test::RankFields;
using slurry::test::rms;
using slurry::test::share_of;
using slurry::test::together;

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

/// Also of a sum in single precision, whose terms are added in another order.
constexpr double single_rounding = 5e-6;

void expect_one_process(const EwaldCase& c, const EwaldParameters& p) {
  slurry::test::expect_same(over_ranks(c, p), one_process(c, p), p,
                            p.precision == Precision::fp32 ? single_rounding : rounding);
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
        for (const Precision precision : {Precision::fp64, Precision::fp32})
          expect_one_process(c, parameters_of(c, layer, 1e-5, precision, true));
      }
    }
}

TEST(RankedEwald, ChargesEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 150, 23);
    c.f.resize(150);
    for (const Precision precision : {Precision::fp64, Precision::fp32})
      expect_one_process(c, parameters_of(c, Layer::coulomb, 1e-6, precision, true));
  }
}

TEST(RankedEwald, SpheresEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 100, 29);
    c.source_radius = c.target_radius = 0.05;  // some overlap
    for (const Precision precision : {Precision::fp64, Precision::fp32})
      expect_one_process(c, parameters_of(c, Layer::single, 1e-6, precision));
  }
}

/// Velocities of spheres with a radius each at themselves, and at points of the wall of a pipe, or at other spheres.
struct SeveralRadii {
  slurry::Box box;
  std::vector<double> centres, radii, forces, others, radii_of_others;

  explicit SeveralRadii(int periodicity) : box{{1.3, 0.9, 1.1}, periodicity} {
    slurry::test::Random random(17);
    centres = slurry::test::uniform_points(80, box.lengths, 51);
    forces = slurry::test::normal_vectors(80, 52);
    others = slurry::test::uniform_points(30, box.lengths, 53);
    for (double& f : forces) f += 0.3;  // a net force
    for (int i = 0; i < 80; ++i) radii.push_back(random.uniform(0.004, 0.06));
    for (int i = 0; i < 30; ++i) radii_of_others.push_back(i % 2 == 0 ? 0.0 : 0.05);
    radii[3] = 0;
    for (int d = 0; d < 3; ++d) centres[33 + d] = centres[30 + d] + (d == 0 ? 0.03 : 0);  // one in another
    radii[10] = 0.06;
    radii[11] = 0.02;
  }
  EwaldParameters parameters(double tolerance, std::optional<double> cutoff = {}) const {
    slurry::EwaldOptions o = slurry::test::relative(tolerance);
    o.deterministic = true;
    o.cutoff_radius = cutoff;
    slurry::SumCounts c;
    c.sources = c.targets = radii.size();
    c.squared_force_sum = std::inner_product(forces.begin(), forces.end(), forces.begin(), 0.0);
    c.largest_radius = 0.06;
    c.radius_on_both_sides = true;
    return slurry::select_ewald_parameters(box, o, c);
  }
};

slurry::SphereRadii<Host> radii_view(const std::vector<double>& a) {
  return slurry::SphereRadii<Host>(a.data(), a.size());
}

/// At the spheres, at points there and at others, one after the other.
template <class Sum>
std::vector<double> velocities_of(const SeveralRadii& s, Sum& sum, bool shared) {
  const auto part = [&](const std::vector<double>& rows, std::size_t width) {
    return shared ? share_of(*ranks, rows, width) : rows;
  };
  const auto y = part(s.centres, 3), a = part(s.radii, 1), f = part(s.forces, 3), x = part(s.others, 3),
             b = part(s.radii_of_others, 1);
  const auto sources = slurry::host_vectors(y), others = slurry::host_vectors(x);
  sum.set_points({sources, 0, radii_view(a)},
                 {{sources, 0, true, radii_view(a)}, {others, 0, false}, {others, 0, false, radii_view(b)}});
  std::vector<std::vector<double>> u{std::vector<double>(y.size()), std::vector<double>(x.size()),
                                     std::vector<double>(x.size())};
  std::vector<slurry::Vectors<Host>> views;
  for (auto& v : u) views.emplace_back(v.data(), v.size() / 3);
  if constexpr (std::is_same_v<Sum, slurry::RankedEwald>) {
    slurry::SumDensity<Host> d;
    d.layers.forces = slurry::host_vectors(f);
    std::vector<slurry::SumFields<Host>> results(3);
    for (int k = 0; k < 3; ++k) results[k].velocity = views[k];
    sum.apply(d, results);
  } else {
    sum.apply(slurry::host_vectors(f), views);
  }
  std::vector<double> all;
  for (int k = 0; k < 3; ++k) {
    const std::size_t rows = (k == 0 ? s.centres : s.others).size() / 3;
    const std::vector<double> mine = shared ? together(*ranks, views[k], 3, rows) : u[k];
    all.insert(all.end(), mine.begin(), mine.end());
  }
  return all;
}

TEST(RankedEwald, SpheresWithARadiusEachEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    const SeveralRadii s(periodicity);
    // at another cutoff: the error of one process, which other tests judge by image sums
    slurry::RotnePragerEwald<Host> tight(Host(), s.parameters(1e-11, 0.4));
    const std::vector<double> truth = velocities_of(s, tight, false);
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      SCOPED_TRACE(std::to_string(periodicity) + "-periodic at " + std::to_string(std::log10(tolerance)));
      const EwaldParameters p = s.parameters(tolerance);
      slurry::RankedEwald many(*ranks, p, {}, 0, slurry::WireKind::automatic, true);
      slurry::RotnePragerEwald<Host> one(Host(), p);
      std::vector<double> u = velocities_of(s, many, true);
      EXPECT_LT(apart(u, velocities_of(s, one, false)), rounding);
      EXPECT_EQ(velocities_of(s, many, true), u);  // the same bits
      for (std::size_t i = 0; i < u.size(); ++i) u[i] -= truth[i];
      EXPECT_LT(rms(u), 1.5 * tolerance * rms(truth));
    }
  }
}

// On one side points alone: fewer components on the grid.
TEST(RankedEwald, PointsAndSpheresOnOneSideEachEqualOneProcess) {
  for (const bool points_as_sources : {true, false}) {
    SeveralRadii s(1);
    std::fill((points_as_sources ? s.radii : s.radii_of_others).begin(),
              (points_as_sources ? s.radii : s.radii_of_others).end(), 0.0);
    const EwaldParameters p = s.parameters(1e-6);
    slurry::RankedEwald many(*ranks, p, {}, 0, slurry::WireKind::automatic, true);
    slurry::RotnePragerEwald<Host> one(Host(), p);
    EXPECT_LT(apart(velocities_of(s, many, true), velocities_of(s, one, false)), rounding);
  }
}

TEST(RankedEwald, RadiiAreRefusedByEveryRankAlike) {
  SeveralRadii s(3);
  const EwaldParameters p = s.parameters(1e-3);
  slurry::RankedEwald points(*ranks, p);
  EXPECT_THROW(velocities_of(s, points, true), slurry::InputError);
  s.radii[70] = p.cutoff_radius;  // one rank has it, and all must say so
  slurry::RankedEwald spheres(*ranks, p, {}, 0, slurry::WireKind::automatic, true);
  EXPECT_THROW(velocities_of(s, spheres, true), slurry::InputError);
  EwaldCase c = case_in(s.box, 50, 61);
  EXPECT_THROW(
      slurry::RankedEwald(*ranks, parameters_of(c, Layer::combined, 1e-3), {}, 0, slurry::WireKind::automatic, true),
      slurry::InputError);
}

// A box so short, or slabs so thin, that copies come over several slabs and periods.
TEST(RankedEwald, ShortBoxesAndCrowdedPointsEqualOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    const EwaldCase flat = case_in({{0.35, 1.4, 1.2}, periodicity}, 90, 31);
    for (const Precision precision : {Precision::fp64, Precision::fp32})
      expect_one_process(flat, parameters_of(flat, Layer::combined, 1e-6, precision));
    EwaldCase crowded = case_in({{1.2, 1, 1}, periodicity}, 200, 37);
    for (std::size_t i = 0; i < 180; ++i) crowded.sources[3 * i] = 0.31 + 0.01 * crowded.sources[3 * i];
    const EwaldParameters p = parameters_of(crowded, Layer::combined, 1e-6);
    expect_one_process(crowded, p);
    expect_one_process(crowded, parameters_of(crowded, Layer::combined, 1e-6, Precision::fp32));
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
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
      c.targets.clear();
      expect_one_process(c, parameters_of(c, Layer::combined, 1e-6, precision));
      c.targets = {0.9, 0.1, 0.2, 0.4, 0.6, 0.8};
      expect_one_process(c, parameters_of(c, Layer::single, 1e-6, precision));
    }
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
  p.precision = Precision::fp32;
  expect_one_process(c, p);
  slurry::RankedEwald::Share share;
  over_ranks(c, p, &share);
  EXPECT_EQ(share.border.back(), 3);
}

TEST(RankedEwald, TheSameRanksGiveTheSameBits) {
  const EwaldCase c = case_in({{1.5, 1, 1}, 1}, 400, 43);
  for (const Precision precision : {Precision::fp64, Precision::fp32}) {
    const EwaldParameters p = parameters_of(c, Layer::combined, 1e-6, precision);
    const RankFields first = over_ranks(c, p);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(over_ranks(c, p).value, first.value);
  }
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
