// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_memory.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "evaluation/sum_measurement.hpp"
#include "planning/ewald_memory.hpp"
#include "planning/nested_points.hpp"
#include "planning/parameter_selection.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

constexpr double vector = 3 * sizeof(double), scalar = sizeof(double);

double densities_of(Layer layer) {
  switch (layer) {
    case Layer::single:
      return vector;
    case Layer::double_layer:
      return 2 * vector;
    case Layer::combined:
      return 3 * vector;
    case Layer::coulomb:
      return scalar;
  }
  return 0;
}

/// Bytes per target of what is asked for.
double results_of(const EwaldOptions& o) {
  if (o.layer == Layer::coulomb) return scalar + (o.gradient ? vector : 0);
  return vector + (o.gradient ? 3 * vector : 0) + (o.pressure ? scalar : 0);
}

/// Input of the caller, per point.
double input_of(const SumLoad& l) {
  return double(l.counts.sources) * (vector + densities_of(l.options.layer)) +
         (l.same ? 0 : double(l.counts.targets) * vector);
}

/// One evaluation at `targets` points: what the sum holds and the results; a sum of charges has its gradient anyway.
double evaluation(const SumLoad& l, const EwaldParameters& p, std::size_t targets, bool same,
                  const StageVariantNames& variants = {}) {
  EwaldLoad load;
  load.variants = variants;
  load.sources = l.counts.sources;
  load.targets = {{targets, 0, same}};
  load.net_source = l.net_source;
  const double unasked = l.options.layer == Layer::coulomb && !l.options.gradient ? vector : 0;
  return ewald_memory(p, load, l.threads) + double(targets) * (results_of(l.options) + unasked);
}

/// The same with patches.
double nested_evaluation(const SumLoad& l, const EwaldParameters& whole) {
  return nested_memory({whole, l.patches}, l.levels, l.same, densities_of(l.options.layer), l.net_source, l.threads,
                       l.options.variants) +
         double(l.counts.targets) * results_of(l.options);
}

/// The same sum with another number of points, everything per point unchanged.
SumLoad scaled(const SumLoad& l, double factor) {
  SumLoad s = l;
  s.counts.sources = std::max<std::size_t>(1, std::size_t(factor * double(l.counts.sources)));
  s.counts.targets = std::max<std::size_t>(1, std::size_t(factor * double(l.counts.targets)));
  s.counts.squared_force_sum *= factor;
  s.counts.dipole_norm *= factor;
  return s;
}

/// As if the points were spread evenly: with more or fewer of them the patch would be another.
double memory_of(SumLoad l) {
  l.patches.clear();
  return sum_memory(l, select_ewald_parameters(l.box, l.options, l.counts));
}

/// Largest number of sources that fits, two digits rounded down; less input gives way to more of everything else,
/// unless a person has set the limit.
double points_that_fit(const SumLoad& l, double available) {
  const bool gives_way = !l.options.memory_limit;
  const double all = available + (gives_way ? input_of(l) : 0);
  double low = 0, high = 1;
  for (int i = 0; i < 24; ++i) {
    const double middle = (low + high) / 2;
    const SumLoad s = scaled(l, middle);
    (memory_of(s) + (gives_way ? input_of(s) : 0) <= all ? low : high) = middle;
  }
  const double points = low * double(l.counts.sources);
  if (points < 1) return 0;
  const double digit = std::pow(10, std::floor(std::log10(points)) - 1);
  return digit < 1 ? std::floor(points) : std::floor(points / digit) * digit;
}

/// Tightest looser tolerance 10^k with which all points fit; none: no looser one helps.
std::optional<double> tolerance_that_fits(SumLoad l, double available) {
  const int first = int(std::floor(std::log10(l.options.tolerance) + 1e-9)) + 1;
  const int last = l.options.tolerance_kind == ToleranceKind::relative ? -1 : first + 8;
  for (int k = first; k <= last; ++k) {
    l.options.tolerance = std::pow(10, k);
    if (memory_of(l) <= available) return l.options.tolerance;
  }
  return std::nullopt;
}

/// What a sum takes at least, whatever its size; the first of a process touches pages of code, stacks of threads and
/// the planner of transforms that no other one has touched (20,000 points in 1 to 3 periodic directions on three
/// machines: 3.1 to 5.4 MB above what is allocated, from run to run 0.3 MB apart).
double start_of(const SumLoad& l) {
  return l.first ? 4.4e6 : 0.5e6;
}

}  // namespace

double sum_memory(const SumLoad& l, const EwaldParameters& p) {
  const double start = start_of(l);
  const double first = start + (!l.patches.empty() ? nested_evaluation(l, p)
                                                   : evaluation(l, p, l.counts.targets, l.same, l.options.variants));
  if (l.options.measured_targets <= 0) return first;
  // beside the results, and the order that the measured targets are drawn from; before it, their sizes
  const std::size_t some = std::min<std::size_t>(std::size_t(l.options.measured_targets), l.counts.targets);
  const double held = double(l.counts.targets) * (results_of(l.options) + sizeof(std::size_t));
  if (measured_directly(l.box)) return std::max(first, start + held + double(l.counts.targets) * (sizeof(double) + 1));
  const EwaldParameters second = second_opinion_parameters(l.box, l.options, l.counts, some);
  return std::max(first, start + held + evaluation(l, second, some, false, loops_of_witnesses()));
}

double witness_memory(const SumLoad& l, const EwaldParameters& p, std::size_t targets) {
  const double held = double(l.counts.targets) * results_of(l.options), moved = input_of(l);
  // it comes after another sum, whose freed memory does not fit it in every place (20,000 points, 3 periodic
  // directions: 2 MB more than is allocated)
  constexpr double gaps = 2e6;
  return start_of(l) + gaps + held + moved + evaluation(l, p, targets, false, loops_of_witnesses());
}

double result_memory(const EwaldOptions& options, std::size_t targets) {
  return double(targets) * results_of(options);
}

std::string memory_sentence(const SumLoad& l, const EwaldParameters& p, double available) {
  const double points = points_that_fit(l, available);
  std::string fits = points > 0 ? text("at this tolerance {:.10g} sources would fit", points)
                                : std::string("at this tolerance no number of sources would fit");
  if (const auto looser = tolerance_that_fits(l, available))
    fits += text(", or all of them at the tolerance {:.0e}", *looser);
  return text("the sum over {} sources needs {} of memory, but {} are available; {}", l.counts.sources,
              bytes_text(sum_memory(l, p)), bytes_text(available), fits);
}

}  // namespace slurry
