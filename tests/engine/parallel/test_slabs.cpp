// SPDX-License-Identifier: BSD-3-Clause
// Slabs, owners and copies of points against brute force.  Started alone it tests one rank; under mpirun the same tests
// run on all ranks.
#include "parallel/slabs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "parallel/row_route.hpp"
#include "slurry/communicator.hpp"
#include "support/random_points.hpp"
#include "support/rank_main.hpp"

namespace {

using slurry::Communicator;
using slurry::Slabs;

std::unique_ptr<Communicator> ranks;

Slabs slabs_of(std::vector<int> border, double length, bool periodic) {
  Slabs s;
  s.border = std::move(border);
  s.length = length;
  s.spacing = length / s.border.back();
  s.lower = periodic ? 0 : -0.3;
  s.periodic = periodic;
  return s;
}

/// Sum of the weights of each slab, over the mean.
double largest_share(const std::vector<double>& weight, const std::vector<int>& border) {
  double most = 0;
  for (std::size_t r = 0; r + 1 < border.size(); ++r)
    most = std::max(most, std::accumulate(weight.begin() + border[r], weight.begin() + border[r + 1], 0.0));
  return most * double(border.size() - 1) / std::accumulate(weight.begin(), weight.end(), 0.0);
}

TEST(Borders, LieWhereTheSumIsNearestToItsShare) {
  slurry::test::Random random(1);
  for (const int n : {1, 2, 3, 4, 7, 16})
    for (int round = 0; round < 20; ++round) {
      std::vector<double> weight;
      for (int p = 0; p < 64; ++p) weight.push_back(1 + random.uniform());
      const std::vector<int> border = slurry::choose_borders(weight, n);
      ASSERT_EQ(border.size(), static_cast<std::size_t>(n) + 1);
      EXPECT_EQ(border.front(), 0);
      EXPECT_EQ(border.back(), 64);
      const double all = std::accumulate(weight.begin(), weight.end(), 0.0);
      for (int r = 1; r < n; ++r) {  // (B1) by trying every plane; planes of these weights leave room for all slabs
        const auto distance = [&](int b) {
          return std::abs(std::accumulate(weight.begin(), weight.begin() + b, 0.0) - all * r / n);
        };
        for (int b = 0; b <= 64; ++b) EXPECT_LE(distance(border[r]), distance(b) + 1e-9) << n << " slabs, border " << r;
      }
    }
}

TEST(Borders, LeaveEverySlabAPlane) {
  std::vector<double> crowded(20, 0.0);
  crowded[3] = 1000;
  for (const int n : {1, 2, 5, 20}) {
    const std::vector<int> border = slurry::choose_borders(crowded, n);
    for (int r = 0; r < n; ++r) EXPECT_GE(border[r + 1] - border[r], 1) << n << " slabs, slab " << r;
    EXPECT_EQ(border.back(), 20);
  }
  EXPECT_EQ(slurry::choose_borders(std::vector<double>(12, 0.0), 3), (std::vector<int>{0, 4, 8, 12}));
}

TEST(Borders, OfMoreRanksThanPlanesLeaveTheLastEmpty) {
  EXPECT_EQ(slurry::choose_borders(std::vector<double>{1, 1, 1}, 5), (std::vector<int>{0, 1, 2, 3, 3, 3}));
}

TEST(Borders, ShareUnevenPlanes) {
  std::vector<double> weight;
  for (int p = 0; p < 256; ++p) weight.push_back(p * std::pow(255.0 - p, 4));  // as beta(2, 5)
  EXPECT_GT(largest_share(weight, {0, 64, 128, 192, 256}), 1.8);
  EXPECT_LT(largest_share(weight, slurry::choose_borders(weight, 4)), 1.05);
}

TEST(Slabs, OwnerHoldsThePlaneOfThePoint) {
  slurry::test::Random random(2);
  for (const bool periodic : {true, false})
    for (const auto& border : {std::vector<int>{0, 12}, {0, 1, 5, 12}, {0, 4, 8, 12, 12, 12}}) {
      const Slabs s = slabs_of(border, 2.4, periodic);
      for (int i = 0; i < 500; ++i) {
        const double x = periodic ? random.uniform(-9, 9) : s.lower + random.uniform(0, 2.4);
        const double placed = s.placed(x);
        if (periodic) {
          EXPECT_GE(placed, 0);
          EXPECT_LT(placed, 2.4);
          EXPECT_NEAR(std::remainder(placed - x, 2.4), 0, 1e-14);
        }
        const int r = s.owner(placed);
        ASSERT_FALSE(s.is_empty(r));
        EXPECT_GE(placed, s.begin(r) - 1e-14);
        EXPECT_LE(placed, s.end(r) + 1e-14);
      }
      EXPECT_EQ(s.owner(s.lower), 0);
      EXPECT_FALSE(s.is_empty(s.owner(s.lower + 2.4)));  // on the outer face
    }
}

/// One image of one point: its number, and the periods by which it is moved.
using Copy = std::pair<int, int>;

/// Points of all ranks, the same on each; point i is given to rank i mod size.
struct Points {
  std::vector<double> x;
  std::vector<int> mine;  // numbers
};
Points points_in(const Slabs& slabs, int count, std::uint64_t seed) {
  slurry::test::Random random(seed);
  Points p;
  for (int i = 0; i < count; ++i) {
    p.x.push_back(slabs.lower + slabs.length * random.uniform());
    if (i % ranks->size() == ranks->rank()) p.mine.push_back(i);
  }
  return p;
}
std::vector<double> chosen(const std::vector<double>& x, const std::vector<int>& numbers) {
  std::vector<double> some;
  for (const int i : numbers) some.push_back(x[i]);
  return some;
}
std::vector<std::vector<int>> borders_of_this_many() {
  const int n = ranks->size();
  std::vector<int> even{0}, thin{0}, late{0};
  for (int r = 1; r < n; ++r) {
    even.push_back(24 * r / n);
    thin.push_back(r);             // one plane each, and the last one has the rest
    late.push_back(24 - (n - r));  // the first one has the rest
  }
  for (auto* b : {&even, &thin, &late}) b->push_back(24);
  std::vector<int> empty{0, 24};  // the first rank has everything
  while (static_cast<int>(empty.size()) <= n) empty.push_back(24);
  return {even, thin, late, empty};
}

TEST(Migration, BringsEveryPointToTheOwnerOfItsPlace) {
  for (const auto& border : borders_of_this_many())
    for (const bool periodic : {true, false}) {
      const Slabs s = slabs_of(border, 1.5, periodic);
      const Points p = points_in(s, 300, 3);
      const slurry::Migration m = slurry::migration(*ranks, s, chosen(p.x, p.mine));
      const std::vector<int> got = m.route.there(std::span<const int>(p.mine));
      std::set<int> wanted;
      for (int i = 0; i < 300; ++i)
        if (s.owner(p.x[i]) == ranks->rank()) wanted.insert(i);
      EXPECT_EQ(std::set<int>(got.begin(), got.end()), wanted);
      EXPECT_EQ(got.size(), wanted.size());
      // what goes back belongs to the rows that came from here
      std::vector<double> roots;
      for (const int i : got) roots.push_back(std::sqrt(i));
      std::size_t returned = 0;
      m.route.back(std::span<const double>(roots), [&](std::size_t number, double root) {
        EXPECT_EQ(root, std::sqrt(p.mine[number]));
        ++returned;
      });
      EXPECT_EQ(returned, p.mine.size());
    }
}

TEST(Migration, AsksEveryRankOnlyIfAPointGoesFar) {
  const int n = ranks->size(), me = ranks->rank();
  const Slabs s = slabs_of(borders_of_this_many()[0], 1, true);
  const auto middle = [&](int rank) { return (s.begin(rank) + s.end(rank)) / 2; };
  EXPECT_FALSE(slurry::migration(*ranks, s, std::vector<double>{middle(me), middle(ranks->left())}).far);
  // rank 0 throws a point across the box; with up to three ranks every rank is a neighbour
  const std::vector<double> thrown{middle(me == 0 ? n / 2 : me)};
  const slurry::Migration m = slurry::migration(*ranks, s, thrown);
  EXPECT_EQ(m.far, n > 3);
  const auto total = ranks->sum(static_cast<std::int64_t>(m.route.arriving()));
  EXPECT_EQ(total, n);
}

/// The copies within reach of this rank's slab, by trying all points and all periods.
std::multiset<Copy> copies_by_brute_force(const Slabs& s, const Points& p, double reach, slurry::GhostSide side) {
  std::multiset<Copy> found;
  const int me = ranks->rank();
  if (s.is_empty(me)) return found;
  for (int i = 0; i < static_cast<int>(p.x.size()); ++i)
    for (int k = s.periodic ? -40 : 0; k <= (s.periodic ? 40 : 0); ++k) {
      const int owner = s.owner(p.x[i]);
      if (owner == me && k == 0) continue;
      const double x = p.x[i] + k * s.length;
      const double apart = std::max({s.begin(me) - x, x - s.end(me), 0.0});
      if (apart > reach) continue;
      const bool behind = k > 0 || (k == 0 && owner > me);
      if (side == slurry::GhostSide::both || behind) found.insert({i, k});
    }
  return found;
}

TEST(Ghosts, AreAllImagesWithinReachAndNoOthers) {
  for (const auto& border : borders_of_this_many())
    for (const bool periodic : {true, false})
      for (const double reach : {0.02, 0.31, 1.4, 3.9})  // of a box of length 1.5: hops over slabs, and over periods
        for (const auto side : {slurry::GhostSide::both, slurry::GhostSide::right}) {
          const Slabs s = slabs_of(border, 1.5, periodic);
          const Points p = points_in(s, 60, 5);
          const slurry::Migration m = slurry::migration(*ranks, s, chosen(p.x, p.mine));
          const std::vector<int> own = m.route.there(std::span<const int>(p.mine));
          const slurry::GhostRoute g = slurry::ghost_route(*ranks, s, chosen(p.x, own), reach, side);
          const std::vector<int> got = g.route.there(std::span<const int>(own));
          ASSERT_EQ(got.size(), g.moved.size());
          std::multiset<Copy> copies;
          for (std::size_t i = 0; i < got.size(); ++i)
            copies.insert({got[i], static_cast<int>(std::lround(g.moved[i] / s.length))});
          EXPECT_EQ(copies, copies_by_brute_force(s, p, reach, side)) << "reach " << reach;
        }
}

// Each pair of points within reach, whichever images they are, meets once for both of its points: on the rank of one of
// them, or among the copies from behind.  Counted along x alone, where slabs are.
TEST(Ghosts, FromBehindMeetEachPairOnce) {
  for (const auto& border : borders_of_this_many())
    for (const double reach : {0.11, 0.8, 2.2}) {
      const Slabs s = slabs_of(border, 1, true);
      const Points p = points_in(s, 40, 6);
      const slurry::Migration m = slurry::migration(*ranks, s, chosen(p.x, p.mine));
      const std::vector<int> own = m.route.there(std::span<const int>(p.mine));
      const slurry::GhostRoute g = slurry::ghost_route(*ranks, s, chosen(p.x, own), reach, slurry::GhostSide::right);
      const std::vector<int> copies = g.route.there(std::span<const int>(own));
      std::vector<double> partners(own.size(), 0.0), of_copies(copies.size(), 0.0);
      for (std::size_t a = 0; a < own.size(); ++a) {
        for (std::size_t b = 0; b < own.size(); ++b)
          if (a != b && std::abs(p.x[own[a]] - p.x[own[b]]) < reach) partners[a] += 1;
        for (std::size_t c = 0; c < copies.size(); ++c)
          if (std::abs(p.x[own[a]] - p.x[copies[c]] - g.moved[c]) < reach) {
            partners[a] += 1;
            of_copies[c] += 1;
          }
      }
      g.route.back(std::span<const double>(of_copies), [&](std::size_t number, double of) { partners[number] += of; });
      for (std::size_t a = 0; a < own.size(); ++a) {
        double wanted = 0;
        for (int j = 0; j < static_cast<int>(p.x.size()); ++j)
          for (int k = -4; k <= 4; ++k)
            if (!(j == own[a] && k == 0) && std::abs(p.x[own[a]] - p.x[j] - k) < reach) wanted += 1;
        EXPECT_EQ(partners[a], wanted) << "point " << own[a] << ", reach " << reach;
      }
    }
}

TEST(Ghosts, ArriveInTheSameOrderEachTime) {
  const Slabs s = slabs_of(borders_of_this_many()[0], 1, true);
  const Points p = points_in(s, 80, 7);
  const auto once = [&] {
    const slurry::Migration m = slurry::migration(*ranks, s, chosen(p.x, p.mine));
    const std::vector<int> own = m.route.there(std::span<const int>(p.mine));
    const slurry::GhostRoute g = slurry::ghost_route(*ranks, s, chosen(p.x, own), 0.4);
    return g.route.there(std::span<const int>(own));
  };
  const std::vector<int> first = once();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(once(), first);
}

}  // namespace

int main(int argc, char** argv) {
  ranks = slurry::test::start_rank(argc, argv);
  const int failed = RUN_ALL_TESTS();
  return slurry::test::end_rank(ranks, failed);
}
