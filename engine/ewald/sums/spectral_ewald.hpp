// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/point_sets.hpp"
#include "base/views.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/far/far_field.hpp"
#include "ewald/near/near_field.hpp"
#include "geometry/point_layouts.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// The part of a sum on two grids that one SpectralEwald does (nested_ewald.hpp).
struct EwaldLevel {
  const EwaldParameters* coarser = nullptr;  ///< of the other grid, whose far part is left out of this one's
  bool near_alone = false;                   ///< no grid
  double dropped_by_coarser = 0;             ///< dropped_self() of that grid
};

/// The tables of the stages of an Ewald sum, and the variants that are asked for by name.
struct EwaldStages {
  StageVariantNames asked{};
  const NearSlots* near = &near_slots();
  const FarSlots* far = &far_slots();
  double sources = 0;  ///< that the sum is planned for; 0: nobody knows
};
/// Throws InputError for a stage or a variant that there is not, or one stage with two variants.
void check_variant_names(const EwaldStages& stages);
/// Adds what is not yet there.
void add_variants(const StageVariantNames& some, StageVariantNames& all);

/// Spectral Ewald sum with 0 to 3 periodic directions of the single layer family,
///   u(x) = sum_s sum_p (1 + (a_t^2 + a_s^2)/6 Lap) G(x - y_s + p) f_s,   G = I/r + rr/r^3   (no 1/(8 pi eta)),
/// Rotne-Prager regularised where both radii are positive (overlap included; the self term is 4/(3a) f, the full
/// self-mobility), and of the double layer of points, T_ijk q_j n_k with T = -6 rrr/r^5, alone or with the single
/// layer.  Gauge and dropped modes: theory/conventions-and-gauges.md.  Formulas: theory/spectral-ewald.md. All memory
/// is taken by the first apply(), which may be called again with other densities and other points.
///
/// Parameters of Layer::coulomb: the Coulomb (Laplace) potential of points and its gradient, by the same stages,
///   phi(x) = sum_s sum_p charge_s/|x - y_s + p|,   a source at the target itself is left out.
/// 1/r is half the Laplacian of r, so that the split of the Stokes sums serves here too, with one grid component in and
/// one out.  Gauge where the image sum does not converge (net charge Q): 3 periodic directions: the k = 0 coefficient
/// is dropped, a uniform background and a potential of mean zero; 2: the mode that is constant along both is
/// -(2 pi/A) |z|; 1: the mode that is constant along x is -(2/L) ln rho, lengths in units of the caller.
template <class Space>
class SpectralEwald {
 public:
  /// The tables must outlive it.
  SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldLevel& level = {},
                const EwaldStages& stages = {});
  SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldStages& stages)
      : SpectralEwald(space, parameters, EwaldLevel{}, stages) {}

  const EwaldParameters& parameters() const { return p_; }

  /// Positions change: sources (N,3) [length], all of one radius; any number of target sets.  Sorts.
  /// Free directions: positions may lie anywhere as long as sources and targets together span at most the box length.
  /// Throws InputError when they span more, when a position is not finite, or for targets with a radius each
  /// (RotnePragerEwald sums those).
  /// ZeroMode::zero_face_flux keeps the views of positions until the last apply().
  /// within: extent of more points, these among them, that are to find room in the free directions.
  /// others: points that the sources meet in the near field, for near() and one target set, which is the sources: they
  /// see the sources and are seen by them, but not by one another; with_own: the sources see one another too.
  void set_points(ConstVectors<Space> sources, double source_radius, const std::vector<TargetSet<Space>>& targets,
                  const PointExtent* within = nullptr, ConstVectors<Space> others = {}, bool with_own = true);

  /// Densities of the layer that the parameters were selected for -> velocities[k] (M_k,3) for every target set k.
  /// Throws InputError when a density is missing or has another length than the sources.
  void apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities);
  /// Single layer: forces (N,3).
  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities);
  /// The same with velocity gradient and pressure (theory/fields.md), where the parameters ask for them;
  /// fields[k] belongs to target set k.  The term of a source at a target, if it is one, is left out as in the
  /// velocity.
  void apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
             const std::vector<TargetFields<Space>>& fields);
  /// Layer::coulomb, one target set: charges (N) -> potential (M) and its gradient (M,3), both overwritten.  The
  /// gradient is the negative of the field; it is accurate to the tolerance if the parameters ask for gradients.
  /// Throws InputError for a wrong length.
  void apply(const PointCharges<Space>& charges, const FieldScalars<Space>& potential,
             const FieldGradients<Space>& gradient);

  /// The stages of apply(), one by one and in this order, for sums of several parts.  near: velocities[k] = near part
  /// of target set k, and the same of the others.  spread: 3 or 4 components.  gather: velocities[k] += far part,
  /// without constants of the zero mode; sets with an empty view are left out.
  void near(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
            const Density<Space>& of_others = {}, const Vectors<Space>& velocities_of_others = {});
  void spread(const Density<Space>& density, int components) { far_->spread(points_, density, components, times_); }
  /// What is spread here goes to the coarse sum's grid too; the field there comes back to this one's.  Both after
  /// set_points().  The first `nodes` nodes of this periodic grid take part, node 0 at `first` [length].
  void restrict_to(SpectralEwald& coarse, const std::array<double, 3>& first, const std::array<int, 3>& nodes) {
    far_->restrict_to(*coarse.far_, coarse.points_.cells(), first, nodes, times_);
  }
  void convolve() { far_->convolve(times_); }
  void prolong_from(const SpectralEwald& coarse) { far_->prolong_from(*coarse.far_, times_); }
  void gather(const std::vector<Vectors<Space>>& velocities);
  /// Velocity of a point by its own force that the grids do not carry and the near field makes up for, over the force
  /// (dropped_self_integral): of this grid and coarser ones.
  double dropped_self() const { return dropped_of_points_; }
  /// Whether the last near() met a source with q.n other than 0; false without a grid (EwaldLevel::near_alone).
  bool has_net_source() const { return net_source_; }
  /// What the zero mode leaves out, per sum of all forces.
  std::array<double, 3> zero_mode_constant() const { return far_->zero_mode_constant(); }

  /// Expected rms over targets of |error| for sum |f|^2 and kappa (SumCounts::dipole_norm); theory/error-control.md.
  /// Layer::coulomb: for sum charge^2, of the potential (theory/coulomb.md, errors).
  double predicted_rms_error(double squared_force_sum, double dipole_norm = 0) const;

  /// The same of gradient and pressure, from their tails and the window (theory/fields.md (G5)-(G7)).
  double predicted_gradient_error(double squared_force_sum, double dipole_norm) const {
    return predicted_field_error(false, squared_force_sum, dipole_norm);
  }
  double predicted_pressure_error(double squared_force_sum, double dipole_norm) const {
    return predicted_field_error(true, squared_force_sum, dipole_norm);
  }

  /// Beside these, of velocity or potential, gradient and pressure: images of padded modes, and what the grid drops of
  /// a source's own part where a target lies at its very place (theory/error-control.md (E7b), (E7c)).
  /// sources_at_target, spread: as PointsAtHand has them.
  std::array<double, 3> predicted_errors_apart(const SumCounts& counts, double sources_at_target,
                                               const std::array<double, 3>& spread) const;

  /// Components spread and gathered, and transforms made, by the last apply().
  struct Work {
    int spread_components = 0, gathered_components = 0, transforms = 0;
  };
  Work last_work() const { return work_; }

  /// Those that do the stages.
  StageVariantNames variants() const;

  /// Seconds per stage since the last call of this function.
  StageTimes take_stage_times() { return std::exchange(times_, StageTimes(ewald_stages)); }

 private:
  struct Target {
    double radius = -1;
    NearPair pair;
    int result = 0;                  // index of the far field's
    ConstVectors<Space> positions;   // as given, where the zero mode needs them
    FieldGradients<Space> gradient;  // near part, where nobody asked for it
    FieldScalars<Space> pressure;
  };
  bool has_charges() const { return p_.layer == Layer::coulomb; }
  bool has_dipoles() const { return p_.layer == Layer::double_layer || p_.layer == Layer::combined; }
  bool has_fields() const { return p_.gradient || p_.pressure; }
  NearPair near_pair(double target_radius) const;
  double dropped_self(double g) const;
  /// Squared densities as the errors of the Stokes sums want them: charges have (4 pi)^2 for (8 pi)^2 2/3.
  double as_forces(double squared_sum) const { return has_charges() ? 3.0 / 8 * squared_sum : squared_sum; }
  void check(const Density<Space>& density, const std::vector<TargetFields<Space>>& fields) const;
  void begin(const Density<Space>& density);
  TargetFields<Space> complete(int set, const TargetFields<Space>& wanted);
  double predicted_field_error(bool pressure, double squared_force_sum, double dipole_norm) const;

  Space space_;
  EwaldParameters p_;
  std::unique_ptr<const EwaldSplit> split_;
  std::unique_ptr<const EwaldSplit> difference_;  // of this split and a coarser one, where there is one
  double dropped_by_coarser_;                     // as EwaldLevel says
  PointLayouts<Space> points_;
  std::unique_ptr<NearField<Space>> near_;
  std::unique_ptr<FarField<Space>> far_;  // null: EwaldLevel::near_alone
  double dropped_of_points_ = 0;          // dropped_self(0), part of the plan
  double source_radius_ = 0;
  ConstVectors<Space> positions_;  // of the sources as given, where the zero mode needs them
  std::vector<Target> targets_;
  std::vector<double> laplacian_;  // of each result of the far field
  bool net_source_ = false;        // of the last density, where there is a grid for it
  StageTimes times_{ewald_stages};
  Work work_;
};

}  // namespace slurry
