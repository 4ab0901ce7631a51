// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/published_rules/published_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/instantiations.hpp"
#include "base/text.hpp"
#include "ewald/stages/model_sizes.hpp"
#include "kernels/hasimoto_split.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// -W_{-1}(-x) for 0 < x <= 1/e: the larger w with w exp(-w) = x, by Newton's method on w - ln w = -ln x.
double lambert(double x) {
  x = std::min(x, std::exp(-1.0));
  const double l = -std::log(x);
  double w = l + std::log(std::max(l, 1.0)) + 1e-9;
  for (int i = 0; i < 60; ++i) {
    const double slope = 1 - 1 / w;
    if (slope < 1e-12) return w;
    w = std::max(1.0 + 1e-12, w - (w - std::log(w) - l) / slope);
  }
  return w;
}

int multiple(double n, int of) {
  return of * static_cast<int>(std::ceil(n / of - 1e-9));
}

}  // namespace

PublishedParameters published_parameters(const PublishedRule& rule) {
  const double t = rule.tolerance;
  if (!(t > 0 && t < 1)) throw InputError(text("the published rules need a tolerance between 0 and 1, not {}", t));
  if (rule.sources == 0 || !(rule.per_cell > 0))
    throw InputError("the published rules need the number of sources and the number of sources per cell");
  PublishedParameters p;
  const double rc = std::cbrt(rule.per_cell / double(rule.sources));
  if (rc > 0.5)
    throw InputError(
        text("{} sources per cell of {} sources in all need a cutoff of {:.3g} box lengths, which may be at most 0.5; "
             "ask for fewer sources per cell",
             rule.per_cell, rule.sources, rc));
  const double a = 3 * t * t / 112, diagonal2 = 3;
  p.cutoff_radius = rc;
  // the near field's truncation of the single and of the double layer
  const double first = std::sqrt(std::max(0.0, std::log(std::sqrt(4 * rc / (t * t))))),
               second = std::sqrt(lambert(std::sqrt(3 * a * rc)));
  p.xi = std::max(first, second) / rc;
  // and the grid's
  const double coarse = 2 * p.xi / pi * std::sqrt(std::max(0.0, std::log(4 / std::sqrt(3.0) / (pi * t)))),
               fine = std::numbers::sqrt2 * p.xi / pi * std::sqrt(lambert(pi * pi * a * diagonal2 / (p.xi * p.xi)));
  p.per_length = std::max(coarse, fine);
  const double y = p.xi;
  const double amplitude =
      std::max(1.76 * std::exp(-5.205 / (y * y)) * (1 + 0.01323 * y + 2.469e-4 * y * y), 7.17 * std::sqrt(y));
  const double points = -std::log(t / (10 * amplitude)) / 2.5;
  p.window_points = std::clamp(multiple(points, 2), 4, 14);
  const int step = p.window_points * ((4 + p.window_points - 1) / p.window_points);
  p.nodes = multiple(p.per_length, step);
  p.free_nodes = multiple(p.nodes + 2.4 * p.window_points, step);
  return p;
}

EwaldParameters published_ewald_parameters(const PublishedRule& rule, int periodicity, Layer layer,
                                           Precision precision) {
  const PublishedParameters found = published_parameters(rule);
  EwaldParameters p;
  p.box.lengths = {1, 1, 1};
  p.box.periodicity = periodicity;
  p.split = Split::hasimoto;
  p.layer = layer;
  p.precision = precision;
  p.cutoff_radius = found.cutoff_radius;
  p.shape = found.xi * found.cutoff_radius;
  p.near_degree = compiled_near_degree(std::min(HasimotoSplit::natural_degree(p.shape), 40));
  p.window_points = found.window_points;
  p.window_shape = 2.5 * found.window_points;
  p.window_degree = published_window_degree(found.window_points);
  p.grid = {found.nodes, found.nodes, found.nodes};
  // what the window leaves is the largest share of their error budget; the modes are padded for it
  p.tolerance_relative = std::max(1e-13, std::exp(-p.window_shape));
  return p;
}

}  // namespace slurry
