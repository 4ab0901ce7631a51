// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/execution.hpp"
#include "base/relative_difference.hpp"
#include "ewald/far/field_spreading.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/near/field_p2p.hpp"
#include "ewald/near/p2p.hpp"
#include "ewald/near/radii_p2p.hpp"
#include "kernels/prolate_split.hpp"
#include "planning/engines.hpp"
#include "summation/sum_elsewhere.hpp"
#include "support/random_points.hpp"

// The loops that a device runs, run on the host: the same sums as the host's own loops to rounding.
namespace slurry {
namespace {

using Space = Host;

struct Setting {
  EwaldParameters p;
  FarGrid grid;
  SortedPoints<Space> points;
  Density<Space> density;

  Setting(int periodicity, int window) {
    p.box = {{1, 0.7, 0.8}, periodicity};
    p.grid = {30, 20, 24};
    p.cutoff_radius = 0.15;
    p.window_points = window;
    grid = make_far_grid(p);
    const auto x = test::uniform_points(700, p.box.lengths, 1);
    points.sort(Space(), make_cell_grid(p.box, p.cutoff_radius), to_space<Space>(x, "x"));
    density.forces = to_space<Space>(test::normal_vectors(700, 2), "f");
    density.dipoles = to_space<Space>(test::normal_vectors(700, 3), "q");
    density.normals = to_space<Space>(test::normal_vectors(700, 4), "n");
  }
};

template <class Real>
class DeviceForms : public ::testing::Test {};
using Precisions = ::testing::Types<double, float>;
TYPED_TEST_SUITE(DeviceForms, Precisions);

TYPED_TEST(DeviceForms, SpreadAndGather_LikeTheHostsLoops_ToRounding) {
  using Real = TypeParam;
  const Space space;
  for (const int periodicity : {0, 1, 2, 3})
    for (const int window : {5, 8, 11}) {
      const Setting s(periodicity, window);
      const WindowTable<Space, Real> table(KaiserBessel(window, 2.4 * window), KaiserBessel::sufficient_degree(window),
                                           s.grid);
      GridValues<Space, Real> host("host", s.grid.size(4)), device("device", s.grid.size(4));
      p2g(space, s.grid, table, s.points, s.density, 4, host);
      p2g_per_point(space, s.grid, table, s.points, s.density, 4, device);
      // the host leaves what it folded back in the halo
      double difference = 0, norm = 0;
      for (std::size_t row = 0; row < s.grid.size(4); row += s.grid.pitch)
        for (int x = 0; x < s.grid.total[0]; ++x) {
          difference += std::pow(double(host(row + x)) - double(device(row + x)), 2);
          norm += std::pow(double(host(row + x)), 2);
        }
      const double rounding = sizeof(Real) == 8 ? 1e-14 : 2e-6;
      EXPECT_LT(std::sqrt(difference / norm), rounding) << "P2G, " << periodicity << " periodic, window " << window;

      GridValues<Space, Real> values("values", s.grid.size(3));
      const auto random = test::normal_vectors(values.size() / 3 + 1, 5);
      for (std::size_t i = 0; i < values.size(); ++i) values(i) = static_cast<Real>(random[i]);
      fill_halo(space, s.grid, values);
      const Vectors<Space> by_host("u", 700), by_device("v", 700);
      g2p(space, s.grid, table, s.points, values, by_host);
      g2p_per_point(space, s.grid, table, s.points, values, by_device);
      EXPECT_LT(relative_difference(by_device, by_host), rounding)
          << "G2P, " << periodicity << " periodic, window " << window;
    }
}

TYPED_TEST(DeviceForms, CombinedNearField_LikeTheHostsLoop_ToRounding) {
  using Real = TypeParam;
  const Space space;
  const Setting s(1, 8);
  PackedSources<Space> packed("packed", 700, packed_combined);
  for (int k = 0; k < 700; ++k) {
    const int i = s.points.order(k);
    for (int d = 0; d < 3; ++d) {
      packed(k, d) = s.points.local(k, d);
      packed(k, 3 + d) = s.density.forces(i, d);
      packed(k, 6 + d) = s.density.dipoles(i, d);
      packed(k, 9 + d) = s.density.normals(i, d);
      packed(k, 12) += s.density.dipoles(i, d) * s.density.normals(i, d);
    }
  }
  const NearPair pair = make_combined_pair(ProlateSplit(19, 14), s.p.cutoff_radius);
  TargetGroups<Space> groups;
  groups.build(space, s.points, group_width<Real>());
  const Vectors<Space> by_host("u", 700), by_device("v", 700);
  p2p<Real>(space, s.points, groups, s.points, packed, pair, by_host);
  p2p_per_target<Space, Real>(space, s.points, s.points, packed, pair, by_device);
  EXPECT_LT(relative_difference(by_device, by_host), sizeof(Real) == 8 ? 2e-12 : 2e-6);
  if (sizeof(Real) == 8) return;
  // fp32 is fp32: it differs from fp64 by roundings, neither nothing nor much
  const Vectors<Space> in_fp64("w", 700);
  p2p_per_target<Space, double>(space, s.points, s.points, packed, pair, in_fp64);
  EXPECT_LT(relative_difference(by_device, in_fp64), 2e-6);
  EXPECT_GT(relative_difference(by_device, in_fp64), 1e-9);
}

TYPED_TEST(DeviceForms, ChargesAndFields_LikeTheHostsLoops_ToRounding) {
  using Real = TypeParam;
  const Space space;
  const double rounding = sizeof(Real) == 8 ? 1e-13 : 5e-6;
  for (const int periodicity : {0, 1, 3})
    for (const int window : {5, 8, 11, 17}) {
      const Setting s(periodicity, window);
      const WindowTable<Space, Real> table(KaiserBessel(window, 2.4 * window), KaiserBessel::sufficient_degree(window),
                                           s.grid);
      const auto numbers = test::normal_vectors(700, 6);
      const Kokkos::View<const double*, Space::memory_space> charges(numbers.data(), 700);
      GridValues<Space, Real> host("host", s.grid.size(1)), device("device", s.grid.size(1));
      p2g_charges(space, s.grid, table, s.points, charges, host);
      p2g_charges_per_point(space, s.grid, table, s.points, charges, device);
      double difference = 0, norm = 0;
      for (std::size_t row = 0; row < s.grid.size(1); row += s.grid.pitch)
        for (int x = 0; x < s.grid.total[0]; ++x) {
          difference += std::pow(double(host(row + x)) - double(device(row + x)), 2);
          norm += std::pow(double(host(row + x)), 2);
        }
      EXPECT_LT(std::sqrt(difference / norm), rounding) << "charges, " << periodicity << " periodic, window " << window;

      for (const int components : {1, 3}) {
        GridValues<Space, Real> values("values", s.grid.size(components));
        const auto random = test::normal_vectors(values.size() / 3 + 1, 7);
        for (std::size_t i = 0; i < values.size(); ++i) values(i) = static_cast<Real>(random[i]);
        fill_halo(space, s.grid, values, components);
        const auto fields = [&](const std::string& name) {
          return GatheredFields<Space>{FieldGradients<Space>(name, 700, components),
                                       FieldGradients<Space>(name, 700, 3 * components)};
        };
        const auto by_host = fields("host"), by_device = fields("device");
        g2p_fields(space, s.grid, table, s.points, values, components, by_host);
        g2p_fields_per_point(space, s.grid, table, s.points, values, components, by_device);
        EXPECT_LT(relative_difference(by_device.value, by_host.value), rounding) << window;
        EXPECT_LT(relative_difference(by_device.gradient, by_host.gradient), rounding) << window;
      }
    }
}

TEST(DeviceNearField, FieldsAndRadii_LikeTheHostsLoops_ToRounding) {
  const Space space;
  const Setting s(1, 8);
  const ProlateSplit split(19, 14);
  test::Random random(9);
  TargetGroups<Space> groups;
  groups.build(space, s.points, group_width<double>());
  const auto rows = [&](int width) {
    PackedSources<Space> packed("packed", 700, width);
    for (int k = 0; k < 700; ++k)
      for (int c = 0; c < width; ++c) packed(k, c) = c < 3 ? s.points.local(k, c) : random.normal();
    return packed;
  };
  const FieldPair pair = make_field_pair(split, s.p.cutoff_radius);
  for (const FieldSources kind : {FieldSources::forces, FieldSources::layers, FieldSources::charges}) {
    const int width = kind == FieldSources::charges  ? packed_charge
                      : kind == FieldSources::forces ? packed_single
                                                     : packed_combined;
    const auto packed = rows(width);
    const int n = kind == FieldSources::charges ? 3 : 9;
    const FieldGradients<Space> g("g", 700, n), h("h", 700, n);
    const FieldScalars<Space> p("p", 700), q("q", 700);
    p2p_fields(space, s.points, groups, s.points, packed, pair, kind, g, p);
    p2p_fields_per_target(space, s.points, s.points, packed, pair, kind, h, q);
    EXPECT_LT(relative_difference(h, g), 1e-12) << int(kind);
    EXPECT_LT(relative_difference(q, p), 1e-12) << int(kind);
  }
  auto spheres = rows(packed_sphere);
  for (int k = 0; k < 700; ++k) spheres(k, 6) = k % 7 == 0 ? 0 : random.uniform(0.001, 0.06);
  const Vectors<Space> u("u", 700), v("v", 700);
  const RadiiPair radii = make_radii_pair(split, s.p.cutoff_radius);
  const FieldScalars<Space> sizes("sizes", 700);
  for (int k = 0; k < 700; ++k) sizes(k) = spheres(k, 6);
  p2p_radii<Space>(space, s.points, groups, sizes, s.points, spheres, radii, u);
  p2p_radii_per_target<Space>(space, s.points, sizes, s.points, spheres, radii, v);
  EXPECT_LT(relative_difference(v, u), 1e-12);
}

// The copies there and back, with the host in the place of the device.
TEST(SumElsewhere, GivesTheNumbersOfTheSumItself) {
  constexpr std::size_t n = 300;
  PlanRequest request;
  request.task.box = {{1, 1, 1}, 1};
  request.task.options.tolerance = 1e-5;
  request.task.options.deterministic = true;
  request.counts.sources = n;
  request.counts.targets = 2 * n;
  request.counts.squared_force_sum = 3 * n;
  request.rates = built_in_rates();
  const auto x = to_space<Host>(test::uniform_points(n, request.task.box.lengths, 1), "x"),
             y = to_space<Host>(test::uniform_points(n, request.task.box.lengths, 2), "y"),
             f = to_space<Host>(test::normal_vectors(n, 3), "f");
  for (const std::string engine : {"direct", "ewald"}) {
    request.engine = engine;
    const Candidates found = candidates(request);
    const SumPlan& plan = best(found);
    const auto here = make_sum_in(Host(), plan);
    SumElsewhere<Host> there(make_sum_in(Host(), plan));
    const auto velocities_by = [&](Summation<Host>& sum) {
      std::vector<SumFields<Host>> r(2);
      for (auto& fields : r) fields.velocity = Vectors<Host>("u", n);
      sum.set_points({x, 0}, {{x, 0, true}, {y, 0, false}});
      sum.apply({{f, {}, {}}, {}}, r);
      return r;
    };
    const auto u = velocities_by(*here), v = velocities_by(there);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(relative_difference(v[k].velocity, u[k].velocity), 0) << engine;
    EXPECT_GT(relative_difference(u[0].velocity, u[1].velocity), 0.1);
    EXPECT_EQ(there.expected_errors(plan.counts).value, here->expected_errors(plan.counts).value);
  }
}

}  // namespace
}  // namespace slurry
