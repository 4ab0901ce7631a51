// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "geometry/periods.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

Scenario cube(int count, double fraction, const std::string& more = "") {
  return parse_scenario("schema = 1\n[domain]\nkind = \"periodic-3\"\n[[bodies]]\ncount = " + std::to_string(count) +
                            "\nvolume_fraction = " + std::to_string(fraction) + "\n" + more,
                        "cube.toml");
}

double smallest_distance(const PlacedBodies& b, const Scenario& s) {
  const Periods periods = Periods::of(s.domain);
  double least = 1e300;
  for (std::size_t i = 0; i < b.radii.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double r2 = 0;
      for (std::size_t k = 0; k < 3; ++k)
        r2 += std::pow(periods.nearest(static_cast<int>(k), b.positions[3 * i + k] - b.positions[3 * j + k]), 2);
      least = std::min(least, std::sqrt(r2));
    }
  return least;
}

TEST(Placement, HalfOfTheVolume_WithoutOverlapAndWithoutOrder) {
  for (const double fraction : {0.35, 0.45, 0.5}) {
    const Scenario s = cube(500, fraction);
    const PlacedBodies b = place_bodies(s, 3);
    EXPECT_GE(smallest_distance(b, s), 2 - 1e-6) << fraction;
    // Bragg peaks of a lattice would be of the order of N; a fluid has a few.
    double largest = 0;
    const double l = s.domain.cell[0];
    for (int p = -7; p <= 7; ++p)
      for (int q = -7; q <= 7; ++q)
        for (int r = -7; r <= 7; ++r) {
          if (p == 0 && q == 0 && r == 0) continue;
          std::complex<double> sum = 0;
          for (std::size_t i = 0; i < b.radii.size(); ++i)
            sum += std::polar(
                1.0, 2 * pi / l * (p * b.positions[3 * i] + q * b.positions[3 * i + 1] + r * b.positions[3 * i + 2]));
          largest = std::max(largest, std::norm(sum) / static_cast<double>(b.radii.size()));
        }
    EXPECT_LT(largest, 40) << fraction;  // of 500
  }
}

TEST(Placement, DensePipe_InsideAndWithoutOverlap) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nradius = 10\n[[bodies]]\ncount = 600\nvolume_fraction = 0.42\n", "pipe.toml");
  const PlacedBodies b = place_bodies(s, 5);
  EXPECT_GE(smallest_distance(b, s), 2 - 1e-6);
  for (std::size_t i = 0; i < b.radii.size(); ++i)
    EXPECT_LE(std::hypot(b.positions[3 * i + 1], b.positions[3 * i + 2]), 9 + 1e-6);
}

TEST(Placement, NoRoomIsSaid) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nradius = 2.1\n[[bodies]]\ncount = 100\nvolume_fraction = 0.5\n", "pipe.toml");
  try {
    place_bodies(s, 1, 0.5);
    FAIL() << "were placed";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("lower the volume fraction or raise run.placement_seconds"), std::string::npos)
        << e.what();
    EXPECT_EQ(e.exit_code(), 3);
  }
}

TEST(Placement, TellsHowFarItIs_GrowingFromNothingToAll) {
  std::vector<std::string> doing;
  std::vector<double> last;
  place_bodies(cube(300, 0.45), 3, 30, [&](const std::string& what, double done) {
    EXPECT_GE(done, 0);
    EXPECT_LE(done, 1);
    if (doing.empty() || doing.back() != what) {
      doing.push_back(what);
      last.push_back(0);
    }
    EXPECT_GE(done, last.back()) << what;
    last.back() = done;
  });
  EXPECT_EQ(doing, (std::vector<std::string>{"finding places", "growing to full size", "equilibrating"}));
  for (double d : last) EXPECT_GT(d, 0.5);
}

/// g(2a) of hard spheres after Carnahan and Starling: (1 - phi/2)/(1 - phi)^3; from pairs within a thin shell.
TEST(Equilibrate, PairsAtContactAsInAnEquilibriumFluid) {
  const double phi = 0.2, shell = 0.1;
  double pairs = 0, bodies = 0, volume = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Scenario s = cube(1500, phi, "equilibrate = 60\n");
    const PlacedBodies b = place_bodies(s, seed);
    const Periods periods = Periods::of(s.domain);
    for (std::size_t i = 0; i < b.radii.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double r2 = 0;
        for (std::size_t k = 0; k < 3; ++k)
          r2 += std::pow(periods.nearest(static_cast<int>(k), b.positions[3 * i + k] - b.positions[3 * j + k]), 2);
        if (r2 < (2 + shell) * (2 + shell)) ++pairs;
      }
    bodies += static_cast<double>(b.radii.size());
    volume = std::pow(s.domain.cell[0], 3);
  }
  const double density = 1500 / volume, layer = 4 * pi / 3 * (std::pow(2 + shell, 3) - 8);
  const double g = 2 * pairs / bodies / (density * layer);
  // the mean over the shell: g falls by its slope at contact, about -4.5 phi g(2a) per diameter at this density
  const double contact = (1 - phi / 2) / std::pow(1 - phi, 3);
  EXPECT_NEAR(g, contact * (1 - 4.5 * phi * shell / 4), 0.04 * contact);
}

TEST(Placement, RowWithItsWave_AndWithoutIt) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-1\"\nlength = 60\n[gravity]\ndirection = [0, 0, -1]\n[[bodies]]\n"
      "count = 6\nplacement = \"row\"\nspacing = 10\nwave_amplitude = 0.5\n",
      "row.toml");
  const PlacedBodies b = place_bodies(s, 1);
  for (std::size_t i = 0; i < 6; ++i) {
    const double phase = pi / 3 * static_cast<double>(i);
    EXPECT_NEAR(b.undisturbed[3 * i], 10.0 * static_cast<double>(i), 1e-12);
    EXPECT_NEAR(b.undisturbed[3 * i + 2], 0, 1e-12);
    EXPECT_NEAR(b.positions[3 * i], 10.0 * static_cast<double>(i) - 0.5 * std::sin(phase), 1e-12);
    EXPECT_NEAR(b.positions[3 * i + 2], -0.5 * std::cos(phase), 1e-12);
  }
}

/// Neighbours within a hair of the nearest distance, of every body.
std::vector<int> contacts_of(const PlacedBodies& b, const Scenario& s, double nearest) {
  const Periods periods = Periods::of(s.domain);
  std::vector<int> count(b.radii.size(), 0);
  for (std::size_t i = 0; i < count.size(); ++i)
    for (std::size_t j = 0; j < count.size(); ++j) {
      double r2 = 0;
      for (std::size_t k = 0; k < 3; ++k)
        r2 += std::pow(periods.nearest(static_cast<int>(k), b.positions[3 * i + k] - b.positions[3 * j + k]), 2);
      count[i] += i != j && std::sqrt(r2) < nearest * (1 + 1e-9) ? 1 : 0;
    }
  return count;
}

struct Crystal {
  const char* lattice;
  double cell[3];
  std::size_t count;
  double nearest;
  int neighbours;
  friend std::ostream& operator<<(std::ostream& out, const Crystal& c) { return out << c.lattice; }
};

class LatticePlacement : public testing::TestWithParam<Crystal> {};

/// Coordination number and distance of nearest neighbours of the four lattices, from any book on crystals.
TEST_P(LatticePlacement, FillsACell_WithTheRightNeighbours) {
  const Crystal& c = GetParam();
  Scenario s = parse_scenario(
      "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [99, 99, 99]\n[[bodies]]\ncount = 1\n"
      "placement = \"lattice\"\nlattice = \"" +
          std::string(c.lattice) + "\"\nspacing = 4\n",
      "crystal.toml");
  s.bodies[0].spacing = 0;
  s.bodies[0].count = c.count;
  s.domain.cell = {c.cell[0], c.cell[1], c.cell[2]};
  const PlacedBodies b = place_bodies(s, 1);
  ASSERT_EQ(b.radii.size(), c.count);
  EXPECT_NEAR(smallest_distance(b, s), c.nearest, 1e-9);
  for (int n : contacts_of(b, s, c.nearest)) EXPECT_EQ(n, c.neighbours);
}

INSTANTIATE_TEST_SUITE_P(
    Lattices, LatticePlacement,
    testing::Values(Crystal{"cubic", {12, 12, 12}, 27, 4, 6}, Crystal{"cubic", {12, 16, 20}, 60, 4, 6},
                    Crystal{"body-centred", {15, 15, 15}, 54, 5 * std::sqrt(0.75), 8},
                    Crystal{"face-centred", {15, 15, 15}, 108, 5 / std::sqrt(2.0), 12},
                    Crystal{"hexagonal", {9, 9 * std::sqrt(3.0), 9 * std::sqrt(8.0 / 3)}, 108, 3, 12}),
    [](const auto& info) { return "Number" + std::to_string(info.index); });

TEST(Placement, LatticeWithASpacing_IsACompactPieceAroundTheMiddle) {
  const std::string text =
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\ncount = 13\nplacement = \"lattice\"\nlattice = "
      "\"face-centred\"\nspacing = 3\n";
  const Scenario s = parse_scenario(text, "piece.toml");
  const PlacedBodies b = place_bodies(s, 1);  // one and its twelve neighbours
  EXPECT_NEAR(std::hypot(b.positions[0], b.positions[1], b.positions[2]), 0, 1e-12);
  for (std::size_t i = 1; i < 13; ++i)
    EXPECT_NEAR(std::hypot(b.positions[3 * i], b.positions[3 * i + 1], b.positions[3 * i + 2]), 3, 1e-12);
  EXPECT_NEAR(smallest_distance(b, s), 3, 1e-12);
}

TEST(Placement, LatticeInAPipe_LiesInsideAndMeetsThePeriod) {
  const Scenario s = parse_scenario(
      "schema = 1\n[domain]\nradius = 5\nlength = 20.5\n[[bodies]]\ncount = 60\nplacement = \"lattice\"\n"
      "spacing = 2.5\n",
      "pipe.toml");
  const PlacedBodies b = place_bodies(s, 1);
  EXPECT_NEAR(smallest_distance(b, s), 2.5, 1e-12);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_LE(std::hypot(b.positions[3 * i + 1], b.positions[3 * i + 2]), 4 + 1e-9);
  // eight planes along the period, 2.5625 apart
  for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(std::remainder(b.positions[3 * i], 20.5 / 8), 0, 1e-9);
}

TEST(Placement, WhatIsToldToOverlap_IsRefusedWithTheIds) {
  const std::string head = "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\n";
  const std::string cube = "schema = 1\n[domain]\nkind = \"periodic-3\"\ncell = [12, 12, 12]\n[[bodies]]\n";
  const auto answer = [](const std::string& text) -> std::string {
    try {
      place_bodies(parse_scenario(text, "x.toml"), 1);
    } catch (const InputError& e) {
      return e.what();
    }
    return "was placed";
  };
  const auto says = [&](const std::string& text, const std::string& words) {
    const std::string found = answer(text);
    EXPECT_NE(found.find(words), std::string::npos) << found;
  };
  says(head + "count = 8\nplacement = \"row\"\nspacing = 3\n", "bodies 0 and 7 overlap");  // through the period
  says(head + "count = 8\nplacement = \"ring\"\nring_radius = 2\n", "overlap: their centres are");
  says(head + "positions = [[5, 0, 0]]\n[[bodies]]\ncount = 2\nplacement = \"row\"\nspacing = 4\n",
       "bodies 0 and 2 overlap: their centres are 1 apart");
  says(head + "count = 9\nplacement = \"lattice\"\nspacing = 1.5\n", "overlap");
  says(head + "count = 900\nplacement = \"lattice\"\nspacing = 3\n", "sites of the lattice, but 900 bodies are asked");
  says(head + "count = 9\nplacement = \"lattice\"\n", "spacing");
  says(cube + "count = 30\nplacement = \"lattice\"\n", "take 27 or 64 bodies");
  says(cube + "count = 512\nplacement = \"lattice\"\n", "overlap: their centres are 1.5 apart");
}

TEST(Placement, CloudIsUniformInItsSphere_AndSpheresDoNotOverlap) {
  const std::string text =
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\ncount = 2000\nplacement = \"cloud\"\ncloud_radius = "
      "40\n";
  const Scenario s = parse_scenario(text, "cloud.toml");
  const PlacedBodies b = place_bodies(s, 2);
  EXPECT_GE(smallest_distance(b, s), 2);
  int inner = 0;
  double mean = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    const double r = std::hypot(b.positions[3 * i], b.positions[3 * i + 1], b.positions[3 * i + 2]);
    EXPECT_LE(r, 40);
    inner += r < 40 * std::cbrt(0.5);
    mean += b.positions[3 * i + 2] / 2000;
  }
  EXPECT_NEAR(inner, 1000, 4 * std::sqrt(500.0));
  EXPECT_NEAR(mean, 0, 4 * 40 / std::sqrt(5.0 * 2000));
}

}  // namespace
}  // namespace slurry
