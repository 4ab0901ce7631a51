// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/views.hpp"
#include "far_field/spreading.hpp"
#include "near_field/field_p2p.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "summation/point_extent.hpp"
#include "summation/point_sets.hpp"

namespace slurry {

/// What apply() gives beside the velocities of a target set; an empty view is not wanted.
template <class Space>
struct TargetFields {
  FieldGradients<Space> gradient;  ///< (M,9): [3 i + l] = du_i/dx_l
  FieldScalars<Space> pressure;    ///< (M), grad p = Lap u
};

/// The part of a sum on two grids that one SpectralEwald does (nested_ewald.hpp).
struct EwaldLevel {
  const EwaldParameters* coarser = nullptr;  ///< of the other grid, whose far part is left out of this one's
  bool near_alone = false;                   ///< no grid
  double dropped_by_coarser = 0;             ///< dropped_self() of that grid
};

/// Points that meet the sources in the near field alone, for sums of several parts: they see the sources and are seen
/// by them, but not by one another.
template <class Space>
struct MetPoints {
  ConstVectors<Space> positions;  ///< (L,3) [length]; empty: none
  bool with_own = true;           ///< the sources see one another too
};

/// Spectral Ewald sum with 0 to 3 periodic directions of the single layer family,
///   u(x) = sum_s sum_p (1 + (a_t^2 + a_s^2)/6 Lap) G(x - y_s + p) f_s,   G = I/r + rr/r^3   (no 1/(8 pi eta)),
/// Rotne-Prager regularised where both radii are positive (overlap included; the self term is 4/(3a) f, the full
/// self-mobility), and of the double layer of points, T_ijk q_j n_k with T = -6 rrr/r^5, alone or with the single
/// layer.  Gauge and dropped modes: theory/conventions-and-gauges.md.  Formulas: theory/spectral-ewald.md. All memory
/// is taken when points are set; apply() may be called again with other forces.
template <class Space>
class SpectralEwald {
 public:
  SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldLevel& level = {});
  ~SpectralEwald();
  SpectralEwald(SpectralEwald&&) noexcept;
  SpectralEwald& operator=(SpectralEwald&&) noexcept;

  const EwaldParameters& parameters() const;

  /// Positions change: sources (N,3) [length], all of one radius; any number of target sets.  Sorts.
  /// Free directions: positions may lie anywhere as long as sources and targets together span at most the box length.
  /// Throws InputError when they span more, when a position is not finite, or for targets with a radius each
  /// (RotnePragerEwald sums those).
  /// ZeroMode::zero_face_flux keeps the views of positions until the last apply().
  /// within: extent of more points, these among them, that are to find room in the free directions.
  /// met: for near() alone, and for one target set, which is the sources.
  void set_points(ConstVectors<Space> sources, double source_radius, const std::vector<TargetSet<Space>>& targets,
                  const PointExtent* within = nullptr, const MetPoints<Space>& met = {});

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

  /// The stages of apply(), one by one and in this order, for sums of several parts.  near: velocities[k] = near part
  /// of target set k, and the same of the points that are met.  spread: 3 or 4 components.  gather: velocities[k] +=
  /// far part, without constants of the zero mode; sets with an empty view are left out.
  void near(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
            const Density<Space>& density_met = {}, const Vectors<Space>& velocities_met = {});
  void spread(const Density<Space>& density, int components);
  void convolve();
  void gather(const std::vector<Vectors<Space>>& velocities);
  /// Velocity of a point by its own force that the grids do not carry and the near field makes up for, over the force
  /// (dropped_self_integral): of this grid and coarser ones.
  double dropped_self() const;
  /// Whether the last near() met a source with q.n other than 0; false without a grid (EwaldLevel::near_alone).
  bool has_net_source() const;
  /// What the zero mode leaves out, per sum of all forces.
  std::array<double, 3> zero_mode_constant() const;

  /// What is spread here goes to the coarse sum's grid too; the field there comes back to this one's.  Both after
  /// set_points().  The first `nodes` nodes of this periodic grid take part, node 0 at `first` [length].
  void spread_to(SpectralEwald& coarse, const std::array<double, 3>& first, const std::array<int, 3>& nodes);
  void gather_from(const SpectralEwald& coarse);

  /// Expected rms over targets of |error| for sum |f|^2 and kappa (SumCounts::dipole_norm); theory/error-control.md.
  double predicted_rms_error(double squared_force_sum, double dipole_norm = 0) const;

  /// The same of gradient and pressure, from their tails (theory/fields.md (G5), (G6)): reached / predicted is 0.3
  /// to 1.7 over layers, splits and tolerances.
  double predicted_gradient_error(double squared_force_sum, double dipole_norm) const;
  double predicted_pressure_error(double squared_force_sum, double dipole_norm) const;

  /// Components spread and gathered, and transforms made, by the last apply().
  struct Work {
    int spread_components = 0, gathered_components = 0, transforms = 0;
  };
  Work last_work() const;

  /// Seconds per stage since the last call of this function.
  StageTimes take_stage_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
