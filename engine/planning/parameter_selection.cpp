// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "accuracy/error_estimate.hpp"
#include "accuracy/presets.hpp"
#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/text.hpp"
#include "far_field/fft.hpp"
#include "far_field/multiplier.hpp"
#include "far_field/plane_classes.hpp"
#include "kernels/hasimoto_split.hpp"
#include "kernels/prolate_split.hpp"
#include "planning/cost_model.hpp"
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

void check_box(const Box& box) {
  if (box.periodicity < 0 || box.periodicity > 3)
    throw InputError(text("a box has 0 to 3 periodic directions, {} were given", box.periodicity));
  for (int d = 0; d < 3; ++d)
    if (!(box.lengths[d] > 0) || !std::isfinite(box.lengths[d]))
      throw InputError(text("box length {} is {}; it must be positive and finite", d + 1, box.lengths[d]));
}

/// Widths of the rows of cells over the cutoff that are worth a comparison.  The host takes a dozen neighbours of a row
/// at once and packs what any of them reaches: with few neighbours the dozen is compact and runs are long in wide rows.
/// Widths of 0.5 to 1.3 were measured; 1 takes 0.7 of the time of 0.5 at 40 neighbours within the cutoff and 1.2 at
/// 400, as long at 140 to 230 in the volume and 220 to 400 on a surface.
std::vector<double> row_widths(Layer layer) {
  if (layer == Layer::coulomb) return {0.5};
  return {0.5, 1.0};
}

/// Preset of the sum with all that is asked of it: gradient and pressure of the single layer take the double layer's,
/// those of the double layer c + 2.5 (theory/fields.md, errors), with Hasimoto's split eps/40.
Preset sum_preset(const EwaldOptions& options, double eps) {
  const bool fields = options.gradient || options.pressure;
  const bool dipoles = options.layer == Layer::double_layer || options.layer == Layer::combined;
  const Layer layer = dipoles || fields ? Layer::combined : Layer::single;
  if (options.split == Split::hasimoto) return hasimoto_preset(layer, dipoles && fields ? eps / 40 : eps);
  Preset p = layer_preset(layer, eps);
  if (dipoles && fields) p.shape = std::min(p.shape + 2.5, largest_shape);
  return p;
}

/// Tolerance relative to the rms far field, which the presets are made for.
double far_tolerance(const Box& box, const EwaldOptions& options, const SumCounts& counts) {
  double eps = options.tolerance * relative_safety(options.layer, counts.sources, box);
  if (options.tolerance_kind == ToleranceKind::absolute_rms) {
    double squared = counts.squared_force_sum * std::pow(far_velocity_scale(box), 2);
    if (options.layer == Layer::coulomb) squared *= 3.0 / 8;  // 4 pi/k^2 in place of 8 pi/k^2 (I - kk/k^2)
    if (options.layer == Layer::double_layer || options.layer == Layer::combined) {
      double shortest = *std::min_element(box.lengths.begin(), box.lengths.end());
      squared += counts.dipole_norm * 32 * 8 / (box.volume() * 0.2 * shortest);  // J = 1.53 sqrt(c), about 8 at most
    }
    eps = options.tolerance / std::sqrt(std::max(squared, std::numeric_limits<double>::min()));
  }
  return std::clamp(eps, options.precision == Precision::fp32 ? 1e-8 : 2e-14, 0.1);
}

}  // namespace

EwaldParameters select_ewald_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                        const PairCounts& pairs) {
  check_box(box);
  if (options.split == Split::hasimoto && counts.largest_radius > 0)
    throw InputError("the Hasimoto split sums points; bodies of finite size need the prolate split");
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance))
    throw InputError(text("the tolerance is {}; it must be positive", options.tolerance));
  const bool fp32 = options.precision == Precision::fp32;
  const double floor = fp32 ? tightest_single_precision(options.layer) : tightest_tolerance;
  if (options.tolerance_kind == ToleranceKind::relative && options.tolerance < floor)
    throw RefusedError(text("the tolerance {} is below what {} reaches; {} is the tightest", options.tolerance,
                            fp32 ? "fp32" : "fp64", floor));
  if (options.zero_mode == ZeroMode::zero_face_flux &&
      (box.periodicity != 3 || options.layer == Layer::single || options.layer == Layer::coulomb))
    throw InputError("the zero mode is a choice of the 3-periodic double layer; other sums have none");
  if ((options.gradient || options.pressure) && counts.largest_radius > 0)
    throw InputError("gradient and pressure are summed for points alone");
  const double eps = far_tolerance(box, options, counts);

  double shortest = std::numeric_limits<double>::infinity();
  for (double l : box.lengths) shortest = std::min(shortest, l);
  const double smallest_cutoff = counts.largest_radius * (counts.radius_on_both_sides ? 2.0 : 1.0) * 1.05;

  // large bodies in a small cell: their cutoff may need more of the cell than points do
  const double longest_cutoff = std::min(std::max(0.6 * shortest, 1.4 * smallest_cutoff), shortest);

  const CostModel cost(counts, rates_for(options), false, pairs);
  const std::vector<double> widths = row_widths(options.layer);
  EwaldParameters best;
  double best_seconds = std::numeric_limits<double>::infinity();
  // the grid along the shortest side is the free variable; the others follow at the same spacing
  for (int m = 6; m <= 1024; m += 2) {
    if (good_transform_length(m) != m) continue;
    const double coarse = shortest / m;
    EwaldParameters p;
    p.box = box;
    p.tolerance_relative = eps / 2;
    double largest_spacing = 0;
    bool fits = true;
    for (int d = 0; d < 3; ++d) {
      p.grid[d] = good_transform_length(static_cast<int>(std::ceil(box.lengths[d] / coarse - 1e-9)));
      if (d >= box.periodicity) p.grid[d] = static_cast<int>(std::ceil(box.lengths[d] / coarse - 1e-9));
      largest_spacing = std::max(largest_spacing, box.lengths[d] / p.grid[d]);
    }
    Preset preset = sum_preset(options, eps);
    if (fp32) preset.points = round_up_to_compiled(preset.points, CompiledWindowsOf<float>{});
    p.split = options.split;
    p.layer = options.layer;
    p.zero_mode = options.zero_mode;
    p.gradient = options.gradient;
    p.pressure = options.pressure;
    p.precision = options.precision;
    p.deterministic = options.deterministic;
    // finite bodies raise c, which raises r_c at the same grid: one fixed number, K = pi/h does not depend on r_c
    p.shape =
        preset.shape + finite_body_increase(counts.largest_radius, counts.radius_on_both_sides, pi / largest_spacing);
    p.cutoff_radius = preset.oversampling * p.shape * largest_spacing / pi;
    if (options.cutoff_radius) {
      // the person's cutoff: the grid follows from it, c from the tolerance
      p.cutoff_radius = *options.cutoff_radius;
      double c = preset.shape;
      for (int i = 0; i < 20; ++i) {
        const double h = pi * p.cutoff_radius / (preset.oversampling * c);
        c = preset.shape + finite_body_increase(counts.largest_radius, counts.radius_on_both_sides, pi / h);
      }
      p.shape = c;
      const double h = pi * p.cutoff_radius / (preset.oversampling * c);
      for (int d = 0; d < 3; ++d) {
        const int needed = std::max(preset.points, static_cast<int>(std::ceil(box.lengths[d] / h - 1e-9)));
        p.grid[d] = d < box.periodicity ? good_transform_length(needed) : needed;
      }
    }
    const int degree =
        p.split == Split::hasimoto ? HasimotoSplit::natural_degree(p.shape) : ProlateSplit::natural_degree(p.shape);
    p.near_degree = compiled_near_degree(degree);
    p.window_points = preset.points;
    p.window_shape = preset.window_shape * preset.points;
    p.window_degree = KaiserBessel::sufficient_degree(preset.points);
    for (int d = 0; d < box.periodicity; ++d) fits = fits && p.grid[d] >= preset.points;
    if (options.cutoff_radius && !fits)
      throw InputError(
          text("the cutoff radius {} is too long for the box; choose a smaller one", *options.cutoff_radius));
    if (!fits) continue;
    if (p.split == Split::prolate && p.shape > largest_shape)
      throw RefusedError("the tolerance is too tight for bodies of this size and this box");
    if (p.cutoff_radius <= smallest_cutoff) {
      if (options.cutoff_radius)
        throw InputError(text("the cutoff radius {} is too short for the bodies; it must exceed {}", p.cutoff_radius,
                              smallest_cutoff));
      break;  // finer grids only shorten it
    }
    // with few points the grid costs more than all pairs, but beyond the box the estimates lose their ground
    if (p.cutoff_radius > longest_cutoff && !options.cutoff_radius && m < 40) continue;
    double seconds = std::numeric_limits<double>::infinity();
    for (const double width : widths) {
      p.near_row_width = width;
      const double with = cost.seconds(p);
      seconds = std::min(seconds, with);
      if (with >= best_seconds) continue;
      best_seconds = with;
      best = p;
    }
    if (seconds > 4 * best_seconds) break;
    if (options.cutoff_radius) break;
  }
  if (!std::isfinite(best_seconds))
    throw InputError(
        "no grid fits this box: it is too long compared with its shortest side, or the bodies are too large");
  return best;
}

}  // namespace slurry
