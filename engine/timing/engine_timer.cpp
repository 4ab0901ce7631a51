// SPDX-License-Identifier: BSD-3-Clause
#include "timing/engine_timer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "planning/engines.hpp"
#include "summation/rates.hpp"

namespace slurry {
namespace {

std::vector<double> set_of_points(EngineSet set, std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal;
  std::vector<double> x;
  x.reserve(3 * count);
  for (std::size_t i = 0; x.size() < 3 * count; ++i) {
    std::array<double, 3> v{normal(random), normal(random), normal(random)};
    const double length = std::hypot(v[0], v[1], v[2]), along = uniform(random);
    switch (set) {
      case EngineSet::uniform:
        for (double& c : v) c = uniform(random);
        break;
      case EngineSet::sphere_surface:
        for (double& c : v) c = 0.5 + 0.4 * c / length;
        break;
      case EngineSet::helix:
        v = {along, 0.5 + 0.2 * std::cos(6 * std::numbers::pi * along),
             0.5 + 0.2 * std::sin(6 * std::numbers::pi * along)};
        break;
      case EngineSet::two_clusters:
        for (double& c : v) c = i % 2 == 0 ? 0.7 + 1e-3 * c : 0.2 + 1e-4 * c;
        break;
      case EngineSet::gaussian_cloud:
        for (double& c : v) c = 0.5 + 0.1 * c;
        break;
    }
    if (std::all_of(v.begin(), v.end(), [](double c) { return c >= 0 && c < 1; }))
      x.insert(x.end(), v.begin(), v.end());
  }
  return x;
}

/// The case by any engine.
class TimedSum {
 public:
  explicit TimedSum(const EngineTimesCase& c) : case_(c) {
    std::mt19937_64 random(c.seed);
    positions_ = set_of_points(c.set, c.points, random);
    std::normal_distribution<double> normal;
    std::vector<double> forces(positions_.size());
    double squares = 0, net[3] = {0, 0, 0};
    for (std::size_t k = 0; k < forces.size(); ++k) {
      forces[k] = normal(random);
      squares += forces[k] * forces[k];
      net[k % 3] += forces[k];
    }
    x_ = to_space<Host>(positions_, "slurry::engine_times::x");
    density_.layers.forces = to_space<Host>(forces, "slurry::engine_times::density");
    u_ = Vectors<Host>("slurry::engine_times::u", c.points);
    request.task.box.periodicity = c.periodicity;
    request.task.options.tolerance = c.tolerance;
    request.task.options.rates = c.rates;
    request.task.options.device = Device::host;
    request.counts.sources = request.counts.targets = c.points;
    request.counts.squared_force_sum = squares;
    request.counts.net_force = std::hypot(net[0], net[1], net[2]);
    survey_ = Survey::of(request.task.box, positions_, positions_);
    request.points = &survey_;
    request.pairs = count_pairs(request.task.box, survey_);
    request.rates = rates_for(request.task.options, Host().concurrency());
    find_truth();
  }
  TimedSum(const TimedSum&) = delete;
  TimedSum& operator=(const TimedSum&) = delete;

  void call(Summation<Host>& sum) {
    sum.set_points({x_, 0, {}}, {{x_, 0, true, {}}});
    sum.apply(density_, {velocity(u_)});
  }
  /// Relative l2 error of the last call, at the sampled targets.
  double reached() const {
    double difference = 0, norm = 0;
    for (std::size_t k = 0; k < truth_.extent(0); ++k)
      for (int d = 0; d < 3; ++d) {
        difference += std::pow(u_(at(k), d) - truth_(k, d), 2);
        norm += std::pow(truth_(k, d), 2);
      }
    return std::sqrt(difference / norm);
  }

  PlanRequest request;

 private:
  std::size_t at(std::size_t k) const { return k * (case_.points / truth_.extent(0)); }
  static SumFields<Host> velocity(const Vectors<Host>& into) {
    SumFields<Host> wanted;
    wanted.velocity = into;
    return wanted;
  }
  /// Over all pairs where they can be summed, else by the Ewald sum with another split.
  void find_truth() {
    truth_ = Vectors<Host>("slurry::engine_times::truth", std::min<std::size_t>(64, case_.points));
    const Vectors<Host> sample("slurry::engine_times::sample", truth_.extent(0));
    for (std::size_t k = 0; k < truth_.extent(0); ++k)
      for (int d = 0; d < 3; ++d) sample(k, d) = x_(at(k), d);
    PlanRequest other = request;
    other.points = nullptr;
    other.task.targets_are_sources = false;
    other.task.options.tolerance = 0.01 * case_.tolerance;
    other.task.options.split = Split::hasimoto;
    other.counts.targets = truth_.extent(0);
    other.engine = the_exact_engine().name;
    Candidates found = candidates(other);
    if (found.plans.empty()) {
      other.engine = the_usual_engine().name;
      found = candidates(other);
    }
    const auto sum = make_sum(best(found));
    sum->set_points({x_, 0, {}}, {{sample, 0, false, {}}});
    sum->apply(density_, {velocity(truth_)});
  }

  EngineTimesCase case_;
  std::vector<double> positions_;
  Survey survey_;
  SumDensity<Host> density_;
  Vectors<Host> x_, u_, truth_;
};

}  // namespace

std::vector<double> points_of_set(EngineSet set, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return set_of_points(set, count, random);
}

struct EngineTimer::Impl {
  explicit Impl(const EngineTimesCase& c) : wanted(c), sum(c) {
    row.set = c.set;
    row.points = c.points;
  }
  void plan();
  void call(std::size_t engine);
  void compare();

  EngineTimesCase wanted;
  TimedSum sum;
  EngineTimesRow row;
  std::vector<SumPlan> plans;                          ///< of each engine of the row
  std::vector<std::unique_ptr<Summation<Host>>> made;  ///< null: left out, or not called yet
  bool planned = false;
  int round = 0;         ///< 0: the first calls, which take memory
  std::size_t next = 0;  ///< engine of the next call
};

void EngineTimer::Impl::plan() {
  const Candidates of_all = candidates(sum.request);
  row.automatic = best(of_all).engine;
  for (const Engine& engine : engines()) {
    PlanRequest request = sum.request;
    request.engine = engine.name;
    const Candidates found = candidates(request);
    if (found.plans.empty()) continue;
    EngineTime t;
    t.engine = engine.name;
    t.predicted = found.plans.front().seconds();
    t.left_out = !(t.predicted <= wanted.most_seconds);
    t.chosen_by_name = std::none_of(of_all.plans.begin(), of_all.plans.end(),
                                    [&](const SumPlan& plan) { return plan.engine == engine.name; });
    row.engines.push_back(t);
    plans.push_back(found.plans.front());
  }
  made.resize(plans.size());
}

void EngineTimer::Impl::call(std::size_t engine) {
  using Clock = std::chrono::steady_clock;
  EngineTime& t = row.engines[engine];
  if (round == 0) {
    made[engine] = make_sum(plans[engine]);
    sum.call(*made[engine]);
    t.reached = sum.reached();
    return;
  }
  const double before = process_seconds();
  const Clock::time_point start = Clock::now();
  sum.call(*made[engine]);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const double cpu_seconds = process_seconds() - before;
  t.seconds = round > 1 ? std::min(t.seconds, seconds) : seconds;
  t.cpu_seconds = round > 1 ? std::min(t.cpu_seconds, cpu_seconds) : cpu_seconds;
}

/// The engine that `automatic` takes beside the quickest.
void EngineTimer::Impl::compare() {
  double quickest = std::numeric_limits<double>::infinity(), taken = 0;
  for (const EngineTime& t : row.engines) {
    if (t.cpu_seconds > 0) quickest = std::min(quickest, t.cpu_seconds);
    if (t.engine == row.automatic) taken = t.cpu_seconds;
  }
  row.over_quickest = taken / quickest;
}

EngineTimer::EngineTimer(const EngineTimesCase& c) : impl_(new Impl(c)) {}

EngineTimer::~EngineTimer() = default;

bool EngineTimer::go_on() {
  Impl& i = *impl_;
  if (!std::exchange(i.planned, true)) {
    i.plan();
    return true;
  }
  while (i.round <= i.wanted.repeats) {
    const std::size_t engine = i.next++;
    if (engine == i.plans.size()) {
      i.next = 0;
      ++i.round;
    } else if (!i.row.engines[engine].left_out) {
      i.call(engine);
      return true;
    }
  }
  i.compare();
  return false;
}

const EngineTimesRow& EngineTimer::row() const {
  return impl_->row;
}

}  // namespace slurry
