// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "base/stage_model.hpp"
#include "base/stage_variant.hpp"
#include "ewald/stages/model_sizes.hpp"
#include "slurry/report.hpp"

// Types of the Ewald sum's tables of variants (base/stage_variant.hpp): the case that a row is asked about, and its
// forms.
namespace slurry {

/// Layout of the components of a grid: rows of one component after the other, or components interleaved. A stage that
/// supports both uses `any`.
enum class GridLayout { any, rows, interleaved };

/// Properties of an Ewald sum that are known before there are points. A row of a table of variants is asked about them.
struct EwaldStageCase {
  const EwaldParameters& parameters;
  const StageVariantNames& asked;  ///< variants asked for; stages that are not named take variants that suit the sum
  bool on_host = true;
  bool targets_are_sources = true;  ///< whether the targets, or those of the set below, are the sources
  int components = 3;               ///< components of the grid
  double sources = 0;               ///< number of sources for which the sum is planned; 0: not known

  // Only the memory of a row depends on the rest.
  double targets = 0;             ///< targets of all sets together, including targets that are sources
  std::vector<int> transforms{};  ///< components of each convolution that is planned
  bool several = false;           ///< the sum has several results, or a radius per source
  int threads = 1;
  double others = 0;       ///< number of other points that the sources meet only in the near field
  int set = 0;             ///< set for which a row of P2P works, numbered as in PointLayouts
  double set_targets = 0;  ///< number of targets of this set
};

/// The forms of a row with further columns of the Ewald sum.
template <class StageForms>
struct EwaldFormsOf : StageForms {
  GridLayout layout = GridLayout::any;
  /// Operations and bytes of the whole stage. Null: there is no count.
  StageWork (*model)(const StageSizes&) = nullptr;

  EwaldFormsOf(StageForms forms, GridLayout grids = GridLayout::any, StageWork (*counts)(const StageSizes&) = nullptr)
      : StageForms(std::move(forms)), layout(grids), model(counts) {}
};

template <class Forms>
using EwaldVariant = StageVariant<EwaldStageCase, Forms>;
template <class Forms>
using EwaldSlot = StageSlot<EwaldStageCase, Forms>;

}  // namespace slurry
