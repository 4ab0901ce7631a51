// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "accuracy/velocity_scale.hpp"
#include "base/execution.hpp"
#include "base/fft.hpp"
#include "base/instantiations.hpp"
#include "base/text.hpp"
#include "ewald/accuracy/error_estimate.hpp"
#include "ewald/accuracy/presets.hpp"
#include "ewald/far/multiplier.hpp"
#include "ewald/far/plane_classes.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/plan/safety.hpp"
#include "kernels/hasimoto_split.hpp"
#include "kernels/prolate_split.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

constexpr const char* too_tight_for_bodies =
    "the tolerance is too tight for bodies of this size in this box; choose a larger one";

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
/// 400, as long at 140 to 230 in the volume and 220 to 400 on a surface.  A device takes every target alone: 0.5 is the
/// best of 0.35, 0.5, 0.7 and 1, or as good (one H100, 32 and 150 sources in a cell as wide as the cutoff).
std::vector<double> row_widths(Layer layer, Device device) {
  if (layer == Layer::coulomb || device != Device::host) return {0.5};
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

/// Throws for what is asked and cannot be had.
void check_request(const Box& box, const EwaldOptions& options, const SumCounts& counts) {
  check_box(box);
  if (options.split == Split::hasimoto && counts.largest_radius > 0)
    throw InputError("the Hasimoto split is for points only; bodies of finite size need the prolate split");
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance))
    throw InputError(text("the tolerance is {}; it must be positive", options.tolerance));
  const bool fp32 = options.precision == Precision::fp32;
  const double floor = fp32 ? tightest_single_precision(options.layer) : tightest_tolerance;
  if (options.tolerance_kind == ToleranceKind::relative && options.tolerance < floor)
    throw RefusedError(text("the tolerance {} is below what {} reaches; {} is the tightest", options.tolerance,
                            word_of(options.precision), floor));
  if (options.zero_mode == ZeroMode::zero_face_flux &&
      (box.periodicity != 3 || options.layer == Layer::single || options.layer == Layer::coulomb))
    throw InputError(
        "a zero mode can be chosen only for the double layer in 3 periodic directions; leave it out for other sums");
  if ((options.gradient || options.pressure) && counts.largest_radius > 0)
    throw InputError("gradient and pressure are available for points only, not for bodies of finite size");
}

/// The parameters for a grid, or for a cutoff, when all else follows from the tolerance of the far field.
class GridParameters {
 public:
  GridParameters(const Box& box, const EwaldOptions& options, const SumCounts& counts, double eps)
      : box_(box), counts_(counts), preset_(sum_preset(options, eps)) {
    if (options.precision == Precision::fp32)
      preset_.points = round_up_to_compiled(preset_.points, CompiledWindowsOf<float>{});
    all_.box = box;
    all_.tolerance_relative = eps / 2;
    all_.split = options.split;
    all_.layer = options.layer;
    all_.zero_mode = options.zero_mode;
    all_.gradient = options.gradient;
    all_.pressure = options.pressure;
    all_.precision = options.precision;
    all_.deterministic = options.deterministic;
    all_.window_points = preset_.points;
    all_.window_shape = preset_.window_shape * preset_.points;
    all_.window_degree = KaiserBessel::sufficient_degree(preset_.points);
  }

  /// Of nodes that are `spacing` apart or a little less.
  EwaldParameters of_spacing(double spacing) const {
    EwaldParameters p = all_;
    double largest_spacing = 0;
    for (int d = 0; d < 3; ++d) {
      p.grid[d] = nodes(d, spacing);
      largest_spacing = std::max(largest_spacing, box_.lengths[d] / p.grid[d]);
    }
    // finite bodies raise c, which raises r_c at the same grid: one fixed number, K = pi/h does not depend on r_c
    p.shape = shape_at(largest_spacing);
    p.cutoff_radius = preset_.oversampling * p.shape * largest_spacing / pi;
    return with_degree(p);
  }
  /// The person's cutoff: the grid follows from it, c from the tolerance.
  EwaldParameters of_cutoff(double cutoff) const {
    EwaldParameters p = all_;
    p.cutoff_radius = cutoff;
    p.shape = preset_.shape;
    for (int i = 0; i < 20; ++i) p.shape = shape_at(pi * cutoff / (preset_.oversampling * p.shape));
    const double h = pi * cutoff / (preset_.oversampling * p.shape);
    for (int d = 0; d < 3; ++d) p.grid[d] = nodes(d, h, preset_.points);
    return with_degree(p);
  }
  /// Whether a window is narrower than the box.
  bool fits(const EwaldParameters& p) const {
    for (int d = 0; d < box_.periodicity; ++d)
      if (p.grid[d] < preset_.points) return false;
    return true;
  }

 private:
  int nodes(int d, double spacing, int least = 0) const {
    const int n = std::max(least, static_cast<int>(std::ceil(box_.lengths[d] / spacing - 1e-9)));
    return d < box_.periodicity ? good_transform_length(n) : n;
  }
  double shape_at(double spacing) const {
    return preset_.shape + finite_body_increase(counts_.largest_radius, counts_.radius_on_both_sides, pi / spacing);
  }
  static EwaldParameters with_degree(EwaldParameters p) {
    p.near_degree = compiled_near_degree(p.split == Split::hasimoto ? HasimotoSplit::natural_degree(p.shape)
                                                                    : ProlateSplit::natural_degree(p.shape));
    return p;
  }
  const Box& box_;
  const SumCounts& counts_;
  Preset preset_;
  EwaldParameters all_;  // what does not depend on the grid
};

}  // namespace

EwaldParameters select_ewald_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                        const PairCounts& pairs) {
  check_request(box, options, counts);
  const double shortest = *std::min_element(box.lengths.begin(), box.lengths.end());
  const double longest = *std::max_element(box.lengths.begin(), box.lengths.end());
  constexpr double most_sides = 1e7;  // the coarsest grid then has 6e7 nodes along one side, and needs 100 GB
  if (!(longest <= most_sides * shortest))
    throw NoGridError(
        text("no grid fits this box: its longest side is {} and its shortest side is {}; the longest side may be at "
             "most {} times the shortest",
             longest, shortest, most_sides));
  const double smallest_cutoff = counts.largest_radius * (counts.radius_on_both_sides ? 2.0 : 1.0) * 1.05;
  // large bodies in a small cell: their cutoff may need more of the cell than points do
  const double longest_cutoff = std::min(std::max(0.6 * shortest, 1.4 * smallest_cutoff), shortest);

  const GridParameters grids(box, options, counts, far_tolerance(box, options, counts));
  const MachineRates rates = rates_for(options);
  const CostModel cost(counts, rates, false, pairs);
  const std::vector<double> widths = row_widths(options.layer, rates.device);
  EwaldParameters best;
  double best_seconds = std::numeric_limits<double>::infinity();
  // the grid along the shortest side is the free variable; the others follow at the same spacing
  for (int m = 6; m <= 1024; m += 2) {
    if (good_transform_length(m) != m) continue;
    EwaldParameters p =
        options.cutoff_radius ? grids.of_cutoff(*options.cutoff_radius) : grids.of_spacing(shortest / m);
    const bool fits = grids.fits(p);
    if (options.cutoff_radius && !fits)
      throw InputError(
          text("the cutoff radius {} is too long for the box; choose a smaller one", *options.cutoff_radius));
    if (!fits) continue;
    if (p.split == Split::prolate && p.shape > largest_shape) throw RefusedError(too_tight_for_bodies);
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
  if (std::isfinite(best_seconds)) return best;
  // Grids of few points leap over the cutoffs between the bodies' diameter and the box.  Between them the cutoff is
  // free and the grid follows, a little finer than it must be; bodies about as large as the box see several of its
  // images.
  if (shortest < smallest_cutoff / 4)
    throw NoGridError(
        text("no grid fits bodies of this size: the radius is {}, and the shortest side of the box is {}; a side of at "
             "least {} can be summed",
             counts.largest_radius, shortest, smallest_cutoff / 4));
  bool too_tight = false;
  for (const double factor : {1.01, 1.1, 1.25, 1.4}) {
    EwaldParameters p = grids.of_cutoff(factor * smallest_cutoff);
    if (p.split == Split::prolate && p.shape > largest_shape) {
      too_tight = true;
      continue;
    }
    for (const double width : widths) {
      p.near_row_width = width;
      const double with = cost.seconds(p);
      if (with >= best_seconds) continue;
      best_seconds = with;
      best = p;
    }
  }
  if (too_tight && !std::isfinite(best_seconds)) throw RefusedError(too_tight_for_bodies);
  return best;
}

}  // namespace slurry
