// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "slurry/command.hpp"
#include "slurry/report.hpp"
#include "slurry/scenario.hpp"
#include "slurry/solve_report.hpp"

namespace slurry {

enum class SessionState { empty, paused, running, finished, failed };

/// Means and extremes over the bodies at one step.
struct Observables {
  std::array<double, 3> mean_velocity{0, 0, 0};
  double mean_settling_velocity = 0;  ///< along gravity
  std::array<double, 3> velocity_variance{0, 0, 0};
  double smallest_gap = std::numeric_limits<double>::infinity();       ///< surface to surface [length]
  double smallest_wall_gap = std::numeric_limits<double>::infinity();  ///< [length]
  double flux = 0, pressure_gradient = 0;
  std::array<double, 3> net_force{0, 0, 0};
  double separation = std::numeric_limits<double>::quiet_NaN();  ///< of the centres of bodies 0 and 1 [length]
  /// Of the orbit of bodies 0 and 1: between two crossings of their heights in the same sense [time]; NaN: none yet.
  double period = std::numeric_limits<double>::quiet_NaN();
  double mean_speed = std::numeric_limits<double>::quiet_NaN();  ///< mean of |v|
  /// Of the first rod: twice the time between two passages of its director through the plane across x [time].
  double rotation_period = std::numeric_limits<double>::quiet_NaN();
  double order_parameter = std::numeric_limits<double>::quiet_NaN();  ///< of rods: mean of (3 cos^2 - 1)/2 to gravity
  double drift_angle = std::numeric_limits<double>::quiet_NaN();  ///< of the mean velocity against gravity [degrees]
  double initial_settling_velocity = std::numeric_limits<double>::quiet_NaN();  ///< at time 0
  /// Mean settling velocity of an infinite suspension: of equal spheres in a periodic cube, freed of the leading effect
  /// of its size; NaN elsewhere.
  double unbounded_settling_velocity = std::numeric_limits<double>::quiet_NaN();
  double largest_separation = std::numeric_limits<double>::quiet_NaN();  ///< of two centres, of up to 100 bodies
  double exit_time = std::numeric_limits<double>::quiet_NaN();  ///< when two came farther apart than run.exit_distance
  double bound = std::numeric_limits<double>::quiet_NaN();      ///< 1 until then, 0 afterwards
  /// Of the displacements from the undisturbed places: <d . d'>/<d . d> [1/time].
  double growth_rate = std::numeric_limits<double>::quiet_NaN();
  /// After the reversal: rms distance of the bodies from where they started, once as much time has passed [length].
  double return_error = std::numeric_limits<double>::quiet_NaN();
  /// After the reversal, at time t: rms distance of the bodies from where they were on the way out, at the time that
  /// the reversal has mirrored t to [length]; NaN before it and beyond the start.
  double reversal_error = std::numeric_limits<double>::quiet_NaN();
  /// Of the centres, along each axis and in all, periods counted: rms distance from their middle, and from the first to
  /// the last one [length].
  std::array<double, 3> spread{0, 0, 0}, extent{0, 0, 0};
  double rms_radius = 0;
  /// Axial force of the fluid on the wall of a pipe over one period, from the traction on it; and what is left of
  /// sum of forces = wall drag + pi R^2 L dp/dx, relative to the larger of sum |force| and |pi R^2 L dp/dx|.  NaN
  /// without a wall.
  double wall_drag = std::numeric_limits<double>::quiet_NaN();
  double force_balance_error = std::numeric_limits<double>::quiet_NaN();
};

inline constexpr std::size_t profile_rings = 20;
/// Bodies in rings of equal width from the axis of a pipe to its wall.
struct RadialProfiles {
  std::array<double, profile_rings> volume_fraction{};
  std::array<double, profile_rings> axial_velocity{};  ///< of their material; NaN where there is none
};

/// Over all steps since time 0, whether a snapshot showed them or not.
struct RunTotals {
  double smallest_gap = std::numeric_limits<double>::infinity();       ///< [length]
  double smallest_wall_gap = std::numeric_limits<double>::infinity();  ///< [length]
  double mean_settling_velocity = 0;                                   ///< average over time
  double work_of_gravity = 0;        ///< integral of gravity's forces times velocities, by trapezoids [force length]
  double potential_energy_loss = 0;  ///< the same forces times the ways gone, pushes of contacts included
  double wall_seconds = 0;           ///< spent in steps and in writing frames
  long halvings = 0;                 ///< of the step because contacts did not converge
};

/// Fluid velocity on a plane.  Points are row-major over (i1, i0), i0 along the plane's first letter, at the middles of
/// equal cells: lower + (i + 1/2) (upper - lower)/resolution.  Outside of the pipe or inside a body: inside = 0.
struct FieldSlice {
  RequestSlice::Plane plane = RequestSlice::Plane::xy;
  double offset = 0;
  std::array<int, 2> resolution{0, 0};
  std::array<double, 2> lower{0, 0}, upper{0, 0};  ///< in-plane extent [length]
  std::vector<float> velocity;                     ///< (n1, n0, 3)
  std::vector<std::uint8_t> inside;                ///< (n1, n0): 1 in the fluid
  double time = 0;
};

/// How bodies turn.  Of spheres by the flow, half its curl at their centres without their own, which is exact for
/// Rotne-Prager's spheres without torques; of rods n x dn/dt, since a spin about the director n moves nothing.
struct AngularVelocities {
  std::vector<double> values;  ///< (N,3) [1/time]; NaN: not known
  double time = 0;             ///< [time]
};

/// One finished step: complete, and never changed once it is published.
struct Snapshot {
  std::uint64_t number = 0;  ///< grows by one with each publication
  SessionState state = SessionState::empty;
  std::shared_ptr<const Scenario> scenario;  ///< with every option in force
  std::uint64_t scenario_generation = 0;     ///< grows when bodies, domain or units change (Load)
  /// Goes on from the last frame of a run that was not ended cleanly: from its positions, but not bit for bit.
  bool from_last_frame = false;
  long step = 0;
  double time = 0;                   ///< [time]
  double time_step = 0;              ///< last one taken
  std::vector<double> positions;     ///< (N,3), wrapped into the period [length]
  std::vector<std::int32_t> images;  ///< (N,3), periods crossed
  std::vector<double> velocities;    ///< (N,3)
  std::vector<double> directors;     ///< (N,3), unit vectors along rods; empty when there is no rod
  std::vector<double> rates;         ///< (N,3), d(director)/dt; as long as directors
  std::vector<double> forces;        ///< (N,3)
  std::vector<double> radii;         ///< (N); of rods, the largest half thickness [length]
  std::vector<double> half_lengths;  ///< (N), of rods, 0 for spheres [length]; empty when there is no rod
  std::vector<std::int32_t> groups;  ///< (N), index into scenario->bodies
  Observables observables;
  RadialProfiles profiles;  ///< in a pipe; zero elsewhere
  RunTotals totals;
  StageTimes stage_times;       ///< of the last step [s]
  double seconds_per_step = 0;  ///< of wall time, smoothed
  ErrorReport errors;
  SolveReport solve;
  EwaldParameters sum_parameters;    ///< what the tolerance became
  MethodChoice sum_choice;           ///< of the sum over the bodies
  Device sum_device = Device::host;  ///< that evaluates the sums
  std::string solver_summary;        ///< one line for a person
  std::shared_ptr<const FieldSlice> slice;
  std::shared_ptr<const AngularVelocities>
      angular_velocities;           ///< the newest, maybe of an earlier step; null: none yet
  std::filesystem::path recording;  ///< empty: not recording
  long frames_recorded = 0;         ///< of this recording, or of the last one
  CommandNumber last_command = 0;   ///< newest command that has been applied (or refused)
  /// What a command that takes long is doing before it is answered, and how much of it is done (0 to 1); empty: none.
  std::string task;
  double task_done = 0;
  std::string message;                ///< last refusal or failure, one sentence; empty: none
  CommandNumber message_command = 0;  ///< the command it answers; 0: none
  int message_exit_code = 0;          ///< what the command line makes of it (error.hpp)
};

}  // namespace slurry
