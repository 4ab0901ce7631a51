// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/safety.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/instantiations.hpp"
#include "ewald/accuracy/error_estimate.hpp"
#include "kernels/window.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Squared error at a source's own place over that of the average place: near sources in a cube of the cutoff, times
/// the volume that they are counted in.
double own_place(double near, double volume = 1) {
  return 1 + volume / (0.8 * near);
}

}  // namespace

double relative_safety(Layer layer, std::size_t sources, const Box& box) {
  constexpr double very_few = 40, few = 500, many = 20000;
  const double n = double(sources), t = std::clamp(std::log(n / few) / std::log(many / few), 0.0, 1.0);
  const double safety = (0.5 + 0.35 * t) * std::clamp(n / very_few, 0.1, 1.0);
  if (layer == Layer::single || layer == Layer::coulomb) return safety;
  // the longest cutoff there is, which few sources get
  const double rc = 0.55 * *std::min_element(box.lengths.begin(), box.lengths.end());
  return safety * std::min(2.0, std::sqrt(2.4 * std::cbrt(n / box.volume()) * rc));
}

double self_factor(const EwaldParameters& p, std::size_t sources) {
  const double near = static_cast<double>(sources) * std::pow(p.cutoff_radius, 3);
  return std::sqrt(own_place(near, p.box.volume()));
}

double crowded_factor(const EwaldParameters& p, const SumCounts& counts) {
  if (p.box.periodicity == 0 || !(counts.largest_radius > 0)) return 1;
  const double shortest = *std::min_element(p.box.lengths.begin(), p.box.lengths.begin() + p.box.periodicity);
  return p.cutoff_radius > 0.7 * shortest ? 2 : 1;
}

double sparse_factor(Split split, double near) {
  const double factor = std::pow(own_place(near), split == Split::prolate ? 0.25 : 0.5);
  return factor > 1.1 ? factor : 1;
}

double long_wave_alias(const EwaldParameters& p) {
  return long_wave_alias(KaiserBessel(p.window_points, p.window_shape));
}

std::optional<EwaldParameters> with_alias(EwaldParameters p, double alias) {
  constexpr int widest = 16;
  if (p.precision != Precision::fp64) return std::nullopt;
  int shortest = widest;
  for (int d = 0; d < p.box.periodicity; ++d) shortest = std::min(shortest, p.grid[static_cast<std::size_t>(d)]);
  const double shape = p.window_shape / p.window_points;
  while (long_wave_alias(p) > alias) {
    const int wider = compiled_window(p.window_points + 1);
    if (wider <= p.window_points || wider > shortest) return std::nullopt;
    p.window_points = wider;
    p.window_shape = shape * wider;
    p.window_degree = KaiserBessel::sufficient_degree(wider);
  }
  return p;
}

double clustering(const EwaldParameters& p, std::size_t sources, const PairCounts& pairs) {
  const double rc = p.cutoff_radius, counted = std::min(rc, pairs.largest_radius);
  if (!(counted > 0)) return 1;
  const double even = static_cast<double>(sources) / p.box.volume();
  double density = sources_within(pairs, sources, p.box, counted) / (4.0 / 3 * pi * std::pow(counted, 3));
  // beyond what was counted there are as many, but none beyond the extent of the points in free directions
  for (int d = p.box.periodicity; d < 3; ++d)
    density *= std::max(counted, std::min(rc, pairs.occupied[static_cast<std::size_t>(d)].length / 2)) / rc;
  const double factor = std::sqrt(std::max(1.0, density / even));
  return factor > 1.2 ? factor : 1;
}

double local_factor(const EwaldOptions& options, const EwaldParameters& p, std::size_t sources, const PairCounts& pairs,
                    bool targets_are_sources) {
  const double even = static_cast<double>(sources) * std::pow(p.cutoff_radius, 3) / p.box.volume();
  // clusters are near one another wherever they are; a source counts itself
  const double met = sources_within(pairs, sources, p.box, p.cutoff_radius) - (targets_are_sources ? 1 : 0);
  const double near = std::max(even, met / (4.0 / 3 * pi));
  const double sparse = targets_are_sources ? sparse_factor(p.split, near) : 1;
  if (options.tolerance_kind != ToleranceKind::absolute_rms) return sparse;
  return sparse * clustering(p, sources, pairs);
}

double finite_body_increase(double radius, bool both_sides, double largest_wave_number) {
  const double x = radius * largest_wave_number, factor = both_sides ? 0.6 : 0.3;
  return 1.2 * std::log(std::max(1.0, factor * x * x));
}

double constant_defect(const EwaldParameters& p) {
  const KaiserBessel window(p.window_points, p.window_shape);
  double sum = 0;
  for (int l = 1; l <= 3; ++l) {
    const double r = window.transform(pi * l * p.window_points) / window.transform(0);
    sum += 6 * r * r;  // two signs, three directions
  }
  return std::sqrt(sum);
}

double smooth_field(const EwaldParameters& p) {
  // free space: the mean of |G e| over pairs in a cube, sqrt(2) times that of 1/r, 1.88 of its side
  if (p.box.periodicity == 0) return 2.7 / std::cbrt(p.box.volume());
  if (p.box.periodicity != 1) return 0;
  const double width = std::min(p.box.lengths[1], p.box.lengths[2]);
  const double cut = std::hypot(p.box.lengths[1], p.box.lengths[2]) + p.cutoff_radius;
  return (4 * (std::log(2 * cut / width) + 0.25) - 2) / p.box.lengths[0];
}

void widen_window(EwaldParameters& p, double net_force, double tolerance) {
  constexpr int widest = 16;
  const double allowed = tolerance / 3, shape = p.window_shape / p.window_points;
  int shortest = p.grid[0];
  for (int d = 1; d < p.box.periodicity; ++d) shortest = std::min(shortest, p.grid[static_cast<std::size_t>(d)]);
  while (net_force * smooth_field(p) * constant_defect(p) > allowed) {
    const int wider = compiled_window(p.window_points + 1);
    if (wider <= p.window_points || wider > std::min(widest, shortest)) break;
    p.window_points = wider;
    p.window_shape = shape * p.window_points;
    p.window_degree = KaiserBessel::sufficient_degree(p.window_points);
  }
}

std::array<double, 3> nested_shares(std::size_t patches) {
  if (patches == 1) return {0.5, 0.7, 0};
  return {0.45, 0.5, 0.65};
}

}  // namespace slurry
