// SPDX-License-Identifier: BSD-3-Clause
// The near field of a set and of another one that it meets, each pair evaluated once, against one thread per target in
// scalar arithmetic.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/instantiations.hpp"
#include "ewald/near/row_walk.hpp"
#include "ewald/near/symmetric_p2p.hpp"
#include "kernels/prolate_split.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using test::Host;

/// A set with its densities, and what each of its points gets.
struct Side {
  test::Sorted points;
  Density<Host> density;
  PackedSources<Host> packed;
  Vectors<Host> u;

  Side(const Box& box, double cutoff, double row_width, std::size_t count, bool combined, std::uint64_t seed)
      : points(box, cutoff, test::uniform_points(count, box.lengths, seed), row_width),
        packed("packed", count, combined ? packed_combined : packed_single),
        u("u", count) {
    for (int v = 0; v < (combined ? 3 : 1); ++v) {
      const auto w = test::normal_vectors(count, seed + 31 + std::uint64_t(v));
      (v == 0 ? density.forces : v == 1 ? density.dipoles : density.normals) = to_space<Host>(w, "density");
      for (std::size_t k = 0; k < count; ++k)
        for (int d = 0; d < 3; ++d) {
          packed(k, d) = points.points.local(k, d);
          packed(k, 3 + 3 * v + d) = w[std::size_t(3 * points.points.order(k) + d)];
        }
    }
    for (std::size_t k = 0; combined && k < count; ++k)
      packed(k, 12) = packed(k, 6) * packed(k, 9) + packed(k, 7) * packed(k, 10) + packed(k, 8) * packed(k, 11);
    Kokkos::deep_copy(u, NAN);
  }
};

std::vector<double> seen(const Side& targets, const Side& sources, const NearPair& pair) {
  Vectors<Host> u("u", targets.points.points.count);
  p2p_per_target<Host>(Host(), targets.points.points, sources.points.points, sources.packed, pair, u);
  return test::values_of(u);
}

template <class Real>
void expect_agreement(const Box& box, double cutoff, std::size_t count, std::size_t other_count, bool combined,
                      double row_width, bool with_own, double bound) {
  const std::string what = "periodicity " + std::to_string(box.periodicity) + ", cutoff " + std::to_string(cutoff) +
                           (combined ? ", combined" : ", single") + (with_own ? ", with own" : ", others alone");
  const ProlateSplit split(1.35 * 10 + 1, compiled_near_degree(12));
  const NearPair pair = combined ? make_combined_pair(split, cutoff) : make_near_pair(split, cutoff, 0, 0);
  Side a(box, cutoff, row_width, count, combined, 5), b(box, cutoff, row_width, other_count, combined, 6);
  PairBlocks<Host> blocks;
  blocks.build<Real>(a.points.points, cutoff, combined, &b.points.points);
  p2p_symmetric<Real, Host>(Host(), a.points.points, blocks, a.density, pair, a.u,
                            {&b.points.points, b.density, b.u, with_own});
  std::vector<double> of_a = seen(a, b, pair);
  if (with_own) {
    const std::vector<double> own = seen(a, a, pair);
    for (std::size_t i = 0; i < own.size(); ++i) of_a[i] += own[i];
  }
  for (const double v : test::values_of(a.u)) EXPECT_TRUE(std::isfinite(v)) << what;
  if (count > 0 && (with_own || other_count > 0)) {
    EXPECT_LT(test::relative_l2(test::values_of(a.u), of_a), bound) << what;
  }
  const std::vector<double> of_b = seen(b, a, pair);
  for (const double v : test::values_of(b.u)) EXPECT_TRUE(std::isfinite(v)) << what;
  if (count > 0 && other_count > 0) {
    EXPECT_LT(test::relative_l2(test::values_of(b.u), of_b), bound) << what << ", the others";
  }
}

TEST(OtherPoints, SeeTheSetAndAreSeenByIt) {
  for (int periodicity : {0, 1, 2, 3})
    for (double cutoff : {0.11, 0.3, 0.62, 1.4})
      for (const bool combined : {false, true})
        for (const bool with_own : {true, false})
          for (const double row_width : {0.5, 1.0}) {
            const Box box{{1.1, 0.9, 1}, periodicity};
            // bounds as for one set (test_symmetric_p2p.cpp)
            expect_agreement<double>(box, cutoff, 150, 90, combined, row_width, with_own, 5 * 6e-13);
            expect_agreement<float>(box, cutoff, 150, 90, combined, row_width, with_own, combined ? 3e-5 : 5e-6);
          }
}

TEST(OtherPoints, EitherSetMayBeEmptyOrLarge) {
  const Box box{{1, 1, 1}, 1};
  for (const auto& counts : {std::array<std::size_t, 2>{0, 40}, {40, 0}, {7, 60}, {3, 4000}, {4000, 3}, {5000, 5000}})
    for (const bool with_own : {true, false})
      expect_agreement<double>(box, 0.15, counts[0], counts[1], counts[0] < 50, 0.5, with_own, 5 * 6e-13);
}

// two threads at a point of the others would lose one of their sums
TEST(OtherPoints, BlocksOfAColourTouchNoneInCommon) {
  for (int periodicity : {0, 1, 3})
    for (double cutoff : {0.06, 0.09, 0.17}) {
      const Box box{{3, 1.5, 2}, periodicity};
      const test::Sorted s(box, cutoff, test::uniform_points(6000, box.lengths, 12)),
          others(box, cutoff, test::uniform_points(4000, box.lengths, 13));
      const CellGrid& g = s.points.grid;
      PairBlocks<Host> blocks;
      blocks.cut(g, cutoff, true);
      EXPECT_GT(blocks.count[0] * blocks.count[1] * blocks.count[2], 8);
      for (int colour = 0; colour < 8; ++colour) {
        std::vector<int> touched_by(others.points.count, -1);
        for (std::size_t t = 0; t < s.points.count; ++t) {
          int block = 0;
          bool of_colour = true;
          double x[3];
          for (int d = 0; d < 3; ++d) {
            x[d] = s.points.local(t, d);
            int k = 0;
            while (blocks.first_cell(g, d, k + 1) <= g.cell_of(d, x[d])) ++k;
            block = block * blocks.count[d] + k;
            of_colour = of_colour && k % blocks.colours(d) == (colour >> d & 1);
          }
          if (!of_colour) continue;
          walk_rows(g, others.points.cell_start, x, x, cutoff, [&](int s0, int s1, const double*) {
            for (int j = s0; j < s1; ++j) {
              int& by = touched_by[std::size_t(j)];
              EXPECT_TRUE(by == -1 || by == block) << "blocks " << by << " and " << block;
              by = block;
            }
          });
        }
      }
    }
}

}  // namespace
}  // namespace slurry
