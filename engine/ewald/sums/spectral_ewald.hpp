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

/// Part of a sum on two grids that one SpectralEwald does (nested_ewald.hpp).
struct EwaldLevel {
  const EwaldParameters* coarser = nullptr;  ///< parameters of the coarser grid, whose far part is left out of this sum
  bool near_alone = false;                   ///< this sum has no grid
  double dropped_by_coarser = 0;             ///< dropped_self() of the coarser grid
};

/// The tables of the stages of an Ewald sum, and the variants that are asked for by name.
struct EwaldStages {
  StageVariantNames asked{};
  const NearSlots* near = &near_slots();
  const FarSlots* far = &far_slots();
  double sources = 0;  ///< number of sources that the sum is planned for; 0: not known
};
/// Adds the names in `some` that `all` does not have yet.
void add_variants(const StageVariantNames& some, StageVariantNames& all);

/// Spectral Ewald sum with 0 to 3 periodic directions. The single layer is
///   u(x) = sum_s sum_p (1 + (a_t^2 + a_s^2)/6 Lap) G(x - y_s + p) f_s,   G = I/r + rr/r^3   (no 1/(8 pi eta)).
/// If both radii are positive, it is Rotne-Prager regularised, also for spheres that overlap. The self term is then
/// 4/(3a) f. The double layer is that of points, T_ijk q_j n_k with T = -6 rrr/r^5. The layers can be summed together.
/// Gauge and dropped modes: theory/conventions-and-gauges.md. Formulas: theory/spectral-ewald.md.
/// The first apply() takes all memory. apply() may be called again with other densities and other points.
///
/// With parameters of Layer::coulomb the same stages give the potential of charges and its gradient,
///   phi(x) = sum_s sum_p charge_s/|x - y_s + p|,   without a source at the target itself.
/// The kernel 1/r is half the Laplacian of r, so the split of the Stokes sums serves here too. For a net charge Q the
/// image sum does not converge. With 3 periodic directions the potential then has the mean zero, with a uniform
/// background. With 2, the mode that is constant along both is -(2 pi/A) Q |z|. With 1, the mode that is constant along
/// x is -(2/L) Q ln rho, with rho in units of the caller.
template <class Space>
class SpectralEwald {
 public:
  /// Makes a sum. The tables of variants must live longer than the sum.
  SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldLevel& level = {},
                const EwaldStages& stages = {});
  SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldStages& stages)
      : SpectralEwald(space, parameters, EwaldLevel{}, stages) {}

  const EwaldParameters& parameters() const { return p_; }

  /// Sets and sorts the points: sources (N,3) [length], all of one radius, and any number of target sets.
  /// In free directions positions may lie anywhere, as long as sources and targets together span at most the box
  /// length. Throws InputError if they span more, if a position is not finite, or for targets with a radius each
  /// (RotnePragerEwald sums those).
  /// ZeroMode::zero_face_flux keeps the views of positions until the last apply().
  /// within: extent of a larger set of points that must fit into the free directions; these points are among them.
  /// others: points that the sources meet in the near field, for near() and one target set, which is the sources. The
  /// sources and the others see each other. The others do not see one another. with_own: the sources see one another.
  void set_points(ConstVectors<Space> sources, double source_radius, const std::vector<TargetSet<Space>>& targets,
                  const PointExtent* within = nullptr, ConstVectors<Space> others = {}, bool with_own = true);

  /// Computes velocities[k] (M_k,3) for every target set k, from the densities of the layer for which the parameters
  /// were selected. Throws InputError if a density is missing, or if its length is not that of the sources.
  void apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities);
  /// Computes velocities of the single layer from forces (N,3).
  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities);
  /// Computes velocities, and the velocity gradient and pressure (theory/fields.md) that the parameters ask for.
  /// fields[k] belongs to target set k. If a target is a source, that source's term is left out, as in the velocity.
  void apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
             const std::vector<TargetFields<Space>>& fields);
  /// Computes the potential (M) of charges (N) and its gradient (M,3), both overwritten, for Layer::coulomb and one
  /// target set. The gradient is the negative of the field. It is accurate to the tolerance if the parameters ask for
  /// gradients. Throws InputError for a wrong length.
  void apply(const PointCharges<Space>& charges, const FieldScalars<Space>& potential,
             const FieldGradients<Space>& gradient);

  /// The stages of apply(), one by one and in this order, for sums of several parts. near: sets velocities[k] to the
  /// near part of target set k, and likewise for the others. spread: takes 3 or 4 components. gather: adds the far part
  /// to velocities[k], without the constants of the zero mode. Sets with an empty view are left out.
  void near(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
            const Density<Space>& of_others = {}, const Vectors<Space>& velocities_of_others = {});
  void spread(const Density<Space>& density, int components) { far_->spread(points_, density, components, times_); }
  /// restrict_to() adds what is spread on this grid to the grid of the coarse sum. prolong_from() takes the field back
  /// from there. Call both after set_points(). The first `nodes` nodes of this periodic grid take part; node 0 is at
  /// `first` [length].
  void restrict_to(SpectralEwald& coarse, const std::array<double, 3>& first, const std::array<int, 3>& nodes) {
    far_->restrict_to(*coarse.far_, coarse.points_.cells(), first, nodes, times_);
  }
  void convolve() { far_->convolve(times_); }
  void prolong_from(const SpectralEwald& coarse) { far_->prolong_from(*coarse.far_, times_); }
  void gather(const std::vector<Vectors<Space>>& velocities);
  /// Ratio of velocity to force for a point's own force that the grids do not carry and the near field adds
  /// (dropped_self_integral). It includes this grid and the coarser grids.
  double dropped_self() const { return dropped_of_points_; }
  /// Whether the last near() met a source with a q.n other than 0. It is false without a grid (EwaldLevel::near_alone).
  bool has_net_source() const { return net_source_; }
  /// Constants by which the sum of all forces is multiplied to give the velocity that the zero mode leaves out.
  std::array<double, 3> zero_mode_constant() const { return far_->zero_mode_constant(); }

  /// Expected rms over targets of |error| for sum |f|^2 and kappa (SumCounts::dipole_norm); theory/error-control.md.
  /// With Layer::coulomb it is the error of the potential for sum charge^2 (theory/coulomb.md, errors).
  double predicted_rms_error(double squared_force_sum, double dipole_norm = 0) const;

  /// Expected rms errors of gradient and pressure, from their tails and the window (theory/fields.md (G5)-(G7)).
  double predicted_gradient_error(double squared_force_sum, double dipole_norm) const {
    return predicted_field_error(false, squared_force_sum, dipole_norm);
  }
  double predicted_pressure_error(double squared_force_sum, double dipole_norm) const {
    return predicted_field_error(true, squared_force_sum, dipole_norm);
  }

  /// Expected errors, in addition to the errors above, of velocity or potential, of gradient and of pressure. Images of
  /// padded modes cause the first part. The second part is what the grid drops of a source's own part, for targets at
  /// the place of a source (theory/error-control.md (E7b), (E7c)). sources_at_target, spread: as in PointsAtHand.
  std::array<double, 3> predicted_errors_apart(const SumCounts& counts, double sources_at_target,
                                               const std::array<double, 3>& spread) const;

  /// Numbers of components that the last apply() spread and gathered, and of transforms that it made.
  struct Work {
    int spread_components = 0, gathered_components = 0, transforms = 0;
  };
  Work last_work() const { return work_; }

  /// Names of the variants that do the stages.
  StageVariantNames variants() const;

  /// Seconds per stage since the last call of this function.
  StageTimes take_stage_times() { return std::exchange(times_, StageTimes(ewald_stages)); }

 private:
  struct Target {
    double radius = -1;
    NearPair pair;
    int result = 0;                  // index of the far field's result
    ConstVectors<Space> positions;   // as given; only if the zero mode needs them
    FieldGradients<Space> gradient;  // near part, if the caller did not ask for it
    FieldScalars<Space> pressure;
  };
  bool has_charges() const { return p_.layer == Layer::coulomb; }
  bool has_dipoles() const { return p_.layer == Layer::double_layer || p_.layer == Layer::combined; }
  bool has_fields() const { return p_.gradient || p_.pressure; }
  NearPair near_pair(double target_radius) const;
  double dropped_self(double g) const;
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
