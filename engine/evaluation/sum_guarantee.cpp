// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_guarantee.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "accuracy/margins.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "evaluation/sum_evaluation.hpp"
#include "evaluation/sum_memory.hpp"
#include "evaluation/target_sample.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "summation/rates.hpp"

namespace slurry {
namespace {

constexpr int most_rounds = 8;
constexpr double direct_pairs_free = 1e9, direct_pairs_images = 5e7;  // seconds of one core

/// One of the arrays of a result with its truth.
struct Quantity {
  const std::vector<double> SumEvaluation::*truth;
  const std::vector<double> SumResult::*values;
  ErrorEntry SumResult::*error;
};
std::vector<Quantity> quantities_of(const SumOptions& o) {
  std::vector<Quantity> q;
  if (o.layer == Layer::coulomb)
    q.push_back({&SumEvaluation::potentials, &SumResult::potentials, &SumResult::error});
  else
    q.push_back({&SumEvaluation::velocities, &SumResult::velocities, &SumResult::error});
  if (o.gradient) q.push_back({&SumEvaluation::gradients, &SumResult::gradients, &SumResult::gradient_error});
  if (o.pressure) q.push_back({&SumEvaluation::pressures, &SumResult::pressures, &SumResult::pressure_error});
  return q;
}

/// Positions moved along the periodic directions: the sum is the same, the rounding of coordinates is not.
SumProblem shifted(const SumProblem& p, const Box& box, double fraction, std::vector<double>& targets) {
  SumProblem moved = p;
  for (auto* points : {&moved.sources, &targets})
    for (std::size_t i = 0; i < points->size(); ++i)
      if (static_cast<int>(i % 3) < box.periodicity) (*points)[i] += fraction * box.lengths[i % 3];
  return moved;
}

using WitnessBytes = std::function<double(const SumPlan&)>;

/// What sums are compared with.
class Witness {
 public:
  Witness(const SumProblem& p, const SumOptions& options, const SumPlan& judged, std::vector<double> targets,
          const WitnessBytes& bytes, double available)
      : p_(p),
        options_(options),
        judged_(judged),
        targets_(std::move(targets)),
        bytes_of_(bytes),
        available_(available) {
    const bool open = p.box.periodicity == 0;
    const double pairs = double(targets_.size() / 3) * double(p.sources.size() / 3);
    if (exact_sum_exists(p.box, options) && pairs <= (open ? direct_pairs_free : direct_pairs_images))
      direct_ = open && pairs <= plain_pairs_in_a_second ? evaluate_plainly(p, options, targets_)
                                                         : evaluate_directly(p, options, targets_);
    else
      tighten();
  }
  /// The most that one of its sums was to take, with what was held beside it; 0 for a direct one.
  double bytes() const { return bytes_; }
  bool is_direct() const { return direct_.has_value(); }
  const SumEvaluation& first() const { return direct_ ? *direct_ : one_; }
  const SumEvaluation& second() const { return direct_ ? *direct_ : two_; }

  /// False where it cannot be any tighter.
  bool tighten() {
    if (direct_ || share_ < 1e-7) return false;
    share_ *= share_ == 1 ? 0.01 : 0.03;
    const bool done = floor_reached_;
    if (!done) {
      // What two sums leave out of a positive kernel has one sign: of one tolerance, they can share an error that their
      // difference does not show.  The second is so much tighter that the difference is the error of the first.
      constexpr double tighter = 0.03;
      const SumPlan one = opinion(Opinion::first, share_), two = opinion(Opinion::second, tighter * share_);
      one_ = sum(one, 0.38);
      two_ = sum(two, 0.17);
      floor_reached_ = one.task.options.tolerance > options_.tolerance * share_;
    }
    return !done;
  }

 private:
  SumPlan opinion(Opinion which, double share) const {
    PlanRequest r;
    r.task = judged_.task;
    r.task.targets_are_sources = false;
    r.task.options.variants.clear();
    r.task.options.tolerance = options_.tolerance * share;
    r.counts = judged_.counts;
    r.counts.targets = targets_.size() / 3;
    r.rates = rates_for(r.task.options);
    if (auto plan = opinion_of(judged_.engine, r, which)) return *plan;
    throw RefusedError(text("no engine can judge the sum of the engine {}; leave out the guarantee", judged_.engine));
  }

  SumEvaluation sum(const SumPlan& plan, double shift) {
    bytes_ = std::max(bytes_, bytes_of_(plan));
    if (bytes_ > available_)
      throw RefusedError(
          text("the sum that checks the guarantee needs {} of memory, but {} are available; leave out the guarantee, "
               "or give a larger tolerance",
               bytes_text(bytes_), bytes_text(available_)));
    std::vector<double> targets = targets_;
    const SumProblem moved = shifted(p_, judged_.task.box, shift, targets);
    return evaluate_plan(moved, plan, targets);
  }

  const SumProblem& p_;
  const SumOptions& options_;
  const SumPlan judged_;
  std::vector<double> targets_;
  const WitnessBytes& bytes_of_;
  double available_ = 0, bytes_ = 0;
  double share_ = 1;
  bool floor_reached_ = false;
  std::optional<SumEvaluation> direct_;
  SumEvaluation one_, two_;
};

/// Upper bounds of the errors of one sum over all targets, in the kind that was asked for, relative to the tolerance.
struct Bounds {
  double error = 0;    ///< the sum's and the truth's together
  double witness = 0;  ///< of the truth alone
};

Bounds measure(const SumOptions& options, const TargetSample& sample, const Witness& witness, SumResult& r) {
  Bounds worst;
  for (const Quantity& q : quantities_of(options)) {
    const auto &one = witness.first().*q.truth, &two = witness.second().*q.truth;
    const auto& all = r.*q.values;
    const std::size_t width = one.size() / sample.order.size();
    std::vector<double> chosen(one.size());
    for (std::size_t k = 0; k < sample.order.size(); ++k)
      std::copy_n(&all[width * sample.order[k]], width, &chosen[width * k]);
    const auto to_one = sample.squared_difference(chosen, one), to_two = sample.squared_difference(chosen, two);
    // what two sums lose alike, their difference does not show
    double squares = 0;
    for (const double x : all) squares += x * x;
    const double shared = witness.is_direct() ? 0 : rounding_floor(options.layer, Precision::fp64) * std::sqrt(squares);
    const double between = std::sqrt(sample.squared_difference(one, two).upper) + shared;
    const double bound = std::sqrt(std::min(to_one.upper, to_two.upper)) + between;
    const double scale_of_all = std::sqrt(double(all.size() / width));
    double scale = options.tolerance_kind == ToleranceKind::relative ? std::sqrt(squares) : scale_of_all;
    scale = std::max(scale, std::numeric_limits<double>::min());
    (r.*q.error).measured = std::sqrt(to_one.estimate) / scale;
    double relative = bound / scale;
    if (options.tolerance_kind == ToleranceKind::relative) relative /= std::max(1 - relative, 1e-3);  // of the truth's
    worst.error = std::max(worst.error, relative);
    worst.witness = std::max(worst.witness, between / scale);
  }
  return worst;
}

/// Where the engine has none of its own, one within which thirty sources lie.
double near_distance(const SumPlan& plan) {
  if (std::isfinite(plan.near)) return plan.near;
  constexpr double sources = 30;
  return std::cbrt(plan.task.box.volume() * sources / double(plan.counts.sources) * 0.75 / std::numbers::pi);
}

double tightest(const SumPlan& plan) {
  const Engine& row = engine_of(plan.engine);
  return row.tightest ? row.tightest(plan.task) : 0;
}

}  // namespace

SumResult guaranteed_sum(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets,
                         const std::function<SumResult(double)>& sum_at, const WitnessBytes& witness_bytes) {
  double tolerance = options.tolerance;
  SumResult r = sum_at(tolerance);
  const TargetSample sample = sample_targets(p, r.plan->task.box, targets, r, near_distance(*r.plan), options.seed);
  Witness witness(p, options, *r.plan, sample.positions(targets), witness_bytes, r.memory.available);
  double most_bytes = r.memory.forecast;
  GuaranteeReport report;
  report.targets = sample.order.size();
  report.confidence = sample.all ? 1 : 0.99;
  report.against_direct_sum = witness.is_direct();
  double best = std::numeric_limits<double>::infinity();
  for (report.rounds = 1;; ++report.rounds) {
    Bounds bounds = measure(options, sample, witness, r);
    while (bounds.witness > 0.2 * options.tolerance && witness.tighten()) bounds = measure(options, sample, witness, r);
    if (report.rounds == 1) report.first_measured = r.error.measured;
    report.tolerance_used = tolerance;
    report.bound = bounds.error;
    best = std::min(best, bounds.error);
    if (bounds.error <= options.tolerance) {
      r.guarantee = report;
      r.memory.forecast = std::max(most_bytes, witness.bytes());
      return r;
    }
    const double aim = 0.6 * (options.tolerance - bounds.witness) / bounds.error;
    const double next = std::max(tolerance * std::clamp(aim, 1e-3, 0.5), tightest(*r.plan));
    if (report.rounds == most_rounds || next >= tolerance) break;
    SumResult tighter = sum_at(next);
    most_bytes = std::max(most_bytes, tighter.memory.forecast + result_memory(options, targets.size() / 3));
    if (tighter.report == r.report) break;
    tolerance = next;
    r = std::move(tighter);
  }
  throw RefusedError(
      text("the tolerance {} cannot be guaranteed for these points: after {} sums, the last at the "
           "tolerance {:.2g}, the error is known to be below {:.2g} ({}); ask for this tolerance or a larger one{}",
           options.tolerance, report.rounds, tolerance, 1.05 * best,
           sample.all ? "measured at every target" : "99 % confidence",
           options.precision == Precision::fp32 ? ", or for fp64" : ""));
}

}  // namespace slurry
