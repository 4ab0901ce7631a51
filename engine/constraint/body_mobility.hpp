// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bodies/body_points.hpp"
#include "constraint/chain_constraint.hpp"
#include "constraint/gmres.hpp"
#include "mobility/mobility.hpp"

namespace slurry {

/// What the motion of spheres and rods is made for; fixed for its life, except where a setter exists.
struct BodyMobilitySetup {
  MobilitySetup sums;  ///< domain, viscosity, net flow, tolerance, method; its radii and its model are not used
  std::vector<BodyKind> kinds;
  std::vector<int> kind_of;               ///< one per body
  BackgroundFlow flow;                    ///< besides what the net flow of a pipe brings; zero in a pipe
  std::optional<double> chain_tolerance;  ///< of the slip of the blobs of chains over their velocity; empty: the
                                          ///< tolerance of the sums
  int most_iterations = 200;
};

/// Loads and motions of N bodies, all (N,3).
struct BodyLoads {
  std::span<const double> positions;  ///< [length]
  std::span<const double> directors;  ///< unit vectors; not looked at for spheres
  std::span<const double> forces;     ///< [force]
  std::span<const double> torques;    ///< on rods [force length]; the part along the director does nothing
};
struct BodyMotion {
  std::span<double> velocities;  ///< U [length/time]
  std::span<double> rates;       ///< dn/dt [1/time]; zero for spheres
};

/// How rigid the chains came out.
struct ChainReport {
  int iterations = 0;   ///< of GMRES, in the last solve
  double residual = 0;  ///< slip of the blobs over their velocity, l2, measured with the final forces
  bool converged = true;
};

/// Motions of spheres, line rods and rigid chains from the loads on them, in every domain that a Mobility knows.
/// The point sources of all bodies go through one Mobility of finite spheres of several sizes; what a line rod's own
/// sources do to it in free space is replaced by its exact mobility, and the forces of a chain's blobs are found by
/// right-preconditioned GMRES, begun from those of the last solve.
/// Symmetric in (F, T x n) -> (U, dn/dt) to the tolerance.  Source: theory/rods.md.
class BodyMobility {
 public:
  using Make = std::function<std::unique_ptr<Mobility>(const MobilitySetup&)>;
  /// Throws InputError: kinds, a rod longer than the pipe is wide or than half a period, a background flow in a domain
  /// that is not free space.
  explicit BodyMobility(const BodyMobilitySetup& setup, const Make& make = make_mobility);
  BodyMobility(const BodyMobility&) = delete;  // the constraint refers to the points
  BodyMobility& operator=(const BodyMobility&) = delete;

  /// Throws InputError when a body is outside of the domain (names its index), a director has no unit length, a load or
  /// a position is not finite, or a sphere bears a torque.
  void solve(const BodyLoads& loads, const BodyMotion& motion);

  /// Fluid velocity at points (M,3) -> (M,3) for the last solve, background included.
  void field(std::span<const double> points, std::span<double> u);
  void field_to_tolerance(std::span<const double> points, std::span<double> u);

  /// Of spheres, as Mobility has it: (M,3) for M indices of bodies.  Throws InputError for a rod, whose solve gives its
  /// rate of turning.
  void angular_velocities(std::span<const std::size_t> spheres, std::span<double> out);

  MeanFlow mean_flow() const;
  double wall_drag() const;  ///< as Mobility has it
  ErrorReport measure(int targets, std::uint64_t seed);
  ErrorReport predict() const;
  ChainReport chains() const { return chain_report_; }

  void set_net_flow(const NetFlow& flow);
  void set_viscosity(double viscosity);
  void set_flow(const BackgroundFlow& flow);

  /// As Mobility has them: the plan of the sums, and the forces that the next solve of chains begins with.
  State state() const;
  void restore(const State& state) { restored_ = state; }

  MobilityParameters parameters() const { return inner_->parameters(); }
  StageTimes take_stage_times() { return inner_->take_stage_times(); }
  const BodyPoints& bodies() const { return points_; }

 private:
  void check(const BodyLoads& loads) const;
  void make_inner(const BodyLoads& loads);
  void remake_inner(double ratio);
  void take_restored_plan(const BodyLoads& loads);
  BackgroundFlow background() const;
  void solve_chains(const BodyLoads& loads, const BackgroundFlow& flow);
  /// Velocities of the blobs of chains from forces on them alone.
  void chain_product(std::span<const double> f, std::span<double> v);
  void gather_chains(std::span<const double> all, std::span<double> chains) const;
  ErrorReport in_units_of_bodies(ErrorReport r) const;

  BodyMobilitySetup setup_;
  Make make_;
  BodyPoints points_;
  ChainConstraint constraint_;
  std::unique_ptr<Mobility> inner_;
  std::vector<double> x_, f_, v_;            ///< points: positions, forces, velocities
  std::vector<double> chain_f_, directors_;  ///< of the last solve
  double force_per_blob_ = 0;                ///< of products, so that their tolerance means the same
  double inner_scale_ = 0, scale_ = 0;       ///< velocities that the tolerances of points and of bodies refer to
  double single_scale_ = 0;                  ///< rms velocity of the bodies, each alone in free space
  bool planned_ = false;                     ///< for forces; until there are some, the tolerance has no scale of theirs
  bool planned_without_loads_ = false;       ///< for bodies that only a flow or torques move
  double inner_ratio_ = 1;                   ///< tolerance of the sums over that of the bodies
  State restored_;                           ///< plan of another run, until the first solve
  ChainReport chain_report_;
};

}  // namespace slurry
