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

/// One experiment: its bodies, its mobility and its clock. It takes steps and knows nothing of threads; it runs on the
/// thread of Kokkos. After every function the state is complete: velocities, forces and values belong to the positions.
class Simulation {
 public:
  /// Places the bodies and solves once. Throws KeyError, InputError, RefusedError and Error.
  explicit Simulation(const Scenario& scenario, const MakePointMobility& make = make_point_mobility,
                      const PlacementProgress& progress = {}, const QuantityTable& table = quantities());

  /// Continues from a state of this scenario's bodies, without placing them first. The result is bit for bit that of an
  /// uninterrupted run if the scenario is deterministic and its mobility has a state().
  /// If bodies move by another law than in the state, then plan, forces and the past of the integrator begin anew.
  /// Throws InputError if the bodies differ.
  Simulation(const Scenario& scenario, const State& from, const MakePointMobility& make = make_point_mobility,
             const QuantityTable& table = quantities());

  /// Replaces the present state by this one, and continues from it.
  void restore(const State& from);

  /// Everything on which the next steps depend. If the present state is beside the run, this is the last state of the
  /// run itself.
  State checkpoint() const;
  /// Everything on which steps from the present state depend, also if that state is beside the run.
  State checkpoint_here() const;

  /// State that a recorded frame needs, in addition to bodies and observables, so that a run can continue from it. It
  /// holds the totals of the run, the sign of its forces, and the zero of its times.
  /// first: includes the part of the way out that earlier frames did not record.
  State running(bool first = false) const;

  /// Takes one step that is not longer than `longest` [time]. If it throws, the state is that before the step.
  void step(double longest = std::numeric_limits<double>::infinity());

  /// Takes one step that does not go past the time at which the run is to stop. A step that is shortened for this
  /// reason is not a step of the run. It leads to a state beside the run; go_on() and checkpoint() use the last state
  /// of the run itself.
  void step_until(double stop);
  /// Sets the time of the stopped run to exactly this value, from which it differs by rounding only.
  void stop_at(double stop);
  /// Returns from a state beside the run to the last state of the run itself. The run then continues as if it had not
  /// been stopped.
  void go_on();
  /// Makes the run continue from the present state, even if that state is beside the run. This is used if something was
  /// changed in this state, or if a recording begins with it.
  void stay() { own_.reset(); }
  bool is_beside_the_run() const { return own_.has_value(); }

  /// Changes one option that may change during a run, and solves again. Throws KeyError if the option may not change,
  /// if the value is wrong, or if nothing can be solved with it. Everything then stays as it was.
  void set_option(std::string_view key, std::string_view value);
  /// Changes several options. They are checked together and solved for once.
  void set_options(std::span<const KeyChange> changes);

  /// Takes another scenario in which bodies move by the same law. The length of the run, the recording and the view may
  /// differ. Nothing is solved.
  void take_run_options(const Scenario& scenario);

  /// Reverses the sign of every force and flow from now on.
  void reverse();

  const BodyState& state() const { return state_; }
  const Scenario& scenario() const { return *scenario_; }
  /// Value of a quantity at the present step; NaN if it does not apply or is not known.
  double value(std::string_view quantity) const;

  /// Fills in bodies, quantities, reports and parameters. A session adds the rest (number, state, recording, messages).
  /// costly: includes quantities that may take longer than a step.
  void fill(Snapshot& snapshot, bool costly = true) const;

  /// Scalars of a series at the present step. costly: names of the costly ones to include. scalar_rows(): the rows that
  /// a series can have.
  Values scalars(const std::vector<std::string>& costly) const;
  std::vector<const Quantity*> scalar_rows() const;
  const QuantityTable& table() const { return meters_.table(); }

  /// Velocity of the fluid at points, for the positions of the last step.
  std::shared_ptr<const Field> field(const RequestField& request);

  /// Boxes of the sum over the bodies at the present positions, and those that act on a body (-1: on none).
  std::shared_ptr<const SumCells> cells(long body) const;

  /// Fills in what has moved the bodies since begin_interval(). A simulation begins an interval when it starts.
  void fill_interval(Snapshot& snapshot) const;
  void begin_interval();

  /// Solves for the angular velocities of all bodies at the present positions, once per state. Throws RefusedError if
  /// the memory does not suffice.
  void find_angular_velocities();
  bool angular_velocities_are_current() const { return angular_current_; }

  /// Repeats the sums of the last solve a few times and measures their time. The memory of the solve is in use by then.
  /// An iterative solve is made once more, one step on, for the number of its sums. The state does not change.
  void time_sums();

  /// Measures the errors of the solver at the present positions: as a whole over all bodies, and by source at some of
  /// them (theory/error-control.md, "Measured errors"). The reports keep the errors, with their step, until the next
  /// measurement. The quantities have them at this step alone.
  /// kept: if false, the errors count for the present state alone, and the earlier errors come back with the next step.
  /// longest: if a second solve is expected to take longer than this [s], only the errors by source are measured.
  /// Steps may be taken between the parts of a measurement (base/pace.hpp, give_way()). The errors are then those of
  /// the state with which the measurement began.
  void measure_errors(bool kept = true, double longest = std::numeric_limits<double>::infinity());
  /// One sentence that says why the newest measurement found only the errors by source; empty: it found all.
  const std::string& measured_by_sources() const { return measured_by_sources_; }
  /// Whether the reversal that run.reverse_at plans has happened.
  bool reversed_by_plan() const { return reversed_by_plan_; }
  bool measured_here() const { return errors_.measured_at_step == state_.step; }
  /// Step of the newest measurement that was kept; -1: there is none.
  long kept_at_step() const { return kept_errors_.measured_at_step; }
  bool measured_ever() const { return errors_.measured_at_step >= 0; }

 private:
  /// Makes everything but the bodies.
  Simulation(const Scenario& scenario, const MakePointMobility& make, const QuantityTable& table);
  void take_groups(std::vector<std::int32_t> groups);
  void solve(std::span<const double> positions, std::span<double> velocities);
  /// Sets forces, torques and flow at coordinates and at the time of the solve, with the present sign.
  void set_loads(std::span<const double> coordinates);
  long phase_from(long known) const;
  void set_surroundings();
  std::unique_ptr<Mobility> mobility_for(const Scenario& scenario) const;
  /// Takes one step of the run that is not longer than this and does not go past this time.
  void advance(double longest);
  /// Earliest time at which the scenario requires a step to end, wherever the run is stopped.
  double next_time_to_meet();
  /// Time of the next switch of a reversing drive.
  double next_switch();
  /// What the repulsion and the drive say about steps.
  LawTimes law_times() const;
  double resting_velocity() const;
  bool at_or_past(double time) const {
    return state_.time >= time - time_rounding(time, scenario_->integrator.time_step);
  }
  void resolve();
  static StageTimes no_times();
  /// Fluid and flows of a scenario with the present sign and drive.
  Surroundings surroundings_of(const Scenario& scenario) const;
  /// Solves for the rates of change at the present coordinates.
  std::vector<double> solve_here();
  void restore_solve();
  SolveCost cost_of_next_solve();
  /// The present step as quantities see it.
  Step present() const;
  void report();
  void forget_measurements();
  void ask_for_errors();
  void count_step_errors();
  /// Factor from errors relative to the velocity of the integrator to errors relative to S.
  double integrator_over_budget() const;
  ErrorReport errors_here() const;

  MakePointMobility make_;
  std::shared_ptr<const Scenario> scenario_;
  /// Text of law_of_motion() for a scenario. It contains every listed body and is therefore written only once.
  struct Law {
    std::shared_ptr<const Scenario> of;
    std::shared_ptr<const std::string> text;
  };
  const std::shared_ptr<const std::string>& law_text() const;
  mutable Law law_text_;
  std::vector<double> radii_, forces_, torques_;
  std::unique_ptr<Forces> law_;
  double solve_time_ = 0;          ///< time at which forces are evaluated
  long phase_ = 0;                 ///< phase of a reversing drive
  double sense_ = 1;               ///< sign of every force and flow; -1 after a reversal
  bool reversed_by_plan_ = false;  ///< the reversal at run.reverse_at has happened
  std::vector<std::int32_t> groups_;
  std::unique_ptr<Mobility> mobility_;
  SolveReport solve_;  ///< report of the last solve
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
  /// Last state of the run itself, if the present state is beside the run.
  struct Own {
    State checkpoint;
    std::vector<double> moved_by_slopes, moved_by_contacts;
    double interval_start;
  };
  Own own_state() const;
  std::optional<Own> own_;
  bool cut_by_caller_ = false;  ///< the last step was shorter because of `longest` alone
  double wall_seconds_ = 0;
  long halvings_ = 0;
  StepErrors step_errors_;
  std::shared_ptr<const AngularVelocities> angular_;  ///< newest angular velocities
  bool angular_current_ = false;                      ///< angular_ belongs to the present state and law
  StageTimes stage_times_ = no_times();
  StepReport last_step_;
  ErrorReport errors_;           ///< newest measured errors, with the step at which they were measured
  ErrorReport recorded_errors_;  ///< errors of the present step
  ErrorReport kept_errors_;      ///< newest measured errors that were kept, with the step at which they were measured
  /// Data of a solve that a second solver needs to measure its errors.
  struct Solved {
    std::vector<double> positions, directors, velocities, forces, torques;
    double scale;
    MobilityParameters parameters;
    SolveReport report;
    Surroundings around;
  };
  void measure_whole(ErrorReport& found, const Solved& solved) const;
  void take_measured(const ErrorReport& from);
  void return_to_kept_errors();
  void restore_measurements(const State& from);
  double set_up_seconds_ = 0;  ///< seconds of the plan and the first solve
  std::string measured_by_sources_;
  bool measured_aside_ = false;  ///< the errors are those of a measurement that was not kept
  double mobility_seconds_ = 0;
};

/// A few words that say why a step is shorter than the step asked for.
const char* reason_in_words(StepLimit limit);

/// One line for the reader: method, grid, cutoff, wall.
std::string describe(const MobilityParameters& parameters, std::size_t bodies);

}  // namespace slurry
