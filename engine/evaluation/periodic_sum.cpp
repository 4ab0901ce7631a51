// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/periodic_sum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

#include "base/memory.hpp"
#include "base/pace.hpp"
#include "base/text.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "summation/rates.hpp"

namespace slurry {

namespace {

PlanRequest plan_request(const PeriodicSumRequest& r) {
  PlanRequest request;
  request.task.box = r.box;
  request.task.options = r.options;
  request.task.targets_are_sources = r.targets_are_sources;
  request.task.moving = r.moving;
  request.counts = r.counts;
  request.pairs = r.pairs;
  request.rates = rates_for(r.options);
  return request;
}

Candidates plans_of(const PeriodicSumRequest& r, std::string_view engine) {
  PlanRequest request = plan_request(r);
  request.engine = engine;
  return candidates(request);
}

/// The plans of an engine that is weighed against others and was not asked for by its name.
Candidates plans_among_others(const PeriodicSumRequest& r, const Engine& engine) {
  const EngineTable alone{engine};
  PlanRequest request = plan_request(r);
  request.table = &alone;
  return candidates(request);
}

bool asks_for_one(const std::string& engine) {
  return !engine.empty() && engine != any_engine;
}

/// Whether a sum is the host's, whose memory is the process's.
bool is_on_host(const SumPlan& plan) {
  return device_of(plan.task) == Device::host;
}

/// Bytes of such a sum beside the caller's views.
double memory_of(const SumPlan& plan) {
  const Engine& row = engine_of(plan.engine);
  SumLoad load;
  load.threads = Host().concurrency();
  return row.bytes ? row.bytes(plan, load) : 0;
}

double available_to(const PeriodicSumRequest& r) {
  return r.options.memory_limit.value_or(available_memory()) - r.memory_beside;
}

/// What to say where a sum does not fit: how much looser its tolerance would have to be.
std::string memory_sentence(PeriodicSumRequest r, const SumPlan& plan, double available) {
  std::string fits = "no looser tolerance helps, so use fewer bodies";
  const double asked = r.options.tolerance;
  for (int k = 1; k <= 8; ++k) {
    r.options.tolerance = asked * std::pow(10, k);
    if (memory_of(best(plans_of(r, plan.engine))) > available) continue;
    fits = text("a tolerance {:g} times looser would fit", std::pow(10, k));
    break;
  }
  return text("the sum over {} points at {} needs {} of memory, but {} are available; {}", r.counts.sources,
              r.counts.targets, bytes_text(memory_of(plan)), bytes_text(std::max(0.0, available)), fits);
}

/// Of plans of one engine, those that memory suffices for.
Candidates fitting(const PeriodicSumRequest& r, Candidates found) {
  if (found.plans.empty() || !is_on_host(found.plans.front())) return found;
  const double available = available_to(r);
  drop_what_does_not_fit(found, available, memory_of, [&](const SumPlan& plan) {
    return Refusal{plan.engine, Refusal::Why::memory, memory_sentence(r, plan, available)};
  });
  return found;
}

/// Seconds of all calls of a sum that are better than no sum, where another engine cannot do it.
constexpr double bearable = 60;

/// The engines that may do a sum, weighed against each other.
class Weighing {
 public:
  struct Way {
    const Engine* row;
    Candidate candidate;
    std::optional<SumPlan> plan;  ///< none: the engine is hopeless
  };

  explicit Weighing(const PeriodicSumRequest& request) : request_(request) {
    plan_all();
    throw_where_none_will_do();
    choose();
    leave_out_what_does_not_fit();
  }
  const SumChoice& choice() const { return choice_; }
  /// The ways whose sums are to be made: one, or those that a trial decides between.
  std::vector<std::size_t> to_be_made() const {
    return open_ ? open_candidates(choice_) : std::vector<std::size_t>{choice_.taken};
  }
  SumPlan plan(std::size_t way) const { return *ways_[way].plan; }

 private:
  double least_seconds(const Engine& row) const {
    return row.least_seconds ? row.least_seconds(plan_request(request_).task) : 0;
  }
  bool is_bearable(double seconds) const { return seconds * request_.options.expected_calls <= bearable; }

  /// Engines whose overhead is least come first: to plan for one that is hopeless would take longer than its sum.
  void plan_all() {
    std::vector<const Engine*> order;
    for (const Engine& row : engines()) order.push_back(&row);
    std::stable_sort(order.begin(), order.end(),
                     [&](const Engine* a, const Engine* b) { return least_seconds(*a) < least_seconds(*b); });
    for (const Engine* row : order) {
      const double least = least_seconds(*row);
      if (quickest_ > least / open_choice) {
        plan_one(*row);
        continue;
      }
      Candidate hopeless;
      hopeless.engine = row->name;
      hopeless.predicted = least;
      ways_.push_back({row, hopeless, std::nullopt});
    }
  }
  void plan_one(const Engine& row) {
    try {
      Candidates found = plans_among_others(request_, row);
      refusals_.insert(refusals_.end(), found.refusals.begin(), found.refusals.end());
      if (found.plans.empty()) return;
      quickest_ = std::min(quickest_, found.plans.front().seconds());
      ways_.push_back({&row, candidate_of(found.plans.front()), std::move(found.plans.front())});
    } catch (const InputError&) {  // no grid fits
      no_grid_ = std::current_exception();
    }
  }
  /// In a periodic box the usual engine leaves others only what they do within a minute.
  void throw_where_none_will_do() const {
    const bool has_usual = std::any_of(ways_.begin(), ways_.end(), [](const Way& w) { return w.row->usual; });
    const bool will_do = has_usual || request_.box.periodicity == 0 || is_bearable(quickest_);
    if (!ways_.empty() && will_do) return;
    if (no_grid_) std::rethrow_exception(no_grid_);
    best({{}, refusals_});  // throws
  }
  /// Those that were hopeless beside an engine that is gone.
  void plan_the_hopeless() {
    std::vector<const Engine*> rows;
    for (const Way& w : ways_)
      if (!w.plan) rows.push_back(w.row);
    std::erase_if(ways_, [](const Way& w) { return !w.plan; });
    for (const Engine* row : rows) plan_one(*row);
  }
  void choose() {
    std::sort(ways_.begin(), ways_.end(), [](const Way& a, const Way& b) { return a.row < b.row; });
    std::vector<Candidate> all;
    for (const Way& w : ways_) all.push_back(w.candidate);
    choice_ = choose_by_prediction(std::move(all));
    if (ways_.size() == 1) choice_.by = ChosenBy::request;
    open_ = worth_a_trial(choice_, request_.options.expected_calls, request_.options.deterministic);
  }
  /// What memory does not suffice for is left out, where another engine is about as quick, or quick enough.
  void leave_out_what_does_not_fit() {
    for (const std::size_t i : to_be_made()) {
      Way& way = ways_[i];
      Candidates one;
      one.plans.push_back(*way.plan);
      one = fitting(request_, std::move(one));
      if (!one.plans.empty()) {
        way.plan->bytes = way.candidate.bytes = choice_.candidates[i].bytes = one.plans[0].bytes;
        continue;
      }
      double others = std::numeric_limits<double>::infinity();
      for (const Way& other : ways_)
        if (&other != &way && other.plan) others = std::min(others, other.plan->seconds());
      if (!std::isfinite(others) || !(open_ || is_bearable(others))) best(one);  // throws
      ways_.erase(ways_.begin() + static_cast<std::ptrdiff_t>(i));
      plan_the_hopeless();
      choose();
      return leave_out_what_does_not_fit();
    }
  }

  const PeriodicSumRequest& request_;
  std::vector<Way> ways_;
  std::vector<Refusal> refusals_;
  std::exception_ptr no_grid_;
  double quickest_ = std::numeric_limits<double>::infinity();
  SumChoice choice_;
  bool open_ = false;
};

/// By other numbers, where the engine has others.
SumPlan judged_by(const PeriodicSumRequest& r, SumPlan plan) {
  if (!r.second_opinion) return plan;
  const Engine& row = engine_of(plan.engine);
  if (!row.opinion) return plan;
  const auto other = row.opinion(plan_request(r), Opinion::other);
  return other ? *other : plan;
}

}  // namespace

PeriodicSum::PeriodicSum(const PeriodicSumRequest& request) : several_radii_(request.moving.several_radii) {
  const StageVariantNames& variants = request.options.variants;
  if (!variants.empty() && request.moving.several_radii)
    throw InputError("variants of stages can be chosen only for bodies of one radius; leave solver.variants empty");
  const bool taken_over = request.chosen && !request.chosen->empty() && find_engine(request.chosen->engine());
  // an engine that another run chose may have no such stages to vary
  if (taken_over && (variants.empty() || !plans_of(request, request.chosen->engine()).plans.empty())) {
    choice_ = *request.chosen;
    make(choice_.taken, best(fitting(request, plans_of(request, choice_.engine()))));
    return;
  }
  const std::string& asked = request.options.engine;
  if (!asks_for_one(asked)) {
    choose(request);
    return;
  }
  const std::string_view name = asked == usual_engine ? the_usual_engine().name : std::string_view(asked);
  SumPlan plan = judged_by(request, best(fitting(request, plans_of(request, name))));
  choice_.candidates = {candidate_of(plan)};
  make(0, std::move(plan));
}

void PeriodicSum::choose(const PeriodicSumRequest& request) {
  const Weighing weighed(request);
  choice_ = weighed.choice();
  for (const std::size_t i : weighed.to_be_made()) make(i, judged_by(request, weighed.plan(i)));
}

void PeriodicSum::make(std::size_t candidate, SumPlan plan) {
  may_stop();
  auto shared = std::make_shared<const SumPlan>(std::move(plan));
  auto sum = make_sum(*shared);
  sums_.push_back({candidate, std::move(shared), std::move(sum)});
}

const PeriodicSum::Made& PeriodicSum::chosen() const {
  for (const Made& m : sums_)
    if (m.candidate == choice_.taken) return m;
  return sums_.front();
}

double PeriodicSum::memory() const {
  double most = 0;
  for (const Made& m : sums_) most = std::max(most, std::isnan(m.plan->bytes) ? 0 : m.plan->bytes);
  return most;
}

/// Times do not depend on the forces.
void PeriodicSum::try_all(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  const Vectors<Host> forces("slurry::evaluation::trial_forces", sources.positions.extent(0));
  Kokkos::deep_copy(forces, 1.0);
  std::vector<Vectors<Host>> velocities;
  for (const TargetSet<Host>& t : targets)
    velocities.emplace_back("slurry::evaluation::trial_velocities", t.positions.extent(0));
  std::vector<std::size_t> open;
  for (const Made& m : sums_) open.push_back(m.candidate);
  choice_ = choose_by_trial(choice_, open, [&](std::size_t candidate) {
    may_stop();
    choice_.taken = candidate;
    Host().fence();
    const auto start = std::chrono::steady_clock::now();
    chosen().sum->set_points(sources, targets);
    apply(forces, velocities);
    Host().fence();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  });
  std::erase_if(sums_, [&](const Made& m) { return m.candidate != choice_.taken; });
  take_stage_times();  // a trial is no part of a step
}

void PeriodicSum::set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  const bool knows_radii =
      several_radii_ || std::all_of(sums_.begin(), sums_.end(), [](const Made& m) { return m.plan->exact; });
  if (!knows_radii && sources.radii.extent(0) > 0)
    throw InputError("the bodies have different radii, but the sum was planned for equal radii");
  if (is_open()) try_all(sources, targets);
  if (errors_are_of_points()) unit_error_ = -1;
  chosen().sum->set_points(sources, targets);
}

void PeriodicSum::apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities) {
  std::vector<SumFields<Host>> results(velocities.size());
  for (std::size_t k = 0; k < velocities.size(); ++k) results[k].velocity = velocities[k];
  chosen().sum->apply({{forces, {}, {}}, {}}, results);
}

double PeriodicSum::predicted_rms_error(double squared_force_sum, double net_force) const {
  if (is_exact()) return 0;
  const Made& m = chosen();
  if (unit_error_ < 0) {
    SumCounts unit;
    unit.squared_force_sum = 1;
    unit_error_ = m.sum->expected_errors(unit).value;
  }
  return std::hypot(std::sqrt(squared_force_sum) * unit_error_ * m.plan->error_factor,
                    net_force * m.plan->error_of_net_force);
}

StageTimes PeriodicSum::take_stage_times() {
  return chosen().sum->take_stage_times();
}

}  // namespace slurry
