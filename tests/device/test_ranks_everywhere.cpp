// SPDX-License-Identifier: BSD-3-Clause
// Sums over ranks by the loops for devices, in every space, compared with the host's sum by one process. Started alone
// it tests one rank; under mpirun the same tests run on all ranks, which need a device each where the build has one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "ewald/ranks/batched_travel.hpp"
#include "ewald/ranks/ranked_ewald_impl.hpp"
#include "ewald/ranks/staged_wire.hpp"
#include "ewald/sums/rotne_prager_ewald.hpp"
#include "slurry/runtime.hpp"
#include "support/ewald_case.hpp"
#include "support/line_transforms.hpp"
#include "support/random_points.hpp"
#include "support/rank_main.hpp"

namespace {

using slurry::Communicator;
using slurry::EwaldParameters;
using slurry::Host;
using slurry::Layer;
using slurry::StageVariantNames;
using slurry::test::EwaldCase;

std::unique_ptr<Communicator> ranks;

using HostBatches = slurry::BatchedTravel<Host, slurry::test::LineTransforms>;

/// The loops of a device on the host. piece: numbers that travel at a time.
std::unique_ptr<slurry::RankSide<Host>> host_side(const EwaldParameters& p, const StageVariantNames& asked,
                                                  std::size_t piece, bool several_radii = false) {
  HostBatches travel(*ranks, std::make_unique<slurry::StagedWire<Host>>(*ranks, piece));
  return std::make_unique<slurry::RankSideOf<HostBatches>>(*ranks, p, asked, 0, std::move(travel), several_radii);
}

/// Rows of this rank's share: every size-th one, so that points lie anywhere.
std::vector<double> share_of(const std::vector<double>& rows, std::size_t width) {
  std::vector<double> mine;
  for (std::size_t i = ranks->rank(); i * width < rows.size(); i += ranks->size())
    mine.insert(mine.end(), rows.begin() + i * width, rows.begin() + (i + 1) * width);
  return mine;
}
/// All rows, from the shares of all ranks, on every rank.
template <class View>
std::vector<double> together(const View& found, std::size_t width, std::size_t rows) {
  const auto mine = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
  std::vector<double> all(rows * width, 0.0);
  for (std::size_t k = 0; k * width < mine.size(); ++k)
    std::copy_n(mine.data() + k * width, width, all.begin() + (k * ranks->size() + ranks->rank()) * width);
  return ranks->sum(all);
}

struct Fields {
  std::vector<double> value, gradient, pressure;  ///< value: velocity or potential
};

template <class Space>
Fields over_ranks(const EwaldCase& c, const EwaldParameters& p, slurry::RankSide<Space>& sum, int calls = 1) {
  const bool charges = p.layer == Layer::coulomb;
  const auto in_space = [](const std::vector<double>& rows) { return slurry::to_space<Space>(rows, "rows"); };
  const auto y = in_space(share_of(c.sources, 3)), x = in_space(share_of(c.where(), 3));
  slurry::SumDensity<Space> d;
  if (charges) {
    const std::vector<double> f = share_of(c.f, 1);
    const Kokkos::View<double*, typename Space::memory_space> all("charges", f.size());
    Kokkos::deep_copy(all, Kokkos::View<const double*, Kokkos::HostSpace>(f.data(), f.size()));
    d.charges = all;
  } else {
    if (p.layer != Layer::double_layer) d.layers.forces = in_space(share_of(c.f, 3));
    if (p.layer != Layer::single) {
      d.layers.dipoles = in_space(share_of(c.q, 3));
      d.layers.normals = in_space(share_of(c.n, 3));
    }
  }
  const std::size_t mine = x.extent(0), slopes = charges ? 3 : 9, all = c.where().size() / 3;
  slurry::SumFields<Space> r;
  if (charges)
    r.potential = slurry::FieldScalars<Space>("potential", mine);
  else
    r.velocity = slurry::Vectors<Space>("velocity", mine);
  if (p.gradient) r.gradient = slurry::FieldGradients<Space>("gradient", mine, slopes);
  if (p.pressure) r.pressure = slurry::FieldScalars<Space>("pressure", mine);
  for (int i = 0; i < calls; ++i) {
    sum.set_points({y, c.source_radius}, {{x, c.target_radius, c.targets_are_sources()}});
    sum.apply(d, {r});
  }
  Fields out;
  out.value = charges ? together(r.potential, 1, all) : together(r.velocity, 3, all);
  if (p.gradient) out.gradient = together(r.gradient, slopes, all);
  if (p.pressure) out.pressure = together(r.pressure, 1, all);
  return out;
}

Fields by_one_process(const EwaldCase& c, const EwaldParameters& p, const StageVariantNames& asked) {
  slurry::EwaldStages stages;
  stages.asked = asked;
  slurry::SpectralEwald<Host> sum(Host(), p, stages);
  const auto y = slurry::host_vectors(c.sources), x = slurry::host_vectors(c.where());
  sum.set_points(y, c.source_radius, {{x, c.target_radius, c.targets_are_sources()}});
  const std::size_t count = x.extent(0);
  const bool charges = p.layer == Layer::coulomb;
  Fields out;
  out.value.resize((charges ? 1 : 3) * count);
  if (p.gradient || charges) out.gradient.resize((charges ? 3 : 9) * count);
  if (p.pressure) out.pressure.resize(count);
  if (charges) {
    sum.apply(slurry::PointCharges<Host>(c.f.data(), c.f.size()), slurry::FieldScalars<Host>(out.value.data(), count),
              slurry::FieldGradients<Host>(out.gradient.data(), count, 3));
    return out;
  }
  std::vector<slurry::TargetFields<Host>> fields(1);
  if (p.gradient) fields[0].gradient = slurry::FieldGradients<Host>(out.gradient.data(), count, 9);
  if (p.pressure) fields[0].pressure = slurry::FieldScalars<Host>(out.pressure.data(), count);
  if (!p.gradient && !p.pressure) fields.clear();
  sum.apply(slurry::test::density_of(c, p.layer), {slurry::Vectors<Host>(out.value.data(), count)}, fields);
  return out;
}

/// Largest difference over the rms.
double apart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most / std::sqrt(std::inner_product(b.begin(), b.end(), b.begin(), 0.0) / double(b.size()));
}
constexpr double rounding = 1e-12;  // loops of devices add in another order each time

void expect_same(const Fields& many, const Fields& one, const EwaldParameters& p) {
  EXPECT_LT(apart(many.value, one.value), rounding);
  if (p.gradient) {
    EXPECT_LT(apart(many.gradient, one.gradient), rounding);
  }
  if (p.pressure) {
    EXPECT_LT(apart(many.pressure, one.pressure), rounding);
  }
}

void expect_one_process(const EwaldCase& c, const EwaldParameters& p) {
  const bool hybrid_too = p.layer != Layer::coulomb;
  for (const char* spread : {"per_point", "hybrid"}) {
    if (!hybrid_too && spread == std::string("hybrid")) continue;
    SCOPED_TRACE(spread);
    const StageVariantNames asked{{"P2P", "per_target"}, {"P2G", spread}, {"G2P", "per_point"}};
    const Fields one = by_one_process(c, p, asked);
    // short pieces, so that most arrays travel in several
    expect_same(over_ranks(c, p, *host_side(p, asked, 1000)), one, p);
#if defined(KOKKOS_ENABLE_CUDA)
    for (const slurry::WireKind kind : {slurry::WireKind::staged, slurry::WireKind::automatic}) {
      SCOPED_TRACE(kind == slurry::WireKind::staged ? "on devices, staged" : "on devices");
      expect_same(over_ranks(c, p, *slurry::make_rank_side<Kokkos::Cuda>(*ranks, p, asked, 0, kind)), one, p);
    }
#endif
  }
}

EwaldParameters parameters(const EwaldCase& c, Layer layer, double tolerance) {
  return slurry::select_ewald_parameters(c.box, slurry::test::relative(tolerance, layer),
                                         slurry::test::counts_of(c, layer));
}
EwaldCase random_case(const slurry::Box& box, std::size_t sources, std::uint64_t seed) {
  EwaldCase c;
  c.box = box;
  c.sources = slurry::test::uniform_points(sources, box.lengths, seed);
  c.f = slurry::test::normal_vectors(sources, seed + 1);
  c.q = slurry::test::normal_vectors(sources, seed + 2);
  c.n = slurry::test::normal_vectors(sources, seed + 3);
  return c;
}

TEST(RanksEverywhere, VelocitiesEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined}) {
      SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
      EwaldCase c = random_case({{1.3, 0.9, 1.1}, periodicity}, 120, 11);
      if (layer == Layer::combined) c.targets = slurry::test::uniform_points(50, c.box.lengths, 17);
      expect_one_process(c, parameters(c, layer, 1e-5));
    }
}

TEST(RanksEverywhere, FieldsEqualThoseOfOneProcess) {
  for (const int periodicity : {1, 3}) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    const EwaldCase c = random_case({{1.3, 0.9, 1.1}, periodicity}, 120, 13);
    slurry::EwaldOptions o = slurry::test::relative(1e-4, Layer::combined);
    o.gradient = o.pressure = true;
    expect_one_process(c, slurry::select_ewald_parameters(c.box, o, slurry::test::counts_of(c, Layer::combined)));
  }
}

TEST(RanksEverywhere, ChargesEqualThoseOfOneProcess) {
  EwaldCase c = random_case({{1.3, 0.9, 1.1}, 2}, 150, 23);
  c.f.resize(150);
  slurry::EwaldOptions o = slurry::test::relative(1e-5, Layer::coulomb);
  o.gradient = true;
  expect_one_process(c, slurry::select_ewald_parameters(c.box, o, slurry::test::counts_of(c, Layer::single)));
}

TEST(RanksEverywhere, SpheresEqualThoseOfOneProcess) {
  EwaldCase c = random_case({{1.3, 0.9, 1.1}, 1}, 100, 29);
  c.source_radius = c.target_radius = 0.05;
  expect_one_process(c, parameters(c, Layer::single, 1e-5));
}

/// Velocities of spheres with a radius each, at themselves.
template <class Space>
std::vector<double> of_several_radii(const EwaldCase& c, const std::vector<double>& radii,
                                     slurry::RankSide<Space>& sum) {
  const auto x = slurry::to_space<Space>(share_of(c.sources, 3), "rows"),
             f = slurry::to_space<Space>(share_of(c.f, 3), "rows");
  const std::vector<double> mine = share_of(radii, 1);
  const Kokkos::View<double*, typename Space::memory_space> a("radii", mine.size());
  Kokkos::deep_copy(a, Kokkos::View<const double*, Kokkos::HostSpace>(mine.data(), mine.size()));
  slurry::SumDensity<Space> d;
  d.layers.forces = f;
  slurry::SumFields<Space> r;
  r.velocity = slurry::Vectors<Space>("velocity", x.extent(0));
  sum.set_points({x, 0, a}, {{x, 0, true, a}});
  sum.apply(d, {r});
  return together(r.velocity, 3, radii.size());
}

TEST(RanksEverywhere, SpheresWithARadiusEachEqualThoseOfOneProcess) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity) {
    SCOPED_TRACE(std::to_string(periodicity) + "-periodic");
    EwaldCase c = random_case({{1.3, 0.9, 1.1}, periodicity}, 100, 59);
    c.source_radius = c.target_radius = 0.06;  // the largest one
    const EwaldParameters p = parameters(c, Layer::single, 1e-5);
    std::vector<double> radii;
    for (int i = 0; i < 100; ++i) radii.push_back(0.06 * (i % 7) / 6);
    slurry::RotnePragerEwald<Host> one(Host(), p);
    const auto x = slurry::host_vectors(std::span<const double>(c.sources));
    const slurry::SphereRadii<Host> a(radii.data(), radii.size());
    std::vector<double> truth(c.sources.size());
    one.set_points({x, 0, a}, {{x, 0, true, a}});
    one.apply(slurry::host_vectors(std::span<const double>(c.f)), {slurry::Vectors<Host>(truth.data(), radii.size())});
    EXPECT_LT(apart(of_several_radii(c, radii, *host_side(p, {}, 1000, true)), truth), rounding);
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
    const EwaldCase flat = random_case({{0.35, 1.4, 1.2}, periodicity}, 90, 31);
    expect_one_process(flat, parameters(flat, Layer::combined, 1e-5));
    EwaldCase crowded = random_case({{1.2, 1, 1}, periodicity}, 200, 37);
    for (std::size_t i = 0; i < 180; ++i) crowded.sources[3 * i] = 0.31 + 0.01 * crowded.sources[3 * i];
    expect_one_process(crowded, parameters(crowded, Layer::combined, 1e-5));
    const EwaldCase two = random_case({{1, 1, 1}, periodicity}, 2, 41);
    expect_one_process(two, parameters(two, Layer::combined, 1e-5));
  }
}

TEST(RanksEverywhere, ASecondCallGivesTheSame) {
  const EwaldCase c = random_case({{1.5, 1, 1}, 1}, 300, 43);
  const EwaldParameters p = parameters(c, Layer::combined, 1e-5);
  const StageVariantNames asked{{"P2P", "per_target"}, {"P2G", "per_point"}, {"G2P", "per_point"}};
  expect_same(over_ranks(c, p, *host_side(p, asked, 100000), 2), by_one_process(c, p, asked), p);
#if defined(KOKKOS_ENABLE_CUDA)
  const auto side = slurry::make_rank_side<Kokkos::Cuda>(*ranks, p, asked, 0, slurry::WireKind::automatic);
  expect_same(over_ranks(c, p, *side, 2), by_one_process(c, p, asked), p);
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
