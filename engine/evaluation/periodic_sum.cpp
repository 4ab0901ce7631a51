// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/periodic_sum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <type_traits>

#include "base/execution.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "evaluation/sum_elsewhere.hpp"
#include "planning/cost_model.hpp"
#include "planning/ewald_memory.hpp"
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry {

namespace {

/// Truncation of the image series: far below what the caller can see, sum |f| <= sqrt(N sum |f|^2).
double series_tolerance(const PeriodicSumRequest& r) {
  if (r.options.tolerance_kind == ToleranceKind::relative) return 1e-15;
  const double forces = std::sqrt(r.counts.squared_force_sum * static_cast<double>(r.counts.sources));
  if (!(forces > 0)) return 1e-15;
  return std::clamp(1e-3 * r.options.tolerance * r.box.lengths[0] / forces, 1e-15, 1e-8);
}

EwaldParameters choose_parameters(const PeriodicSumRequest& request) {
  PeriodicSumRequest r = request;
  EwaldParameters p = select_ewald_parameters(r.box, r.options, r.counts);
  if (r.options.tolerance_kind != ToleranceKind::absolute_rms) return p;
  const double factor = r.targets_are_sources ? self_factor(p, r.counts.sources) * few_targets(r.counts.sources) : 1;
  if (factor > 1.1) {
    r.options.tolerance /= factor;
    try {
      p = select_ewald_parameters(r.box, r.options, r.counts);
    } catch (const RefusedError&) {
      // what is left to gain lies below the floor of the precision
    }
  }
  widen_window(p, r.counts.net_force, request.options.tolerance);
  return p;
}

/// Seconds per call that an Ewald sum takes beside its work: many short loops, and Fourier plans that are measured
/// once.
double ewald_overhead(const PeriodicSumRequest& r) {
  constexpr double call = 3e-3, plan = 1;
  return call + plan / r.expected_calls;
}

double direct_seconds(const PeriodicSumRequest& r, const MachineRates& rates) {
  constexpr double single = 0.55;  // of the time that terms in double precision take: slurry bench direct
  const double pairs = static_cast<double>(r.counts.sources) * static_cast<double>(r.counts.targets);
  if (r.box.periodicity == 1) return pairs * rates.direct_periodic;
  return pairs * rates.direct_free * (r.direct_terms == Precision::fp32 ? single : 1);
}

/// Bytes of such a sum beside the caller's views, every target of a radius of its own kind.
double memory_of(const PeriodicSumRequest& r, const EwaldParameters& p, int threads) {
  EwaldLoad load;
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

/// Bytes that it needs.  Throws RefusedError where it does not fit, with how much looser its tolerance would have to
/// be.
[[maybe_unused]] double require_memory(PeriodicSumRequest r, const EwaldParameters& p, int threads) {
  const double available = r.options.memory_limit.value_or(available_memory()) - r.memory_beside;
  const double needed = memory_of(r, p, threads);
  if (needed <= available) return needed;
  std::string fits = "no looser tolerance helps, only fewer bodies do";
  const double asked = r.options.tolerance;
  for (int k = 1; k <= 8; ++k) {
    r.options.tolerance = asked * std::pow(10, k);
    if (memory_of(r, choose_parameters(r), threads) > available) continue;
    fits = text("a tolerance {:g} times looser would fit", std::pow(10, k));
    break;
  }
  throw RefusedError(text("the sum over {} points at {} needs {} of memory, but {} are available; {}", r.counts.sources,
                          r.counts.targets, bytes_text(needed), bytes_text(std::max(0.0, available)), fits));
}

/// Null where the sum belongs on the host.
std::unique_ptr<SumElsewhere> make_elsewhere(const PeriodicSumRequest& request) {
  const Device device = Runtime::device(request.options.device);
  if (device == Device::host) return nullptr;
  return with_space(name_of(device), [&](const auto& space) -> std::unique_ptr<SumElsewhere> {
    return std::make_unique<SumOn<std::decay_t<decltype(space)>>>(space, request);
  });
}

}  // namespace

template <class Space>
PeriodicSum<Space>::~PeriodicSum() = default;

/// What callers ask of the sum itself.
template <class Space>
void PeriodicSum<Space>::see_elsewhere() {
  choice_ = elsewhere_->choice();
  parameters_ = elsewhere_->parameters();
}

template <class Space>
PeriodicSum<Space>::PeriodicSum(const Space& space, const PeriodicSumRequest& request) : space_(space) {
  if constexpr (is_host_space<Space>)
    if ((elsewhere_ = make_elsewhere(request))) {
      see_elsewhere();
      return;
    }
  parameters_.box = request.box;
  const bool both = request.box.periodicity <= 1;
  if (request.chosen) {
    choice_ = *request.chosen;
  } else if (request.method == SumMethod::automatic && both) {
    choose(request);
    return;
  } else {
    choice_.method = request.method == SumMethod::direct ? SumMethod::direct : SumMethod::ewald;
  }
  if (is_direct()) {
    make_direct(request);
  } else {
    parameters_ = choose_parameters(request);
    make_ewald(request);
  }
}

template <class Space>
void PeriodicSum<Space>::choose(const PeriodicSumRequest& request) {
  const MachineRates rates = rates_for(request.options);
  const double direct = direct_seconds(request, rates), overhead = ewald_overhead(request);
  if (direct <= overhead / open_choice) {  // whatever its work is; to choose its parameters would take longer
    choice_ = choose_by_prediction(direct, overhead);
    return make_direct(request);
  }
  try {
    parameters_ = choose_parameters(request);
  } catch (const Error&) {
    if (request.box.periodicity > 0) throw;
    choice_.method = SumMethod::direct;
    return make_direct(request);
  }
  const CostModel work(request.counts, rates, request.several_radii);
  choice_ = choose_by_prediction(direct, work.seconds(parameters_) + overhead);
  open_ = worth_a_trial(choice_, request.expected_calls, request.options.deterministic);
  if (!open_) {
    is_direct() ? make_direct(request) : make_ewald(request);
    return keep_chosen();
  }
  make_direct(request);
  try {
    make_ewald(request);
  } catch (const RefusedError&) {  // no memory for what is hardly quicker
    choice_.method = SumMethod::direct;
    keep_chosen();
  }
}

template <class Space>
void PeriodicSum<Space>::make_direct(const PeriodicSumRequest& request) {
  direct_ = std::make_unique<DirectSum<Space>>(space_, request.box, series_tolerance(request), request.direct_terms);
}

template <class Space>
void PeriodicSum<Space>::make_ewald(const PeriodicSumRequest& request) {
  if constexpr (is_host_space<Space>) memory_ = require_memory(request, parameters_, space_.concurrency());
  if (request.several_radii)
    radii_ewald_ = std::make_unique<RotnePragerEwald<Space>>(space_, parameters_);
  else
    ewald_ = std::make_unique<SpectralEwald<Space>>(space_, parameters_);
  if (request.targets_are_sources) self_factor_ = self_factor(parameters_, request.counts.sources);
  net_factor_ = smooth_field(parameters_) * constant_defect(parameters_);
}

/// Drops the other sum.
template <class Space>
void PeriodicSum<Space>::keep_chosen() {
  open_ = false;
  if (!is_direct()) return direct_.reset();
  ewald_.reset();
  radii_ewald_.reset();
  memory_ = 0;
  const Box box = parameters_.box;
  parameters_ = EwaldParameters{};
  parameters_.box = box;
}

/// Times do not depend on the forces.
template <class Space>
void PeriodicSum<Space>::try_both(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) {
  const Vectors<Space> forces("slurry::summation::trial_forces", sources.positions.extent(0));
  Kokkos::deep_copy(space_, forces, 1.0);
  std::vector<Vectors<Space>> velocities;
  for (const TargetSet<Space>& t : targets)
    velocities.emplace_back("slurry::summation::trial_velocities", t.positions.extent(0));
  choice_ = choose_by_trial([&](SumMethod method) {
    choice_.method = method;
    space_.fence();
    const auto start = std::chrono::steady_clock::now();
    give_points(sources, targets);
    apply(forces, velocities);
    space_.fence();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  });
  keep_chosen();
  take_stage_times();  // a trial is no part of a step
}

template <class Space>
void PeriodicSum<Space>::set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) {
  if constexpr (is_host_space<Space>)
    if (elsewhere_) {
      elsewhere_->set_points(sources, targets);
      return see_elsewhere();
    }
  if (ewald_ && sources.radii.extent(0) > 0)
    throw InputError("radii that differ are given to a sum that was made for one");
  if (open_) try_both(sources, targets);
  give_points(sources, targets);
}

template <class Space>
void PeriodicSum<Space>::give_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) {
  if (is_direct())
    direct_->set_points(sources, targets);
  else if (radii_ewald_)
    radii_ewald_->set_points(sources, targets);
  else
    ewald_->set_points(sources.positions, sources.radius, targets);
}

template <class Space>
void PeriodicSum<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  if constexpr (is_host_space<Space>)
    if (elsewhere_) return elsewhere_->apply(forces, velocities);
  if (is_direct())
    direct_->apply(forces, velocities);
  else if (radii_ewald_)
    radii_ewald_->apply(forces, velocities);
  else
    ewald_->apply(forces, velocities);
}

template <class Space>
double PeriodicSum<Space>::predicted_rms_error(double squared_force_sum, double net_force) const {
  if (elsewhere_) return elsewhere_->predicted_rms_error(squared_force_sum, net_force);
  if (is_direct()) return 0;
  if (unit_error_ < 0)
    unit_error_ = radii_ewald_ ? radii_ewald_->predicted_rms_error(1) : ewald_->predicted_rms_error(1);
  return std::hypot(std::sqrt(squared_force_sum) * unit_error_ * self_factor_, net_force * net_factor_);
}

template <class Space>
StageTimes PeriodicSum<Space>::take_stage_times() {
  if (elsewhere_) return elsewhere_->take_stage_times();
  if (is_direct()) return direct_->take_stage_times();
  return radii_ewald_ ? radii_ewald_->take_stage_times() : ewald_->take_stage_times();
}

#define SLURRY_INSTANTIATE(Space) template class PeriodicSum<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
