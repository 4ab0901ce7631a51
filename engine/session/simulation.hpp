// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/same_time.hpp"
#include "constraint/make_mobility.hpp"
#include "dynamics/contacts.hpp"
#include "dynamics/forces.hpp"
#include "dynamics/integrator.hpp"
#include "quantities/meters.hpp"
#include "scenario/placement.hpp"
#include "slurry/moment.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// One experiment: its bodies, its mobility and its clock.  Takes steps and knows no threads; lives where Kokkos does.
/// After every function the state is complete: velocities, forces and values belong to the positions.
class Simulation {
 public:
  /// Places the bodies and solves once.  Throws KeyError, InputError, RefusedError, Error.
  explicit Simulation(const Scenario& scenario, const MakePointMobility& make = make_point_mobility,
                      const PlacementProgress& progress = {}, const QuantityTable& table = quantities());

  /// Goes on from a state of this scenario's bodies, without placing them first.  Bit for bit as if the run had not
  /// been interrupted, where the scenario is deterministic and its mobility has a state().  Where bodies move by
  /// another law than the state's, plan, forces and the integrator's past begin anew.  Throws InputError when the
  /// bodies are others.
  Simulation(const Scenario& scenario, const State& from, const MakePointMobility& make = make_point_mobility,
             const QuantityTable& table = quantities());

  /// The same in place of the present state.
  void restore(const State& from);

  /// All that the next steps depend on: of the run's own last state, where the present one is beside the run.
  State checkpoint() const;
  /// The same of what is seen.
  State checkpoint_here() const;

  /// What a recorded frame has to hold beside bodies and observables so that a run goes on from it: the totals of the
  /// run, the sense of its forces, and from where its times are counted.
  /// first: also what a way out needs that the frames before did not record.
  State running(bool first = false) const;

  /// One step, not longer than `longest` [time].  When it throws, the state is that before the step.
  void step(double longest = std::numeric_limits<double>::infinity());

  /// One step that does not go past the time at which the run is to stop.  A step that this makes shorter is no step of
  /// the run: it leads to a state beside the run, and go_on() and checkpoint() are of the run's own last state.
  void step_until(double stop);
  /// The run has stopped here: its time is exactly this one, which it was but for rounding.
  void stop_at(double stop);
  /// Back from a state beside the run to the run's own last state, from which it goes on as if it had not been stopped.
  void go_on();
  /// The run continues from what is seen, also where that is beside the run: something was changed here, or a recording
  /// begins here.
  void stay() { own_.reset(); }
  bool is_beside_the_run() const { return own_.has_value(); }

  /// Changes one option of the table that may change while running, and solves again.  Throws KeyError (and leaves all
  /// as it was) when the key may not change, when the value is wrong, or when nothing can be solved with it.
  void set_option(std::string_view key, std::string_view value);
  /// Several, checked together and solved for once.
  void set_options(std::span<const KeyChange> changes);

  /// Another scenario by whose law the bodies move as they do: how long it runs, what is recorded and what is looked at
  /// may be others.  Nothing is solved.
  void take_run_options(const Scenario& scenario);

  /// From now on every force and flow has the opposite sign.
  void reverse();

  const BodyState& state() const { return state_; }
  const Scenario& scenario() const { return *scenario_; }
  /// One of the quantities at the present step; NaN where it has no meaning or is not known.
  double value(std::string_view quantity) const;

  /// Bodies, quantities, reports and parameters; what a session adds (number, state, recording, messages) is left.
  /// costly: with quantities that may take longer than a step.
  void fill(Snapshot& snapshot, bool costly = true) const;

  /// The scalars of a series at the present step, costly ones by name, and the rows that they can have.
  Values scalars(const std::vector<std::string>& costly) const;
  std::vector<const Quantity*> scalar_rows() const;
  const QuantityTable& table() const { return meters_.table(); }

  /// Velocity of the fluid at points; positions of the last step.
  std::shared_ptr<const Field> field(const RequestField& request);

  /// What has moved the bodies since begin_interval(), which a simulation begins with.
  void fill_interval(Snapshot& snapshot) const;
  void begin_interval();

  /// How all bodies turn at the present positions; solved for once per state.  Throws RefusedError where the memory
  /// does not suffice.
  void find_angular_velocities();
  bool angular_velocities_are_current() const { return angular_current_; }

  /// Times a solve whose memory has been used: repeats the sums of the last solve a few times.  Changes nothing.
  void time_sums();

  /// Measures the solver's errors at the present positions: as a whole over all bodies, by source at some of them
  /// (theory/error-control.md, "Measured errors").  The reports keep them, with their step, until the next measurement;
  /// the quantities have them at this step alone.
  /// kept: else it holds for the present state alone, and what was measured before comes back with the next step.
  /// longest: where a second solve is expected to take longer [s], the sources are measured alone.  Steps may be taken
  /// between the parts of a measurement (base/pace.hpp, give_way()); it is then of the state that it began with.
  void measure_errors(bool kept = true, double longest = std::numeric_limits<double>::infinity());
  /// Why the newest measurement was of the sources alone, one sentence; empty: it was not.
  const std::string& measured_by_sources() const { return measured_by_sources_; }
  /// The reversal that run.reverse_at plans is behind.
  bool reversed_by_plan() const { return reversed_by_plan_; }
  bool measured_here() const { return errors_.measured_at_step == state_.step; }
  /// Step of the newest measurement that the next steps know of; -1: there is none.
  long kept_at_step() const { return kept_errors_.measured_at_step; }
  bool measured_ever() const { return errors_.measured_at_step >= 0; }

 private:
  /// Everything but the bodies.
  Simulation(const Scenario& scenario, const MakePointMobility& make, const QuantityTable& table);
  void take_groups(std::vector<std::int32_t> groups);
  void solve(std::span<const double> positions, std::span<double> velocities);
  /// Forces and torques at coordinates and at the time of the solve, in the present sense; the flow with them.
  void set_loads(std::span<const double> coordinates);
  void set_surroundings();
  std::unique_ptr<Mobility> mobility_for(const Scenario& scenario) const;
  /// One step of the run: not longer than this, and not past this time.
  void advance(double longest);
  /// Earliest time at which the scenario says that a step has to end, wherever a run is stopped.
  double next_time_to_meet();
  /// Time of the next switch of a reversing drive.
  double next_switch();
  /// Longest step that a steep repulsion allows.
  double longest_step() const;
  bool at_or_past(double time) const {
    return state_.time >= time - time_rounding(time, scenario_->integrator.time_step);
  }
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
  /// law_of_motion() of a scenario, which holds every listed body: written once.
  struct Law {
    std::shared_ptr<const Scenario> of;
    std::shared_ptr<const std::string> text;
  };
  const std::shared_ptr<const std::string>& law_text() const;
  mutable Law law_text_;
  std::vector<double> radii_, forces_, torques_;
  std::unique_ptr<Forces> law_;
  double solve_time_ = 0;          ///< that forces are evaluated for
  long phase_ = 0;                 ///< of a reversing drive
  double sense_ = 1;               ///< of every force and flow: -1 after a reversal
  bool reversed_by_plan_ = false;  ///< run.reverse_at is behind
  std::vector<std::int32_t> groups_;
  std::unique_ptr<Mobility> mobility_;
  SolveReport solve_;  ///< the last
  SolveCost cost_;
  Contacts contacts_;
  Integrator integrator_;
  BodyState state_;
  std::vector<double> half_lengths_;
  SharedList<double> undisturbed_;  ///< (N,3) where there are rows, which a wave may have displaced; else empty
  Meters meters_;
  Gaps gaps_{};
  std::vector<double> moved_by_slopes_, moved_by_contacts_;  ///< (N,3), since interval_start_ [length]
  double interval_start_ = 0;
  /// The run's own last state, where the present one is beside the run.
  struct Own {
    State checkpoint;
    std::vector<double> moved_by_slopes, moved_by_contacts;
    double interval_start;
  };
  Own own_state() const;
  std::optional<Own> own_;
  StepLimit limit_ = StepLimit::none;  ///< of the last step
  bool cut_by_caller_ = false;         ///< the last step was shorter because of `longest` alone
  double wall_seconds_ = 0;
  long halvings_ = 0;
  std::shared_ptr<const AngularVelocities> angular_;  ///< the newest
  bool angular_current_ = false;                      ///< of the present state and law
  StageTimes stage_times_ = no_times();
  StepReport last_step_;
  ErrorReport errors_;           ///< measured ones: the newest, of the step that they name
  ErrorReport recorded_errors_;  ///< of the present step
  ErrorReport kept_errors_;      ///< the newest measured ones that were kept, of the step that they name
  /// A solve as a second solver sees it.
  struct Solved {
    std::vector<double> positions, directors, velocities, forces, torques;
    double scale;
    MobilityParameters parameters;
  };
  void measure_whole(ErrorReport& found, const Solved& solved) const;
  void take_measured(const ErrorReport& from);
  void return_to_kept_errors();
  void restore_measurements(const State& from);
  double set_up_seconds_ = 0;  ///< of the plan and the first solve
  std::string measured_by_sources_;
  bool measured_aside_ = false;  ///< the errors are those of a measurement that was not kept
  double mobility_seconds_ = 0;
};

/// Why a step is shorter than was asked for, a few words.
const char* reason_in_words(StepLimit limit);

/// One line for a person: method, grid, cutoff, wall.
std::string describe(const MobilityParameters& parameters, std::size_t bodies);

}  // namespace slurry
