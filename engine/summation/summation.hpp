// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "base/density.hpp"
#include "base/field_views.hpp"
#include "base/point_sets.hpp"
#include "base/state.hpp"
#include "base/views.hpp"
#include "slurry/cells.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Densities that are summed: the layers of Stokes' equations, or charges.
template <class Space>
struct SumDensity {
  Density<Space> layers;
  Kokkos::View<const double*, typename Space::memory_space> charges;  ///< (N)
};

/// Results at one set of targets. An empty view means that this result is not wanted.
template <class Space>
struct SumFields {
  Vectors<Space> velocity;         ///< (M,3)
  FieldScalars<Space> potential;   ///< (M), of charges; always wanted if there are charges
  FieldGradients<Space> gradient;  ///< (M,9): [3 i + l] = du_i/dx_l; of charges (M,3)
  FieldScalars<Space> pressure;    ///< (M), grad p = Lap u
};

/// Errors that a sum expects once its points are set: absolute, rms over the targets. 0 means rounding errors only.
struct SumErrors {
  double value = 0, gradient = 0, pressure = 0;  ///< value: error of the velocity or of the potential
  /// Constants of the zero mode: the net force times this constant is added to what the grid holds. A net charge uses
  /// the first constant.
  std::array<double, 3> zero_mode_constant{};
};

/// Properties of the points, other than their numbers, on which expected errors depend.
struct PointsAtHand {
  double sources_at_target = 0;           ///< mean number of sources at the very place of a target
  std::array<double, 3> spread{0, 0, 0};  ///< lengths that the points take in free directions [length]; 0: the box's
};

/// Interface of every engine: u = K * f. Points are set once; densities are then applied as often as needed.
template <class Space>
class Summation {
 public:
  virtual ~Summation() = default;
  virtual void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) = 0;
  /// Computes one entry of `results` for each set of targets, and overwrites every result that is wanted.
  virtual void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) = 0;
  virtual SumErrors expected_errors(const SumCounts& counts) const = 0;
  /// Whether expected errors are those of the points at hand, crowds included. Otherwise they are those of points that
  /// are spread evenly over the box.
  virtual bool errors_are_of_points() const { return false; }
  /// What the sum keeps from call to call, as far as the last digits of later results depend on it. Another sum of the
  /// same plan that takes it over before its first points gives the same bits.
  virtual State kept() const { return {}; }
  virtual void take_over(const State&) {}
  /// Additional expected errors of value, gradient and pressure that do not grow with the density of sources near the
  /// targets.
  virtual std::array<double, 3> expected_errors_apart(const SumCounts&, const PointsAtHand&) const { return {0, 0, 0}; }
  /// Seconds per stage of the engine's own table since the last call of this function.
  virtual StageTimes take_stage_times() = 0;
  /// Names of the variants that do the stages, for stages with a choice.
  virtual StageVariantNames variants() const { return {}; }
  /// Boxes of the sum for the points that are set, and those that act on the chosen point. None if the engine has no
  /// boxes to show (Engine::has_cells), or before there are points.
  virtual SumCells cells(const ChosenPoint&) const { return {}; }
};

}  // namespace slurry
