// SPDX-License-Identifier: BSD-3-Clause
// The work that the cost model counts, against closed forms and counts by brute force; what is chosen by it, and when
// measured rates may decide.
#include <gtest/gtest.h>

#include <cmath>

#include "base/simd.hpp"
#include "ewald/far/plane_tables.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "support/random_points.hpp"

namespace slurry::test {
namespace {

constexpr std::size_t count = 4000;

SumCounts counts_of(std::size_t points) {
  SumCounts c;
  c.sources = c.targets = points;
  c.squared_force_sum = double(points);
  return c;
}

EwaldParameters parameters(const Box& box, double tolerance, std::shared_ptr<const MachineRates> rates = {},
                           bool deterministic = false) {
  EwaldOptions o;
  o.tolerance = tolerance;
  o.rates = std::move(rates);
  o.deterministic = deterministic;
  return select_ewald_parameters(box, o, counts_of(count));
}

/// A machine that takes no time for anything but one kind of work, and one second for a unit of that.
EwaldMachine machine_with(double EwaldRates::*rate) {
  EwaldMachine unit((MachineRates()));
  for (EwaldRates& r : unit.rates) {
    r = {};
    r.*rate = 1;
  }
  return unit;
}

/// Measured rates of which some differ from those that are built in.
template <class Change>
std::shared_ptr<MachineRates> rates_with(const Change& change) {
  auto rates = std::make_shared<MachineRates>(built_in_rates());
  EwaldMachine changed(*rates);
  for (EwaldRates& r : changed.rates) change(r);
  changed.store(*rates);
  return rates;
}

/// Work behind one rate: seconds when all others are zero and it is one.
double work(const EwaldParameters& p, double EwaldRates::*rate, std::size_t points = count,
            bool several_radii = false) {
  return CostModel(counts_of(points), machine_with(rate), several_radii).stages(p).total();
}

TEST(CostModel, PairsGrowWithTheSquareOfPointsAndTheCubeOfTheCutoff) {
  EwaldParameters p = parameters({{1, 1, 1}, 3}, 1e-5);
  p.cutoff_radius = 0.2;
  const double few = work(p, &EwaldRates::pair, 100000), many = work(p, &EwaldRates::pair, 400000);
  EXPECT_NEAR(many / few, 16, 1.6);
  p.cutoff_radius = 0.1;
  EXPECT_NEAR(many / work(p, &EwaldRates::pair, 400000), 8, 0.8);
  EXPECT_DOUBLE_EQ(work(p, &EwaldRates::pair_degree), p.near_degree * work(p, &EwaldRates::pair));
  EXPECT_DOUBLE_EQ(work(p, &EwaldRates::pair_degree, count, true),
                   2 * p.near_degree * work(p, &EwaldRates::pair, count, true));
  // with a radius each a pair is evaluated for both of its points, or for one of them at least
  EXPECT_GT(work(p, &EwaldRates::pair, count, true), work(p, &EwaldRates::pair));
  EXPECT_LE(work(p, &EwaldRates::pair, count, true), 2.2 * work(p, &EwaldRates::pair));
}

TEST(CostModel, TransformsOfAPeriodicCubeAreCountedAsMLogM) {
  for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
    const EwaldParameters p = parameters({{1, 1, 1}, 3}, tolerance);
    const double m = p.grid[0];
    // three directions, three components, half the modes: real numbers
    const double expected = 3 * 3 * m * m * m / 2 * std::log2(m);
    EXPECT_NEAR(work(p, &EwaldRates::fft) / expected, 1, 0.1) << m;
    EXPECT_EQ(work(p, &EwaldRates::ifft), work(p, &EwaldRates::fft));
    EXPECT_EQ(work(p, &EwaldRates::ifft, count, true), 2 * work(p, &EwaldRates::fft));
  }
}

TEST(CostModel, RowsThatNobodyUsesAreNotTransformed) {
  const EwaldParameters p = parameters({{1, 1, 1}, 3}, 1e-6);
  const EwaldMachine unit = machine_with(&EwaldRates::fft);
  const auto transforms = [&](double occupied, int runs) {
    PairCounts where;
    where.occupied = {Occupied{1, 1}, Occupied{occupied, runs}, Occupied{occupied, runs}};
    return CostModel(counts_of(count), unit, false, where).stages(p)["FFT"];
  };
  const double all = work(p, &EwaldRates::fft);
  EXPECT_DOUBLE_EQ(transforms(1, 1), all);
  EXPECT_DOUBLE_EQ(transforms(0, 0), all);  // not known
  for (const int runs : {1, 2}) {
    // of the shares along y and z: their product of the rows along x, one of them of the lines of a plane, and all of
    // the lines that follow in the plane
    const double share = 0.25 + double(runs) * p.window_points / p.grid[1];
    EXPECT_NEAR(transforms(0.25, runs) / all, (share * share + share + 1) / 3, 1e-3) << runs;
  }
}

TEST(CostModel, SpreadingGrowsWithPointsAndWithTheWindow) {
  EwaldParameters p = parameters({{1, 1, 1}, 3}, 1e-6);
  EXPECT_EQ(work(p, &EwaldRates::spread, 2 * count), 2 * work(p, &EwaldRates::spread));
  EXPECT_EQ(work(p, &EwaldRates::sort, 2 * count), 2 * work(p, &EwaldRates::sort));
  EXPECT_EQ(work(p, &EwaldRates::spread_number, 2 * count), work(p, &EwaldRates::spread_number));
  p.window_points = 7;  // a row of 8 numbers for each of 7 x 7 rows, three components
  EXPECT_EQ(work(p, &EwaldRates::spread), 3.0 * 49 * count);
  EXPECT_EQ(work(p, &EwaldRates::gather), work(p, &EwaldRates::spread));
  p.window_points = 5;  // three components of 5 numbers are two vectors of 8
  EXPECT_EQ(work(p, &EwaldRates::spread), 2.0 * 25 * count);
  EXPECT_EQ(work(p, &EwaldRates::gather), work(p, &EwaldRates::spread));
  p.gradient = true;  // fields are gathered from rows of components
  EXPECT_EQ(work(p, &EwaldRates::spread), 3.0 * 25 * count);
}

TEST(CostModel, TheChoiceIsTheCheapestOfAllCutoffs) {
  for (const int periodicity : {0, 1, 2, 3})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      EwaldOptions o;
      o.tolerance = tolerance;
      const SumCounts c = counts_of(20000);
      const Box box{{1, 1.3, 0.8}, periodicity};
      const CostModel cost(c, rates_for(o));
      const EwaldParameters chosen = select_ewald_parameters(box, o, c);
      for (const double factor : {0.6, 0.75, 0.9, 1.1, 1.3, 1.6}) {
        o.cutoff_radius = factor * chosen.cutoff_radius;
        const EwaldParameters other = select_ewald_parameters(box, o, c);
        // good transform lengths are steps of some per cent
        EXPECT_GT(cost.seconds(other), 0.97 * cost.seconds(chosen)) << periodicity << " " << tolerance << " " << factor;
      }
    }
}

TEST(CostModel, MoreThreadsShareTheWorkAndChooseTheSame) {
  const EwaldParameters p = parameters({{1, 1, 1}, 1}, 1e-6);
  const CostModel one(counts_of(count), built_in_rates(1)), four(counts_of(count), built_in_rates(4));
  EXPECT_NEAR(one.seconds(p) / four.seconds(p), 4, 1e-12);
  const EwaldParameters same = parameters({{1, 1, 1}, 1}, 1e-6, std::make_shared<MachineRates>(built_in_rates(4)));
  EXPECT_EQ(same.grid, p.grid);
  EXPECT_EQ(same.cutoff_radius, p.cutoff_radius);
}

TEST(CostModel, CountsVectorsOfPairsBetweenThePairsAndTheirWidthMore) {
  for (const int periodicity : {1, 3}) {
    const Box box{{1, 1.2, 0.9}, periodicity};
    for (const double tolerance : {1e-3, 1e-7}) {
      const EwaldParameters p = parameters(box, tolerance);
      const auto x = uniform_points(count, box.lengths, 5);
      double pairs = 0;
      for (std::size_t i = 0; i < x.size(); i += 3)
        for (std::size_t j = 0; j < x.size(); j += 3) {
          double s = 0;
          for (std::size_t d = 0; d < 3; ++d) {
            double r = x[i + d] - x[j + d];
            if (int(d) < periodicity) r -= box.lengths[d] * std::round(r / box.lengths[d]);
            s += r * r;
          }
          pairs += s < p.cutoff_radius * p.cutoff_radius;
        }
      const double width = double(simd::Wide<double>::size()), counted = work(p, &EwaldRates::pair);
      EXPECT_GT(counted * width, 0.9 * pairs) << periodicity << " " << tolerance;
      EXPECT_LT(counted, pairs) << periodicity << " " << tolerance;
    }
  }
}

TEST(CostModel, CountsPaddedPlanesAsTheyAreMade) {
  for (const int periodicity : {0, 1, 2, 3}) {
    const Box box{{1, 1.2, 0.9}, periodicity};
    for (const double tolerance : {1e-3, 1e-8}) {
      const EwaldParameters p = parameters(box, tolerance);
      const FarGrid grid = make_far_grid(p);
      const auto split = make_split(p);
      const PlaneTables<double> tables(p, grid, *split, KaiserBessel(p.window_points, p.window_shape));
      double numbers = 0;
      for (const auto& c : tables.classes) numbers += double(c.modes()) * c.planes.size[0] * c.planes.size[1];
      const double counted = work(p, &EwaldRates::multiply) / 3;  // three components
      EXPECT_GT(counted, 0.75 * numbers) << periodicity << " " << tolerance;
      EXPECT_LT(counted, 1.05 * numbers) << periodicity << " " << tolerance;
    }
  }
}

TEST(CostModel, MeasuredRatesDecideUnlessTheSumIsDeterministic) {
  const Box box{{1, 1, 1}, 1};
  const auto slow_transforms = rates_with([](EwaldRates& r) {
    r.fft *= 30;
    r.ifft *= 30;
  });
  const EwaldParameters plain = parameters(box, 1e-6), other = parameters(box, 1e-6, slow_transforms);
  EXPECT_LT(other.grid[0], plain.grid[0]);
  EXPECT_GT(other.cutoff_radius, plain.cutoff_radius);
  const auto slow_pairs = rates_with([](EwaldRates& r) { r.pair *= 30; });
  EXPECT_GT(parameters(box, 1e-6, slow_pairs).grid[0], plain.grid[0]);
  const EwaldParameters fixed = parameters(box, 1e-6, slow_transforms, true);
  EXPECT_EQ(fixed.grid, plain.grid);
  EXPECT_EQ(fixed.cutoff_radius, plain.cutoff_radius);
  slow_transforms->precision = Precision::fp32;  // of another precision
  EXPECT_EQ(parameters(box, 1e-6, slow_transforms).grid, plain.grid);
  slow_transforms->precision = Precision::fp64;
  slow_transforms->device = Device::cuda;  // of another device
  EXPECT_EQ(parameters(box, 1e-6, slow_transforms).grid, plain.grid);
}

TEST(CostModel, CountsTheRowThatIsAskedFor) {
  EwaldParameters p = parameters({{1, 1, 1}, 3}, 1e-6);
  EwaldMachine unit = machine_with(&EwaldRates::spread);
  const auto spread = [&](int window, std::size_t points) {
    p.window_points = window;
    return CostModel(counts_of(points), unit).stages(p, true, {{"P2G", "per_point"}})["P2G"];
  };
  // one number after another, where the row that is taken otherwise counts whole vectors
  EXPECT_DOUBLE_EQ(spread(10, count), 8 * spread(5, count));
  EXPECT_DOUBLE_EQ(spread(10, 3 * count), 3 * spread(10, count));
  EXPECT_NE(spread(10, count), CostModel(counts_of(count), unit).stages(p)["P2G"]);
  unit.launch = 1;  // the same loops for any number of points
  EXPECT_DOUBLE_EQ(spread(10, 3 * count) - spread(5, 3 * count), 3 * (spread(10, count) - spread(5, count)));
}

}  // namespace
}  // namespace slurry::test
