// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/field_views.hpp"
#include "base/stage_timer.hpp"
#include "ewald/far/far_stages.hpp"
#include "geometry/point_layouts.hpp"

namespace slurry {

/// The far part of a sum on a grid of its own, in the precision of the parameters and by the variants that are asked
/// for. Its verbs are called in this order; values may go on to a coarser grid in between and its field come back, so
/// that points are spread and gathered once.
template <class Space>
class FarField {
 public:
  virtual ~FarField() = default;

  virtual const FarGrid& grid() const = 0;
  /// Once points have changed, and the memory for results: (1 + laplacian[o] Lap) of the velocity for every o.
  virtual void set_points(const PointLayouts<Space>& points, const std::vector<double>& laplacian) = 0;

  /// components: 3 or 4.  moment: 1 for the second density of a sum over bodies.
  virtual void spread(PointLayouts<Space>& points, const Density<Space>& density, int components, StageTimes& times,
                      int moment = 0) = 0;
  virtual void spread_charges(PointLayouts<Space>& points, const PointCharges<Space>& charges, StageTimes& times) = 0;
  /// Adds what was spread here to a coarser grid: of the first `nodes` nodes of this periodic one, node 0 at `first`
  /// [length].  cells: those of the coarser grid's points.
  virtual void restrict_to(FarField& coarser, const CellGrid& cells, const std::array<double, 3>& first,
                           const std::array<int, 3>& nodes, StageTimes& times) = 0;
  virtual void convolve(StageTimes& times) = 0;
  /// Convolves for bodies of any radius: six components in and six out (Convolution::apply_radii).
  virtual void convolve_radii(const FiniteSides& sides, StageTimes& times) = 0;
  /// Adds the field there; after restrict_to().
  virtual void prolong_from(const FarField& coarser, StageTimes& times) = 0;
  /// u += field at the points, without constants of the zero mode.
  virtual void gather(const SortedPoints<Space>& points, const Vectors<Space>& u, int result = 0) = 0;
  /// Gathers gradient and pressure.
  virtual void gather_fields(const SortedPoints<Space>& points, const TargetFields<Space>& fields, int result = 0) = 0;
  /// Gathers potential and gradient of charges.
  virtual void gather_potential(const SortedPoints<Space>& points, const GatheredFields<Space>& fields) = 0;

  /// Factors on the sum of all forces or charges that the zero mode leaves out (FarMultiplier::constant).
  virtual std::array<double, 3> zero_mode_constant() = 0;
  virtual StageVariantNames variants() const = 0;
};

/// split: of the whole grid, far_split: less that of a coarser one where there is one; they and the tables must outlive
/// it.  components: that will be spread; sources: about so many (0: nobody knows).
template <class Space>
std::unique_ptr<FarField<Space>> make_far_field(const Space& space, const EwaldParameters& parameters,
                                                const EwaldSplit& split, const EwaldSplit& far_split, int components,
                                                const StageVariantNames& asked = {},
                                                const FarSlots& slots = far_slots(), double sources = 0);

}  // namespace slurry
