// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "base/density.hpp"
#include "base/field_views.hpp"
#include "base/point_sets.hpp"
#include "base/views.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// What is summed: densities of the layers of Stokes' equations, or charges.
template <class Space>
struct SumDensity {
  Density<Space> layers;
  Kokkos::View<const double*, typename Space::memory_space> charges;  ///< (N)
};

/// What comes out at one set of targets; an empty view is not wanted.
template <class Space>
struct SumFields {
  Vectors<Space> velocity;         ///< (M,3)
  FieldScalars<Space> potential;   ///< (M), of charges; wanted wherever there are charges
  FieldGradients<Space> gradient;  ///< (M,9): [3 i + l] = du_i/dx_l; of charges (M,3)
  FieldScalars<Space> pressure;    ///< (M), grad p = Lap u
};

/// What a sum expects of itself once its points are set: absolute, rms over the targets; 0: rounding alone.
struct SumErrors {
  double value = 0, gradient = 0, pressure = 0;  ///< value: of the velocity or the potential
  /// The field of a net force is this constant times it, beside what the grid holds; of a net charge the first one.
  std::array<double, 3> zero_mode_constant{};
};

/// What an error knows of the points beside their numbers.
struct PointsAtHand {
  double sources_at_target = 0;           ///< mean number of sources at the very place of a target
  std::array<double, 3> spread{0, 0, 0};  ///< lengths that the points take in free directions [length]; 0: the box's
};

/// u = K * f: what every engine is used through.  Points are set once, densities applied as often as wanted.
template <class Space>
class Summation {
 public:
  virtual ~Summation() = default;
  virtual void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) = 0;
  /// One entry of `results` per set of targets; all that is wanted is overwritten.
  virtual void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) = 0;
  virtual SumErrors expected_errors(const SumCounts& counts) const = 0;
  /// Parts beside these, of value, gradient and pressure, that do not grow with the density of sources near the
  /// targets.
  virtual std::array<double, 3> expected_errors_apart(const SumCounts&, const PointsAtHand&) const { return {0, 0, 0}; }
  /// Seconds per stage of the engine's own table since the last call of this function.
  virtual StageTimes take_stage_times() = 0;
  /// Those that do the stages, where there is a choice.
  virtual StageVariantNames variants() const { return {}; }
};

}  // namespace slurry
