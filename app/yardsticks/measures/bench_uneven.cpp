// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <utility>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/engine_parameters.hpp"
#include "planning/engines.hpp"
#include "yardsticks/measures/bench.hpp"

namespace slurry {
namespace {

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
      return to_space<Host>(v, "slurry::bench::density");
    };
    if (c.layer != Layer::double_layer) density_.layers.forces = density();
    if (c.layer != Layer::single) {
      density_.layers.dipoles = density();
      density_.layers.normals = density();
    }
    positions_ = points_of(set, c.points, random_);
    x_ = to_space<Host>(positions_, "slurry::bench::x");
    SumTask& task = request_.task;
    task.box.periodicity = c.periodicity;
    task.options.layer = c.layer;
    task.options.rates = c.rates;
    task.options.device = Device::host;
    request_.engine = "ewald";
    request_.counts.sources = request_.counts.targets = c.points;
    request_.counts.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
    request_.counts.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 * double(c.points);
    request_.pairs = count_pairs(task.box, positions_, positions_);
    request_.rates = rates_for(task.options, Host().concurrency());
    u_ = Vectors<Host>("slurry::bench::u", c.points);
    tighter_sum();
  }

  /// Plans for another tolerance and measures what is reached.
  void plan(double tolerance) {
    row.asked = tolerance;
    PlanRequest request = request_;
    request.task.options.tolerance = tolerance;
    request.sources = request.targets = &positions_;
    sum_.reset();
    const Candidates found = candidates(request);
    const SumPlan& plan = best(found);
    row.patches.clear();
    if (plan.parameters.holds<NestedParameters>()) {
      row.parameters = plan.parameters.as<NestedParameters>().whole;
      row.patches = plan.parameters.as<NestedParameters>().patches;
    } else {
      row.parameters = plan.parameters.as<EwaldParameters>();
    }
    row.predicted = plan.predicted;
    sum_ = make_sum(plan);
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
    const StageTimes stages = sum_->take_stage_times();
    if (seconds < row.cpu_seconds) {
      row.cpu_seconds = seconds;
      row.stages = stages;
    }
  }

  UnevenBenchRow row;

 private:
  std::size_t at(std::size_t k) const { return k * (case_.points / sample_.extent(0)); }

  /// Puts the points into another order; they stay the same, because the free lengths of the box were fitted to them.
  void shuffle() {
    for (std::size_t i = case_.points - 1; i > 0; --i) {
      const std::size_t j = random_() % (i + 1);
      for (int d = 0; d < 3; ++d) std::swap(x_(i, d), x_(j, d));
    }
  }
  void call() {
    sum_->set_points({x_, 0, {}}, {{x_, 0, true, {}}});
    sum_->apply(density_, {velocity(u_)});
  }
  static SumFields<Host> velocity(const Vectors<Host>& into) {
    SumFields<Host> wanted;
    wanted.velocity = into;
    return wanted;
  }

  void tighter_sum() {
    sample_ = Vectors<Host>("slurry::bench::sample", std::min<std::size_t>(200, case_.points));
    for (std::size_t k = 0; k < sample_.extent(0); ++k)
      for (int d = 0; d < 3; ++d) sample_(k, d) = x_(at(k), d);
    truth_ = Vectors<Host>("slurry::bench::truth", sample_.extent(0));
    PlanRequest tight = request_;
    tight.task.targets_are_sources = false;
    tight.task.options.tolerance = 0.01 * case_.tolerance;
    tight.task.options.split = Split::hasimoto;
    tight.counts.targets = sample_.extent(0);
    const auto sum = make_sum(best(candidates(tight)));
    sum->set_points({x_, 0, {}}, {{sample_, 0, false, {}}});
    sum->apply(density_, {velocity(truth_)});
  }

  UnevenBenchCase case_;
  std::mt19937_64 random_;
  SumDensity<Host> density_;
  std::vector<double> positions_;
  PlanRequest request_;
  Vectors<Host> x_, u_, sample_, truth_;
  std::unique_ptr<Summation<Host>> sum_;
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
