// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/sum.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "accuracy/margins.hpp"
#include "accuracy/velocity_scale.hpp"
#include "base/execution.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "evaluation/image_rounding.hpp"
#include "evaluation/plan_rules.hpp"
#include "evaluation/sum_evaluation.hpp"
#include "evaluation/sum_guarantee.hpp"
#include "evaluation/sum_measurement.hpp"
#include "evaluation/sum_memory.hpp"
#include "evaluation/sum_scaling.hpp"
#include "planning/engines.hpp"
#include "planning/trial.hpp"
#include "slurry/error.hpp"
#include "slurry/rank_work.hpp"
#include "slurry/runtime.hpp"
#include "summation/free_lengths.hpp"
#include "summation/lengths.hpp"
#include "summation/pair_counts.hpp"
#include "summation/rates.hpp"
#include "summation/survey.hpp"

namespace slurry {
namespace {

double squared_norm(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

void check(const SumProblem& p, Layer layer) {
  if (p.sources.empty()) throw InputError("there are no sources; at least one source is needed");
  if (p.sources.size() % 3 != 0 || p.targets.size() % 3 != 0)
    throw InputError("sources and targets must have the shape (N,3)");
  if (layer == Layer::coulomb) {
    if (p.charges.size() * 3 != p.sources.size())
      throw InputError(
          text("there are {} charges, but {} are needed, one per source", p.charges.size(), p.sources.size() / 3));
    if (!std::all_of(p.charges.begin(), p.charges.end(), [](double x) { return std::isfinite(x); }))
      throw InputError("a charge is not a finite number");
    return;
  }
  const auto fits = [&](const std::vector<double>& density, const char* name) {
    if (density.size() != p.sources.size())
      throw InputError(text("the density {} has {} numbers, but {} are needed, three per source", name, density.size(),
                            p.sources.size()));
    if (!std::all_of(density.begin(), density.end(), [](double x) { return std::isfinite(x); }))
      throw InputError(text("the density {} holds a number that is not finite", name));
  };
  if (layer != Layer::double_layer) fits(p.forces, "f");
  if (layer != Layer::single) {
    fits(p.dipoles, "q");
    fits(p.normals, "n");
  }
}

/// Returns the survey of the points, with the squares of their densities, from which plans are made.
Survey survey_of(const SumProblem& p, Layer layer, const std::vector<double>& targets) {
  Survey s = Survey::of(p.box, p.sources, targets);
  s.add_densities(layer, p.forces, p.dipoles, p.normals, p.charges);
  return s;
}

/// Threads that share a sum on the host, each with memory of its own; a device is one.
int host_threads() {
  return Host().concurrency();
}

/// Whether the images add up to a velocity or a potential up to a constant alone (theory/conventions-and-gauges.md):
/// with one periodic direction those of any net force, with two those of its part along them, and with either those of
/// a net charge.
bool depends_on_gauge(const SumProblem& p, Layer layer) {
  const int periodic = p.box.periodicity;
  if (periodic != 1 && periodic != 2) return false;
  std::array<double, 3> net{};
  double scale = 0;
  if (layer == Layer::coulomb) {
    for (const double charge : p.charges) {
      net[0] += charge;
      scale += std::abs(charge);
    }
    return std::abs(net[0]) > 1e-12 * scale;
  }
  if (layer == Layer::double_layer) return false;
  for (std::size_t i = 0; i < p.forces.size(); ++i) {
    net[i % 3] += p.forces[i];
    scale += std::abs(p.forces[i]);
  }
  return std::hypot(net[0], net[1], periodic == 1 ? net[2] : 0) > 1e-12 * scale;
}

ForceNorms force_norms(const SumProblem& p) {
  ForceNorms norms;
  for (std::size_t i = 0; i < p.forces.size(); ++i) {
    norms.squares[i % 3] += p.forces[i] * p.forces[i];
    norms.net[i % 3] += p.forces[i];
  }
  return norms;
}

/// Rms over the targets of |row|.
double rms_of_rows(const std::vector<double>& values, std::size_t rows) {
  return rows > 0 ? std::sqrt(squared_norm(values) / double(rows)) : 0;
}

/// Mean square of the smooth field that a grid carries, beyond that of a cube, which the estimate knows.  Long waves
/// are faster in long and flat boxes.  The grid holds a net density's field but for a constant, which may be far larger
/// than the field (theory/error-control.md (E7a)).
double smooth_squares(const SumProblem& p, const SumOptions& options, const SumPlan& plan, const Survey& points,
                      const SumEvaluation& e) {
  if (options.layer == Layer::double_layer) return 0;
  // points that cluster are as fast as if their part were all there is, images too far away to count
  const Box filled = plan.clustered_in ? *plan.clustered_in : spread_of_points(p.box, points);
  const StokesletMeans means = stokeslet_means(filled, plan.counts.sources);
  const double cube = plan.counts.squared_force_sum * std::pow(far_velocity_scale(plan.task.box), 2);
  if (options.layer == Layer::coulomb) {
    const double net = std::accumulate(p.charges.begin(), p.charges.end(), 0.0);
    const double all = smooth_potential_squares(means, plan.counts.squared_force_sum, net, e.zero_mode_constant[0]);
    return std::max(0.0, all - 3.0 / 8 * cube);
  }
  return std::max(0.0, smooth_field_squares(means, force_norms(p), e.zero_mode_constant) - cube);
}

/// Parts of a predicted error, of the kind that was asked for: what goes with the tolerance of the grid, and the smooth
/// field's, which goes with the window.
struct ErrorParts {
  double local = 0, smooth = 0;
};

/// Predicted errors in the kind that was asked for.  The error itself follows from parameters, box, counts and norms;
/// what it is relative to is the rms of the result.
ErrorParts predict_errors(const SumProblem& p, const SumOptions& options, const SumPlan& plan, const Survey& points,
                          const SumEvaluation& e, SumResult& r) {
  const std::size_t count = plan.counts.targets;
  const double rms = rms_of_rows(options.layer == Layer::coulomb ? e.potentials : e.velocities, count);
  const ErrorParts parts{e.predicted, std::sqrt(plan.long_wave_alias * smooth_squares(p, options, plan, points, e))};
  const double floor = rounding_floor(options.layer, options.precision);
  const bool relative = options.tolerance_kind == ToleranceKind::relative;
  const auto entry = [&](double predicted, double of_size, double measured) -> ErrorEntry {
    if (predicted == 0) return {options.tolerance, 0, measured};  // nothing comes of no density
    if (relative) return {options.tolerance, std::hypot(predicted / of_size, floor), measured};
    return {options.tolerance, std::hypot(predicted, floor * of_size), measured};
  };
  r.error = entry(std::hypot(parts.local, parts.smooth), rms, r.error.measured);
  if (options.gradient)
    r.gradient_error = entry(e.predicted_gradient, rms_of_rows(e.gradients, count), r.gradient_error.measured);
  if (options.pressure)
    r.pressure_error = entry(e.predicted_pressure, rms_of_rows(e.pressures, count), r.pressure_error.measured);
  if (!relative || !(rms > 0)) return parts;
  return {parts.local / rms, parts.smooth / rms};
}

/// All that a sum errs by which errs by rounding alone.
void expect_rounding(const SumOptions& options, SumResult& r) {
  const ErrorEntry rounding{options.tolerance, rounding_floor(options.layer, Precision::fp64), r.error.measured};
  r.error = rounding;
  if (options.gradient) r.gradient_error = rounding;
  if (options.pressure) r.pressure_error = rounding;
}

/// What is refused before anything is planned.
void check(const SumProblem& p, const SumOptions& o) {
  check(p, o.layer);
  Runtime::device(o.device);
  if (o.layer == Layer::coulomb && o.pressure) throw InputError("a Coulomb sum has no pressure");
  check_engine_name(o.engine);
  check_stage_variants(o.variants);
  const Engine* named = find_engine(o.engine);
  if (o.guarantee && ((named && named->exact) || o.engine == any_engine))
    throw InputError(text("only the engine {} can give a guarantee, not {}; leave out --guarantee or --engine",
                          the_usual_engine().name, o.engine));
}

/// Whether this process has summed: what that touches for the first time counts in the first forecast.
std::atomic<bool> summed = false;

/// The engine whose stages have all of these variants: the usual one, if it has, else the first that has.
std::string engine_of_variants(const StageVariantNames& asked) {
  const auto has_all = [&](const Engine& row) {
    return std::all_of(asked.begin(), asked.end(), [&](const StageVariantName& a) {
      return std::any_of(row.stages.begin(), row.stages.end(),
                         [&](const StageView& view) { return view.is(a.stage) && view.has(a.variant); });
    });
  };
  const Engine& usual = the_usual_engine();
  if (!has_all(usual))
    for (const Engine& row : engines())
      if (has_all(row)) return std::string(row.name);
  return std::string(usual.name);
}

/// All points at one place, in free space: nothing comes of any density, which no grid finds exactly.
bool all_at_one_place(const SumProblem& p) {
  if (p.box.periodicity > 0) return false;
  for (const auto* points : {&p.sources, &p.targets})
    for (std::size_t i = 0; i < points->size(); ++i)
      if ((*points)[i] != p.sources[i % 3]) return false;
  return true;
}

/// The engine that may do a sum: a name, any_engine, or nothing where none is named and any may.
std::string engine_asked(const SumProblem& p, const SumOptions& o) {
  constexpr double next_to_none = 16;  // pairs
  const std::string usual(the_usual_engine().name), exact(the_exact_engine().name);
  const bool plain = o.variants.empty();
  if (plain && all_at_one_place(p)) return exact;
  if (o.engine == usual_engine) return usual;
  if (!o.engine.empty()) return o.engine;
  if (!plain) return engine_of_variants(o.variants);
  if (o.guarantee || o.precision != Precision::fp64 || !exact_sum_exists(p.box, o)) return usual;
  const auto sources = double(p.sources.size() / 3);
  const double targets = p.targets.empty() ? sources : double(p.targets.size() / 3);
  return targets * sources <= next_to_none ? exact : "";
}

/// |sum of the forces|, or of the charges.
double net_density(const SumProblem& p, Layer layer) {
  if (layer == Layer::coulomb) return std::abs(std::accumulate(p.charges.begin(), p.charges.end(), 0.0));
  std::array<double, 3> net{};
  for (std::size_t i = 0; i < p.forces.size(); ++i) net[i % 3] += p.forces[i];
  return layer == Layer::double_layer ? 0 : std::hypot(net[0], net[1], net[2]);
}

/// A problem with what its plans are made from.
class SumAtHand {
 public:
  SumAtHand(const SumProblem& p, const SumOptions& o, const PlanRules* by = nullptr)
      : problem(p),
        options(o),
        engine(by ? std::string(the_usual_engine().name) : engine_asked(p, o)),
        rules(by),
        same(p.targets.empty() || p.targets == p.sources),
        targets(same ? p.sources : p.targets) {
    check_lengths(p.box, o, p.box.periodicity);  // free ones follow the points
    survey = survey_of(p, o.layer, targets);
    counts = survey.counts();
    counts.net_force = net_density(p, o.layer);
    pairs = count_pairs(p.box, survey);
    if (rules) rules->check(p, o);
  }

  /// Of the engines that may do the sum, at a tolerance that may be tighter than the one asked for.
  Candidates plans_at(double tolerance, bool every_plan = false) const {
    if (rules) {
      Candidates one;
      one.plans.push_back(rules->plan(problem, options, counts, pairs, rates_for(options, host_threads()), same));
      return one;
    }
    PlanRequest r = request(engine == any_engine ? "" : by_rule() ? the_usual_engine().name : std::string_view(engine));
    r.tighten = tolerance / options.tolerance;
    r.every_plan = every_plan;
    return candidates(r);
  }
  /// The same of those that `available` bytes suffice for.  Where an engine is to be chosen, no lack of memory for
  /// another stands in the way of the sum of all pairs.
  Candidates plans_that_fit(double tolerance, double available) const {
    const bool any = by_rule() || engine == any_engine;
    const std::optional<SumPlan> direct = any ? all_pairs(available) : std::nullopt;
    const auto only_direct = [&] {
      Candidates one;
      one.plans.push_back(*direct);
      return one;
    };
    if (direct && direct->seconds() <= moments && usual_sum_is_far_slower()) return only_direct();
    Candidates found;
    try {
      found = plans_at(tolerance);
    } catch (const NoGridError&) {
      if (!direct) throw;
    }
    if (by_rule() && direct && found.plans.empty()) return only_direct();
    // planned for before what does not fit is dropped: the quickest one that is not exact
    const auto grid = std::find_if(found.plans.begin(), found.plans.end(), [](const SumPlan& p) { return !p.exact; });
    const bool empty_space = direct && grid != found.plans.end() && bytes_of(*grid) > most_per_point * points();
    drop_what_does_not_fit(
        found, available, [&](const SumPlan& plan) { return bytes_of(plan); },
        [&](const SumPlan& plan) {
          PlanRequest r = request(plan.engine);
          r.task.options.tolerance = plan.task.options.tolerance;
          r.task.box = plan.task.box;
          return Refusal{plan.engine, Refusal::Why::memory,
                         memory_sentence(r, plan, load(), judged_options(), available)};
        });
    if (!direct) return found;
    if (found.plans.empty()) return !by_rule() || empty_space ? only_direct() : found;
    if (by_rule() && is_worth(*direct, found.plans.front(), empty_space)) return only_direct();
    return found;
  }
  /// The plan with so little of the smooth field missing that its square is `alias`; the same plan where that holds
  /// already.  Nothing where there is no such plan.
  std::optional<SumPlan> with_alias(const SumPlan& plan, double alias, double available) const {
    const Engine* row = find_engine(plan.engine);
    if (row == nullptr || row->smoother == nullptr) return std::nullopt;
    std::optional<SumPlan> other = row->smoother(request(plan.engine), plan, alias);
    if (!other) return std::nullopt;
    other->bytes = bytes_of(*other);
    return other->bytes <= available ? other : std::nullopt;
  }
  double tightest(const SumPlan& plan) const {
    const Engine* row = find_engine(plan.engine);
    return row != nullptr && row->tightest != nullptr ? row->tightest(plan.task) : 0;
  }
  double bytes_of(const SumPlan& plan) const { return sum_memory(plan, load(), judged_options()); }
  SumLoad load() const {
    SumLoad load;
    load.points = &survey;
    load.net_source = survey.net_source();
    load.threads = host_threads();
    load.first = first;
    return load;
  }

  const SumProblem& problem;
  const SumOptions& options;
  const std::string engine;  ///< empty: by rule
  const PlanRules* rules;
  const bool same;
  const bool first = !summed;
  const std::vector<double>& targets;
  Survey survey;
  SumCounts counts;
  PairCounts pairs;

 private:
  // where no engine is named, the usual one does the sum unless it takes far more than all pairs: seconds and bytes
  static constexpr double moments = 5e-3, waiting = 0.3, much_memory = 2.5e8;
  // points that are spread evenly take 0.5 to 10 kB each, at tolerances from 1e-4 to 1e-12
  static constexpr double most_per_point = 5e4;

  bool by_rule() const { return engine.empty(); }
  /// As memory sees them: a guarantee has witnesses in place of a second opinion.
  SumOptions judged_options() const {
    SumOptions o = options;
    if (o.guarantee) o.measured_targets = 0;
    return o;
  }
  PlanRequest request(std::string_view of) const {
    PlanRequest r;
    r.task = {problem.box, options, same};
    r.counts = counts;
    r.pairs = pairs;
    r.points = &survey;
    r.rates = rates_for(options, host_threads());
    r.engine = of;
    return r;
  }
  double points() const { return double(counts.sources) + (same ? 0 : double(counts.targets)); }
  /// The sum of all pairs, where there is one and its results fit.
  std::optional<SumPlan> all_pairs(double available) const {
    const Candidates found = candidates(request(the_exact_engine().name));
    if (found.plans.empty()) return std::nullopt;
    SumPlan plan = found.plans.front();
    plan.bytes = bytes_of(plan);
    if (plan.bytes > available) return std::nullopt;
    return plan;
  }
  /// Whether the usual engine takes far longer than moments.  Clustered parts are not looked for, which alone takes
  /// longer.
  bool usual_sum_is_far_slower() const {
    PlanRequest r = request(the_usual_engine().name);
    r.look_for_parts = false;
    try {
      const Candidates found = candidates(r);
      if (found.plans.empty())
        return std::any_of(found.refusals.begin(), found.refusals.end(),
                           [](const Refusal& why) { return why.why == Refusal::Why::not_its_task; });
      return found.plans.front().seconds() > waiting || bytes_of(found.plans.front()) > much_memory;
    } catch (const NoGridError&) {
      return true;
    }
  }
  /// Whether all pairs are to do a sum that another engine could do.
  static bool is_worth(const SumPlan& direct, const SumPlan& grid, bool empty_space) {
    const double seconds = direct.seconds();
    if (seconds <= moments) return false;  // the other takes no more than moments either
    return open_choice * seconds <= grid.seconds() || (seconds <= grid.seconds() && grid.seconds() > waiting) ||
           (empty_space && grid.bytes > much_memory && seconds <= slowest_worth_its_memory * grid.seconds());
  }
};

/// Of densities that are of a usual size.
SumResult evaluate_usual_sum(const SumProblem& p, const SumOptions& options, const PlanRules* rules, double& forecast) {
  const SumAtHand sum(p, options, rules);
  const std::vector<double>& targets = sum.targets;
  const MemoryWatch watch;
  const double available = options.memory_limit.value_or(available_memory());
  ErrorParts parts;  // of the predicted error of the last sum
  const auto sum_of = [&](SumPlan plan, double choice) {
    plan.sources_at_target = sum.pairs.at_target;
    SumResult r;
    r.rates = rates_for(options, host_threads()).origin;
    r.plan = std::make_shared<const SumPlan>(plan);
    r.report = plan.parameters.report();
    r.periodicity = plan.task.box.periodicity;
    r.predicted_times = plan.told();
    r.device = device_of(plan.task);
    if (const Communicator* const ranks = ranks_in_use()) {
      r.alone_because = why_alone(plan);
      if (r.alone_because.empty()) r.ranks = ranks->size();
    }
    r.memory.available = available;
    r.engine = plan.engine;
    r.variant = plan.variant;
    if (const Engine* row = find_engine(plan.engine); row != nullptr && row->doubt != nullptr)
      r.doubt = row->doubt(plan);
    r.memory.forecast = forecast = plan.bytes;
    SumEvaluation e = evaluate_plan(p, plan, targets, sum.survey);
    summed = true;
    r.plan_seconds = choice + e.plan_seconds;
    r.cpu_seconds = e.cpu_seconds;
    r.times = e.times;
    r.variants = e.variants;
    if (plan.exact)
      expect_rounding(options, r);
    else
      parts = predict_errors(p, options, plan, sum.survey, e, r);
    r.velocities = std::move(e.velocities);
    r.gradients = std::move(e.gradients);
    r.pressures = std::move(e.pressures);
    r.potentials = std::move(e.potentials);
    const auto nothing = [](const std::vector<double>& v) {
      return std::all_of(v.begin(), v.end(), [](double x) { return x == 0; });
    };
    if (plan.exact && nothing(r.velocities) && nothing(r.potentials)) r.error.predicted = 0;
    return r;
  };
  // where velocities are smaller than what tolerances stand for, or long waves larger, the prediction knows
  const auto sum_within = [&](double asked) {
    const auto seconds_since = [](auto start) {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    auto start = std::chrono::steady_clock::now();
    const Candidates first = sum.plans_that_fit(asked, available);
    SumPlan plan = best(first);
    SumResult r = sum_of(plan, seconds_since(start));
    double tolerance = asked;
    const int rounds = rules ? 0 : 2;
    for (int i = 0; i < rounds && r.error.predicted > asked && std::isfinite(r.error.predicted); ++i) {
      start = std::chrono::steady_clock::now();
      const double before = r.error.predicted;
      // half of what is asked for the smooth field: a wider window on the same grid costs far less than a finer grid
      const double factor = 0.5 * asked / parts.smooth;
      const double alias = factor * factor * plan.long_wave_alias;
      std::optional<SumPlan> next = sum.with_alias(plan, alias, available);
      if (!next || parts.local > 0.8 * asked || factor >= 1) {
        tolerance *= std::max(0.7 * asked / (next && factor < 1 ? parts.local : before), 1e-3);
        Candidates tighter = sum.plans_that_fit(tolerance, available);
        if (tighter.plans.empty()) {
          // at least as far as this engine goes
          const double least = sum.tightest(plan);
          if (!(least < asked && least > tolerance)) break;
          tolerance = least;
          tighter = sum.plans_that_fit(tolerance, available);
          if (tighter.plans.empty()) break;  // there is no more to be had, and the prediction says so
        }
        next = sum.with_alias(tighter.plans.front(), alias, available);
        if (!next) next = tighter.plans.front();
      }
      plan = *next;
      r = sum_of(plan, seconds_since(start));
      if (r.error.predicted > 0.9 * before) break;  // rounding
    }
    if (sum.engine != any_engine || !(r.error.predicted > asked)) return r;
    // An engine that promised too much before it saw the densities: the next one may keep its promise.
    const auto other =
        std::find_if(first.plans.begin(), first.plans.end(), [&](const SumPlan& p) { return p.engine != r.engine; });
    if (other == first.plans.end()) return r;
    SumResult again = sum_of(*other, 0);
    if (again.error.predicted < r.error.predicted) return again;
    return r;
  };
  const SumLoad load = sum.load();
  const auto witness_bytes = [&](const SumPlan& witness) { return witness_memory(witness, load, targets.size() / 3); };
  SumResult r = options.guarantee ? guaranteed_sum(p, options, targets, sum_within, witness_bytes)
                                  : sum_within(options.tolerance);
  if (options.measured_targets > 0 && !options.guarantee) {
    const SumOptions judged = rules ? rules->judged(options, r) : options;
    measure_errors(p, judged, targets, r);
  }
  r.memory.measured = watch.growth();
  return r;
}

SumForecasts forecast_of(const SumProblem& p, const SumOptions& options, const PlanRules* rules) {
  check(p, options);
  const SumAtHand sum(p, options, rules);
  const Candidates found = sum.plans_at(options.tolerance, true);
  // points that no engine takes are refused; what an engine cannot do otherwise is listed
  for (const Refusal& refusal : found.refusals)
    if (found.plans.empty() && refusal.why == Refusal::Why::not_its_task && refusal.engine == the_usual_engine().name)
      throw RefusedError(refusal.sentence);
  SumForecasts r;
  for (const SumPlan& plan : found.plans) {
    r.plans.push_back({plan.engine, plan.variant, plan.told(), sum.bytes_of(plan), plan.error});
  }
  for (const Refusal& refusal : found.refusals) r.refusals.push_back(refusal.engine + ": " + refusal.sentence);
  return r;
}

SumResult sum_of_any_size(const SumProblem& p, const SumOptions& options, const PlanRules* rules, double& forecast) {
  SumResult r;
  if (const auto scaled = scaled_sum(p, options.layer, options.precision)) {
    SumOptions o = options;
    if (o.tolerance_kind == ToleranceKind::absolute_rms) o.tolerance /= scaled->factor;
    r = evaluate_usual_sum(scaled->problem, o, rules, forecast);
    scale_result(r, scaled->factor, o.tolerance_kind);
  } else {
    r = evaluate_usual_sum(p, options, rules, forecast);
  }
  check_finite(r);
  r.gauge_dependent = depends_on_gauge(p, options.layer);
  return r;
}

SumResult sum_within_memory(const SumProblem& p, const SumOptions& options, const PlanRules* rules) {
  check(p, options);
  double forecast = std::numeric_limits<double>::quiet_NaN();
  return with_memory_refused(
      "the sum", forecast,
      text("a looser tolerance needs less memory, and the engine {} needs almost none", the_exact_engine().name)
          .c_str(),
      [&] {
        const std::optional<SumProblem> in_place = with_images_in_place(p, options.zero_mode);
        return sum_of_any_size(in_place ? *in_place : p, options, rules, forecast);
      });
}

}  // namespace

SumForecasts forecast_sum(const SumProblem& p, const SumOptions& options) {
  return forecast_of(p, options, nullptr);
}

SumForecasts forecast_sum_by(const PlanRules& rules, const SumProblem& p, const SumOptions& options) {
  return forecast_of(p, options, &rules);
}

SumResult evaluate_sum(const SumProblem& p, const SumOptions& options) {
  return sum_within_memory(p, options, nullptr);
}

SumResult evaluate_sum_by(const PlanRules& rules, const SumProblem& p, const SumOptions& options) {
  SumResult r = sum_within_memory(p, options, &rules);
  r.rule = rules.name;
  r.sources_per_cell = rules.sources_per_cell;
  return r;
}

}  // namespace slurry
