// SPDX-License-Identifier: BSD-3-Clause
// Sums over ranks by the loops for devices, in every space, compared with the host's sum by one process. Started alone
// it tests one rank; under mpirun the same tests run on all ranks, which need a device each where the build has one.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ewald/ranks/batched_travel.hpp"
#include "ewald/ranks/ranked_ewald_impl.hpp"
#include "ewald/ranks/staged_wire.hpp"
#include "ewald/sums/rotne_prager_ewald.hpp"
#include "slurry/runtime.hpp"
#include "support/line_transforms.hpp"
#include "support/rank_main.hpp"
#include "support/rank_sums.hpp"

namespace {

using slurry::Communicator;
using slurry::EwaldParameters;
using slurry::Host;
using slurry::Layer;
using slurry::Precision;
using slurry::StageVariantNames;
using slurry::test::apart;
using slurry::test::by_one_process;
using slurry::test::case_in;
using slurry::test::EwaldCase;
using slurry::test::expect_same;
using slurry::test::over_ranks;
using slurry::test::parameters_of;
using slurry::test::RankFields;
using slurry::test::share_of;
using slurry::test::together;

std::unique_ptr<Communicator> ranks;

using HostBatches = slurry::BatchedTravel<Host, slurry::test::LineTransforms>;

/// The loops of a device on the host. piece: bytes that travel at a time.
std::unique_ptr<slurry::RankSide<Host>> host_side(const EwaldParameters& p, const StageVariantNames& asked,
                                                  std::size_t piece, bool several_radii = false) {
  HostBatches travel(*ranks, std::make_unique<slurry::StagedWire<Host>>(*ranks, piece));
  return std::make_unique<slurry::RankSideOf<HostBatches>>(*ranks, p, asked, 0, std::move(travel), several_radii);
}

// loops of devices add in another order each time
constexpr double rounding = 1e-12, single_rounding = 5e-6;

void expect_one_process(const EwaldCase& c, const EwaldParameters& p) {
  const double rounds = p.precision == Precision::fp32 ? single_rounding : rounding;
  const bool hybrid_too = p.layer != Layer::coulomb;
  for (const char* spread : {"per_point", "hybrid"}) {
    if (!hybrid_too && spread == std::string("hybrid")) continue;
    SCOPED_TRACE(spread);
    const StageVariantNames asked{{"P2P", "per_target"}, {"P2G", spread}, {"G2P", "per_point"}};
    const RankFields one = by_one_process(c, p, asked);
    // short pieces, so that most arrays travel in several
    expect_same(over_ranks<Host>(*ranks, c, p, *host_side(p, asked, 8000)), one, p, rounds);
#if defined(KOKKOS_ENABLE_CUDA)
    for (const slurry::WireKind kind : {slurry::WireKind::staged, slurry::WireKind::automatic}) {
      SCOPED_TRACE(kind == slurry::WireKind::staged ? "on devices, staged" : "on devices");
      const auto side = slurry::make_rank_side<Kokkos::Cuda>(*ranks, p, asked, 0, kind);
      expect_same(over_ranks<Kokkos::Cuda>(*ranks, c, p, *side), one, p, rounds);
    }
#endif
  }
}

TEST(RanksEverywhere, VelocitiesEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined}) {
      SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
      EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 120, 11);
      if (layer == Layer::combined) c.targets = slurry::test::uniform_points(50, c.box.lengths, 17);
      for (const Precision precision : {Precision::fp64, Precision::fp32})
        expect_one_process(c, parameters_of(c, layer, 1e-5, precision));
    }
}

TEST(RanksEverywhere, FieldsEqualThoseOfOneProcess) {
  for (const int periodicity : {1, 3}) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    const EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 120, 13);
    for (const Precision precision : {Precision::fp64, Precision::fp32})
      expect_one_process(c, parameters_of(c, Layer::combined, 1e-4, precision, true));
  }
}

TEST(RanksEverywhere, ChargesEqualThoseOfOneProcess) {
  EwaldCase c = case_in({{1.3, 0.9, 1.1}, 2}, 150, 23);
  c.f.resize(150);
  for (const Precision precision : {Precision::fp64, Precision::fp32})
    expect_one_process(c, parameters_of(c, Layer::coulomb, 1e-5, precision, true));
}

TEST(RanksEverywhere, SpheresEqualThoseOfOneProcess) {
  EwaldCase c = case_in({{1.3, 0.9, 1.1}, 1}, 100, 29);
  c.source_radius = c.target_radius = 0.05;
  for (const Precision precision : {Precision::fp64, Precision::fp32})
    expect_one_process(c, parameters_of(c, Layer::single, 1e-5, precision));
}

/// Velocities of spheres with a radius each, at themselves.
template <class Space>
std::vector<double> of_several_radii(const EwaldCase& c, const std::vector<double>& radii,
                                     slurry::RankSide<Space>& sum) {
  const auto x = slurry::to_space<Space>(share_of(*ranks, c.sources, 3), "rows"),
             f = slurry::to_space<Space>(share_of(*ranks, c.f, 3), "rows");
  const std::vector<double> mine = share_of(*ranks, radii, 1);
  const Kokkos::View<double*, typename Space::memory_space> a("radii", mine.size());
  Kokkos::deep_copy(a, Kokkos::View<const double*, Kokkos::HostSpace>(mine.data(), mine.size()));
  slurry::SumDensity<Space> d;
  d.layers.forces = f;
  slurry::SumFields<Space> r;
  r.velocity = slurry::Vectors<Space>("velocity", x.extent(0));
  sum.set_points({x, 0, a}, {{x, 0, true, a}});
  sum.apply(d, {r});
  return together(*ranks, r.velocity, 3, radii.size());
}

TEST(RanksEverywhere, SpheresWithARadiusEachEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = case_in({{1.3, 0.9, 1.1}, periodicity}, 100, 59);
    c.source_radius = c.target_radius = 0.06;  // the largest one
    const EwaldParameters p = parameters_of(c, Layer::single, 1e-5);
    std::vector<double> radii;
    for (int i = 0; i < 100; ++i) radii.push_back(0.06 * (i % 7) / 6);
    slurry::RotnePragerEwald<Host> one(Host(), p);
    const auto x = slurry::host_vectors(std::span<const double>(c.sources));
    const slurry::SphereRadii<Host> a(radii.data(), radii.size());
    std::vector<double> truth(c.sources.size());
    one.set_points({x, 0, a}, {{x, 0, true, a}});
    one.apply(slurry::host_vectors(std::span<const double>(c.f)), {slurry::Vectors<Host>(truth.data(), radii.size())});
    EXPECT_LT(apart(of_several_radii(c, radii, *host_side(p, {}, 8000, true)), truth), rounding);
#if defined(KOKKOS_ENABLE_CUDA)
    const auto side = slurry::make_rank_side<Kokkos::Cuda>(*ranks, p, {}, 0, slurry::WireKind::automatic, true);
    EXPECT_LT(apart(of_several_radii(c, radii, *side), truth), rounding);
#endif
  }
}

// A box so short, or slabs so thin, that copies come over several slabs and periods; ranks that have no points.
TEST(RanksEverywhere, ThinSlabsAndRanksWithoutPoints) {
  for (const int periodicity : {0, 1}) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    const EwaldCase flat = case_in({{0.35, 1.4, 1.2}, periodicity}, 90, 31);
    expect_one_process(flat, parameters_of(flat, Layer::combined, 1e-5));
    EwaldCase crowded = case_in({{1.2, 1, 1}, periodicity}, 200, 37);
    for (std::size_t i = 0; i < 180; ++i) crowded.sources[3 * i] = 0.31 + 0.01 * crowded.sources[3 * i];
    expect_one_process(crowded, parameters_of(crowded, Layer::combined, 1e-5));
    const EwaldCase two = case_in({{1, 1, 1}, periodicity}, 2, 41);
    expect_one_process(two, parameters_of(two, Layer::combined, 1e-5));
  }
}

TEST(RanksEverywhere, ASecondCallGivesTheSame) {
  const EwaldCase c = case_in({{1.5, 1, 1}, 1}, 300, 43);
  const EwaldParameters p = parameters_of(c, Layer::combined, 1e-5);
  const StageVariantNames asked{{"P2P", "per_target"}, {"P2G", "per_point"}, {"G2P", "per_point"}};
  const RankFields one = by_one_process(c, p, asked);
  expect_same(over_ranks<Host>(*ranks, c, p, *host_side(p, asked, 800000), 2), one, p, rounding);
#if defined(KOKKOS_ENABLE_CUDA)
  const auto side = slurry::make_rank_side<Kokkos::Cuda>(*ranks, p, asked, 0, slurry::WireKind::automatic);
  expect_same(over_ranks<Kokkos::Cuda>(*ranks, c, p, *side, 2), one, p, rounding);
#endif
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
