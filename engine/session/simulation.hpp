// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "constraint/make_mobility.hpp"
#include "dynamics/contacts.hpp"
#include "dynamics/forces.hpp"
#include "dynamics/integrator.hpp"
#include "quantities/meters.hpp"
#include "scenario/placement.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// One experiment: its bodies, its mobility and its clock.  Takes steps and knows no threads; lives where Kokkos does.
/// After every function the state is complete: velocities, forces and values belong to the positions.
class Simulation {
 public:
  /// Places the bodies and solves once.  Throws KeyError, InputError, RefusedError, Error.
  explicit Simulation(const Scenario& scenario, const MakePointMobility& make = make_point_mobility,
                      const PlacementProgress& progress = {}, const QuantityTable& table = quantities());

  /// Goes on from a checkpoint of the same bodies: bit for bit as if it had not been interrupted, where the scenario is
  /// deterministic and its mobility has a state().  Throws InputError when the bodies are others.
  void restore(const State& from);

  /// All that the next steps depend on.
  State checkpoint() const;

  /// One step, not longer than `longest` [time].  When it throws, the state is that before the step.
  void step(double longest = std::numeric_limits<double>::infinity());

  /// Changes one option of the table that may change while running, and solves again.  Throws KeyError (and leaves all
  /// as it was) when the key may not change, when the value is wrong, or when nothing can be solved with it.
  void set_option(std::string_view key, std::string_view value);

  /// From now on every force and flow has the opposite sign.
  void reverse();

  const BodyState& state() const { return state_; }
  const Scenario& scenario() const { return *scenario_; }
  /// One of the quantities at the present step; NaN where it has no meaning or is not known.
  double value(std::string_view quantity) const;

  /// Bodies, quantities, reports and parameters; what a session adds (number, state, recording, messages) is left.
  void fill(Snapshot& snapshot) const;

  /// Velocity on a plane; positions of the last step.
  std::shared_ptr<const FieldSlice> slice(const RequestSlice& request);

  /// What has moved the bodies since begin_interval(), which a simulation begins with.
  void fill_interval(Snapshot& snapshot) const;
  void begin_interval();

  /// How all bodies turn at the present positions; solved for once per state.  Throws RefusedError where the memory
  /// does not suffice.
  void find_angular_velocities();
  bool angular_velocities_are_current() const { return angular_current_; }

  /// Measures the solver's errors at the present positions: as a whole over all bodies, by source at some of them
  /// (theory/error-control.md, "Measured errors").  The reports keep them, with their step, until the next measurement;
  /// the quantities have them at this step alone.
  void measure_errors();
  bool measured_here() const { return errors_.measured_at_step == state_.step; }
  bool measured_ever() const { return errors_.measured_at_step >= 0; }

 private:
  void solve(std::span<const double> positions, std::span<double> velocities);
  /// Forces and torques at coordinates and at the time of the solve, in the present sense; the flow with them.
  void set_loads(std::span<const double> coordinates);
  void set_surroundings();
  std::unique_ptr<Mobility> mobility_for(const Scenario& scenario) const;
  void meet_drive(double& longest);
  /// Ends the step where the scenario says that one has to end, wherever a run is stopped.
  void meet_times(double& longest);
  bool at_or_past(double time) const { return state_.time >= time - 1e-9 * scenario_->integrator.time_step; }
  void resolve();
  static StageTimes no_times();
  /// Liquid and flows of a scenario in the present sense and drive.
  Surroundings surroundings_of(const Scenario& scenario) const;
  /// Slopes at the present coordinates.
  std::vector<double> solve_here();
  void restore_solve();
  /// The present step as quantities see it.
  Step present() const;
  void report();
  void forget_measurements();
  void ask_for_errors();

  ErrorReport errors_here() const;

  MakePointMobility make_;
  std::shared_ptr<const Scenario> scenario_;
  std::vector<double> radii_, forces_, torques_;
  std::unique_ptr<Forces> law_;
  double solve_time_ = 0;          ///< that forces are evaluated for
  long phase_ = 0;                 ///< of a reversing drive
  double sense_ = 1;               ///< of every force and flow: -1 after a reversal
  bool reversed_by_plan_ = false;  ///< run.reverse_at is behind
  std::vector<std::int32_t> groups_;
  std::unique_ptr<Mobility> mobility_;
  SolveReport solve_;  ///< the last
  Contacts contacts_;
  Integrator integrator_;
  BodyState state_;
  std::vector<double> half_lengths_, undisturbed_;
  Meters meters_;
  Gaps gaps_{};
  std::vector<double> moved_by_slopes_, moved_by_contacts_;  ///< (N,3), since interval_start_ [length]
  double interval_start_ = 0;
  double wall_seconds_ = 0;
  long halvings_ = 0;
  std::shared_ptr<const AngularVelocities> angular_;  ///< the newest
  bool angular_current_ = false;                      ///< of the present state and law
  StageTimes stage_times_ = no_times();
  StepReport last_step_;
  ErrorReport errors_;           ///< measured ones: the newest, of the step that they name
  ErrorReport recorded_errors_;  ///< of the present step
  double mobility_seconds_ = 0;
};

/// One line for a person: method, grid, cutoff, wall.
std::string describe(const MobilityParameters& parameters, std::size_t bodies);

}  // namespace slurry
