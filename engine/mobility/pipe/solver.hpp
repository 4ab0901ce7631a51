// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/views.hpp"
#include "evaluation/periodic_sum.hpp"
#include "mobility/body_sizes.hpp"
#include "mobility/pipe/wall.hpp"

namespace slurry {

/// Parameters from which a pipe solver is made, and the wishes for its sums. Lengths are in units of the pipe radius.
/// Errors are those of sums of G f.
struct PipePlan : SumWishes {
  double length = 1;                                        ///< L/R
  double wall_spacing = 0.1;                                ///< h
  double image_gap = 0.1;                                   ///< R_s/R - 1
  double bodies_tolerance = 1e-3, images_tolerance = 1e-3;  ///< absolute rms, of the two sums
  double body_forces2 = 1, image_forces2 = 1;               ///< expected sum of |f|^2 of bodies and of images
  double net_force = 0;                                     ///< |sum of f| of the bodies
  double image_velocity = 0;                                ///< expected rms velocity of the bodies from the images
  std::size_t largest_field = 0;                            ///< points of field() to reckon with
  double field_wall_error = 0, field_coherence = 1;         ///< expected of the wall and of the images at these points
  double field_wall_pressure = 0;  ///< expected error of the wall's pressure there, in velocities over R
  std::optional<SumChoice> bodies_choice, images_choice;  ///< choices of another run, taken over
  bool second_opinion = false;                            ///< sums by other means, if their engine has other means
  std::function<void()> between_parts;  ///< called between the parts of a solve; what it throws ends it; may be empty
};

/// Velocities of bodies in a periodic pipe with no-slip wall and zero mean pressure gradient, by two periodic sums with
/// the wall's transforms between them (theory/pipe-wall.md, blocks).
///
/// Lengths in units of the pipe radius, velocities are sums of G f without 1/(8 pi eta) [force/R].
/// All memory is taken when the solver is made and at the first solve().
template <class Space>
class PipeSolver {
 public:
  PipeSolver(const Space& space, const PipePlan& plan, const BodySizes& bodies);
  ~PipeSolver();
  PipeSolver(PipeSolver&&) noexcept;
  PipeSolver& operator=(PipeSolver&&) noexcept;

  const PipePlan& plan() const;
  const WallGrid& wall_grid() const;
  /// The sums over the bodies and over the images.
  const PeriodicSum& bodies_sum() const;
  const PeriodicSum& images_sum() const;
  /// Both err by rounding alone.
  bool is_exact() const;

  /// positions, forces, velocities (N,3).  The views of positions and forces are kept for field().
  void solve(ConstVectors<Space> positions, ConstVectors<Space> forces, Vectors<Space> velocities);

  /// Velocity (M,3) of the fluid at points (M,3) for the last solve.
  void field(ConstVectors<Space> points, Vectors<Space> velocities);

  /// Images of the last solve alone at targets of one radius, and their uniform axial velocity: for second opinions.
  ConstVectors<Space> image_points() const;
  ConstVectors<Space> image_forces() const;
  double axial_velocity() const;

  /// Results of the last solve: sum of |q|^2 of the images, and the rms velocity that they give the bodies.
  double image_forces2() const;
  double image_velocity() const;

  /// Expected rms errors of body velocities from the sums, for these norms of the forces.
  double predicted_sum_error(double body_forces2, double net_force, double image_forces2, double image_velocity,
                             double images_coherence) const;

  StageTimes take_stage_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Share of an error of the sums on the wall that reaches the bodies: the flow inside smooths what the grid points see.
inline constexpr double wall_noise_share = 0.25;

}  // namespace slurry
