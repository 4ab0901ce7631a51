// SPDX-License-Identifier: BSD-3-Clause
// Gaps between bodies, against double loops and a dense sampling of the axes of rods.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "quantities/body_gaps.hpp"
#include "slurry/snapshot.hpp"
#include "support/pipe_snapshot.hpp"

namespace slurry {
namespace {

using test::add_body;
using test::pipe_snapshot;

/// Rods of half thickness 1 and half length 5.
Snapshot rod_snapshot(const std::vector<Vector3>& centres, const std::vector<Vector3>& directors) {
  Snapshot s = pipe_snapshot(10, 40);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    add_body(s, centres[i]);
    s.directors.insert(s.directors.end(), directors[i].begin(), directors[i].end());
    s.half_lengths.push_back(5);
  }
  return s;
}

TEST(BodyGaps, CellsAgreeWithTheDoubleLoop_InEveryKindOfDomain) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(0, 1);
  for (DomainKind kind : {DomainKind::pipe, DomainKind::free_space, DomainKind::periodic_3}) {
    auto scenario = std::make_shared<Scenario>();
    scenario->domain = {kind, 6, 17, {17, 11, 9}};
    Snapshot s;
    s.scenario = scenario;
    for (int i = 0; i < 150; ++i)
      add_body(s, {17 * u(random), 11 * u(random) - (kind == DomainKind::pipe ? 5.5 : 0), 9 * u(random)}, 0.4);
    const std::vector<double> gaps = nearest_gaps(step_of(s), 2);
    for (long i = 0; i < 150; ++i) EXPECT_NEAR(gaps[i], std::min(nearest_neighbour(step_of(s), i).gap, 2.0), 1e-12);
  }
}

TEST(BodyGaps, NeighbourThroughThePeriodicEnd) {
  Snapshot s = pipe_snapshot(10, 40);
  add_body(s, {0.5, 0, 0});
  add_body(s, {38, 0, 0});
  add_body(s, {5, 0, 0});
  const NearestNeighbour n = nearest_neighbour(step_of(s), 0);
  EXPECT_EQ(n.index, 1);
  EXPECT_NEAR(n.gap, 0.5, 1e-12);
  EXPECT_NEAR(wall_gap(step_of(s), 0), 9, 1e-12);
}

TEST(BodyGaps, OfRodsAreThoseOfTheirCapsules) {
  // side by side; end to end; crossed; oblique; against a dense sampling of both axes
  const std::vector<std::pair<Vector3, Vector3>> cases{
      {{20, 3, 0}, {1, 0, 0}}, {{11, 0, 0}, {1, 0, 0}}, {{22, 1, 4}, {0, 1, 0}}, {{24, 2, -3}, {0.6, 0, 0.8}}};
  for (const auto& [centre, director] : cases) {
    const Snapshot s = rod_snapshot({{20, 0, 0}, centre}, {{1, 0, 0}, director});
    double least = 1e300;
    for (int i = -200; i <= 200; ++i)
      for (int j = -200; j <= 200; ++j) {
        double square = 0;
        for (int k = 0; k < 3; ++k) {
          const double d = (k == 0 ? 20 + 0.02 * i : 0) - (centre[k] + 0.02 * j * director[k]);
          square += d * d;
        }
        least = std::min(least, std::sqrt(square));
      }
    const NearestNeighbour n = nearest_neighbour(step_of(s), 0);
    EXPECT_EQ(n.index, 1);
    EXPECT_NEAR(n.gap, least - 2, 2e-3);
    EXPECT_NEAR(nearest_gaps(step_of(s), 20)[0], n.gap, 1e-12);
  }
  const Snapshot s = rod_snapshot({{20, 1, 0}}, {{0, 1, 0}});
  EXPECT_NEAR(wall_gap(step_of(s), 0), 10 - (1 + 4) - 1, 1e-12);
}

/// Two oblique rods in a cell of four half lengths: the image whose centre is nearest is not the nearest image.
TEST(BodyGaps, OfRodsAreThoseOfTheImageWhoseAxisIsNearest) {
  Snapshot s = rod_snapshot({{0, 0, 0}, {9.8, -3, 0}},
                            {{std::sqrt(0.5), std::sqrt(0.5), 0}, {std::sqrt(0.5), std::sqrt(0.5), 0}});
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->domain.kind = DomainKind::periodic_3;
  scenario->domain.cell = {20, 20, 20};
  s.scenario = scenario;
  // parallel axes of half length 4; to the image at (-10.2, -3): 7.2/sqrt 2 apart, shifted by 13.2/sqrt 2 along
  const double across = 7.2 / std::sqrt(2.0), along = 13.2 / std::sqrt(2.0) - 8, gap = std::hypot(across, along) - 2;
  EXPECT_NEAR(nearest_neighbour(step_of(s), 0).gap, gap, 1e-12);
  EXPECT_NEAR(nearest_gaps(step_of(s), 20)[1], gap, 1e-12);
}

}  // namespace
}  // namespace slurry
