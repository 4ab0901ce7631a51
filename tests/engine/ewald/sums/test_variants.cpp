// SPDX-License-Identifier: BSD-3-Clause
// Variants of stages: each, asked for by name, gives the sum that the plan's own choice gives; another one is a row.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

constexpr std::size_t count = 1500;

EwaldCase random_case(int periodicity, bool other_targets = false) {
  EwaldCase c;
  c.box = {{1, 0.9, 1.1}, periodicity};
  c.sources = uniform_points(count, c.box.lengths, 1);
  if (other_targets) c.targets = uniform_points(count / 3, c.box.lengths, 2);
  c.f = normal_vectors(count, 3);
  c.q = normal_vectors(count, 4);
  c.n = normal_vectors(count, 5);
  return c;
}

struct Summed {
  std::vector<double> velocities;
  std::vector<double> fields;  ///< gradient and pressure, or the potential
  StageVariantNames variants;
  bool took(const std::string& stage, const std::string& variant) const {
    return std::any_of(variants.begin(), variants.end(),
                       [&](const auto& v) { return v.stage == stage && v.variant == variant; });
  }
};

std::vector<double> values_in(const Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>& v) {
  return {v.data(), v.data() + v.size()};
}

Summed summed(const EwaldCase& c, const EwaldParameters& p, const EwaldStages& stages = {}) {
  const auto y = view_of(c.sources), x = view_of(c.where());
  Summed s;
  FieldGradients<Host> gradient("gradient", p.gradient ? x.extent(0) : 0, p.layer == Layer::coulomb ? 3 : 9);
  FieldScalars<Host> scalar("scalar", p.gradient ? x.extent(0) : 0);
  if (p.layer == Layer::coulomb) {
    SpectralEwald<Host> ewald(Host(), p, stages);
    ewald.set_points(y, 0, {{x, 0, c.targets_are_sources()}});
    ewald.apply(PointCharges<Host>(c.f.data(), count), scalar, gradient);
    s.variants = ewald.variants();
  } else {
    SpectralEwald<Host> ewald(Host(), p, stages);
    Vectors<Host> u("u", x.extent(0));
    ewald.set_points(y, 0, {{c.targets_are_sources() ? y : x, 0, c.targets_are_sources()}});
    std::vector<TargetFields<Host>> fields;
    if (p.gradient) fields.push_back({gradient, scalar});
    ewald.apply(density_of(c, p.layer), {u}, fields);
    s.velocities = values_of(u);
    s.variants = ewald.variants();
  }
  s.fields = values_in(gradient);
  s.fields.insert(s.fields.end(), scalar.data(), scalar.data() + scalar.size());
  return s;
}

/// All rows of all tables that `stage` finds, in turn; what can do the sum.
std::vector<std::string> expect_equal_sums(const EwaldCase& c, const EwaldParameters& p, const std::string& stage,
                                           const std::vector<std::string>& names) {
  const Summed usual = summed(c, p);
  std::vector<std::string> did;
  for (const auto& name : names) {
    SCOPED_TRACE(testing::Message() << stage << '=' << name << ", layer " << int(p.layer) << ", " << p.box.periodicity
                                    << "-periodic, precision " << int(p.precision));
    try {
      const Summed s = summed(c, p, {{{stage, name}}});
      did.push_back(name);
      EXPECT_TRUE(s.took(stage, name) || s.took(stage + "_fields", name));
      const double rounding = p.precision == Precision::fp64 ? 1e-11 : 5e-6;
      if (!s.velocities.empty()) {
        EXPECT_LT(relative_l2(s.velocities, usual.velocities), rounding);
      }
      if (!s.fields.empty()) {
        EXPECT_LT(relative_l2(s.fields, usual.fields), rounding);
      }
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find("these variants can: "), std::string::npos) << e.what();
    }
  }
  return did;
}

using Names = std::vector<std::string>;
const Names pairs{"symmetric", "grouped", "per_target"}, grids{"interleaved", "rows", "per_point"};

TEST(StageVariants, GiveTheSameSumsInEveryLayerPeriodicityAndPrecision) {
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb})
    for (int periodicity = 0; periodicity <= 3; ++periodicity)
      for (const Precision precision : {Precision::fp64, Precision::fp32}) {
        const EwaldCase c = random_case(periodicity);
        EwaldOptions o = relative(1e-3, layer);
        o.precision = precision;
        o.deterministic = true;  // transforms by rule: no time is spent on choosing them
        o.gradient = layer == Layer::coulomb;
        SumCounts counts = counts_of(c, layer == Layer::coulomb ? Layer::single : layer);
        const EwaldParameters p = select_ewald_parameters(c.box, o, counts);
        const bool charges = layer == Layer::coulomb;
        EXPECT_EQ(expect_equal_sums(c, p, "P2P", pairs), charges ? Names({"grouped", "per_target"}) : pairs);
        const auto spread = expect_equal_sums(c, p, "P2G", grids), gathered = expect_equal_sums(c, p, "G2P", grids);
        const bool interleaved = !charges && interleaving_gains(p.window_points, layer == Layer::single ? 3 : 4,
                                                                precision == Precision::fp64 ? 8 : 4);
        EXPECT_EQ(spread.size(), interleaved ? 3u : 2u);
        EXPECT_GE(gathered.size(), 2u);
        EXPECT_EQ(expect_equal_sums(c, p, "CNV", {"fused", "batched"}), Names{"fused"});
      }
}

TEST(StageVariants, GiveTheSameFieldsAndServeOtherTargets) {
  for (const Layer layer : {Layer::single, Layer::combined}) {
    EwaldOptions o = relative(1e-4, layer);
    o.gradient = o.pressure = true;
    const EwaldCase c = random_case(1), apart = random_case(2, true);
    const EwaldParameters p = select_ewald_parameters(c.box, o, counts_of(c, layer)),
                          q = select_ewald_parameters(apart.box, o, counts_of(apart, layer));
    EXPECT_EQ(expect_equal_sums(c, p, "P2P", pairs), pairs);
    EXPECT_EQ(expect_equal_sums(apart, q, "P2P", pairs), Names({"grouped", "per_target"}));
    for (const auto* stage : {"P2G", "G2P"})
      EXPECT_EQ(expect_equal_sums(c, p, stage, grids), Names({"rows", "per_point"})) << stage;
  }
}

TEST(StageVariants, OnGridsThatLieOtherwiseDoNotGoTogether) {
  const EwaldCase c = random_case(1);
  const EwaldParameters p = select_ewald_parameters(c.box, relative(1e-3), counts_of(c, Layer::single));
  ASSERT_TRUE(interleaving_gains(p.window_points, 3, 8));
  EXPECT_THROW(summed(c, p, {{{"P2G", "interleaved"}, {"G2P", "rows"}}}), InputError);
  const Summed s = summed(c, p, {{{"P2G", "rows"}}});
  EXPECT_TRUE(s.took("G2P", "rows"));
}

/// All pairs in free space, added by the row below.
template <class Space, class Real>
struct AllPairs final : PairStage<Space, Real> {
  explicit AllPairs(const EwaldParameters&) {}
  void apply(const Space&, PointLayouts<Space>& points, int set, const NearPair& pair, const Density<Space>& density,
             const Vectors<Space>& u, Numbering) override {
    const auto &x = points[set], &y = points[PointLayouts<Space>::sources];
    for (std::size_t t = 0; t < x.count; ++t) {
      double sum[3] = {0, 0, 0};
      for (std::size_t s = 0; s < y.count; ++s) {
        double d[3];
        for (int c = 0; c < 3; ++c) d[c] = x.local(t, c) - y.local(s, c);
        add_near_pair(pair, d, &density.forces(y.order(s), 0), sum);
      }
      for (int c = 0; c < 3; ++c) u(x.order(t), c) = sum[c] + pair.self * density.forces(x.order(t), c);
    }
  }
  void apply_with_others(const Space&, PointLayouts<Space>&, const NearPair&, const Density<Space>&,
                         const Vectors<Space>&, const Density<Space>&, const Vectors<Space>&) override {}
};

// erf(x)/x as a rational function errs by a tenth of what the far field may; polynomials by less.
void expect_rational_pairs(Layer layer, int periodicity, double tolerance, const std::vector<std::string>& loops) {
  const EwaldCase c = random_case(periodicity, periodicity == 2);
  EwaldOptions o = relative(tolerance, layer);
  o.deterministic = true;
  o.split = Split::hasimoto;
  EwaldParameters p = select_ewald_parameters(c.box, o, counts_of(c, layer));
  const std::vector<double> usual = summed(c, p, {{{"P2P", "per_target"}}}).velocities;
  for (const std::string& loop : loops) {
    const Summed s = summed(c, p, {{{"P2P", loop + "+rational"}}});
    EXPECT_TRUE(s.took("P2P", loop + "+rational"));
    EXPECT_LT(relative_l2(s.velocities, usual), 0.3 * tolerance) << loop << ", " << periodicity;
  }
  o.split = Split::prolate;
  p = select_ewald_parameters(c.box, o, counts_of(c, layer));
  EXPECT_THROW(summed(c, p, {{{"P2P", "GM-1D+rational"}}}), InputError);  // that split has none
}

TEST(StageVariants, WithARationalFunctionErrByLessThanAsked) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    expect_rational_pairs(Layer::combined, periodicity, 1e-4, {"GM-1D", "SM-1D", "GM-2D", "SM-2D"});
  for (const Layer layer : {Layer::single, Layer::double_layer}) expect_rational_pairs(layer, 1, 1e-9, {"GM-1D"});
}

TEST(StageVariants, AreRowsOfATable) {
  NearSlots table = near_slots();
  table.velocities.variants.push_back({"all_pairs", "this test", [](const EwaldStageCase&) { return true; },
                                       StageForms<PairStage, EwaldParameters>::of<AllPairs, FormOn::host, double>()});
  const EwaldCase c = random_case(0);
  EwaldParameters p = select_ewald_parameters(c.box, relative(1e-5), counts_of(c, Layer::single));
  const EwaldStages stages{{{"P2P", "all_pairs"}}, &table};
  const Summed s = summed(c, p, stages);
  EXPECT_TRUE(s.took("P2P", "all_pairs"));
  EXPECT_LT(relative_l2(s.velocities, summed(c, p).velocities), 1e-11);
  p.precision = Precision::fp32;  // it has no form there
  EXPECT_THROW(summed(c, p, stages), InputError);
}

}  // namespace
}  // namespace slurry::test
