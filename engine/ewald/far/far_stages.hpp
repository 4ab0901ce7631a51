// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "base/point_sets.hpp"
#include "base/stage_variant.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/field_spreading.hpp"
#include "ewald/far/grid_transfer.hpp"
#include "ewald/far/spreading.hpp"
#include "slurry/machine_rates.hpp"

namespace slurry {

/// P2G: the grid is overwritten with the components of a density (spreading.hpp; the last argument is the same density
/// as the points are sorted, if it is at hand), or with charges (field_spreading.hpp).
template <class Space, class Real>
struct SpreadStage {
  using Window = WindowTable<Space, Real>;
  using Values = GridValues<Space, Real>;
  std::function<void(const Space&, const FarGrid&, const Window&, const SortedPoints<Space>&, const Density<Space>&,
                     int components, const Values&, const SortedDensity<Space, Real>&)>
      spread;
  std::function<void(const Space&, const FarGrid&, const Window&, const SortedPoints<Space>&,
                     const PointCharges<Space>&, const Values&)>
      spread_charges;
};

/// G2P: adds to velocities, or to fields (field_spreading.hpp).
template <class Space, class Real>
struct GatherStage {
  using Window = WindowTable<Space, Real>;
  using Values = GridValues<Space, Real>;
  std::function<void(const Space&, const FarGrid&, const Window&, const SortedPoints<Space>&, const Values&,
                     const Vectors<Space>& u)>
      gather;
  std::function<void(const Space&, const FarGrid&, const Window&, const SortedPoints<Space>&, const Values&,
                     int components, const GatheredFields<Space>&)>
      gather_fields;
};

/// Form in which dipoles are spread: four components by windows with slopes, or twelve, f and the products q n^T.  CNV
/// makes the same field of both (symbol.hpp).
enum class DipoleForm { slopes, products };

/// A row's forms, and a column of the far field's own.
template <class StageForms>
struct DipoleFormsOf : StageForms {
  bool slopes = true, products = false;
  bool take(DipoleForm form) const { return form == DipoleForm::products ? products : slopes; }
};

/// The tables of the far field.
struct FarSlots {
  StageSlot<DipoleFormsOf<StageForms<SpreadStage>>> spread;
  StageSlot<DipoleFormsOf<StageForms<Convolution, EwaldParameters, FarGrid, EwaldSplit, KaiserBessel, int>>> transform;
  StageSlot<StageForms<GatherStage>> gather;
  /// Slot of a nested sum that goes from its grids to the next coarser grids and back.
  StageSlot<StageForms<GridTransfer, EwaldParameters, FarGrid, EwaldParameters, FarGrid, EwaldSplit, TransferPlace>>
      transfer;
};
const FarSlots& far_slots();

/// Seconds that a machine with these rates needs for P2G, by what a row makes of it.  numbers: of the grid, all
/// components.
inline double spread_seconds(const RowWork& work, double sources, double numbers, const SumRates& rates,
                             double launch) {
  return numbers * work.numbers * rates.spread_number + sources * (rates.spread_point + work.units * rates.spread) +
         work.launches * launch;
}

/// A row of each table whose grids lie alike and hold the same components.
struct FarRows {
  decltype(FarSlots::spread)::Row* spread = nullptr;
  decltype(FarSlots::transform)::Row* transform = nullptr;
  decltype(FarSlots::gather)::Row* gather = nullptr;
  DipoleForm dipoles = DipoleForm::slopes;

  /// The first ones that fit together, for about so many sources (0: nobody knows).  Throws InputError where what the
  /// parameters ask for does not.
  template <class Space, class Real>
  static FarRows choose(const FarSlots& slots, const EwaldParameters& parameters, const StageVariantNames& asked,
                        double sources = 0);
  FarGrid grid(const EwaldParameters& parameters) const;
};

}  // namespace slurry
