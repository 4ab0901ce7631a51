// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "base/stage_model.hpp"
#include "ewald/near/cell_pairs.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/near/source_rows.hpp"
#include "kernels/hasimoto_split.hpp"
#include "kernels/prolate_split.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

// The loops over cells of Kosmacher et al. 2026 against the scalar loop over rows of cells, which test_p2p holds
// against a loop over images; and their models against the printed ones.
namespace slurry {
namespace {

using test::Host;

enum class Set { uniform, gaussian, sphere, corner };

std::vector<double> points_of(Set set, std::size_t count, const Box& box, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<double> x(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    double p[3], r = 0;
    for (double& c : p) {
      c = normal(random);
      r += c * c;
    }
    for (int d = 0; d < 3; ++d) {
      const double at = set == Set::uniform    ? uniform(random)
                        : set == Set::gaussian ? std::clamp(0.5 + 0.12 * p[d], 0.0, 0.999)
                        : set == Set::sphere   ? 0.5 + 0.45 * p[d] / std::sqrt(r)
                                               : 0.1 * uniform(random);  // most cells are empty
      x[3 * i + d] = box.lengths[d] * at;
    }
  }
  return x;
}

PackedSources<Host> packed_of(const SortedPoints<Host>& sources, bool dipoles) {
  const std::size_t n = sources.count;
  const auto f = test::normal_vectors(n, 3), q = test::normal_vectors(n, 4), normals = test::normal_vectors(n, 5);
  Density<Host> density;
  density.forces = test::view_of(f);
  if (dipoles) {
    density.dipoles = test::view_of(q);
    density.normals = test::view_of(normals);
  }
  SourceRows<Host> rows;
  rows.make(Host(), sources, density, dipoles);
  return rows.rows;
}

/// Relative error; where no pair is within the cutoff, the size of what should be 0.
double difference(const std::vector<double>& u, const std::vector<double>& truth) {
  const bool none = std::all_of(truth.begin(), truth.end(), [](double t) { return t == 0; });
  double most = 0;
  for (const double v : u) most = std::isnan(v) ? NAN : std::max(most, std::fabs(v));
  return none ? most : test::relative_l2(u, truth);
}

constexpr CellLoop loops[] = {CellLoop::gm_1d, CellLoop::sm_1d, CellLoop::gm_2d, CellLoop::sm_2d};

template <class Real>
void expect_agreement(const test::Sorted& targets, const test::Sorted& sources, const NearPair& pair, double bound) {
  const Host space;
  const auto packed = packed_of(sources.points, pair.kind == PairKind::combined);
  const double cutoff = std::sqrt(pair.rc2);
  Vectors<Host> truth("truth", targets.points.count), u("u", targets.points.count);
  p2p_per_target<Host, Real>(space, targets.points, sources.points, packed, pair, truth);
  CellRows<Host> rows;
  rows.lists.build(space, sources.points, cutoff, true);
  place_rows(space, rows.lists, packed, rows.rows);
  CellLists<Host> lists;
  lists.build(space, targets.points, cutoff, true);
  for (const CellLoop loop : loops)
    for (const BlockShape shape : {BlockShape{1, 1}, BlockShape{64, 2}, BlockShape{8, 32}}) {
      Kokkos::deep_copy(u, NAN);
      p2p_by_cells<Host, Real>(loop, shape, space, targets.points, lists, rows, pair, u);
      EXPECT_LT(difference(test::values_of(u), test::values_of(truth)), bound)
          << "loop " << int(loop) << ", " << shape.threads << " x " << shape.lanes;
    }
}

/// The other pair functions: charges under a split against the scalar loop over rows; Hasimoto's by erf(x)/x against
/// its polynomials of a degree beyond rounding; and those without a split against the sum over images.
struct Cells {
  CellRows<Host> rows;
  CellLists<Host> lists;
  Cells(const test::Sorted& targets, const test::Sorted& sources, double cutoff, const PackedSources<Host>& packed) {
    rows.lists.build(Host(), sources.points, cutoff, true);
    place_rows(Host(), rows.lists, packed, rows.rows);
    lists.build(Host(), targets.points, cutoff, true);
  }
};
PackedSources<Host> charges_of(const test::Sorted& sources, const std::vector<double>& q) {
  ChargeRows<Host> rows;
  rows.make(Host(), sources.points, PointCharges<Host>(q.data(), q.size()));
  return rows.rows;
}

void expect_charges(const test::Sorted& targets, const test::Sorted& sources, const EwaldSplit& split, double cutoff) {
  const std::size_t m = targets.points.count;
  const auto q = test::normal_vectors(sources.points.count, 6);
  const std::vector<double> charges(q.begin(), q.begin() + std::ptrdiff_t(sources.points.count));
  const auto packed = charges_of(sources, charges);
  const FieldPair pair = make_field_pair(split, cutoff);
  FieldGradients<Host> true_gradient("true", m, 3), gradient("gradient", m, 3);
  FieldScalars<Host> truth("true", m), potential("potential", m);
  p2p_fields_per_target<Host>(Host(), targets.points, sources.points, packed, pair, FieldSources::charges,
                              true_gradient, truth);
  const Cells cells(targets, sources, cutoff, packed);
  for (const CellLoop loop : loops) {
    Kokkos::deep_copy(gradient, NAN);
    Kokkos::deep_copy(potential, NAN);
    p2p_charges_by_cells<Host>(loop, {8, 4}, Host(), targets.points, cells.lists, cells.rows, pair, gradient,
                               potential);
    const auto values = [m](const double* v, int n) { return std::vector<double>(v, v + m * n); };
    EXPECT_LT(difference(values(gradient.data(), 3), values(true_gradient.data(), 3)), 1e-12) << int(loop);
    EXPECT_LT(difference(values(potential.data(), 1), values(truth.data(), 1)), 1e-12) << int(loop);
    // without a split
    p2p_free_by_cells<Host, double>(loop, {8, 4}, Host(), targets.points, cells.lists, cells.rows, cutoff, potential);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < m; ++i) {
      double sum = 0;
      test::for_images_within(targets.box, &targets.xyz[3 * i], sources.xyz, cutoff,
                              [&](const double* d, std::size_t j) {
                                const double r = std::hypot(d[0], d[1], d[2]);
                                if (r > 0) sum += charges[j] / r;
                              });
      error += (potential(i) - sum) * (potential(i) - sum);
      size += sum * sum;
    }
    EXPECT_LE(std::sqrt(error), 1e-12 * std::sqrt(size)) << int(loop);
  }
}

template <class Real>
void expect_free_stokeslets(const test::Sorted& targets, const test::Sorted& sources, double cutoff, double bound) {
  const std::size_t m = targets.points.count;
  const auto f = test::normal_vectors(sources.points.count, 3);  // as packed_of has them
  const Cells cells(targets, sources, cutoff, packed_of(sources.points, false));
  std::vector<double> truth(3 * m, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    test::for_images_within(targets.box, &targets.xyz[3 * i], sources.xyz, cutoff, [&](const double* d, std::size_t j) {
      const double r = std::hypot(d[0], d[1], d[2]);
      if (r == 0) return;
      const double along = (d[0] * f[3 * j] + d[1] * f[3 * j + 1] + d[2] * f[3 * j + 2]) / (r * r * r);
      for (int c = 0; c < 3; ++c) truth[3 * i + c] += f[3 * j + c] / r + along * d[c];
    });
  Vectors<Host> u("u", m);
  for (const CellLoop loop : loops) {
    Kokkos::deep_copy(u, NAN);
    p2p_free_by_cells<Host, Real>(loop, {8, 4}, Host(), targets.points, cells.lists, cells.rows, cutoff, u);
    EXPECT_LT(difference(test::values_of(u), truth), bound) << int(loop);
  }
}

template <class Real>
void expect_hasimoto(const test::Sorted& targets, const test::Sorted& sources, double xi_rc, double cutoff,
                     bool combined, const ErfRational& fit, double bound) {
  const HasimotoSplit split(xi_rc, 40);
  const NearPair pair = combined ? make_combined_pair(split, cutoff) : make_near_pair(split, cutoff, 0, 0);
  const auto packed = packed_of(sources.points, combined);
  Vectors<Host> truth("truth", targets.points.count), u("u", targets.points.count);
  p2p_per_target<Host, double>(Host(), targets.points, sources.points, packed, pair, truth);
  const Cells cells(targets, sources, cutoff, packed);
  for (const CellLoop loop : loops) {
    Kokkos::deep_copy(u, NAN);
    p2p_hasimoto_by_cells<Host, Real>(loop, {8, 4}, Host(), targets.points, cells.lists, cells.rows,
                                      {fit, xi_rc / cutoff, pair.rc2, combined}, u);
    // what an error of erf(x)/x adds is of the size of xi f or xi^2 q n, at any distance
    const auto found = test::values_of(u), right = test::values_of(truth);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      error += (found[i] - right[i]) * (found[i] - right[i]);
      size += right[i] * right[i];
    }
    const double xi = xi_rc / cutoff, n = static_cast<double>(found.size());
    EXPECT_LT(std::sqrt(error / n), bound * (std::sqrt(size / n) + (combined ? xi * xi : xi)))
        << int(loop) << ' ' << fit.degree;
  }
}

class CellPairs : public testing::TestWithParam<int> {};

/// Cutoffs of several cells a direction, of two, of one, and beyond the box.
TEST_P(CellPairs, AgreeWithTheLoopOverRows) {
  const Box box{{1, 0.8, 1.2}, GetParam()};
  for (const Set set : {Set::uniform, Set::gaussian, Set::sphere, Set::corner})
    for (const double cutoff : {0.11, 0.37, 0.7, 1.3}) {
      SCOPED_TRACE(testing::Message() << "set " << int(set) << ", cutoff " << cutoff);
      const bool many_images = cutoff > 0.5;
      const test::Sorted sources(box, cutoff, points_of(set, many_images ? 40 : 150, box, 1));
      const test::Sorted others(box, cutoff, points_of(Set::uniform, many_images ? 23 : 61, box, 2));
      const ProlateSplit split(12, 12);
      for (const NearPair& pair : {make_near_pair(split, cutoff, 0, 0), make_near_pair(split, cutoff, 0.05, 0),
                                   make_near_pair(split, cutoff, 0.05, 0.05), make_combined_pair(split, cutoff)}) {
        expect_agreement<double>(sources, sources, pair, 1e-12);
        expect_agreement<double>(others, sources, pair, 1e-12);
      }
      expect_agreement<float>(sources, sources, make_combined_pair(split, cutoff), 1e-5);
      expect_agreement<float>(others, sources, make_near_pair(split, cutoff, 0, 0), 1e-5);
      expect_agreement<double>(others, sources, make_combined_pair(HasimotoSplit(3.2, 14), cutoff), 1e-12);
    }
}

TEST_P(CellPairs, OfOtherPairFunctionsAgreeWithTheirTruths) {
  const Box box{{1, 0.8, 1.2}, GetParam()};
  for (const Set set : {Set::uniform, Set::corner})
    for (const double cutoff : {0.3, 0.9}) {
      SCOPED_TRACE(testing::Message() << "set " << int(set) << ", cutoff " << cutoff);
      const test::Sorted sources(box, cutoff, points_of(set, 60, box, 1)),
          others(box, cutoff, points_of(Set::uniform, 31, box, 2));
      for (const test::Sorted* targets : {&sources, &others}) {
        expect_charges(*targets, sources, ProlateSplit(12, 12), cutoff);
        expect_free_stokeslets<double>(*targets, sources, cutoff, 1e-12);
        expect_free_stokeslets<float>(*targets, sources, cutoff, 1e-5);
        for (const bool combined : {false, true}) {
          expect_hasimoto<double>(*targets, sources, 3.2, cutoff, combined, erf_rational(11), 1e-12);
          expect_hasimoto<double>(*targets, sources, 3.2, cutoff, combined, erf_rational(5), 1e-5);
          expect_hasimoto<float>(*targets, sources, 3.2, cutoff, combined, erf_rational(8), 1e-5);
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Periodicities, CellPairs, testing::Values(0, 1, 2, 3));

TEST(CellLists, HoldEveryPointOnceInItsCell) {
  const Box box{{1, 2, 3}, 2};
  const test::Sorted points(box, 0.3, points_of(Set::gaussian, 500, box, 7));
  CellLists<Host> lists;
  lists.build(Host(), points.points, 0.3, true);
  EXPECT_EQ(lists.n[0], 3);
  EXPECT_EQ(lists.n[1], 6);
  EXPECT_EQ(lists.n[2], 10);
  std::set<int> seen;
  int longest = 0;
  for (int s = 0; s < lists.slots; ++s) {
    const int cell = lists.cell(s), count = lists.count(cell);
    EXPECT_EQ(lists.slot(cell), s);
    EXPECT_GT(count, 0);
    longest = std::max(longest, count);
    for (int k = 0; k < count; ++k) {
      const int point = lists.place(std::size_t(s) * lists.longest + k);
      EXPECT_TRUE(seen.insert(point).second);
      if (k > 0) {
        EXPECT_LT(lists.place(std::size_t(s) * lists.longest + k - 1), point);
      }
      const int c[3] = {cell % 3, cell / 3 % 6, cell / 18};
      for (int d = 0; d < 3; ++d) {
        const double width = box.lengths[d] / lists.n[d];
        EXPECT_GE(points.points.local(point, d), c[d] * width - 1e-12);
        EXPECT_LE(points.points.local(point, d), (c[d] + 1) * width + 1e-12);
      }
    }
  }
  EXPECT_EQ(seen.size(), 500u);
  EXPECT_EQ(longest, lists.longest);
}

/// Table 3 of Kosmacher et al. 2026, N = 4e6 and s = 256 on an H200: T_0, T_inf, T_inf,l1 and T_f in milliseconds, with
/// 33.5 Tflop/s, 4.0 TB/s and C = 414.
TEST(CellPairs, ModelsAreThePrintedOnes) {
  const struct {
    const char* name;
    double printed[4];
  } rows[] = {{"GM-1D", {854, 357, 257, 190}},
              {"GM-2D", {855, 357, 257, 190}},
              {"SM-1D", {278, 262, 259, 190}},
              {"SM-2D", {267, 260, 258, 190}}};
  StageSizes s;
  s.targets = s.sources = 4e6;
  s.near_cell = 256;
  s.pair_flops = 414;
  const StageCosts costs{1 / 33.5e12, 1 / 4.0e12};
  for (const auto& row : rows) {
    const auto& table = near_slots().velocities.variants;
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& v) { return v.name == row.name; });
    ASSERT_NE(found, table.end()) << row.name;
    const StageModelTimes t = model_times(found->forms.model(s), costs);
    const double times[4] = {t.no_caches, t.l2, t.l1, t.flops};
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(1e3 * times[k], row.printed[k], 0.51) << row.name << " " << k;
  }
}

}  // namespace
}  // namespace slurry
