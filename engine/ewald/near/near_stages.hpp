// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string_view>

#include "base/point_sets.hpp"
#include "ewald/near/field_p2p.hpp"
#include "ewald/near/p2p.hpp"
#include "ewald/near/symmetric_p2p.hpp"
#include "ewald/stages/stage_case.hpp"
#include "geometry/point_layouts.hpp"
#include "kernels/field_pair.hpp"
#include "kernels/near_pair.hpp"
#include "kernels/radii_pair.hpp"

namespace slurry {

/// Stage P2P of velocities. Real is the precision of the arithmetic on differences.
template <class Space, class Real>
class PairStage {
 public:
  virtual ~PairStage() = default;
  /// Prepares the variant for these points, including its memory. Returns false if another variant does better.
  virtual bool suits(const Space&, PointLayouts<Space>&, int) { return true; }
  /// Sets u to the near part at a set of targets.
  virtual void apply(const Space& space, PointLayouts<Space>& points, int set, const NearPair& pair,
                     const Density<Space>& density, const Vectors<Space>& u, Numbering numbering) = 0;
  /// Computes velocities by the sources at themselves (PointLayouts::with_own) and at the others, and by the others at
  /// the sources.
  virtual void apply_with_others(const Space& space, PointLayouts<Space>& points, const NearPair& pair,
                                 const Density<Space>& density, const Vectors<Space>& u,
                                 const Density<Space>& of_others, const Vectors<Space>& u_others) = 0;
  /// Whether the velocities of the sources are available in sorted order at no cost.
  virtual bool sums_in_order() const { return false; }
};

/// Stage P2P of gradient and pressure, or of the potential and its gradient, at a set of targets (field_p2p.hpp).
template <class Space, class Real>
struct FieldPairStage {
  std::function<void(const Space&, PointLayouts<Space>&, int set, const PackedSources<Space>&, const FieldPair&,
                     FieldSources, const FieldGradients<Space>&, const FieldScalars<Space>&)>
      apply;
};

/// Stage P2P of spheres with a radius each (radii_p2p.hpp). The radii of the targets are in sorted order.
template <class Space, class Real>
struct RadiiPairStage {
  std::function<void(const Space&, PointLayouts<Space>&, int set, const SphereRadii<Space>&,
                     const PackedSources<Space>&, const RadiiPair&, const Vectors<Space>& u)>
      apply;
};

/// Name of the variant that is tried first if the targets are the sources.
inline constexpr std::string_view symmetric_pairs = "symmetric";

/// The tables of variants from which the near field is made.
struct NearSlots {
  EwaldSlot<EwaldFormsOf<StageForms<PairStage, EwaldParameters>>> velocities;
  EwaldSlot<EwaldFormsOf<StageForms<FieldPairStage>>> fields;
  EwaldSlot<EwaldFormsOf<StageForms<RadiiPairStage>>> radii;
};
const NearSlots& near_slots();

}  // namespace slurry
