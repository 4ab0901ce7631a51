// SPDX-License-Identifier: BSD-3-Clause
// Boxes of any aspect, points where padding errors show first, close pairs; truths pair by pair and image by image.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "reference/classical_ewald.hpp"
#include "reference/image_sums.hpp"
#include "reference/image_sums_2p.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

/// Random points and densities with net force and net source; sources and targets at opposite corners of the free
/// section, where a kernel cut or padded too tightly shows first.
EwaldCase corner_case(int periodicity, const std::array<double, 3>& lengths) {
  EwaldCase c;
  c.box = {lengths, periodicity};
  c.sources = uniform_points(24, lengths, 3);
  c.targets = uniform_points(16, lengths, 4);
  for (int corner = 0; corner < 4; ++corner)
    for (auto* points : {&c.sources, &c.targets})
      for (int d = 0; d < 3; ++d) {
        const bool upper = d == 0 ? corner == 2 : d == 1 ? corner & 1 : corner & 2;
        points->push_back(lengths[d] * (upper ? 1 - 1e-9 : 0));
      }
  const std::size_t n = c.sources.size() / 3;
  c.f = normal_vectors(n, 5);
  c.q = normal_vectors(n, 6);
  c.n = normal_vectors(n, 7);
  for (double& x : c.f) x += 0.3;
  // a target on a source would not see it: move it along x, and along y where that is periodic too
  for (std::size_t i = c.targets.size() - 12; i < c.targets.size(); i += 3) {
    c.targets[i] += (c.targets[i] > 0 ? -0.11 : 0.11) * lengths[0];
    if (periodicity == 2) c.targets[i + 1] += (c.targets[i + 1] > 0 ? -0.07 : 0.07) * lengths[1];
  }
  return c;
}

reference::Suspension suspension_of(const EwaldCase& c, Layer layer) {
  reference::Suspension s{c.sources, c.where(), {}, {}, {}};
  if (layer != Layer::double_layer) s.f = c.f;
  if (layer != Layer::single) {
    s.q = c.q;
    s.n = c.n;
  }
  return s;
}

std::vector<double> truth_of(const EwaldCase& c, Layer layer) {
  const auto s = suspension_of(c, layer);
  std::vector<reference::Real> u;
  if (c.box.periodicity == 0) u = reference::free_space_sum(s, reference::BothLayers{});
  if (c.box.periodicity == 1) u = reference::image_sum_1p(s, c.box.lengths[0], reference::BothLayers{});
  if (c.box.periodicity == 2)
    u = reference::image_sum_2p(s, c.box.lengths[0], c.box.lengths[1], reference::BothLayers{});
  if (c.box.periodicity == 3) {
    const double shortest = *std::min_element(c.box.lengths.begin(), c.box.lengths.end());
    u = reference::ClassicalEwald{c.box.lengths, reference::Real(5 / shortest)}.sum(s);
  }
  return {u.begin(), u.end()};
}

EwaldOptions quick(double tolerance, Layer layer) {
  EwaldOptions o = relative(tolerance, layer);
  o.deterministic = true;
  return o;
}

struct BoxCase {
  const char* name;
  std::array<double, 3> lengths;
};
class Boxes : public testing::TestWithParam<BoxCase> {};

TEST_P(Boxes, EveryToleranceIsReachedFromCornerToCorner) {
  for (const int periodicity : {0, 1, 2, 3}) {
    if (periodicity == 3 && GetParam().lengths[0] > 5) continue;  // the classical sum takes long there
    const EwaldCase c = corner_case(periodicity, GetParam().lengths);
    for (const Layer layer : {Layer::single, Layer::combined}) {
      const auto truth = truth_of(c, layer);
      for (const double tolerance : {1e-3, 1e-6, 1e-9})
        EXPECT_LE(relative_l2(spectral_ewald(c, quick(tolerance, layer)), truth), 1.5 * tolerance)
            << periodicity << "P, layer " << int(layer) << ", " << tolerance;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(SpectralEwald, Boxes,
                         testing::Values(BoxCase{"1_by_037_by_081", {1, 0.37, 0.81}}, BoxCase{"2_by_1_by_1", {2, 1, 1}},
                                         BoxCase{"3_by_1_by_1", {3, 1, 1}}, BoxCase{"8_by_1_by_1", {8, 1, 1}},
                                         BoxCase{"pi_by_1_by_e", {std::numbers::pi, 1, std::numbers::e}}),
                         [](const auto& info) { return std::string(info.param.name); });

// A net force of the spread dipoles, however small, makes a velocity that grows along the free side.  Image sums lose
// their digits far from the rows of images: beyond, the other split is compared with, whose window is wider.
TEST(SpectralEwald, ALongFreeSideCostsTheDoubleLayerNoAccuracy) {
  for (const int periodicity : {1, 2})
    for (const double side : {6.0, 20.0, 60.0}) {
      const EwaldCase c = corner_case(periodicity, {1, 1, side});
      EwaldOptions other = quick(1e-12, Layer::double_layer);
      other.split = Split::hasimoto;
      const auto tight = spectral_ewald(c, other), truth = side < 10 ? truth_of(c, Layer::double_layer) : tight;
      for (const double tolerance : {1e-3, 1e-7, 1e-11})
        EXPECT_LE(relative_l2(spectral_ewald(c, quick(tolerance, Layer::double_layer)), truth), 1.5 * tolerance)
            << periodicity << "P, " << side << ", " << tolerance;
      EXPECT_LE(relative_l2(tight, truth), 1e-11);
    }
}

TEST(SpectralEwald, ClosePairsDownToAMillionthOfTheBox) {
  for (const int periodicity : {0, 1, 2, 3})
    for (const double distance : {1e-3, 1e-4, 1e-5, 1e-6}) {
      EwaldCase c = corner_case(periodicity, {1, 1, 1});
      // a target beside every fourth source, and one beside the image of a source across the seam
      for (std::size_t i = 0; i < 6; ++i)
        for (int d = 0; d < 3; ++d) c.targets[3 * i + d] = c.sources[12 * i + d] + (d == 1 ? distance : 0);
      for (const Layer layer : {Layer::single, Layer::combined}) {
        const auto truth = truth_of(c, layer);
        const double tolerance = 1e-6;
        EXPECT_LE(relative_l2(spectral_ewald(c, quick(tolerance, layer)), truth), 1.5 * tolerance)
            << periodicity << "P " << distance;
      }
    }
}

// Single precision rounds places in the box at 6e-8; what is nearer must not be lost, between sources and targets and
// among sources.
TEST(SpectralEwald, ClosePairsInSinglePrecision) {
  for (const int periodicity : {0, 1, 2, 3})
    for (const double distance : {1e-2, 1e-3, 1e-4, 1e-6})
      for (const bool same : {false, true}) {
        if (same && periodicity == 2) continue;  // that image sum has no images of a target itself
        EwaldCase c = corner_case(periodicity, {1, 1, 1});
        std::vector<double>& moved = same ? c.sources : c.targets;
        for (std::size_t i = 0; i < 6; ++i)
          for (int d = 0; d < 3; ++d) moved[3 * i + d] = c.sources[12 * (i + 1) + d] + (d == 1 ? distance : 0);
        if (same) c.targets.clear();
        for (const Layer layer : {Layer::single, Layer::combined}) {
          const auto truth = truth_of(c, layer);
          for (const double tolerance : {1e-3, 1e-5, 1e-6}) {
            EwaldOptions o = quick(tolerance, layer);
            o.precision = Precision::fp32;
            EXPECT_LE(relative_l2(spectral_ewald(c, o), truth), 1.5 * tolerance)
                << periodicity << "P " << distance << ", same " << same << ", layer " << int(layer);
          }
        }
      }
}

TEST(SpectralEwald0P, IsTheDirectSum) {
  EwaldCase c;
  c.box = {{1, 2, 1.5}, 0};
  c.sources = uniform_points(200, c.box.lengths, 8);
  c.f = normal_vectors(200, 9);
  for (double& x : c.f) x += 0.5;
  EXPECT_LE(relative_l2(spectral_ewald(c, quick(1e-13, Layer::single)), direct_sum(c)), 1.5e-13);
}

// Truncation radius, padding, grid and cutoff all follow from the free lengths of the box; with a net force the
// constants of the cut kernels must take every trace of them away.
TEST(SpectralEwald1P, NetForceDoesNotDependOnPaddingAndTruncationRadius) {
  EwaldCase c = corner_case(1, {1, 1, 1});
  for (const Layer layer : {Layer::single, Layer::combined}) {
    const auto first = spectral_ewald(c, quick(1e-12, layer));
    for (const auto& [y, z] : {std::array{1.7, 1.0}, std::array{1.2, 2.6}}) {
      EwaldCase wider = c;
      wider.box.lengths = {1, y, z};
      EXPECT_LE(relative_l2(spectral_ewald(wider, quick(1e-12, layer)), first), 3e-12) << y << ' ' << z;
    }
  }
}

}  // namespace
}  // namespace slurry::test
