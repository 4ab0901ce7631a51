// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "accuracy/presets.hpp"
#include "evaluation/target_sample.hpp"
#include "planning/free_box.hpp"
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

/// Of an error and what it is relative to, both squared: infinite where that is nothing.
double relative_size(double squared, double norm) {
  if (squared == 0) return 0;
  return norm > 0 ? std::sqrt(squared / norm) : std::numeric_limits<double>::infinity();
}

/// Difference of `all` from the `truth` at the targets of a sample, relative to all of the result or per target.
double difference(const std::vector<double>& all, const std::vector<double>& truth, const TargetSample& sample,
                  ToleranceKind kind) {
  const std::size_t width = truth.size() / sample.order.size();
  std::vector<double> chosen(truth.size());
  for (std::size_t k = 0; k < sample.order.size(); ++k)
    std::copy_n(&all[width * sample.order[k]], width, &chosen[width * k]);
  const double squared = sample.squared_difference(chosen, truth).estimate;
  if (kind == ToleranceKind::absolute_rms) return std::sqrt(squared * double(width) / double(all.size()));
  return relative_size(squared, std::inner_product(all.begin(), all.end(), all.begin(), 0.0));
}

/// A sum of all pairs has no tolerance: by a grid it is measured as well as a grid can.
SumOptions opinion_of_all_pairs(const SumOptions& options) {
  SumOptions opinion = options;
  opinion.tolerance_kind = ToleranceKind::relative;
  opinion.tolerance = tightest_tolerance;
  return opinion;
}

/// Parameters of the Ewald sum that measures a sum over all pairs and their images.  There are none where a grid takes
/// long, as it does where points lie far apart in free directions.
std::optional<EwaldParameters> grid_beside_all_pairs(const SumProblem& p, const SumOptions& tight,
                                                     const SumCounts& counts, const std::vector<double>& targets,
                                                     std::size_t some) {
  constexpr double points_of_moments = 2e6;
  try {
    const Box box = box_for_points(p.box, tight, counts, {}, p.sources, targets);
    const EwaldParameters parameters = second_opinion_parameters(box, tight, counts, some);
    if (double(parameters.grid[0]) * parameters.grid[1] * parameters.grid[2] <= points_of_moments) return parameters;
  } catch (const Error&) {  // a box that no grid is for
  }
  return std::nullopt;
}

/// The sum at some of the targets by other means than those of r; none where there are no others, or they take
/// far longer than the sum itself.
std::optional<SumEvaluation> independent_sum(const SumProblem& p, const Box& box, const SumOptions& options,
                                             const SumCounts& counts, const std::vector<double>& targets,
                                             const std::vector<double>& some, const SumResult& r) {
  const bool direct = r.engine == "direct";
  const std::size_t sources = p.sources.size() / 3, count = some.size() / 3;
  if (measured_directly(box)) {
    const bool quick = double(count) * double(sources) <= plain_pairs_in_a_second;
    if (!direct && !quick) return evaluate_directly(p, options, some);
  } else if (!direct) {
    // the sum's window may be wider than its tolerance says, for the smooth field of points far apart
    const EwaldParameters second = second_opinion_parameters(box, options, counts, count);
    constexpr double lost = 0.1;
    return evaluate_with(p, options, with_alias(second, lost, r.parameters).value_or(second), counts, some, false,
                         loops_of_witnesses());
  } else {
    const SumOptions tight = opinion_of_all_pairs(options);
    if (const auto grid = grid_beside_all_pairs(p, tight, counts, targets, count))
      return evaluate_with(p, tight, *grid, counts, some, false, loops_of_witnesses());
  }
  if (box.periodicity > 1) return std::nullopt;
  if (plain::affordable_targets(count, count, sources, plain_images(p, some)) < count) return std::nullopt;
  return evaluate_plainly(p, options, some);
}

}  // namespace

EwaldParameters second_opinion_parameters(const Box& box, const SumOptions& options, const SumCounts& counts,
                                          std::size_t targets) {
  EwaldOptions tight = options;
  tight.precision = Precision::fp64;
  tight.split = options.split == Split::prolate ? Split::hasimoto : Split::prolate;
  tight.tolerance = options.tolerance / second_opinion_factor;
  if (options.tolerance_kind == ToleranceKind::relative)
    tight.tolerance = std::max(tight.tolerance, tightest_tolerance);
  tight.cutoff_radius.reset();
  SumCounts few = counts;
  few.targets = targets;
  return select_ewald_parameters(box, tight, few);
}

void measure_errors(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                    const std::vector<double>& targets, SumResult& r) {
  const TargetSample sample =
      random_and_largest(targets.size() / 3, r, static_cast<std::size_t>(options.measured_targets), options.seed);
  const std::vector<double> some = sample.positions(targets);
  const std::optional<SumEvaluation> found = independent_sum(p, box, options, counts, targets, some, r);
  if (!found) return;
  const SumEvaluation& truth = *found;
  const ToleranceKind kind = options.tolerance_kind;
  r.error.measured = options.layer == Layer::coulomb ? difference(r.potentials, truth.potentials, sample, kind)
                                                     : difference(r.velocities, truth.velocities, sample, kind);
  if (options.gradient) r.gradient_error.measured = difference(r.gradients, truth.gradients, sample, kind);
  if (options.pressure) r.pressure_error.measured = difference(r.pressures, truth.pressures, sample, kind);
}

}  // namespace slurry
