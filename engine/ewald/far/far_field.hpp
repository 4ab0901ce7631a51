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

/// The far part of a sum on its own grid, in the precision of the parameters and by the variants that are asked for.
/// Call its functions in the order in which they stand here. In between, the values may be added to a coarser grid and
/// the field taken back from it; points are then spread and gathered only once.
template <class Space>
class FarField {
 public:
  virtual ~FarField() = default;

  virtual const FarGrid& grid() const = 0;
  /// Call this once after points have changed. It also takes the memory for the results: (1 + laplacian[o] Lap) of the
  /// velocity for every o, with laplacian in [length^2].
  virtual void set_points(const PointLayouts<Space>& points, const std::vector<double>& laplacian) = 0;

  /// Spreads a density on the grid. components: 3 or 4. moment: 1 for the second density of a sum over bodies.
  virtual void spread(PointLayouts<Space>& points, const Density<Space>& density, int components, StageTimes& times,
                      int moment = 0) = 0;
  virtual void spread_charges(PointLayouts<Space>& points, const PointCharges<Space>& charges, StageTimes& times) = 0;
  /// Adds the values that were spread on this grid to a coarser grid. The first `nodes` nodes of this periodic grid
  /// take part; node 0 is at `first` [length]. cells: the cells of the coarser grid's points.
  virtual void restrict_to(FarField& coarser, const CellGrid& cells, const std::array<double, 3>& first,
                           const std::array<int, 3>& nodes, StageTimes& times) = 0;
  virtual void convolve(StageTimes& times) = 0;
  /// Convolves for bodies of any radius, with six components in and six out (Convolution::apply_radii).
  virtual void convolve_radii(const FiniteSides& sides, StageTimes& times) = 0;
  /// Adds the field of the coarser grid to the field of this one. Call restrict_to() first.
  virtual void prolong_from(const FarField& coarser, StageTimes& times) = 0;
  /// Adds the field at the points to u, without the constants of the zero mode.
  virtual void gather(const SortedPoints<Space>& points, const Vectors<Space>& u, int result = 0) = 0;
  /// Gathers gradient and pressure at the points.
  virtual void gather_fields(const SortedPoints<Space>& points, const TargetFields<Space>& fields, int result = 0) = 0;
  /// Gathers the potential of charges and its gradient at the points.
  virtual void gather_potential(const SortedPoints<Space>& points, const GatheredFields<Space>& fields) = 0;

  /// Constants by which the sum of all forces or charges is multiplied to give what the zero mode leaves out
  /// (FarMultiplier::constant).
  virtual std::array<double, 3> zero_mode_constant() = 0;
  virtual StageVariantNames variants() const = 0;
};

/// Part of a far field that several processes compute together: one of them spreads and gathers on a part of the grid.
template <class Space>
class FarShare {
 public:
  virtual ~FarShare() = default;
  /// This process's part of the grid of the whole sum.
  virtual FarGrid part(const FarGrid& whole) const = 0;
  /// Makes this process's side of the convolution, in the precision of the parameters. It takes and gives values on the
  /// part of the grid; all processes call it together. The split must outlive the result.
  virtual void make(const EwaldParameters& parameters, const FarGrid& whole, const EwaldSplit& split,
                    const KaiserBessel& window, int components,
                    std::unique_ptr<Convolution<Space, double>>& made) const = 0;
  virtual void make(const EwaldParameters& parameters, const FarGrid& whole, const EwaldSplit& split,
                    const KaiserBessel& window, int components,
                    std::unique_ptr<Convolution<Space, float>>& made) const = 0;
};

/// Makes the far part. split: the split of the whole grid. far_split: the same, less the split of a coarser grid if
/// there is one. The splits and the tables must outlive the result. components: number of components that will be
/// spread. sources: approximate number of sources; 0 if it is not known. share: this process's part of a far field that
/// several compute, or null; it must outlive the result.
template <class Space>
std::unique_ptr<FarField<Space>> make_far_field(const Space& space, const EwaldParameters& parameters,
                                                const EwaldSplit& split, const EwaldSplit& far_split, int components,
                                                const StageVariantNames& asked = {},
                                                const FarSlots& slots = far_slots(), double sources = 0,
                                                const FarShare<Space>* share = nullptr);

}  // namespace slurry
