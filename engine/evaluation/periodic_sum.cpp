// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/periodic_sum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "planning/cost_model.hpp"
#include "planning/engines.hpp"
#include "planning/ewald_memory.hpp"
#include "planning/moving_points.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

SumTask task_of(const PeriodicSumRequest& r, std::string_view engine) {
  SumTask task;
  task.box = r.box;
  task.options = r.options;
  task.targets_are_sources = r.targets_are_sources;
  task.moving = MovingPoints{r.expected_calls, r.several_radii};
  task.direct_terms = r.direct_terms;
  if (engine != "direct") task.variants = r.variants;
  return task;
}

Candidates plans_of(const PeriodicSumRequest& r, std::string_view engine) {
  PlanRequest request;
  request.task = task_of(r, engine);
  request.counts = r.counts;
  request.pairs = r.pairs;
  request.rates = rates_for(r.options);
  request.engine = engine;
  return candidates(request);
}

/// Bytes of such a sum beside the caller's views, every target of a radius of its own kind.
double memory_of(const PeriodicSumRequest& r, const EwaldParameters& p, int threads) {
  EwaldLoad load;
  load.variants = r.variants;
  load.several_radii = r.several_radii;
  load.sources = r.counts.sources;
  load.source_radius = r.counts.radius_on_both_sides ? r.counts.largest_radius : 0;
  const std::size_t others =
      r.targets_are_sources ? r.counts.targets - std::min(r.counts.sources, r.counts.targets) : r.counts.targets;
  if (r.targets_are_sources) load.targets.push_back({r.counts.sources, r.counts.largest_radius, true});
  if (others > 0) {
    const bool bodies = !r.targets_are_sources && !r.counts.radius_on_both_sides;
    load.targets.push_back({others, bodies ? r.counts.largest_radius : 0, false});
  }
  return ewald_memory(p, load, threads);
}

/// What to say where it does not fit: how much looser its tolerance would have to be.
std::string memory_sentence(PeriodicSumRequest r, double needed, double available, int threads) {
  std::string fits = "no looser tolerance helps, only fewer bodies do";
  const double asked = r.options.tolerance;
  for (int k = 1; k <= 8; ++k) {
    r.options.tolerance = asked * std::pow(10, k);
    if (memory_of(r, parameters_for_moving_points(task_of(r, "ewald"), r.counts, r.pairs), threads) > available)
      continue;
    fits = text("a tolerance {:g} times looser would fit", std::pow(10, k));
    break;
  }
  return text("the sum over {} points at {} needs {} of memory, but {} are available; {}", r.counts.sources,
              r.counts.targets, bytes_text(needed), bytes_text(std::max(0.0, available)), fits);
}

/// Of plans by a grid, those that memory suffices for; a device's is not the process's.
Candidates fitting(const PeriodicSumRequest& r, Candidates found) {
  if (found.plans.empty() || device_of(found.plans.front().task) != Device::host) return found;
  const double available = r.options.memory_limit.value_or(available_memory()) - r.memory_beside;
  const int threads = Host().concurrency();
  const auto bytes = [&](const SumPlan& plan) { return memory_of(r, plan.parameters.as<EwaldParameters>(), threads); };
  drop_what_does_not_fit(found, available, bytes, [&](const SumPlan& plan) {
    return Refusal{plan.engine, Refusal::Why::memory, memory_sentence(r, bytes(plan), available, threads)};
  });
  return found;
}

/// Seconds of all calls of a sum over all pairs that are better than no sum, where a grid cannot be made.
constexpr double bearable = 60;

}  // namespace

PeriodicSum::PeriodicSum(const PeriodicSumRequest& request) : several_radii_(request.several_radii) {
  parameters_.box = request.box;
  if (!request.variants.empty() && request.several_radii)
    throw InputError("variants of stages do sums over bodies of one radius; leave solver.variants empty");
  // a sum over all pairs, which another run chose, has no stages to vary
  const bool wants_grid = !request.variants.empty();
  if (request.chosen && !(wants_grid && request.chosen->method == SumMethod::direct)) {
    choice_ = *request.chosen;
  } else if (request.method == SumMethod::automatic && request.box.periodicity <= 1 && !wants_grid) {
    choose(request);
    return;
  } else {
    choice_.method = request.method == SumMethod::direct ? SumMethod::direct : SumMethod::ewald;
  }
  if (is_direct())
    make_direct(best(plans_of(request, "direct")));
  else
    make_ewald(best(fitting(request, plans_of(request, "ewald"))), request);
}

void PeriodicSum::choose(const PeriodicSumRequest& request) {
  const SumPlan direct = best(plans_of(request, "direct"));
  const double overhead = grid_overhead(request.expected_calls);
  const bool direct_will_do = direct.seconds() * request.expected_calls <= bearable;
  if (direct.seconds() <= overhead / open_choice) {  // whatever a grid's work is; to plan for it would take longer
    choice_ = choose_by_prediction(direct.seconds(), overhead);
    return make_direct(direct);
  }
  Candidates grids;
  try {
    grids = plans_of(request, "ewald");
  } catch (const InputError&) {  // no grid fits
    if (request.box.periodicity > 0 && !direct_will_do) throw;
  }
  if (grids.plans.empty() && (request.box.periodicity == 0 || direct_will_do)) {
    choice_.method = SumMethod::direct;
    return make_direct(direct);
  }
  choice_ = choose_by_prediction(direct.seconds(), best(grids).seconds());
  open_ = worth_a_trial(choice_, request.expected_calls, request.options.deterministic);
  if (!open_ && is_direct()) return make_direct(direct);
  grids = fitting(request, std::move(grids));
  // no memory for a grid, as where one point lies far away from all others
  if (grids.plans.empty() && (open_ || direct_will_do)) {
    open_ = false;
    choice_.method = SumMethod::direct;
  }
  if (open_ || is_direct()) make_direct(direct);
  if (open_ || !is_direct()) make_ewald(best(grids), request);
}

void PeriodicSum::make_direct(const SumPlan& plan) {
  direct_ = make_sum(plan);
}

void PeriodicSum::make_ewald(const SumPlan& plan, const PeriodicSumRequest& request) {
  parameters_ = plan.parameters.as<EwaldParameters>();
  memory_ = std::isnan(plan.bytes) ? 0 : plan.bytes;
  ewald_ = make_sum(plan);
  if (request.targets_are_sources) self_factor_ = self_factor(parameters_, request.counts.sources);
  net_factor_ = smooth_field(parameters_) * constant_defect(parameters_);
}

/// Drops the other sum.
void PeriodicSum::keep_chosen() {
  open_ = false;
  if (!is_direct()) return direct_.reset();
  ewald_.reset();
  memory_ = 0;
  const Box box = parameters_.box;
  parameters_ = EwaldParameters{};
  parameters_.box = box;
}

/// Times do not depend on the forces.
void PeriodicSum::try_both(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  const Vectors<Host> forces("slurry::evaluation::trial_forces", sources.positions.extent(0));
  Kokkos::deep_copy(forces, 1.0);
  std::vector<Vectors<Host>> velocities;
  for (const TargetSet<Host>& t : targets)
    velocities.emplace_back("slurry::evaluation::trial_velocities", t.positions.extent(0));
  choice_ = choose_by_trial([&](SumMethod method) {
    choice_.method = method;
    Host().fence();
    const auto start = std::chrono::steady_clock::now();
    chosen().set_points(sources, targets);
    apply(forces, velocities);
    Host().fence();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  });
  keep_chosen();
  take_stage_times();  // a trial is no part of a step
}

void PeriodicSum::set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  if (ewald_ && !several_radii_ && sources.radii.extent(0) > 0)
    throw InputError("radii that differ are given to a sum that was made for one");
  if (open_) try_both(sources, targets);
  chosen().set_points(sources, targets);
}

void PeriodicSum::apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities) {
  std::vector<SumFields<Host>> results(velocities.size());
  for (std::size_t k = 0; k < velocities.size(); ++k) results[k].velocity = velocities[k];
  chosen().apply({{forces, {}, {}}, {}}, results);
}

double PeriodicSum::predicted_rms_error(double squared_force_sum, double net_force) const {
  if (is_direct()) return 0;
  if (unit_error_ < 0) {
    SumCounts unit;
    unit.squared_force_sum = 1;
    unit_error_ = ewald_->expected_errors(unit).value;
  }
  return std::hypot(std::sqrt(squared_force_sum) * unit_error_ * self_factor_, net_force * net_factor_);
}

StageTimes PeriodicSum::take_stage_times() {
  return chosen().take_stage_times();
}

}  // namespace slurry
