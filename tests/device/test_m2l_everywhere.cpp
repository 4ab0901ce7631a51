// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/execution.hpp"
#include "fmm/level_kernels.hpp"
#include "support/random_points.hpp"
#include "support/tree_cases.hpp"

// M2L by the kernels over arrays, in every space, compared with sums of matrices from box to box.
namespace slurry::fmm {
namespace {

/// A tree of random points with random multipoles, whose coefficients are as large as those of points. unit: side of a
/// box of the level along x, in units of length of its expansions.
template <class Real>
struct Level {
  ExpansionShape shape;
  double unit;
  Vector3 cell;
  std::vector<double> points;
  Tree tree;
  ExpansionsOf<Real> multipoles;

  static RootCells roots(const Vector3& cell) {
    RootCells r;
    for (std::size_t a = 0; a < 3; ++a) r.side[a] = cell[a];
    r.corner = {-0.01, -0.01, -0.01};
    r.periodicity = 1;
    return r;
  }
  Level(int p, int sets, const Vector3& of, double units = 1)
      : shape{p, sets},
        unit(units),
        cell{units * of[0], units * of[1], units * of[2]},
        points(test::uniform_points(500, {0.9 * of[0], 0.9 * of[1], 0.9 * of[2]}, 7)),
        tree(roots(of), {8, 0.25, 0}, ConstHostVectors(points.data(), 500), ConstHostVectors(points.data(), 500),
             true) {
    const int boxes = static_cast<int>(tree.boxes().size());
    multipoles.resize(boxes, p, sets);
    multipoles.clear();
    test::Random random(5);
    for (int b = 0; b < boxes; ++b)
      for (int l = 0, k = 0; l <= p; ++l)
        for (int m = -l; m <= l; ++m)
          for (int c = 0; c < sets; ++c)
            multipoles.of(b)[k++] =
                static_cast<Real>(random.normal() * std::pow(0.5 * unit, l) / std::tgamma(l + std::abs(m) + 1));
  }

  /// What the boxes of a level receive: the matrix of every pair of boxes that list V has.
  Expansions truth(int level) const {
    Expansions locals = empty<double>();
    std::map<Vector3, RealMatrix> matrices;
    for (int t = tree.level_start(level); t < tree.level_start(level + 1); ++t) {
      const TreeBox& target = tree.box(t);
      const Colleagues& parents = tree.colleagues(target.parent);
      for (int slot = 0; slot < 27; ++slot) {
        if (parents[std::size_t(slot)] < 0) continue;
        for (int octant = 0; octant < 8; ++octant) {
          const int source = tree.box(parents[std::size_t(slot)]).child[std::size_t(octant)];
          if (source < 0) continue;
          Vector3 d;
          bool touch = true;
          const int up[3] = {slot % 3 - 1, slot / 3 % 3 - 1, slot / 9 - 1};
          for (std::size_t a = 0; a < 3; ++a) {
            const int apart = (target.octant >> a & 1) - (octant >> a & 1) - 2 * up[a];
            touch = touch && std::abs(apart) <= 1;
            d[a] = apart * cell[a];
          }
          if (touch) continue;
          auto found = matrices.find(d);
          if (found == matrices.end()) found = matrices.emplace(d, m2l_matrix(shape.p, d)).first;
          const RealMatrix& k = found->second;
          for (int r = 0; r < k.rows; ++r)
            for (int c = 0; c < k.columns; ++c)
              for (int s = 0; s < shape.sets; ++s) {
                double q = multipoles.of(source)[c * shape.sets + s];
                if (s == 3)
                  for (std::size_t a = 0; a < 3; ++a) q -= d[a] * multipoles.of(source)[c * shape.sets + int(a)];
                locals.of(t)[r * shape.sets + s] += k(r, c) * q;
              }
        }
      }
    }
    return locals;
  }
  template <class Number = Real>
  ExpansionsOf<Number> empty() const {
    ExpansionsOf<Number> e;
    e.resize(static_cast<int>(tree.boxes().size()), shape.p, shape.sets);
    e.clear();
    return e;
  }
};

/// Relative difference of the local expansions of a level, in which each degree counts by its part of a potential.
template <class Real>
double difference(const Level<Real>& at, int level, const ExpansionsOf<Real>& found, const Expansions& truth) {
  double apart = 0, size = 0;
  for (int b = at.tree.level_start(level); b < at.tree.level_start(level + 1); ++b)
    for (int l = 0, k = 0; l <= at.shape.p; ++l)
      for (int m = -l; m <= l; ++m)
        for (int c = 0; c < at.shape.sets; ++c, ++k) {
          const double scale = std::pow(0.5 * at.unit, l) / std::tgamma(l + 1);
          apart += std::pow(scale * (found.of(b)[k] - truth.of(b)[k]), 2);
          size += std::pow(scale * truth.of(b)[k], 2);
        }
  EXPECT_GT(size, 0);
  return std::sqrt(apart / size);
}

template <class Space>
void compare(const Space& space, M2lScheme scheme) {
  constexpr double node_error = 1e-8;
  const bool waves = scheme == M2lScheme::plane_waves, tiles = source_of(scheme) == "own";
  for (const Vector3& cell : {Vector3{1, 1, 1}, Vector3{1, 0.8, 1.3}})
    for (const int sets : {1, 4})
      for (const int p : {0, 1, 5, 11}) {
        if (waves && cell[1] != 1) continue;
        // more rows than a team takes, where there are teams; the others are slow
        if (p == 11 && (!tiles || (sets == 1) == (cell[1] == 1))) continue;
        const Level<double> at(p, sets, cell);
        ASSERT_GE(at.tree.levels(), 4);
        for (const int level : {1, 3}) {
          Expansions found = at.empty();
          make_m2l_in(space, {scheme, node_error}, at.shape, at.cell)->apply(at.tree, level, at.multipoles, found);
          EXPECT_LT(difference(at, level, found, at.truth(level)), waves ? 10 * node_error : 1e-13)
              << space_name<Space> << ", order " << p << ", " << sets << " expansions, level " << level;
        }
      }
}

/// In the units that trees have, the largest order of single precision does not overflow.
template <class Space>
void compare_in_fp32(const Space& space, M2lScheme scheme) {
  constexpr double node_error = 1e-7;
  const bool waves = scheme == M2lScheme::plane_waves;
  for (const Vector3& cell : {Vector3{1, 1, 1}, Vector3{1, 0.8, 1.3}})
    for (const int sets : {1, 4})
      for (const int p : {1, 6, 20}) {
        if (waves && cell[1] != 1) continue;
        if (p > 6 && (sets == 1) == (cell[1] == 1)) continue;
        const Level<float> at(p, sets, cell, units_per_side);
        for (const int level : {1, 3}) {
          if (level == 3 && p > 6) continue;  // it takes long
          ExpansionsOf<float> found = at.empty();
          make_m2l_in<float>(space, {scheme, node_error}, at.shape, at.cell)
              ->apply(at.tree, level, at.multipoles, found);
          EXPECT_LT(difference(at, level, found, at.truth(level)), waves ? 10 * node_error : 1e-6)
              << space_name<Space> << ", order " << p << ", " << sets << " expansions, level " << level;
        }
      }
}

template <class... All>
void compare_in(SpaceList<All...>, M2lScheme scheme) {
  (compare(All(), scheme), ...);
}
template <class... All>
void compare_in_fp32_in(SpaceList<All...>, M2lScheme scheme) {
  (compare_in_fp32(All(), scheme), ...);
}

class M2lEverywhere : public testing::TestWithParam<M2lScheme> {};

TEST_P(M2lEverywhere, IsTheSumOfMatricesOverListV_ToRounding) {
  compare_in(Spaces(), GetParam());
}

TEST_P(M2lEverywhere, InFp32IsTheSumOfMatricesOverListV_ToItsRounding) {
  compare_in_fp32_in(Spaces(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Schemes, M2lEverywhere,
                         testing::Values(M2lScheme::naive, M2lScheme::nested, M2lScheme::symmetric, M2lScheme::dense,
                                         M2lScheme::parity, M2lScheme::rotation, M2lScheme::plane_waves),
                         [](const auto& of) { return std::string(name_of(of.param)); });

}  // namespace
}  // namespace slurry::fmm
