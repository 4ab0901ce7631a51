// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "io/restart.hpp"
#include "io/trajectory_writer.hpp"
#include "session/command_queue.hpp"
#include "session/engine_member.hpp"
#include "session/frame_clock.hpp"
#include "session/interruption.hpp"
#include "session/moment_queue.hpp"
#include "session/simulation.hpp"
#include "session/snapshot_exchange.hpp"
#include "slurry/option_table.hpp"
#include "slurry/runtime.hpp"
#include "slurry/series.hpp"

namespace slurry {

/// An experiment applies commands to a simulation, in turns of at most one step. Exceptions stop here and become the
/// message of a snapshot. Everything but `commands`, `snapshots`, `interruption`, `moments` and `series` belongs to the
/// engine thread.
class Experiment final : public EngineMember {
 public:
  explicit Experiment(MakePointMobility make = make_point_mobility);

  CommandQueue commands;
  SnapshotExchange snapshots;
  Interruption interruption;
  MomentQueue moments;
  SeriesExchange series;

  /// Queues a command. A Cancel takes effect immediately, because the command that it cancels may be at work already.
  CommandNumber post(Command command) {
    if (const auto* cancel = std::get_if<Cancel>(&command)) interruption.cancel(cancel->number);
    return commands.push(std::move(command));
  }

  /// Applies waiting commands, then takes at most one step. Returns the time of the next turn that it wants: now,
  /// later, or never until another command comes.
  Clock::time_point turn(const RuntimeInfo& runtime) override;

  /// Takes a turn between the pieces of another experiment's set-up. It sets nothing up and measures no error.
  bool may_turn_inside() const override { return true; }
  Clock::time_point turn_inside(const RuntimeInfo& runtime) override;
  bool is_called() const override { return !commands.empty() && !(inside_ && waits_for_set_up()); }

  /// Closes the files and frees everything that lives on the engine thread.
  void end() override;

  /// Answers every command with this sentence, because there is no engine.
  void fail_all(const std::string& sentence) override;

 private:
  void apply_waiting();
  /// Whether the next command sets something up. This is not done during another set-up.
  bool waits_for_set_up() const { return commands.begins_with<LoadScenario, LoadState, StartRecording, TimeSums>(); }
  bool waits_for_first_measurement() const;
  void apply(const LoadScenario&);
  void apply(const LoadState&);
  void apply(const Run&);
  void apply(const Pause&);
  void apply(const StepOnce&);
  void apply(const SetOption&);
  void apply(const StartRecording&);
  void apply(const StopRecording&);
  void apply(const RequestField&);
  void apply(const RequestCells&);
  void apply(const RequestAngularVelocities&);
  void apply(const RequestMoments&);
  void apply(const RequestSeries&);
  void apply(const Cancel&);
  void apply(const SetSpeed&);
  void apply(const SetErrorBudget&);
  void apply(const Reverse&);
  void apply(const TimeSums&);

  Simulation& loaded();
  /// Makes a new simulation, and publishes the progress of placing its bodies.
  std::unique_ptr<Simulation> make_simulation(const Scenario& scenario);
  std::unique_ptr<Simulation> simulation_at(const RestartPoint& point, bool& whole);
  void catch_up(Simulation& run, std::optional<long> step, const std::vector<Event>& on_the_way);
  void tell(const std::string& task, double done);
  void start(std::unique_ptr<Simulation> simulation);
  std::shared_ptr<const Moment> moment(bool seen) const;
  void keep_moment();
  void write_moment();
  struct Before {
    std::shared_ptr<const Moment> moment;  ///< null if nobody wants it
    bool recorded = false;                 ///< whether the file wants it
  };
  Before before_event();
  void after_event(const Before& before, Event event);
  void note_planned_reversal(long step, double time);
  void stop_broken_recording(const std::exception& e);
  /// Adds the present state to the series. beside: whether the law of motion has changed at this state.
  void sample(bool beside = false);
  void begin_series(const std::shared_ptr<const Series>& of_parent = nullptr);
  void stop_recording();
  void stop_recording_quietly();
  void say(const std::string& sentence, CommandNumber command, int exit_code = 1);
  void say(const std::exception& e, CommandNumber command);
  static constexpr double publish_every = 0.005;  ///< [s] while running; a screen or a person needs no faster updates
  void take_step();
  void step_once();
  void record_if_due();
  void record_errors();
  void check_targets();
  bool reached(double time) const;
  void find_what_the_end_shows();
  void finish(SessionState state);
  bool background(bool may_measure = true);
  struct FieldJob;
  /// The field that has waited longest; null if none waits.
  FieldJob* field_wanted();
  void fields_are_old();
  bool cells_wanted() const;
  bool turning_wanted() const;
  bool measurement_wanted() const;
  bool busy() const;
  double rest(double cost, double share, bool busy) const;
  void measure();
  void check_pace() const;
  void give_way_to_others();
  void measure_first();
  /// Whether errors are measured at steps that are known beforehand. This is so for a deterministic run; other runs
  /// measure when the clock allows it.
  bool measures_by_count() const;
  static long newest_counted_step(long step);
  bool counted_measurement_is_due() const;
  void measure_by_count();
  void measure_quietly();
  void smooth_step_time(double seconds);
  /// The present state as a frame of a file.
  Snapshot frame();
  void publish();
  double now() const { return std::chrono::duration<double>(Clock::now() - born_).count(); }

  MakePointMobility make_;
  bool inside_ = false;         ///< the turn under way is inside a turn of another experiment
  bool steps_between_ = false;  ///< own steps are taken between the parts of a measurement
  bool sets_up_ = false;        ///< a scenario is being set up
  bool gives_way_ = false;      ///< the present work lets others take their turns
  RuntimeInfo runtime_;
  std::unique_ptr<Simulation> simulation_;
  std::uint64_t generation_ = 0;
  SessionState state_ = SessionState::empty;

  // Targets that Run and StepOnce have set.
  std::optional<double> until_;
  std::optional<long> last_step_;
  bool scenario_limits_ = false;  ///< the targets are those of the scenario, so reaching them finishes the run
  CommandNumber stepping_ = 0;    ///< the StepOnce under way; 0 if there is none

  // Numbers of answered commands.
  CommandNumber last_command_ = 0, current_command_ = 0;
  CommandNumber run_ = 0;               ///< same meaning as in Snapshot
  std::vector<CommandNumber> dropped_;  ///< commands whose steps were cancelled
  std::string message_;
  CommandNumber message_command_ = 0;
  int message_exit_code_ = 0;
  std::string task_;
  double task_done_ = 0;
  CommandNumber task_command_ = 0;
  double told_at_ = 0;
  bool news_ = true;  ///< something has changed since the last snapshot
  double published_at_ = -1;

  bool from_last_frame_ = false;  ///< same meaning as in Snapshot
  std::vector<ParentFrame> parents_;
  std::vector<Event> changes_at_start_;               ///< changes from the run that is continued
  std::shared_ptr<const std::vector<Event>> events_;  ///< events of the run so far
  std::shared_ptr<const Moment> replaced_;            ///< the state that the newest LoadState has replaced
  std::string bits_may_differ_;                       ///< same meaning as in Snapshot
  double moments_per_second_ = 0, next_moment_at_ = 0;

  // Series.
  SeriesWriter series_;
  RequestSeries series_request_{false};
  double next_costly_at_ = 0, series_published_at_ = -1;

  // Speed.
  double measurement_seconds_ = std::numeric_limits<double>::quiet_NaN();
  double steps_per_second_ = 0, time_per_second_ = 0, next_step_at_ = 0, seconds_per_step_ = 0;
  long steps_timed_ = 0;

  // Recording.
  std::unique_ptr<TrajectoryWriter> writer_;
  std::optional<FrameClock> frames_;
  CommandNumber recording_command_ = 0;
  long frames_recorded_ = 0;    ///< frames of the last recording
  long frame_step_ = 0;         ///< step of the last frame
  double write_per_step_ = 0;   ///< seconds for the last frame, divided by the steps since the frame before
  double written_seconds_ = 0;  ///< seconds for all frames since the scenario was loaded

  // Work that does not delay the steps.
  struct FieldJob {
    RequestField request;
    std::shared_ptr<const Field> newest;
    bool fresh = false;
    double next_at = 0;
  };
  std::vector<FieldJob> fields_;
  struct CellsJob {
    RequestCells request{false};
    std::shared_ptr<const SumCells> newest;
    bool fresh = false;
    double next_at = 0;
  };
  CellsJob cells_;
  bool turning_requested_ = false;  ///< angular velocities have been requested
  double next_turning_at_ = 0;
  double measured_for_ = 0;  ///< seconds of the measurement under way, up to its part since part_began_
  double part_began_ = 0;    ///< of the measurement under way, the part since steps were taken
  double measurements_per_second_ = 1, next_measurement_at_ = 0;
  bool measures_first_ = true;  ///< measures before the first step

  Clock::time_point born_ = Clock::now();
};

}  // namespace slurry
