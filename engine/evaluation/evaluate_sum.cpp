// SPDX-License-Identifier: BSD-3-Clause
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
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

#include "accuracy/error_estimate.hpp"
#include "accuracy/presets.hpp"
#include "accuracy/velocity_scale.hpp"
#include "base/execution.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "evaluation/plan_rules.hpp"
#include "evaluation/sum_evaluation.hpp"
#include "evaluation/sum_guarantee.hpp"
#include "evaluation/sum_measurement.hpp"
#include "evaluation/sum_memory.hpp"
#include "evaluation/sum_scaling.hpp"
#include "kernels/window.hpp"
#include "planning/cost_model.hpp"
#include "planning/engine_parameters.hpp"
#include "planning/engines.hpp"
#include "planning/free_box.hpp"
#include "planning/method_choice.hpp"
#include "planning/pair_counts.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

double squared_norm(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

void check(const SumProblem& p, Layer layer) {
  if (p.sources.empty()) throw InputError("there is no source; at least one is needed");
  if (p.sources.size() % 3 != 0 || p.targets.size() % 3 != 0)
    throw InputError("sources and targets must have the shape (N,3)");
  if (layer == Layer::coulomb) {
    if (p.charges.size() * 3 != p.sources.size())
      throw InputError(
          text("there are {} charges, {} are needed: one per source", p.charges.size(), p.sources.size() / 3));
    if (!std::all_of(p.charges.begin(), p.charges.end(), [](double x) { return std::isfinite(x); }))
      throw InputError("a charge is a number that is not finite");
    return;
  }
  const auto fits = [&](const std::vector<double>& density, const char* name) {
    if (density.size() != p.sources.size())
      throw InputError(text("the density {} has {} numbers, {} are needed: three per source", name, density.size(),
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

SumCounts counts_of(const SumProblem& p, Layer layer, std::size_t targets) {
  SumCounts c;
  c.sources = p.sources.size() / 3;
  c.targets = targets;
  if (layer == Layer::coulomb) c.squared_force_sum = squared_norm(p.charges);
  if (layer == Layer::single || layer == Layer::combined) c.squared_force_sum = squared_norm(p.forces);
  if (layer == Layer::single || layer == Layer::coulomb) return c;
  for (std::size_t i = 0; i < p.dipoles.size(); i += 3) {
    double qq = 0, nn = 0, qn = 0;
    for (std::size_t d = i; d < i + 3; ++d) {
      qq += p.dipoles[d] * p.dipoles[d];
      nn += p.normals[d] * p.normals[d];
      qn += p.dipoles[d] * p.normals[d];
    }
    c.dipole_norm += 17.0 / 15 * qn * qn + 0.4 * qq * nn;
  }
  return c;
}

bool has_net_source(const SumProblem& p, Layer layer) {
  if (layer == Layer::single || layer == Layer::coulomb) return false;
  for (std::size_t i = 0; i < p.dipoles.size(); i += 3)
    if (p.dipoles[i] * p.normals[i] + p.dipoles[i + 1] * p.normals[i + 1] + p.dipoles[i + 2] * p.normals[i + 2] != 0)
      return true;
  return false;
}

/// Threads that share a sum on the host, each with memory of its own; a device is one.
int host_threads() {
  return Host().concurrency();
}

/// Whether images of a net force add up to a velocity up to a constant alone (theory/conventions-and-gauges.md): with
/// one periodic direction of any net force, with two of the part along them.
bool depends_on_gauge(const SumProblem& p, Layer layer) {
  const int periodic = p.box.periodicity;
  if ((periodic != 1 && periodic != 2) || (layer != Layer::single && layer != Layer::combined)) return false;
  std::array<double, 3> net{};
  double scale = 0;
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
double smooth_squares(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                      const std::vector<double>& targets, const SumEvaluation& e, const SumResult& r) {
  if (options.layer == Layer::double_layer) return 0;
  // points that cluster are as fast as if the patch were all there is, images too far away to count
  const Box filled =
      r.patches.empty() ? spread_of_points(p.box, p.sources, targets) : Box{r.patches.front().lengths, 0};
  const StokesletMeans means = stokeslet_means(filled, counts.sources);
  const double cube = counts.squared_force_sum * std::pow(far_velocity_scale(box), 2);
  if (options.layer == Layer::coulomb) {
    const double net = std::accumulate(p.charges.begin(), p.charges.end(), 0.0);
    const double all = smooth_potential_squares(means, counts.squared_force_sum, net, e.zero_mode_constant[0]);
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
ErrorParts predict_errors(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                          const std::vector<double>& targets, const SumEvaluation& e, SumResult& r) {
  const double rms = rms_of_rows(options.layer == Layer::coulomb ? e.potentials : e.velocities, counts.targets);
  const KaiserBessel window(r.parameters.window_points, r.parameters.window_shape);
  const ErrorParts parts{e.predicted,
                         std::sqrt(long_wave_alias(window) * smooth_squares(p, box, options, counts, targets, e, r))};
  const double floor = rounding_floor(options.layer, options.precision);
  const bool relative = options.tolerance_kind == ToleranceKind::relative;
  const auto entry = [&](double predicted, double of_size, double measured) -> ErrorEntry {
    if (predicted == 0) return {options.tolerance, 0, measured};  // nothing comes of no density
    if (relative) return {options.tolerance, std::hypot(predicted / of_size, floor), measured};
    return {options.tolerance, std::hypot(predicted, floor * of_size), measured};
  };
  r.error = entry(std::hypot(parts.local, parts.smooth), rms, r.error.measured);
  if (options.gradient)
    r.gradient_error = entry(e.predicted_gradient, rms_of_rows(e.gradients, counts.targets), r.gradient_error.measured);
  if (options.pressure)
    r.pressure_error = entry(e.predicted_pressure, rms_of_rows(e.pressures, counts.targets), r.pressure_error.measured);
  if (!relative || !(rms > 0)) return parts;
  return {parts.local / rms, parts.smooth / rms};
}

/// Of an engine without a grid, what was asked alone.
EwaldParameters whole_of(const SumPlan& plan) {
  if (plan.parameters.holds<NestedParameters>()) return plan.parameters.as<NestedParameters>().whole;
  if (plan.parameters.holds<EwaldParameters>()) return plan.parameters.as<EwaldParameters>();
  const EwaldOptions& o = plan.task.options;
  EwaldParameters p;
  p.box = plan.task.box;
  p.layer = o.layer;
  p.gradient = o.gradient;
  p.pressure = o.pressure;
  return p;
}
bool has_grid(const SumPlan& plan) {
  return plan.parameters.holds<NestedParameters>() || plan.parameters.holds<EwaldParameters>();
}
std::vector<RefinedPatch> patches_of(const SumPlan& plan) {
  return plan.parameters.holds<NestedParameters>() ? plan.parameters.as<NestedParameters>().patches
                                                   : std::vector<RefinedPatch>();
}

/// All that a sum without a grid errs by.
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
  std::string names = "automatic";
  for (const Engine& e : engines()) names += text(", {}", e.name);
  const bool known =
      o.engine.empty() || o.engine == "automatic" ||
      std::any_of(engines().begin(), engines().end(), [&](const Engine& e) { return e.name == o.engine; });
  if (!known) throw InputError(text("there is no engine \"{}\"; there are {}", o.engine, names));
  check_variant_names(EwaldStages{o.variants});
  if (!o.engine.empty() && o.engine != "ewald" && o.guarantee)
    throw InputError(text("a guarantee is of the engine ewald, not of {}; leave one of the two out", o.engine));
}

/// Whether this process has summed by a grid: what that touches for the first time counts in the first forecast.
std::atomic<bool> summed = false;

/// All points at one place, in free space: nothing comes of any density, which no grid finds exactly.
bool all_at_one_place(const SumProblem& p) {
  if (p.box.periodicity > 0) return false;
  for (const auto* points : {&p.sources, &p.targets})
    for (std::size_t i = 0; i < points->size(); ++i)
      if ((*points)[i] != p.sources[i % 3]) return false;
  return true;
}

/// The engine that may do a sum: a name, "automatic" for any, or nothing where none is named and any may.
std::string engine_asked(const SumProblem& p, const SumOptions& o) {
  constexpr double next_to_none = 16;  // pairs
  const bool plain = o.variants.empty();
  if (plain && all_at_one_place(p)) return "direct";
  if (!o.engine.empty()) return o.engine;
  if (!plain || o.guarantee || o.precision != Precision::fp64 || !direct_sum_exists(p.box, o)) return "ewald";
  const auto sources = double(p.sources.size() / 3);
  const double targets = p.targets.empty() ? sources : double(p.targets.size() / 3);
  return targets * sources <= next_to_none ? "direct" : "";
}

/// A problem with what its plans are made from.
class SumAtHand {
 public:
  SumAtHand(const SumProblem& p, const SumOptions& o, const PlanRules* by = nullptr)
      : problem(p),
        options(o),
        engine(by ? "ewald" : engine_asked(p, o)),
        rules(by),
        same(p.targets.empty() || p.targets == p.sources),
        targets(same ? p.sources : p.targets) {
    counts = counts_of(p, o.layer, targets.size() / 3);
    check_lengths(p.box, o, p.box.periodicity);  // free ones follow the points
    pairs = count_pairs(p.box, p.sources, targets);
    if (rules) rules->check(p, o);
    box = p.box;
    // all pairs need no box in free directions, and points may lie there as far apart as they like
    if (engine == "direct") return;
    try {
      if (!rules) box = box_for_points(p.box, o, counts, pairs, p.sources, p.targets);
      check_lengths(box, o);
    } catch (const RefusedError& refused) {
      if (engine == "ewald" || !direct_sum_exists(p.box, o)) throw;
      no_grid = Refusal{"ewald", Refusal::Why::not_its_task, refused.what()};
      box = p.box;
    }
  }

  /// Of the engines that may do the sum, at a tolerance that may be tighter than the one asked for.
  Candidates plans_at(double tolerance, bool every_plan = false) const {
    if (rules) {
      Candidates one;
      one.plans.push_back(rules->plan(problem, options, counts, pairs, rates_for(options, host_threads()), same));
      return one;
    }
    PlanRequest r = request(engine == "automatic" ? "" : engine);
    r.sources = &problem.sources;
    r.targets = &targets;
    r.tighten = tolerance / options.tolerance;
    r.every_plan = every_plan;
    if (!no_grid) return candidates(r);
    r.engine = "direct";
    Candidates found = candidates(r);
    found.refusals.insert(found.refusals.begin(), *no_grid);
    return found;
  }
  /// The same of those that `available` bytes suffice for.  Where an engine is to be chosen, no lack of memory for a
  /// grid stands in the way of the direct sum.
  Candidates plans_that_fit(double tolerance, double available) const {
    const bool by_rule = engine.empty(), any = by_rule || engine == "automatic";
    const std::optional<SumPlan> direct = any ? all_pairs(available) : std::nullopt;
    const auto only_direct = [&] {
      Candidates one;
      one.plans.push_back(*direct);
      return one;
    };
    if (direct && direct->seconds() <= moments && one_grid_is_far_slower()) return only_direct();
    Candidates found = plans_at(tolerance);
    if (by_rule && direct) {
      std::erase_if(found.plans, [](const SumPlan& plan) { return !has_grid(plan); });
      if (found.plans.empty()) return only_direct();
    }
    // planned for before what does not fit is dropped: the quickest grid
    const auto grid = std::find_if(found.plans.begin(), found.plans.end(), has_grid);
    const bool empty_space = direct && grid != found.plans.end() && bytes_of(*grid) > most_per_point * points();
    drop_what_does_not_fit(
        found, available, [&](const SumPlan& plan) { return bytes_of(plan); },
        [&](const SumPlan& plan) {
          return Refusal{plan.engine, Refusal::Why::memory, memory_sentence(load_of(plan), whole_of(plan), available)};
        });
    if (!direct) return found;
    if (found.plans.empty()) return !by_rule || empty_space ? only_direct() : found;
    if (by_rule && is_worth(*direct, found.plans.front(), empty_space)) return only_direct();
    return found;
  }
  /// The plan with a window so wide that the smooth field's error is `factor` of the one that `of` has; the same where
  /// its own is wide enough.  Nothing where there is no such window.
  std::optional<SumPlan> with_wider_window(const SumPlan& plan, double factor, const EwaldParameters& of,
                                           double available) const {
    if (!plan.parameters.holds<EwaldParameters>()) return std::nullopt;
    const EwaldParameters& p = plan.parameters.as<EwaldParameters>();
    const std::optional<EwaldParameters> wider = with_alias(p, factor, of);
    if (!wider) return std::nullopt;
    SumPlan other = plan;
    if (wider->window_points == p.window_points) return other;
    other.parameters = *wider;
    other.predicted = CostModel(counts, rates_for(options, host_threads()), false, pairs).stages(*wider, same);
    other.bytes = bytes_of(other);
    return other.bytes <= available ? std::optional(other) : std::nullopt;
  }
  double bytes_of(const SumPlan& plan) const {
    if (has_grid(plan)) return sum_memory(load_of(plan), whole_of(plan));
    return result_memory(options, counts.targets);
  }
  /// Of one grid, at the tolerance asked for,
  SumLoad load() const {
    SumLoad load{box, options, counts, same, has_net_source(problem, options.layer), host_threads(), first, {}, {}};
    if (options.guarantee) load.options.measured_targets = 0;  // there are witnesses instead
    return load;
  }
  /// and as a plan has it.
  SumLoad load_of(const SumPlan& plan) const {
    SumLoad of_plan = load();
    of_plan.options.tolerance = plan.task.options.tolerance;
    of_plan.patches = patches_of(plan);
    if (!of_plan.patches.empty())
      of_plan.levels = points_of_levels(plan.parameters.as<NestedParameters>(), problem.sources, targets, same);
    return of_plan;
  }

  const SumProblem& problem;
  const SumOptions& options;
  const std::string engine;
  const PlanRules* rules;
  const bool same;
  const bool first = !summed;
  const std::vector<double>& targets;
  SumCounts counts;
  PairCounts pairs;
  Box box;
  std::optional<Refusal> no_grid;  ///< why there is none for these points, where all pairs do the sum

 private:
  // where no engine is named, a grid does the sum unless it takes far more than all pairs: seconds and bytes
  static constexpr double moments = 5e-3, waiting = 0.3, much_memory = 2.5e8;
  // points that are spread evenly take 0.5 to 10 kB each, at tolerances from 1e-4 to 1e-12
  static constexpr double most_per_point = 5e4;

  PlanRequest request(std::string_view of) const {
    PlanRequest r;
    r.task = {box, options, same};
    r.task.variants = options.variants;
    r.counts = counts;
    r.pairs = pairs;
    r.rates = rates_for(options, host_threads());
    r.engine = of;
    return r;
  }
  double points() const { return double(counts.sources) + (same ? 0 : double(counts.targets)); }
  /// The direct sum, where there is one and its results fit.
  std::optional<SumPlan> all_pairs(double available) const {
    const Candidates found = candidates(request("direct"));
    if (found.plans.empty()) return std::nullopt;
    SumPlan plan = found.plans.front();
    plan.bytes = bytes_of(plan);
    if (plan.bytes > available) return std::nullopt;
    return plan;
  }
  /// Whether one grid takes far longer than moments.  Clustered parts are not looked for, which alone takes longer.
  bool one_grid_is_far_slower() const {
    if (no_grid) return true;
    try {
      const Candidates found = candidates(request("ewald"));
      return !found.plans.empty() &&
             (found.plans.front().seconds() > waiting || bytes_of(found.plans.front()) > much_memory);
    } catch (const NoGridError&) {
      return true;
    }
  }
  /// Whether all pairs are to do a sum that a grid could do.
  static bool is_worth(const SumPlan& direct, const SumPlan& grid, bool empty_space) {
    const double seconds = direct.seconds();
    if (seconds <= moments) return false;  // the grid takes no more than moments either
    return open_choice * seconds <= grid.seconds() || (seconds <= grid.seconds() && grid.seconds() > waiting) ||
           (empty_space && grid.bytes > much_memory && seconds <= slowest_worth_its_memory * grid.seconds());
  }
};

/// Of densities that are of a usual size.
SumResult evaluate_usual_sum(const SumProblem& p, const SumOptions& options, const PlanRules* rules, double& forecast) {
  const SumAtHand sum(p, options, rules);
  const Box& box = sum.box;
  const SumCounts& counts = sum.counts;
  const std::vector<double>& targets = sum.targets;
  const MemoryWatch watch;
  const double available = options.memory_limit.value_or(available_memory());
  ErrorParts parts;  // of the predicted error of the last sum
  const auto sum_of = [&](const SumPlan& plan, double choice) {
    SumResult r;
    r.rates = rates_for(options, host_threads()).origin;
    r.parameters = whole_of(plan);
    r.patches = patches_of(plan);
    r.predicted_times = without_unknown_rates(plan.predicted, options.variants, Runtime::device(options.device));
    r.device = Runtime::device(options.device);
    r.memory.available = available;
    r.engine = plan.engine;
    r.variant = plan.variant;
    r.memory.forecast = forecast = plan.bytes;
    SumEvaluation e = evaluate_plan(p, plan, targets);
    summed = true;
    r.plan_seconds = choice + e.plan_seconds;
    r.cpu_seconds = e.cpu_seconds;
    r.times = e.times;
    r.variants = e.variants;
    if (has_grid(plan))
      parts = predict_errors(p, box, options, counts, targets, e, r);
    else
      expect_rounding(options, r);
    r.velocities = std::move(e.velocities);
    r.gradients = std::move(e.gradients);
    r.pressures = std::move(e.pressures);
    r.potentials = std::move(e.potentials);
    const auto nothing = [](const std::vector<double>& v) {
      return std::all_of(v.begin(), v.end(), [](double x) { return x == 0; });
    };
    if (!has_grid(plan) && nothing(r.velocities) && nothing(r.potentials)) r.error.predicted = 0;
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
      const EwaldParameters last = r.parameters;
      std::optional<SumPlan> next = sum.with_wider_window(plan, factor, last, available);
      if (!next || parts.local > 0.8 * asked || factor >= 1) {
        tolerance *= std::max(0.7 * asked / (next && factor < 1 ? parts.local : before), 1e-3);
        const Candidates tighter = sum.plans_that_fit(tolerance, available);
        if (tighter.plans.empty()) break;  // there is no more to be had, and the prediction says so
        next = sum.with_wider_window(tighter.plans.front(), factor, last, available);
        if (!next) next = tighter.plans.front();
      }
      plan = *next;
      r = sum_of(plan, seconds_since(start));
      if (r.error.predicted > 0.9 * before) break;  // rounding
    }
    return r;
  };
  const SumLoad whole = sum.load();
  const auto witness_bytes = [&](const EwaldParameters& parameters, std::size_t few) {
    return witness_memory(whole, parameters, few);
  };
  SumResult r = options.guarantee ? guaranteed_sum(p, box, options, counts, targets, sum_within, witness_bytes)
                                  : sum_within(options.tolerance);
  if (options.measured_targets > 0 && !options.guarantee) {
    const SumOptions judged = rules ? rules->judged(options, r) : options;
    measure_errors(p, box, judged, counts, targets, r);
  }
  r.memory.measured = watch.growth();
  return r;
}

SumForecasts forecast_of(const SumProblem& p, const SumOptions& options, const PlanRules* rules) {
  check(p, options);
  const SumAtHand sum(p, options, rules);
  const Candidates found = sum.plans_at(options.tolerance, true);
  SumForecasts r;
  for (const SumPlan& plan : found.plans) {
    const StageTimes known = without_unknown_rates(plan.predicted, options.variants, Runtime::device(options.device));
    r.plans.push_back({plan.engine, plan.variant, known, sum.bytes_of(plan), plan.error});
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
  return with_memory_refused("the sum", forecast,
                             "a looser tolerance takes less, and the engine direct takes next to nothing",
                             [&] { return sum_of_any_size(p, options, rules, forecast); });
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
