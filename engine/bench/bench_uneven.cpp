// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <utility>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "planning/cost_model.hpp"
#include "planning/free_box.hpp"
#include "planning/nested_plan.hpp"
#include "planning/pair_counts.hpp"
#include "planning/parameter_selection.hpp"
#include "slurry/bench.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

std::vector<double> points_of(PointSet set, std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal;
  std::vector<double> x;
  x.reserve(3 * count);
  while (x.size() < 3 * count) {
    double v[3], squared = 0;
    for (double& c : v) {
      c = set == PointSet::uniform || set == PointSet::one_percent ? uniform(random) : normal(random);
      squared += c * c;
    }
    for (double& c : v) {
      if (set == PointSet::sphere_surface) c = 0.5 + 0.4 * c / std::sqrt(squared);
      if (set == PointSet::gaussian_cloud) c = 0.5 + 0.1 * c;
      if (set == PointSet::one_percent) c = 0.4 + std::cbrt(0.01) * c;
    }
    if (std::all_of(v, v + 3, [](double c) { return c >= 0 && c < 1; })) x.insert(x.end(), v, v + 3);
  }
  return x;
}

/// One set of points with its densities, and a sum planned for it.
class Contestant {
 public:
  Contestant(const UnevenBenchCase& c, PointSet set) : case_(c) {
    row.set = set;
    row.asked = c.tolerance;
    row.cpu_seconds = std::numeric_limits<double>::infinity();
    random_.seed(c.seed);
    const auto density = [&] {
      std::normal_distribution<double> normal;
      std::vector<double> v(3 * c.points);
      for (double& x : v) x = normal(random_);
      return to_space<Space>(v, "slurry::bench::density");
    };
    if (c.layer != Layer::double_layer) density_.forces = density();
    if (c.layer != Layer::single) {
      density_.dipoles = density();
      density_.normals = density();
    }
    positions_ = points_of(set, c.points, random_);
    x_ = to_space<Space>(positions_, "slurry::bench::x");
    counts_.sources = counts_.targets = c.points;
    counts_.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
    counts_.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 * double(c.points);
    pairs_ = count_pairs(box(), positions_, positions_);
    u_ = Vectors<Space>("slurry::bench::u", c.points);
    tighter_sum();
  }

  /// Plans for another tolerance and measures what is reached.
  void plan(double tolerance) {
    row.asked = tolerance;
    const EwaldOptions o = options(tolerance, Split::prolate);
    const Box fitted = box_for_points(box(), o, counts_, pairs_, positions_, positions_);
    row.parameters = select_ewald_parameters(fitted, o, counts_, pairs_);
    const MachineRates rates = rates_for(o);
    const auto plans = nested_plans(fitted, o, counts_, pairs_, row.parameters, positions_, positions_, rates);
    nested_.reset();
    sum_.reset();
    row.cores.clear();
    if (!plans.empty()) {
      const NestedPlan& plan = plans.front();
      row.parameters = plan.parameters.whole;
      row.cores = plan.parameters.cores;
      row.predicted = plan.predicted;
      nested_ = std::make_unique<NestedEwald<Space>>(Space(), plan.parameters);
    } else {
      row.predicted = CostModel(counts_, rates, false, pairs_).stages(row.parameters);
      sum_ = std::make_unique<SpectralEwald<Space>>(Space(), row.parameters);
    }
    call();
    double squared = 0, norm = 0;
    for (std::size_t k = 0; k < sample_.extent(0); ++k)
      for (int d = 0; d < 3; ++d) {
        squared += std::pow(u_(at(k), d) - truth_(k, d), 2);
        norm += std::pow(truth_(k, d), 2);
      }
    row.reached = std::sqrt(squared / norm);
  }

  /// Moves the tolerance until the error is `aim` within a quarter, or less where no tolerance gives that.
  void match(double aim) {
    double good = 0, bad = 1;  // tolerances with errors not above and above it
    for (int i = 0; i < 7 && row.asked < 1; ++i) {
      const double asked = row.asked, ratio = aim / row.reached;
      (ratio >= 0.8 ? good : bad) = asked;
      if (ratio >= 0.8 && ratio <= 1.25) return;
      double next = asked * std::clamp(ratio, 1e-2, 1e2);  // the error goes with the tolerance, mostly
      if (good > 0 && (next <= good || next >= bad)) next = std::sqrt(good * bad);
      plan(std::min(1.0, next));
    }
    if (row.reached > 1.25 * aim && good > 0) plan(good);
  }

  void time() {
    shuffle();
    const double before = process_seconds();
    call();
    const double seconds = process_seconds() - before;
    const StageTimes stages = nested_ ? nested_->take_stage_times() : sum_->take_stage_times();
    if (seconds < row.cpu_seconds) {
      row.cpu_seconds = seconds;
      row.stages = stages;
    }
  }

  UnevenBenchRow row;

 private:
  Box box() const {
    Box b;
    b.periodicity = case_.periodicity;
    return b;
  }
  std::size_t at(std::size_t k) const { return k * (case_.points / sample_.extent(0)); }

  EwaldOptions options(double tolerance, Split split) const {
    EwaldOptions o;
    o.layer = case_.layer;
    o.tolerance = tolerance;
    o.split = split;
    o.rates = case_.rates;
    return o;
  }

  /// The same points in another order: the free lengths of the box were fitted to them.
  void shuffle() {
    for (std::size_t i = case_.points - 1; i > 0; --i) {
      const std::size_t j = random_() % (i + 1);
      for (int d = 0; d < 3; ++d) std::swap(x_(i, d), x_(j, d));
    }
  }
  void call() {
    if (nested_) {
      nested_->set_points(x_, x_, true);
      nested_->apply(density_, u_);
      return;
    }
    sum_->set_points(x_, 0, {{x_, 0, true}});
    sum_->apply(density_, {u_});
  }

  void tighter_sum() {
    sample_ = Vectors<Space>("slurry::bench::sample", std::min<std::size_t>(200, case_.points));
    for (std::size_t k = 0; k < sample_.extent(0); ++k)
      for (int d = 0; d < 3; ++d) sample_(k, d) = x_(at(k), d);
    truth_ = Vectors<Space>("slurry::bench::truth", sample_.extent(0));
    const EwaldOptions o = options(0.01 * case_.tolerance, Split::hasimoto);
    SpectralEwald<Space> tight(Space(), select_ewald_parameters(box(), o, counts_, pairs_));
    tight.set_points(x_, 0, {{sample_, 0, false}});
    tight.apply(density_, {truth_});
  }

  UnevenBenchCase case_;
  std::mt19937_64 random_;
  Density<Space> density_;
  std::vector<double> positions_;
  SumCounts counts_;
  PairCounts pairs_;
  Vectors<Space> x_, u_, sample_, truth_;
  std::unique_ptr<SpectralEwald<Space>> sum_;  // one of these two
  std::unique_ptr<NestedEwald<Space>> nested_;
};

}  // namespace

std::vector<UnevenBenchRow> bench_uneven(const UnevenBenchCase& c) {
  std::vector<Contestant> sets;
  for (const PointSet set :
       {PointSet::uniform, PointSet::sphere_surface, PointSet::gaussian_cloud, PointSet::one_percent}) {
    sets.emplace_back(c, set);
    Contestant& s = sets.back();
    s.plan(c.tolerance);
    const double aim = sets.front().row.reached;
    s.match(aim);
  }
  for (int i = 0; i < c.repeats; ++i)
    for (Contestant& s : sets) s.time();
  std::vector<UnevenBenchRow> rows;
  for (const Contestant& s : sets) rows.push_back(s.row);
  return rows;
}

}  // namespace slurry
