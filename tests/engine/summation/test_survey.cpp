// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "summation/free_lengths.hpp"
#include "summation/pair_counts.hpp"
#include "summation/survey.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

/// Points that crowd about a corner of the unit box, so that every period cuts them, and some anywhere.
std::vector<double> crowded(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> near(0, 0.03);
  std::uniform_real_distribution<double> anywhere(-0.5, 1.5);
  std::vector<double> x;
  for (std::size_t i = 0; i < count; ++i)
    for (int d = 0; d < 3; ++d) x.push_back(i % 50 == 0 ? anywhere(random) : near(random));
  return x;
}

/// What a process holds which has the points from first to last of each list.
PointsView part(const std::vector<double>& y, const std::vector<double>& x, std::array<std::size_t, 2> sources,
                std::array<std::size_t, 2> targets) {
  PointsView v = PointsView::alone(y, x);
  v.sources = v.sources.subspan(3 * sources[0], 3 * (sources[1] - sources[0]));
  v.first_source = sources[0];
  if (v.targets_are_sources) return v;
  v.targets = v.targets.subspan(3 * targets[0], 3 * (targets[1] - targets[0]));
  v.first_target = targets[0];
  return v;
}

/// Survey by processes that hold the points between these shares of each list; merged from the last one on.
Survey by_processes(const Box& box, const std::vector<double>& y, const std::vector<double>& x,
                    const std::vector<double>& shares) {
  std::vector<PointsView> views;
  for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
    const auto at = [&](std::size_t of, std::size_t count) {
      return static_cast<std::size_t>(std::lround(shares[of] * double(count)));
    };
    views.push_back(
        part(y, x, {at(k, y.size() / 3), at(k + 1, y.size() / 3)}, {at(k, x.size() / 3), at(k + 1, x.size() / 3)}));
  }
  Survey first(box, views.back());
  for (std::size_t k = views.size() - 1; k-- > 0;) first.merge(Survey(box, views[k]));
  // each process starts the second round from the whole first one
  Survey all = first;
  all.see_crowd(box, views[0]);
  for (std::size_t k = 1; k < views.size(); ++k) {
    Survey mine = first;
    mine.see_crowd(box, views[k]);
    all.merge_crowd(mine);
  }
  return all;
}

void expect_same(const Survey& a, const Survey& b, const Box& box, const std::string& what) {
  for (const std::size_t count : {std::size_t(200), std::size_t(4000), Survey::most}) {
    EXPECT_EQ(a.some_sources(count), b.some_sources(count)) << what;
    EXPECT_EQ(a.some_targets(count), b.some_targets(count)) << what;
  }
  EXPECT_EQ(a.lowest(), b.lowest()) << what;
  EXPECT_EQ(a.highest(), b.highest()) << what;
  EXPECT_EQ(a.crowd_lowest(), b.crowd_lowest()) << what;
  EXPECT_EQ(a.crowd_highest(), b.crowd_highest()) << what;
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(a.occupied(d), b.occupied(d)) << what;
    EXPECT_EQ(a.finite(d), b.finite(d)) << what;
  }
  for (int d = box.periodicity; d < 3; ++d) {
    const double of_a = a.mean_square_distance(d);
    EXPECT_NEAR(of_a, b.mean_square_distance(d), 1e-12 * of_a) << what;
  }
  EXPECT_EQ(count_pairs(box, a).within, count_pairs(box, b).within) << what;
  EXPECT_EQ(extent_of_points(box, a).lengths, extent_of_points(box, b).lengths) << what;
}

}  // namespace

TEST(Survey, OfPartsThatAreMergedEqualsThatOfAllPoints) {
  for (const std::size_t n : {std::size_t(7), std::size_t(15000), std::size_t(61803)})
    for (const int periodicity : {0, 3})
      for (const bool same : {true, false}) {
        const Box box{{1, 1, 1}, periodicity};
        const auto y = crowded(n, 1), others = crowded(n / 3 + 1, 2);
        const auto& x = same ? y : others;
        const Survey whole = Survey::of(box, y, x);
        const std::string what =
            std::to_string(n) + " points, " + std::to_string(periodicity) + (same ? " on themselves" : " on others");
        expect_same(by_processes(box, y, x, {0, 1}), whole, box, "one process, " + what);
        expect_same(by_processes(box, y, x, {0, 0.3, 1}), whole, box, "two processes, " + what);
        expect_same(by_processes(box, y, x, {0, 0, 0.11, 0.5, 0.93, 1}), whole, box, "five processes, " + what);
      }
}

TEST(Survey, SaysWhatEveryPointSays) {
  const Box box{{1, 1, 1}, 2};
  const std::size_t n = 3000;
  auto y = crowded(n, 3), x = crowded(n / 2, 4);
  const Survey s = Survey::of(box, y, x);
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<double> along;
    for (const auto* points : {&y, &x})
      for (std::size_t i = d; i < points->size(); i += 3) along.push_back((*points)[i]);
    std::sort(along.begin(), along.end());
    EXPECT_EQ(s.lowest()[d], along.front());
    EXPECT_EQ(s.highest()[d], along.back());
    std::set<int> slices;  // by whole periods taken away one after the other
    for (double a : along) {
      while (a < 0) a += 1;
      while (a >= 1) a -= 1;
      slices.insert(static_cast<int>(64 * a));
    }
    std::uint64_t bits = 0;
    for (const int k : slices) bits |= std::uint64_t(1) << k;
    EXPECT_EQ(s.occupied(static_cast<int>(d)), d < 2 ? bits : 0);
  }
  // all of so few points are in the sample
  EXPECT_EQ(s.some_sources(Survey::most), y);
  EXPECT_EQ(s.some_targets(Survey::most), x);
  // pairs that are closer than half a side, by every pair, for targets that are all counted
  x.resize(3 * 150);
  const PairCounts counts = count_pairs(box, Survey::of(box, y, x));
  double close = 0;
  for (std::size_t t = 0; t < x.size(); t += 3)
    for (std::size_t k = 0; k < y.size(); k += 3) {
      double squared = 0;
      for (std::size_t d = 0; d < 3; ++d) {
        double r = std::abs(x[t + d] - y[k + d]);
        while (d < 2 && r > 0.5) r = std::abs(r - 1);
        squared += r * r;
      }
      close += squared < 0.25 ? 1 : 0;
    }
  EXPECT_NEAR(counts.within.back(), close / 150, 1e-12 * close);
}

TEST(Survey, SeesAClusterOverTheFacesOfTheBoxAsOne) {
  const Box box{{1, 2, 1}, 3};
  std::vector<double> x;
  for (int i = 0; i < 500; ++i)  // from -0.1 to 0.1 in every direction
    for (int d = 0; d < 3; ++d) x.push_back(0.1 * std::sin(i * (d + 1.7)));
  x[0] = x[1] = x[2] = -0.1;
  x[3] = x[4] = x[5] = 0.1;
  for (std::size_t i = 6; i < x.size(); ++i)
    if (x[i] < 0) x[i] += box.lengths[i % 3];  // put into the box
  const Survey s = Survey::of(box, x, x);
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(s.crowd_highest()[d] - s.crowd_lowest()[d], 0.2, 1e-12);
    EXPECT_NEAR(std::remainder(s.crowd_start(box, int(d)) + s.crowd_lowest()[d], box.lengths[d]), -0.1, 1e-12);
  }
}

TEST(Survey, AddsSquaresOfDensities) {
  // whole numbers add up without rounding
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> number(-9, 9);
  const std::size_t n = 1000;
  std::vector<double> y = uniform_points(n, {1, 1, 1}, 6), f(3 * n), q(3 * n), normals(3 * n);
  for (auto* v : {&f, &q, &normals})
    for (double& a : *v) a = number(random);
  const Box box;
  const PointsView all = PointsView::alone(y, y);
  const auto rows = [&](const std::vector<double>& v, std::size_t first, std::size_t last) {
    return std::span<const double>(v).subspan(3 * first, 3 * (last - first));
  };
  Survey whole(box, all), left(box, part(y, y, {0, 400}, {})), right(box, part(y, y, {400, n}, {}));
  whole.add_densities(Layer::combined, f, q, normals, {});
  left.add_densities(Layer::combined, rows(f, 0, 400), rows(q, 0, 400), rows(normals, 0, 400), {});
  right.add_densities(Layer::combined, rows(f, 400, n), rows(q, 400, n), rows(normals, 400, n), {});
  left.merge(right);
  double squares = 0, kappa = 0;
  for (std::size_t i = 0; i < 3 * n; ++i) squares += f[i] * f[i];
  for (std::size_t i = 0; i < 3 * n; i += 3) {
    const double qn = q[i] * normals[i] + q[i + 1] * normals[i + 1] + q[i + 2] * normals[i + 2];
    const double qq = q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2];
    const double nn = normals[i] * normals[i] + normals[i + 1] * normals[i + 1] + normals[i + 2] * normals[i + 2];
    kappa += 17.0 / 15 * qn * qn + 2.0 / 5 * qq * nn;
  }
  for (const Survey* s : {&whole, &left}) {
    EXPECT_EQ(s->counts().sources, n);
    EXPECT_EQ(s->counts().targets, n);
    EXPECT_EQ(s->counts().squared_force_sum, squares);
    EXPECT_NEAR(s->counts().dipole_norm, kappa, 1e-12 * kappa);
    EXPECT_TRUE(s->net_source());
  }
  // a flow along the surface has no net source
  for (std::size_t i = 0; i < 3 * n; i += 3) {
    normals[i] = normals[i + 1] = 0, normals[i + 2] = 1;
    q[i + 2] = 0;
  }
  Survey along(box, all);
  along.add_densities(Layer::double_layer, {}, q, normals, {});
  EXPECT_FALSE(along.net_source());
  EXPECT_EQ(along.counts().squared_force_sum, 0);
}

/// Against the mean over all pairs, with the points far from the corner of the box.
TEST(Survey, KnowsHowFarPairsLieApart) {
  const Box box{{2, 1, 1}, 1};
  auto y = uniform_points(50, {2, 1, 3}, 11), x = uniform_points(70, {2, 4, 1}, 12);
  for (auto* points : {&y, &x})
    for (double& coordinate : *points) coordinate += 100;
  const Survey apart(box, PointsView::alone(y, x)), same(box, PointsView::alone(y, y));
  for (std::size_t d = 1; d < 3; ++d)
    for (const auto* of : {&x, &y}) {
      double sum = 0;
      for (std::size_t i = d; i < y.size(); i += 3)
        for (std::size_t j = d; j < of->size(); j += 3) sum += (y[i] - (*of)[j]) * (y[i] - (*of)[j]);
      const double expected = sum / (double(y.size() / 3) * double(of->size() / 3));
      EXPECT_NEAR((of == &x ? apart : same).mean_square_distance(int(d)), expected, 1e-12 * expected);
    }
}

TEST(Survey, OfAnotherSumIsNotMerged) {
  const auto x = uniform_points(10, {1, 1, 1}, 7), y = uniform_points(11, {1, 1, 1}, 8);
  Survey one(Box{}, PointsView::alone(x, x));
  EXPECT_THROW(one.merge(Survey(Box{}, PointsView::alone(y, y))), std::logic_error);
  // nor are plans made from a part
  EXPECT_THROW(count_pairs(Box{}, Survey(Box{}, part(x, x, {0, 5}, {}))), std::logic_error);
}

}  // namespace slurry::test
