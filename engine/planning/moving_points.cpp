// SPDX-License-Identifier: BSD-3-Clause
#include "planning/moving_points.hpp"

#include <algorithm>
#include <cmath>

#include "planning/engine_parameters.hpp"
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"
#include "slurry/machine_rates.hpp"

namespace slurry {

EwaldParameters parameters_for_moving_points(const SumTask& task, const SumCounts& counts, const PairCounts& pairs) {
  EwaldOptions options = task.options;
  EwaldParameters p = select_ewald_parameters(task.box, options, counts, pairs);
  if (options.tolerance_kind != ToleranceKind::absolute_rms) return p;
  const double factor = task.targets_are_sources ? self_factor(p, counts.sources) * few_targets(counts.sources) : 1;
  if (factor > 1.1) {
    options.tolerance /= factor;
    try {
      p = select_ewald_parameters(task.box, options, counts, pairs);
    } catch (const RefusedError&) {
      // what is left to gain lies below the floor of the precision
    }
  }
  widen_window(p, counts.net_force, task.options.tolerance);
  return p;
}

double grid_overhead(double expected_calls) {
  constexpr double call = 3e-3, plan = 1;
  return call + plan / expected_calls;
}

bool of_forces_alone(const SumTask& task) {
  const EwaldOptions& o = task.options;
  return task.moving.has_value() || (o.layer == Layer::single && !o.gradient && !o.pressure);
}

/// Time that a pair takes in the loops over layers and charges, which are not vectorised and find gradients in any
/// case, over that of a force's velocity (4,000 points, Zen 5: 13.8, 14.9, 26.2 and 3.9 ns against 1.3 ns).
static double plain_loops(const SumTask& task) {
  switch (task.options.layer) {
    case Layer::single:
      return 10;
    case Layer::double_layer:
      return 11;
    case Layer::combined:
      return 20;
    case Layer::coulomb:
      return 3;
  }
  return 1;
}

double direct_seconds(const SumTask& task, const SumCounts& counts, const MachineRates& rates) {
  constexpr double single = 0.55;  // of the time that terms in double precision take: slurry bench direct
  const double pairs =
      static_cast<double>(counts.sources) * (static_cast<double>(counts.targets) + rates.spare_targets);
  if (task.box.periodicity == 1) return pairs * rates.direct_periodic;
  if (!of_forces_alone(task) && rates.device == Device::host) return pairs * rates.direct_free * plain_loops(task);
  return pairs * rates.direct_free * (terms_of(task) == Precision::fp32 ? single : 1);
}

double series_tolerance(const SumTask& task, const SumCounts& counts) {
  if (task.options.tolerance_kind == ToleranceKind::relative) return 1e-15;
  const double forces = std::sqrt(counts.squared_force_sum * static_cast<double>(counts.sources));
  if (!(forces > 0)) return 1e-15;
  return std::clamp(1e-3 * task.options.tolerance * task.box.lengths[0] / forces, 1e-15, 1e-8);
}

}  // namespace slurry
