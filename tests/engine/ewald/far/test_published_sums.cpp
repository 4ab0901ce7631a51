// SPDX-License-Identifier: BSD-3-Clause
// Whole sums by the published stages against reference sums and against ours.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/reference_groups.hpp"

namespace slurry::test {
namespace {

std::vector<double> summed(const EwaldCase& c, const EwaldParameters& p, const StageVariantNames& asked) {
  SpectralEwald<Host> ewald(Host(), p, EwaldStages{asked});
  const auto y = view_of(c.sources), x = view_of(c.where());
  Vectors<Host> u("u", x.extent(0));
  ewald.set_points(y, 0, {{c.targets_are_sources() ? y : x, 0, c.targets_are_sources()}});
  ewald.apply(density_of(c, p.layer), {u});
  for (const auto& [stage, variant] : asked) {
    bool took = false;
    for (const auto& v : ewald.variants()) took = took || (v.stage == stage && v.variant == variant);
    EXPECT_TRUE(took) << stage << '=' << variant;
  }
  return values_of(u);
}

const std::vector<StageVariantNames> published{
    {{"CNV", "published"}},
    {{"P2G", "hybrid"}, {"CNV", "published"}, {"G2P", "target"}},
    {{"P2G", "grid"}, {"CNV", "published"}, {"G2P", "base"}},
    {{"P2G", "source"}, {"CNV", "published"}},
};

TEST(PublishedSums, MeetTheToleranceAgainstReferenceSums) {
  for (const int periodicity : {0, 1, 2, 3}) {
    const ReferenceGroup g = reference_groups(periodicity)[0];
    const EwaldCase c = case_of(g);
    std::size_t turn = periodicity;
    for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined})
      for (const Split split : {Split::prolate, Split::hasimoto}) {
        EwaldOptions o = relative(split == Split::prolate ? 1e-7 : 1e-4, layer);
        o.deterministic = true;  // transforms by rule: no time is spent on choosing them
        o.split = split;
        const EwaldParameters p = select_ewald_parameters(g.box, o, counts_of(c, layer));
        EXPECT_LT(relative_l2(summed(c, p, published[turn++ % published.size()]), g.truth(layer)), o.tolerance)
            << g.name << ", layer " << int(layer) << ", split " << int(split);
      }
  }
}

TEST(PublishedSums, OfOneFormAgreeToRounding) {
  for (const int periodicity : {1, 3}) {
    const ReferenceGroup g = reference_groups(periodicity)[0];
    const EwaldCase c = case_of(g);
    const Layer layer = Layer::combined;
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
      EwaldOptions o = relative(1e-4, layer);
      o.deterministic = true;
      o.precision = precision;
      const double rounding = precision == Precision::fp64 ? 1e-12 : 1e-5;
      const EwaldParameters p = select_ewald_parameters(g.box, o, counts_of(c, layer));
      const auto ours = summed(c, p, {{"P2G", "per_point"}, {"G2P", "per_point"}});
      for (const auto* row : {"base", "source", "grid", "hybrid", "hybrid:32"})
        EXPECT_LT(relative_l2(summed(c, p, {{"P2G", row}, {"G2P", "target"}}), ours), rounding) << row;
      const auto theirs = summed(c, p, published[0]);
      for (const auto& rows : published) EXPECT_LT(relative_l2(summed(c, p, rows), theirs), rounding);
      EXPECT_LT(relative_l2(theirs, ours), 1e-4);  // the forms differ by the window's error
    }
  }
}

TEST(PublishedSums, HaveFieldsToo) {
  const ReferenceGroup g = reference_groups(1)[0];
  const EwaldCase c = case_of(g);
  EwaldOptions o = relative(1e-4, Layer::combined);
  o.deterministic = o.gradient = o.pressure = true;
  const EwaldParameters p = select_ewald_parameters(g.box, o, counts_of(c, o.layer));
  const auto y = view_of(c.sources), x = view_of(c.where());
  std::vector<double> gradients[2], pressures[2];
  for (const bool by_published : {false, true}) {
    SpectralEwald<Host> ewald(Host(), p, EwaldStages{by_published ? published[1] : StageVariantNames{}});
    Vectors<Host> u("u", x.extent(0));
    TargetFields<Host> fields;
    fields.gradient = decltype(fields.gradient)("gradient", x.extent(0), 9);
    fields.pressure = decltype(fields.pressure)("pressure", x.extent(0));
    ewald.set_points(y, 0, {{c.targets_are_sources() ? y : x, 0, c.targets_are_sources()}});
    ewald.apply(density_of(c, p.layer), {u}, {fields});
    gradients[by_published].assign(fields.gradient.data(), fields.gradient.data() + fields.gradient.size());
    pressures[by_published].assign(fields.pressure.data(), fields.pressure.data() + fields.pressure.size());
  }
  EXPECT_LT(relative_l2(gradients[1], gradients[0]), 1e-4);
  EXPECT_LT(relative_l2(pressures[1], pressures[0]), 1e-4);
}

}  // namespace
}  // namespace slurry::test
