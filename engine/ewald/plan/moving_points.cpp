// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/moving_points.hpp"

#include "accuracy/margins.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/plan/safety.hpp"
#include "slurry/error.hpp"

namespace slurry {

EwaldParameters parameters_for_moving_points(const SumTask& task, const SumCounts& given, const PairCounts& pairs) {
  EwaldOptions options = task.options;
  SumCounts counts = given;
  if (task.moving && task.moving->squared_forces_on_grid > 0)
    counts.squared_force_sum = task.moving->squared_forces_on_grid;
  EwaldParameters p = select_ewald_parameters(task.box, options, counts, pairs);
  if (options.tolerance_kind != ToleranceKind::absolute_rms) return p;
  const double factor = task.targets_are_sources
                            ? self_factor(p, counts.sources) * few_targets(counts.sources) * crowded_factor(p, counts)
                            : 1;
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

}  // namespace slurry
