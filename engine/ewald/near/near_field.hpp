// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "ewald/near/near_stages.hpp"
#include "kernels/ewald_split.hpp"

namespace slurry {

/// Near part of a sum, with self terms: P2P from the sources to sets of targets. It uses the precision of the
/// parameters. Variants that are asked for are used; otherwise those that suit the points. Velocities are overwritten.
template <class Space>
class NearField {
 public:
  virtual ~NearField() = default;

  /// Takes points that have changed, and chooses a variant for every set of targets. Throws InputError if the variant
  /// that is asked for cannot do this.
  virtual void set_points(PointLayouts<Space>& points) = 0;

  /// Sets u to the near part at target set `set`.
  virtual void apply(PointLayouts<Space>& points, const Density<Space>& density, int set, const NearPair& pair,
                     const Vectors<Space>& u, Numbering numbering = Numbering::given) = 0;
  /// Near part at the sources, which are the only set of targets, and at the other points that they meet.
  virtual void apply_with_others(PointLayouts<Space>& points, const Density<Space>& density, const NearPair& pair,
                                 const Vectors<Space>& u, const Density<Space>& of_others,
                                 const Vectors<Space>& u_others) = 0;
  /// Computes gradient and pressure at a target set.
  virtual void apply_fields(PointLayouts<Space>& points, const Density<Space>& density, int set,
                            const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar) = 0;
  /// Computes the potential of charges and its gradient at a target set.
  virtual void apply_charges(PointLayouts<Space>& points, const PointCharges<Space>& charges, int set,
                             const FieldGradients<Space>& gradient, const FieldScalars<Space>& potential) = 0;
  /// Velocities of spheres of any radii. packed: the sources, in rows of packed_sphere. radii: radii of the targets, in
  /// sorted order [length].
  virtual void apply_radii(PointLayouts<Space>& points, const PackedSources<Space>& packed, int set,
                           const SphereRadii<Space>& radii, const Vectors<Space>& u) = 0;
  /// Whether the velocities of a target set are available in sorted order.
  virtual bool sums_in_order(int set) const = 0;
  /// Names of the variants that were chosen for the current points, over all target sets.
  virtual StageVariantNames variants() const = 0;
};

/// Task of a near field. Whether gradient and pressure are computed as well follows from the parameters.
enum class NearTask { velocities, charges, spheres };

/// Makes a near field. The tables of variants must live longer than the near field.
template <class Space>
std::unique_ptr<NearField<Space>> make_near_field(const Space& space, const EwaldParameters& parameters,
                                                  const EwaldSplit& split, NearTask task = NearTask::velocities,
                                                  const StageVariantNames& asked = {},
                                                  const NearSlots& slots = near_slots());

}  // namespace slurry
