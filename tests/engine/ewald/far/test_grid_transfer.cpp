// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "base/execution.hpp"
#include "ewald/far/grid_transfer.hpp"
#include "far_field_case.hpp"

namespace slurry::test {
namespace {

using Space = Host;
/// Wide enough for the truth to be exact beside what is tested.
using Numbers = std::vector<long double>;

/// Fine nodes in a coarse box; spacings 2.6 to 3.1 apart.
struct Setting {
  const char* name;
  int periodicity;
  std::array<int, 3> coarse_grid, fine_grid, nodes;
  std::array<double, 3> first;  ///< of the fine nodes, in coarse spacings of x
  int window;
};

std::vector<Setting> settings() {
  return {{"free", 0, {20, 22, 19}, {40, 37, 36}, {37, 37, 35}, {0.4, 2.3, 1.7}, 6},
          {"over the seams", 3, {24, 26, 23}, {30, 32, 31}, {30, 27, 31}, {-1.3, 20.1, 21.7}, 7},
          {"more than once around", 3, {11, 9, 10}, {30, 24, 25}, {30, 24, 25}, {0.2, -3.1, 7.7}, 10},
          {"along x, wide rows", 1, {60, 17, 18}, {169, 24, 20}, {150, 24, 19}, {31.5, 1.2, 2.9}, 5}};
}

/// One fine node in one direction: the stored coarse nodes that it hands on to, as often as they are met.
struct Contribution {
  int node;
  double weight;
};
using Rows = std::vector<std::vector<Contribution>>;

template <class Real>
struct Transfer {
  EwaldParameters fine, coarse;
  FarGrid fine_grid, coarse_grid;
  std::unique_ptr<const EwaldSplit> split;
  TransferPlace place;
  Rows rows[3];

  explicit Transfer(const Setting& s, bool interleave = false) {
    Box around, box;
    around.periodicity = 3;
    box.periodicity = s.periodicity;
    for (int d = 0; d < 3; ++d) {
      const double spacing = 0.05 * (1 + 0.02 * d);
      box.lengths[d] = s.coarse_grid[d] * spacing;
      around.lengths[d] = s.fine_grid[d] * spacing / (2.6 + 0.25 * d);
      place.first[d] = s.first[d] * spacing;
    }
    place.nodes = s.nodes;
    fine = far_field_parameters(around, s.fine_grid, 12, s.window);
    coarse = far_field_parameters(box, s.coarse_grid, 12, s.window);
    fine.precision = coarse.precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    fine_grid = test::make_test_grid(fine, interleave);
    coarse_grid = test::make_test_grid(coarse, interleave);
    split = make_split(coarse);
    const KaiserBessel window(s.window, coarse.window_shape);
    for (int d = 0; d < 3; ++d)
      for (int i = 0; i < s.nodes[d]; ++i) {
        const double h = coarse_grid.spacing[d];
        const double left = (place.first[d] + i * fine_grid.spacing[d]) / h - 0.5 * s.window;
        const int first = static_cast<int>(std::ceil(left));
        const auto t =
            TransferWeights(window, fine_grid.spacing[d], window, h, *split, coarse.cutoff_radius).at(first - left);
        rows[d].emplace_back();
        for (int j = 0; j < s.window; ++j) {
          int node = first + j + coarse_grid.offset[d];
          if (coarse_grid.periodic[d])
            node = (node % coarse_grid.total[d] + coarse_grid.total[d]) % coarse_grid.total[d];
          rows[d].back().push_back({node, t[j]});
        }
      }
  }
  auto made() const { return PlaneTransfer<Space, Real>::make(fine, fine_grid, coarse, coarse_grid, *split, place); }

  /// f(place in the fine grid, place in the coarse grid, product of the three weights) for all pairs that meet.
  template <class F>
  void for_each_pair(int components, F&& f) const {
    for (int z = 0; z < place.nodes[2]; ++z)
      for (int y = 0; y < place.nodes[1]; ++y)
        for (int x = 0; x < place.nodes[0]; ++x)
          for (const auto& wz : rows[2][z])
            for (const auto& wy : rows[1][y])
              for (int c = 0; c < components; ++c) {
                const std::size_t from = fine_grid.row(z, y, c, components) + x * fine_grid.step(components),
                                  to = coarse_grid.row(wz.node, wy.node, c, components);
                for (const auto& wx : rows[0][x])
                  f(from, to + wx.node * coarse_grid.step(components), wz.weight * wy.weight * wx.weight);
              }
  }
};

/// Row of all components and column of a number of a grid.
struct RowAndColumn {
  std::size_t row;
  int column;
};
RowAndColumn place_of(std::size_t i, const FarGrid& g, int components) {
  const std::size_t length = std::size_t(components) * g.pitch;
  return {i / length, int(g.interleaved(components) ? i % length / components : i % g.pitch)};
}

template <class Real>
Numbers random_numbers(const FarGrid& g, int components) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Numbers v(g.size(components));
  for (auto& x : v) x = static_cast<Real>(uniform(random));
  return v;
}
template <class Real>
GridValues<Space, Real> to_space(const Numbers& v) {
  GridValues<Space, Real> values("values", v.size());
  const auto host = Kokkos::create_mirror_view(values);
  for (std::size_t i = 0; i < v.size(); ++i) host(i) = static_cast<Real>(v[i]);
  Kokkos::deep_copy(values, host);
  return values;
}

/// Largest difference relative to the largest number; infinite where one of them is no number.
template <class Real>
double difference(const GridValues<Space, Real>& values, const Numbers& truth) {
  const auto host = Kokkos::create_mirror_view(values);
  Kokkos::deep_copy(host, values);
  double largest = 0, off = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double d = static_cast<double>(std::abs(host(i) - truth[i]));
    if (!std::isfinite(d)) return std::numeric_limits<double>::infinity();
    off = std::max(off, d);
    largest = std::max(largest, static_cast<double>(std::abs(truth[i])));
  }
  return off / largest;
}

template <class Real>
class GridTransferOf : public testing::Test {
 public:
  static constexpr double limit = sizeof(Real) == 4 ? 2e-6 : 1e-14;
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(GridTransferOf, Precisions);

TYPED_TEST(GridTransferOf, RestrictsAsThreeSumsOverItsWeightsDo) {
  using Real = TypeParam;
  for (const Setting& s : settings())
    for (const auto& [components, interleave] : {std::pair{3, false}, {3, true}, {4, false}, {4, true}}) {
      const Transfer<Real> t(s, interleave);
      if (interleave && !t.fine_grid.interleaved(components)) continue;
      SCOPED_TRACE(testing::Message() << s.name << ", components " << components
                                      << (interleave ? ", interleaved" : ""));
      auto fine = random_numbers<Real>(t.fine_grid, components);
      auto truth = random_numbers<Real>(t.coarse_grid, components);
      const auto coarse = to_space<Real>(truth);  // added to what is there
      t.for_each_pair(components, [&](std::size_t f, std::size_t c, double w) { truth[c] += w * fine[f]; });
      // what is no node of the place has no part in it
      const FarGrid& g = t.fine_grid;
      for (std::size_t i = 0; i < fine.size(); ++i) {
        const auto [row, column] = place_of(i, g, components);
        if (column >= s.nodes[0] || int(row % g.total[1]) >= s.nodes[1] || int(row / g.total[1]) >= s.nodes[2])
          fine[i] = std::numeric_limits<double>::quiet_NaN();
      }
      t.made()->restrict_to(Space(), to_space<Real>(fine), coarse, components);
      EXPECT_LT(difference<Real>(coarse, truth), this->limit);
    }
}

TYPED_TEST(GridTransferOf, ProlongsAsThreeSumsOverItsWeightsDoAndFillsTheHalo) {
  using Real = TypeParam;
  for (const Setting& s : settings())
    for (const bool interleave : {false, true}) {
      const Transfer<Real> t(s, interleave);
      const FarGrid &g = t.fine_grid, &h = t.coarse_grid;
      if (interleave && !g.interleaved(3)) continue;
      SCOPED_TRACE(testing::Message() << s.name << (interleave ? ", interleaved" : ""));
      auto coarse = random_numbers<Real>(h, 3), truth = random_numbers<Real>(g, 3);
      const auto fine = to_space<Real>(truth);  // added to what is there
      double scale = 1;
      for (int d = 0; d < 3; ++d) scale *= h.spacing[d] / g.spacing[d];
      t.for_each_pair(3, [&](std::size_t f, std::size_t c, double w) { truth[f] += scale * w * coarse[c]; });
      for (std::size_t i = 0; i < truth.size(); ++i) {
        const int column = place_of(i, g, 3).column, total = g.total[0];
        if (column >= total) truth[i] = column < total + g.window ? truth[i - total * g.step(3)] : 0;
      }
      for (std::size_t i = 0; i < coarse.size(); ++i)  // the halo has no part in it
        if (place_of(i, h, 3).column >= h.total[0]) coarse[i] = std::numeric_limits<double>::quiet_NaN();
      t.made()->prolong_from(Space(), to_space<Real>(coarse), fine);
      EXPECT_LT(difference<Real>(fine, truth), this->limit);
    }
}

}  // namespace
}  // namespace slurry::test
