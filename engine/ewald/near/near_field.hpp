// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "ewald/near/near_stages.hpp"
#include "kernels/ewald_split.hpp"

namespace slurry {

/// The near part of a sum, self terms included: P2P from the sources to sets of targets, in the precision of the
/// parameters and by the variants that are asked for, or those that suit the points.  Velocities are overwritten.
template <class Space>
class NearField {
 public:
  virtual ~NearField() = default;

  /// Once they have changed: chooses a variant for every set of targets.  Throws InputError where the one that is asked
  /// for cannot do this.
  virtual void set_points(PointLayouts<Space>& points) = 0;

  /// u = near part at target set `set`.
  virtual void apply(PointLayouts<Space>& points, const Density<Space>& density, int set, const NearPair& pair,
                     const Vectors<Space>& u, Numbering numbering = Numbering::given) = 0;
  /// Near part at the sources, which are the one set of targets, and at the others that they meet.
  virtual void apply_with_others(PointLayouts<Space>& points, const Density<Space>& density, const NearPair& pair,
                                 const Vectors<Space>& u, const Density<Space>& of_others,
                                 const Vectors<Space>& u_others) = 0;
  /// Gradient and pressure.
  virtual void apply_fields(PointLayouts<Space>& points, const Density<Space>& density, int set,
                            const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar) = 0;
  /// Potential of charges and its gradient.
  virtual void apply_charges(PointLayouts<Space>& points, const PointCharges<Space>& charges, int set,
                             const FieldGradients<Space>& gradient, const FieldScalars<Space>& potential) = 0;
  /// Velocities of spheres of any radii.  packed: the sources, rows of packed_sphere; radii: of the targets, sorted.
  virtual void apply_radii(PointLayouts<Space>& points, const PackedSources<Space>& packed, int set,
                           const SphereRadii<Space>& radii, const Vectors<Space>& u) = 0;
  /// Whether that set's velocities may be asked for in sorted order.
  virtual bool sums_in_order(int set) const = 0;
  /// Variants to which the last points were given, for every set.
  virtual StageVariantNames variants() const = 0;
};

/// Task of a near field.  Gradient and pressure besides velocities follow from the parameters.
enum class NearTask { velocities, charges, spheres };

/// The tables must outlive it.
template <class Space>
std::unique_ptr<NearField<Space>> make_near_field(const Space& space, const EwaldParameters& parameters,
                                                  const EwaldSplit& split, NearTask task = NearTask::velocities,
                                                  const StageVariantNames& asked = {},
                                                  const NearSlots& slots = near_slots());

}  // namespace slurry
