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
  std::size_t largest_field = 0;                            ///< number of points of field() for which to plan
  /// expected error of the wall, and coherence of the images, at the points of field()
  double field_wall_error = 0, field_coherence = 1;
  /// expected error of the wall's pressure at the points of field(), in velocities over R
  double field_wall_pressure = 0;
  std::optional<SumChoice> bodies_choice, images_choice;  ///< choices that are taken over from another run
  bool second_opinion = false;                            ///< sums by other means, if their engine has other means
  /// called between the parts of a solve; an exception that it throws ends the solve; may be empty
  std::function<void()> between_parts;
};

/// Computes velocities of bodies in a periodic pipe with a no-slip wall and zero mean pressure gradient. It uses two
/// periodic sums with the transforms of the wall between them (theory/pipe-wall.md, blocks).
///
/// Lengths are in units of the pipe radius. Velocities are sums of G f without 1/(8 pi eta) [force/R]. All memory is
/// taken when the solver is made and at the first solve().
template <class Space>
class PipeSolver {
 public:
  PipeSolver(const Space& space, const PipePlan& plan, const BodySizes& bodies);
  ~PipeSolver();
  PipeSolver(PipeSolver&&) noexcept;
  PipeSolver& operator=(PipeSolver&&) noexcept;

  const PipePlan& plan() const;
  const WallGrid& wall_grid() const;
  /// The sum over the bodies, and the sum over the images.
  const PeriodicSum& bodies_sum() const;
  const PeriodicSum& images_sum() const;
  /// Takes over what the sum over the bodies of another solver of this plan had kept (PeriodicSum::kept). Call it
  /// before the first solve.
  void take_over(const State& kept_of_bodies);
  /// Whether both sums have no error except rounding.
  bool is_exact() const;

  /// Computes velocities (N,3) from positions and forces (N,3). The views of positions and forces are kept for field().
  void solve(ConstVectors<Space> positions, ConstVectors<Space> forces, Vectors<Space> velocities);

  /// Computes the velocity (M,3) of the fluid at points (M,3) for the last solve.
  void field(ConstVectors<Space> points, Vectors<Space> velocities);

  /// The images of the last solve alone, with their velocity at targets of one radius and their uniform axial velocity.
  /// They are for second opinions.
  ConstVectors<Space> image_points() const;
  ConstVectors<Space> image_forces() const;
  double axial_velocity() const;

  /// Results of the last solve: sum of |q|^2 of the images, and the rms velocity that they give the bodies.
  double image_forces2() const;
  double image_velocity() const;

  /// Expected rms errors of body velocities because of the sums, for these norms of the forces.
  double predicted_sum_error(double body_forces2, double net_force, double image_forces2, double image_velocity,
                             double images_coherence) const;

  StageTimes take_stage_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Share of an error of the sums on the wall that reaches the bodies. The flow inside smooths the errors of the grid
/// points.
inline constexpr double wall_noise_share = 0.25;

}  // namespace slurry
