// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <string>

#include "accuracy/presets.hpp"
#include "kernels/field_pair.hpp"
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

/// Difference of `all` at the targets `order` from the `truth` there.
double difference(const std::vector<double>& all, const std::vector<double>& truth,
                  const std::vector<std::size_t>& order, ToleranceKind kind) {
  const std::size_t width = truth.size() / order.size();
  double squared = 0, norm = 0;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t c = 0; c < width; ++c) {
      squared += std::pow(all[width * order[k] + c] - truth[width * k + c], 2);
      norm += std::pow(truth[width * k + c], 2);
    }
  return kind == ToleranceKind::relative ? relative_size(squared, norm) : std::sqrt(squared / double(order.size()));
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

/// The sum at some of the targets by other means than those of `engine`; none where there are no others, or they take
/// far longer than the sum itself.
std::optional<SumEvaluation> independent_sum(const SumProblem& p, const Box& box, const SumOptions& options,
                                             const SumCounts& counts, const std::vector<double>& targets,
                                             const std::vector<double>& some, const std::string& engine) {
  const bool direct = engine == "direct";
  const std::size_t sources = p.sources.size() / 3, count = some.size() / 3;
  if (measured_directly(box)) {
    const bool quick = double(count) * double(sources) <= plain_pairs_in_a_second;
    if (!direct && !quick) return evaluate_directly(p, options, some);
  } else if (!direct) {
    return evaluate_with(p, options, second_opinion_parameters(box, options, counts, count), counts, some, false,
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

SampledScales sampled_scales(const SumProblem& p, const Box& box, Layer layer, const std::vector<double>& targets,
                             const std::vector<std::size_t>& sample) {
  FieldPair bare;  // no far part
  bare.degree = 4;
  SampledScales sum;
  const double none[3] = {0, 0, 0};
  for (const std::size_t t : sample) {
    double u[3] = {0, 0, 0}, gradient[9] = {}, pressure = 0, potential = 0;
    for (std::size_t j = 0; j < p.sources.size(); j += 3) {
      double d[3], s = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = targets[3 * t + k] - p.sources[j + k];
        if (k < box.periodicity) d[k] -= box.lengths[k] * std::round(d[k] / box.lengths[k]);
        s += d[k] * d[k];
      }
      if (s == 0) continue;
      const double inverse = 1 / std::sqrt(s);
      if (layer == Layer::coulomb) {
        add_charge_pair(bare, d, s, inverse, KeepAll{}, p.charges[j / 3], potential, gradient);
        continue;
      }
      const double* const f = layer == Layer::double_layer ? none : &p.forces[j];
      if (layer == Layer::single) {
        add_field_pair<false>(bare, d, s, inverse, KeepAll{}, f, none, none, gradient, pressure);
        continue;
      }
      const double *const q = &p.dipoles[j], *const n = &p.normals[j];
      add_field_pair<true>(bare, d, s, inverse, KeepAll{}, f, q, n, gradient, pressure);
      const double rq = d[0] * q[0] + d[1] * q[1] + d[2] * q[2], rn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
      for (int k = 0; k < 3; ++k) u[k] -= 6 * rq * rn * d[k] * inverse / (s * s);
    }
    sum.dipole_velocity += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (const double g : gradient) sum.gradient += g * g;
    sum.pressure += pressure * pressure;
    sum.potential += potential * potential;
  }
  const double count = double(sample.size());
  return {std::sqrt(sum.dipole_velocity / count), std::sqrt(sum.gradient / count), std::sqrt(sum.pressure / count),
          std::sqrt(sum.potential / count)};
}

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

std::vector<std::size_t> random_targets(std::size_t targets, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(targets);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::mt19937_64 random(seed);
  std::shuffle(order.begin(), order.end(), random);
  order.resize(std::min(targets, count));
  return order;
}

void measure_errors(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                    const std::vector<double>& targets, SumResult& r) {
  const auto order = random_targets(targets.size() / 3, options.measured_targets, options.seed);
  std::vector<double> some(3 * order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int d = 0; d < 3; ++d) some[3 * k + d] = targets[3 * order[k] + d];
  const std::optional<SumEvaluation> found = independent_sum(p, box, options, counts, targets, some, r.engine);
  if (!found) return;
  const SumEvaluation& truth = *found;
  const ToleranceKind kind = options.tolerance_kind;
  r.error.measured = options.layer == Layer::coulomb ? difference(r.potentials, truth.potentials, order, kind)
                                                     : difference(r.velocities, truth.velocities, order, kind);
  if (options.gradient) r.gradient_error.measured = difference(r.gradients, truth.gradients, order, kind);
  if (options.pressure) r.pressure_error.measured = difference(r.pressures, truth.pressures, order, kind);
}

}  // namespace slurry
