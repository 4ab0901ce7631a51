// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "base/point_sets.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/field_spreading.hpp"
#include "ewald/far/grid_transfer.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/far/sum_rates.hpp"
#include "ewald/stages/stage_case.hpp"

namespace slurry {

/// Stage P2G. It overwrites the grid with the components of a density (spreading.hpp), or with charges
/// (field_spreading.hpp). The last argument is the same density in the order of the sorted points, if it is available.
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

/// Stage G2P. It adds to velocities, or to fields (field_spreading.hpp).
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

/// Form in which dipoles are spread. slopes: four components, by windows with slopes. products: twelve components, f
/// and the products q n^T. CNV makes the same field of both (symbol.hpp).
enum class DipoleForm { slopes, products };

/// The forms of a row, with a further column for the far field: the form of its dipoles.
template <class StageForms>
struct DipoleFormsOf : EwaldFormsOf<StageForms> {
  bool slopes = true, products = false;
  bool take(DipoleForm form) const { return form == DipoleForm::products ? products : slopes; }
};

/// The tables of variants from which the far field is made.
struct FarSlots {
  EwaldSlot<DipoleFormsOf<StageForms<SpreadStage>>> spread;
  EwaldSlot<DipoleFormsOf<StageForms<Convolution, EwaldParameters, FarGrid, EwaldSplit, KaiserBessel, int>>> transform;
  EwaldSlot<EwaldFormsOf<StageForms<GatherStage>>> gather;
  /// Slot of a nested sum for the transfer from its grids to the next coarser grids and back.
  EwaldSlot<EwaldFormsOf<
      StageForms<GridTransfer, EwaldParameters, FarGrid, EwaldParameters, FarGrid, EwaldSplit, TransferPlace>>>
      transfer;
};
const FarSlots& far_slots();

/// Predicted seconds that a machine with these rates needs for P2G with the work of a row. numbers: count of numbers in
/// the grid, over all components.
inline double spread_seconds(const RowWork& work, double sources, double numbers, const EwaldRates& rates,
                             double launch) {
  return numbers * work.numbers * rates.spread_number + sources * (rates.spread_point + work.units * rates.spread) +
         work.launches * launch;
}

/// One row of each table. The rows agree in the layout of their grids and in the components that these hold.
struct FarRows {
  decltype(FarSlots::spread)::Row* spread = nullptr;
  decltype(FarSlots::transform)::Row* transform = nullptr;
  decltype(FarSlots::gather)::Row* gather = nullptr;
  DipoleForm dipoles = DipoleForm::slopes;

  /// Chooses the first rows that fit together. sources: approximate number of sources; 0 if it is not known. Throws
  /// InputError if the rows that the parameters ask for do not fit together.
  template <class Space, class Real>
  static FarRows choose(const FarSlots& slots, const EwaldParameters& parameters, const StageVariantNames& asked,
                        double sources = 0);
  FarGrid grid(const EwaldParameters& parameters) const;
};

}  // namespace slurry
