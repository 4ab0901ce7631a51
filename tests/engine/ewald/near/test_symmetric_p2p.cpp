// SPDX-License-Identifier: BSD-3-Clause
// The near field of a set on itself, each pair evaluated once, against one thread per target in scalar arithmetic.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/instantiations.hpp"
#include "base/pace.hpp"
#include "ewald/near/row_walk.hpp"
#include "ewald/near/symmetric_p2p.hpp"
#include "kernels/prolate_split.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using test::Host;

struct Case {
  Box box;
  double cutoff;
  std::vector<double> xyz;
  int degree = 14;
  double target_radius = 0, source_radius = 0;
  bool combined = false;
  double row_width = 0.5;
};

struct BothForms {
  std::vector<double> symmetric, per_target;
  PairBlocks<Host> blocks;
  test::Sorted points;

  template <class Real>
  BothForms(const Case& c, Real) : points(c.box, c.cutoff, c.xyz, c.row_width) {
    const Host space;
    const int degree = compiled_near_degree(c.degree);
    const ProlateSplit split(1.35 * (degree - 2) + 1, degree);
    const NearPair pair = c.combined ? make_combined_pair(split, c.cutoff)
                                     : make_near_pair(split, c.cutoff, c.target_radius, c.source_radius);
    const std::size_t count = points.points.count;
    PackedSources<Host> packed("packed", count, c.combined ? packed_combined : packed_single);
    Density<Host> density;
    const int vectors = c.combined ? 3 : 1;  // f; or f, q and n
    for (int v = 0; v < vectors; ++v) {
      const auto w = test::normal_vectors(count, 31 + std::uint64_t(v));
      (v == 0 ? density.forces : v == 1 ? density.dipoles : density.normals) = to_space<Host>(w, "density");
      for (std::size_t k = 0; k < count; ++k)
        for (int d = 0; d < 3; ++d) {
          packed(k, d) = points.points.local(k, d);
          packed(k, 3 + 3 * v + d) = w[std::size_t(3 * points.points.order(k) + d)];
        }
    }
    if (c.combined)
      for (std::size_t k = 0; k < count; ++k)
        packed(k, 12) = packed(k, 6) * packed(k, 9) + packed(k, 7) * packed(k, 10) + packed(k, 8) * packed(k, 11);
    Vectors<Host> u("u", count), v("v", count);
    Kokkos::deep_copy(u, NAN);
    blocks.build<Real>(points.points, c.cutoff, c.combined);
    p2p_symmetric<Real, Host>(space, points.points, blocks, density, pair, u);
    p2p_per_target<Host>(space, points.points, points.points, packed, pair, v);
    symmetric = test::values_of(u);
    per_target = test::values_of(v);
  }
};

/// In narrow and wide rows of cells; the combined layer too where the case is of points.
void expect_agreement(Case c, const std::string& what) {
  // 1/r of the vectors has a relative error up to 6e-13 (test_simd), and enters up to its fifth power
  const BothForms both(c, double());
  EXPECT_LT(test::relative_l2(both.symmetric, both.per_target), 5 * 6e-13) << what;
  const BothForms single(c, float());
  EXPECT_LT(test::relative_l2(single.symmetric, single.per_target), 2e-6) << what;
  if (c.row_width < 1) {
    Case wide = c;
    wide.row_width = 1;
    expect_agreement(wide, what + ", wide rows");
  }
  if (c.combined || c.target_radius != 0 || c.source_radius != 0 || c.row_width == 1) return;
  c.combined = true;
  expect_agreement(c, what + ", combined layer");
}

std::vector<double> clustered_points(std::size_t count, const std::array<double, 3>& lengths, std::uint64_t seed) {
  auto x = test::uniform_points(count, lengths, seed);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t d = 0; d < 3; ++d)  // two clusters, one of them in a corner, and a few points elsewhere
      if (i % 8 != 0) x[3 * i + d] = x[3 * i + d] * 0.12 + (i % 2 == 0 ? 0.5 * lengths[d] : 0);
  return x;
}

const std::vector<std::array<double, 2>> radii{{0, 0}, {0, 0.03}, {0.03, 0}, {0.03, 0.03}, {0.02, 0.05}};

TEST(SymmetricP2P, AgreesForEveryKindPeriodicityAndCutoff) {
  for (int periodicity : {0, 1, 2, 3})
    for (const auto& r : radii)
      for (double cutoff : {0.11, 0.3, 0.62, 1.4}) {
        if (r[0] != r[1] && cutoff != 0.3) continue;
        const Box box{{1.1, 0.9, 1}, periodicity};
        expect_agreement({box, cutoff, test::uniform_points(150, box.lengths, 5), 14, r[0], r[1]},
                         "periodicity " + std::to_string(periodicity) + ", cutoff " + std::to_string(cutoff));
      }
}

template <int... Degree>
void at_every_degree(std::integer_sequence<int, Degree...>) {
  const Box box{{1, 1, 1}, 1};
  for (const auto& r : {radii[0], radii[1], radii[3]})
    (expect_agreement({box, 0.25, test::uniform_points(200, box.lengths, 6), Degree, r[0], r[1]},
                      "degree " + std::to_string(Degree)),
     ...);
}
TEST(SymmetricP2P, AgreesAtEveryCompiledDegree) {
  at_every_degree(CompiledNearDegrees{});
}

TEST(SymmetricP2P, AgreesForClustersWhoseSourcesFillSeveralTiles) {
  for (int periodicity : {0, 1, 3}) {
    const Box box{{1, 1.2, 0.8}, periodicity};
    for (double cutoff : {0.15, 0.5})
      for (const auto& r : {std::array{0.0, 0.0}, {0.004, 0.004}})
        expect_agreement({box, cutoff, clustered_points(2500, box.lengths, 7), 12, r[0], r[1]},
                         "clusters, periodicity " + std::to_string(periodicity));
  }
}

TEST(SymmetricP2P, AgreesForAFewPointsAndForNone) {
  for (std::size_t count : {0, 1, 2, 3, 6, 10})
    for (int periodicity : {0, 1, 2, 3})
      for (double cutoff : {0.2, 0.7, 2.1}) {
        const Box box{{1, 0.8, 0.9}, periodicity};
        Case c{box, cutoff, test::uniform_points(count, box.lengths, 40 + count), 12, 0.05, 0.05};
        if (count == 0) {
          EXPECT_TRUE(BothForms(c, double()).symmetric.empty());
          continue;
        }
        expect_agreement(c, std::to_string(count) + " points");
        c.target_radius = c.source_radius = 0;
        expect_agreement(c, std::to_string(count) + " points");
      }
}

TEST(SymmetricP2P, AgreesInLongAndFlatBoxes) {
  for (const auto& lengths : {std::array<double, 3>{9, 0.4, 0.5}, {0.5, 6, 0.4}, {0.3, 0.4, 8}, {5, 5, 0.2}})
    for (int periodicity : {0, 1, 2, 3})
      for (double cutoff : {0.15, 0.45})
        expect_agreement({{lengths, periodicity}, cutoff, test::uniform_points(700, lengths, 9)},
                         "lengths " + std::to_string(lengths[0]) + " " + std::to_string(lengths[1]));
}

// threads take blocks as they come: sums would differ in the last bits if points were shared between blocks
TEST(SymmetricP2P, SumsAreTheSameInEveryRun) {
  const Box box{{1, 1, 1}, 1};
  for (const bool combined : {false, true}) {
    const Case c{box, 0.08, test::uniform_points(6000, box.lengths, 17), 8, 0, 0, combined};
    const BothForms first(c, double()), first_single(c, float());
    EXPECT_GT(first.blocks.count[1] * first.blocks.count[2], 8);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(BothForms(c, double()).symmetric, first.symmetric);
      EXPECT_EQ(BothForms(c, float()).symmetric, first_single.symmetric);
    }
  }
}

TEST(SymmetricP2P, CoincidentAndNearlyTouchingPoints) {
  const Box box{{1, 1, 1}, 3};
  // on both sides of the seam another point in the row: alone, a point has no group to be rounded in
  const std::vector<double> x{0.5, 0.5,  0.5,  0.5, 0.5,  0.5,      0.5, 0.5, 0.5 + 1e-4, 0.2, 1e-7, 0.3, 0.2, 1 - 1e-7,
                              0.3, 0.26, 1e-7, 0.3, 0.23, 1 - 1e-7, 0.3, 0.7, 0.7,        0.7, 0.7,  0.8, 0.7};
  for (const auto& r : radii)
    for (const bool combined : {false, true}) {
      if (combined && r != radii[0]) continue;
      const Case c{box, 0.3, x, 12, r[0], r[1], combined};
      const BothForms both(c, double()), single(c, float());
      // a difference of coordinates across the seam rounds at 1e-16 of the box, and points come as near as 1e-7
      EXPECT_LT(test::relative_l2(both.symmetric, both.per_target), 1e-8);
      EXPECT_LT(test::relative_l2(single.symmetric, single.per_target), 1e-6) << r[0] << ' ' << r[1] << combined;
    }
}

TEST(SymmetricP2P, BlocksOfAColourTouchNoPointInCommonAndCoverAll) {
  for (const auto& [periodicity, row_width] : {std::pair{0, 0.5}, {1, 0.5}, {3, 0.5}, {0, 1.0}, {1, 1.0}, {3, 1.0}})
    for (double cutoff : {0.06, 0.09, 0.17, 0.25}) {  // 0.25: whole multiples of the cells
      const Box box{{6, 1.5, 2}, periodicity};
      const test::Sorted s(box, cutoff, test::uniform_points(9000, box.lengths, 12), row_width);
      const CellGrid& g = s.points.grid;
      PairBlocks<Host> blocks;
      blocks.cut(g, cutoff);
      EXPECT_GT(blocks.efficiency(s.points, 2), cutoff < 0.1 ? 0.8 : 0.3);
      EXPECT_EQ(blocks.efficiency(s.points, 1), 1);
      EXPECT_NEAR(blocks.even_efficiency(g, 2), blocks.efficiency(s.points, 2), 0.1);  // these points are even
      EXPECT_EQ(blocks.even_efficiency(g, 1), 1);
      std::vector<int> owners(s.points.count);
      for (int colour = 0; colour < 8; ++colour) {
        const int of[3] = {colour & 1, colour >> 1 & 1, colour >> 2 & 1};
        if (of[0] >= blocks.colours(0) || of[1] >= blocks.colours(1) || of[2] >= blocks.colours(2)) continue;
        std::vector<int> touched_by(s.points.count, -1);
        int first[3], last[3], block = 0;
        const auto run = [&] {
          for (int iz = first[2]; iz < last[2]; ++iz)
            for (int iy = first[1]; iy < last[1]; ++iy)
              for (int k = s.points.cell_start((iz * g.n[1] + iy) * g.n[0] + first[0]);
                   k < s.points.cell_start((iz * g.n[1] + iy) * g.n[0] + last[0]); ++k) {
                ++owners[std::size_t(k)];
                const double x[3] = {s.points.local(k, 0), s.points.local(k, 1), s.points.local(k, 2)};
                walk_rows_after(g, s.points.cell_start, k, iy, iz, x, x, cutoff, [&](int s0, int s1, const double*) {
                  for (int j = s0; j < s1; ++j) {
                    int& by = touched_by[std::size_t(j)];
                    EXPECT_TRUE(by == -1 || by == block) << "blocks " << by << " and " << block;
                    by = block;
                  }
                });
              }
        };
        int k[3];
        for (k[2] = of[2]; k[2] < blocks.count[2]; k[2] += blocks.colours(2))
          for (k[1] = of[1]; k[1] < blocks.count[1]; k[1] += blocks.colours(1))
            for (k[0] = of[0]; k[0] < blocks.count[0]; k[0] += blocks.colours(0), ++block) {
              for (int d = 0; d < 3; ++d) {
                first[d] = blocks.first_cell(g, d, k[d]);
                last[d] = blocks.first_cell(g, d, k[d] + 1);
              }
              run();
            }
      }
      for (int n : owners) ASSERT_EQ(n, 1);
    }
}

// of a point and an image in two periods d and -d, one is visited
TEST(SymmetricP2P, EveryPairOfImagesIsVisitedFromOneSide) {
  for (int periodicity : {0, 1, 2, 3})
    for (double cutoff : {0.2, 0.6, 1.3}) {
      const Box box{{1, 0.8, 0.9}, periodicity};
      const test::Sorted s(box, cutoff, test::uniform_points(25, box.lengths, 3));
      const CellGrid& g = s.points.grid;
      std::map<std::tuple<int, int, int, int, int>, int> visits;
      for (int iz = 0; iz < g.n[2]; ++iz)
        for (int iy = 0; iy < g.n[1]; ++iy)
          for (int t = s.points.cell_start((iz * g.n[1] + iy) * g.n[0]);
               t < s.points.cell_start((iz * g.n[1] + iy + 1) * g.n[0]); ++t) {
            const double x[3] = {s.points.local(t, 0), s.points.local(t, 1), s.points.local(t, 2)};
            walk_rows_after(g, s.points.cell_start, t, iy, iz, x, x, cutoff, [&](int s0, int s1, const double* shift) {
              int p[3];
              for (int d = 0; d < 3; ++d) p[d] = int(std::lround(shift[d] / box.lengths[d]));
              for (int j = s0; j < s1; ++j) {
                if (j == t && p[0] == 0 && p[1] == 0 && p[2] == 0) continue;
                ++visits[{t, j, p[0], p[1], p[2]}];
                ++visits[{j, t, -p[0], -p[1], -p[2]}];
              }
            });
          }
      std::size_t within = 0;
      for (int t = 0; t < int(s.points.count); ++t) {
        const double x[3] = {s.points.local(t, 0), s.points.local(t, 1), s.points.local(t, 2)};
        std::vector<double> y;
        for (int j = 0; j < int(s.points.count); ++j)
          for (int d = 0; d < 3; ++d) y.push_back(s.points.local(j, d));
        test::for_images_within(box, x, y, cutoff, [&](const double* r, std::size_t j) {
          if (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] == 0) return;
          int p[3];
          for (int d = 0; d < 3; ++d)
            p[d] = int(std::lround((x[d] - y[3 * j + std::size_t(d)] - r[d]) / box.lengths[d]));
          ++within;
          EXPECT_EQ((visits[{t, int(j), p[0], p[1], p[2]}]), 1) << t << " " << j;
        });
      }
      EXPECT_GT(within, 10u);
    }
}

TEST(SymmetricP2P, RefusesBlocksOfAnotherLayerOrPrecisionAndADegreeThatIsNotCompiled) {
  const Box box{{1, 1, 1}, 3};
  const test::Sorted one(box, 0.3, {0.25, 0.5, 0.75});
  PairBlocks<Host> blocks;
  blocks.build<double>(one.points, 0.3, false);
  const Vectors<Host> w("w", 1);
  const Density<Host> density{w, w, w};
  const Vectors<Host> u("u", 1);
  for (const NearPair& pair : {make_combined_pair(ProlateSplit(16.1, compiled_near_degree(12)), 0.3),
                               make_near_pair(ProlateSplit(9, 7), 0.3, 0, 0)})
    EXPECT_THROW((p2p_symmetric<double, Host>(Host(), one.points, blocks, density, pair, u)), std::exception);
  // of the other precision
  const NearPair pair = make_near_pair(ProlateSplit(16.1, compiled_near_degree(12)), 0.3, 0, 0);
  EXPECT_NO_THROW((p2p_symmetric<double, Host>(Host(), one.points, blocks, density, pair, u)));
  EXPECT_THROW((p2p_symmetric<float, Host>(Host(), one.points, blocks, density, pair, u)), std::exception);
}

/// A near field of many points takes seconds, and may end between its colours.  Check points are counted, and no times.
TEST(SymmetricP2P, EndsBetweenTwoColours_AndCheckPointsChangeNoBit) {
  const Box box{{1.1, 0.9, 1}, 3};
  const Case c{box, 0.08, test::uniform_points(4000, box.lengths, 5)};
  const BothForms alone(c, double());
  const int colours = alone.blocks.colours(0) * alone.blocks.colours(1) * alone.blocks.colours(2);
  ASSERT_GE(colours, 4);
  struct Ended {};
  int passed = 0, last = -1;
  const Pace pace(
      [&] {
        if (passed++ == last) throw Ended();
      },
      {});
  const BothForms paced(c, double());
  EXPECT_GE(passed, colours);
  EXPECT_EQ(paced.symmetric, alone.symmetric);
  for (last = 0; last < colours; ++last) {
    passed = 0;
    EXPECT_THROW(BothForms(c, double()), Ended);
    EXPECT_EQ(passed, last + 1);
  }
}

}  // namespace
}  // namespace slurry
