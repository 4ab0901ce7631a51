// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/sums/grid_sum_parts.hpp"

#include <cmath>
#include <numbers>

#include "ewald/sums/ewald_errors.hpp"
#include "ewald/sums/image_errors.hpp"
#include "slurry/error.hpp"

namespace slurry {

int spread_components(const EwaldParameters& p) {
  if (p.layer == Layer::coulomb) return 1;
  return p.layer == Layer::single ? 3 : 4;
}

double dropped_self_velocity(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid, double g) {
  using std::numbers::pi;
  return (p.layer == Layer::coulomb ? 2 / pi : 8 / (3 * pi)) *
         dropped_self_integral(split, p.cutoff_radius, pi / coarsest_spacing(grid), g);
}

NearPair near_pair_of(const EwaldParameters& p, const EwaldSplit& split, double target_radius, double source_radius) {
  const bool dipoles = p.layer == Layer::double_layer || p.layer == Layer::combined;
  if (dipoles && (target_radius > 0 || source_radius > 0))
    throw InputError("the double layer is available for points only, not for bodies of finite size");
  if (p.layer == Layer::coulomb) {
    if (target_radius > 0 || source_radius > 0)
      throw InputError("Coulomb sums are available for points only, not for bodies of finite size");
    return {};  // the near field knows the pair of charges itself
  }
  return dipoles ? make_combined_pair(split, p.cutoff_radius)
                 : make_near_pair(split, p.cutoff_radius, target_radius, source_radius);
}

double squares_as_forces(const EwaldParameters& p, double squared_sum) {
  return p.layer == Layer::coulomb ? 3.0 / 8 * squared_sum : squared_sum;
}

double predicted_field_error(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid, bool pressure,
                             double squared_force_sum, double dipole_norm) {
  using std::numbers::pi;
  const double rc = p.cutoff_radius, volume = p.box.volume(), spacing = coarsest_spacing(grid) / rc;
  const double edge = pi / spacing, near_factor = std::pow(steepness_at_cutoff(p), 2);
  const auto near = split.near_truncation();
  const auto windows =
      ErrorEstimate(split, spacing, 0).field_windows(KaiserBessel(p.window_points, p.window_shape), volume, rc);
  double squared = 0;
  if (squared_force_sum > 0)
    squared += squares_as_forces(p, squared_force_sum) *
               ((pressure ? 32 : 64) / (3 * volume * rc) * split.tail_integral(edge, 0) +
                (pressure ? windows.force.pressure : windows.force.gradient) + near_factor * near.single * rc / volume);
  if (dipole_norm > 0)  // pressure: kappa_p = kappa/7 for independent q and n
    squared += dipole_norm * ((pressure ? 128.0 / 7 : 32.0) / (volume * rc * rc * rc) * split.tail_integral(edge, 2) +
                              (pressure ? windows.dipole.pressure : windows.dipole.gradient) +
                              near_factor * near.dipole / (volume * rc));
  return std::sqrt(squared);
}

std::array<double, 3> predicted_errors_apart(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid,
                                             const SumCounts& c, bool one_set, bool same, double sources_at_target,
                                             const std::array<double, 3>& spread) {
  using std::numbers::pi;
  const ImageErrors images = image_errors(p, split, grid, spread);
  const auto of = [&](double FieldSquares::*part) {
    return c.squared_force_sum * images.force.*part + c.dipole_norm * images.dipole.*part;
  };
  FieldSquares own;
  if (one_set && c.sources > 0) {
    const double each = (same ? 1 : sources_at_target) / static_cast<double>(c.sources);
    if (!same) own.value = each * c.squared_force_sum * std::pow(dropped_self_velocity(p, split, grid, 0), 2);
    // int_K^inf gamma k^2 dk, as what k^2/K^2 takes off
    const double rc = p.cutoff_radius, largest = pi / coarsest_spacing(grid);
    const double second = (dropped_self_integral(split, rc, largest) -
                           dropped_self_integral(split, rc, largest, 1 / (largest * largest))) *
                          largest * largest;
    const double dipoles = each * c.dipole_norm * std::pow(second / pi, 2);
    own.gradient = 16.0 / 25 * 45 / 7 * dipoles;
    own.pressure = 64.0 / 9 * 3 / 7 * dipoles;
  }
  return {std::sqrt(of(&FieldSquares::value) + own.value), std::sqrt(of(&FieldSquares::gradient) + own.gradient),
          std::sqrt(of(&FieldSquares::pressure) + own.pressure)};
}

}  // namespace slurry
