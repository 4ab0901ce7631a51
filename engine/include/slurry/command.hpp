// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "slurry/moment.hpp"
#include "slurry/scenario.hpp"

// Small values posted to a session.  They are applied in order, between two steps, by the engine thread, and answered
// by their number in a later snapshot.
namespace slurry {

class Series;

/// Paused at time 0.
struct LoadScenario {
  Scenario scenario;
  /// The present experiment from its start, with the seed of `scenario`: what was changed meanwhile stays.
  bool again = false;
};
/// A moment of a run, paused there: of one that was kept in memory, or of a recorded one.  The run goes on bit for bit,
/// if it is deterministic and the moment was made by the same build with the same number of threads.  The state is
/// restored under its own scenario; what is asked for besides is changed there, as SetOption and Reverse would.
struct LoadState {
  std::shared_ptr<const Moment> moment = {};  ///< null: of `file`
  std::filesystem::path file = {};            ///< a recorded run
  std::optional<long> frame = {};             ///< of it, counted from 0; -1 and none: the last
  std::optional<long> at_step = {};           ///< to step to from the moment; none: it is the moment that is wanted
  std::vector<Event> replay = {};             ///< what happened on the way there, in order
  std::optional<Scenario> scenario = {};      ///< that the run goes on with, of the same bodies; none: its own
  std::vector<KeyChange> changes = {};        ///< in order, after that
  /// The series of the run to which the moment belongs; the new run takes it over up to the moment.  Null: its series
  /// begins there.
  std::shared_ptr<const Series> series = {};
};
/// Ends a command: one that waits is not begun, one at work (a set-up, catching up) ends at its next check point, in
/// about 0.2 s.  What was there before stays, and the command is answered with a message.  It has no effect on a
/// command that is done.
struct Cancel {
  std::uint64_t number = 0;  ///< of the command
};
/// Whole moments of the run (Session::take_moments) at most so many times a second of wall time and in at most 2 % of
/// the time; besides at the start, before an event and when the run stops.  0: none at all, which it begins with.
struct RequestMoments {
  double rate = 1;  ///< [1/s of wall time]
};
struct Run {
  std::optional<double> until;  ///< pause exactly at this time [time]
  std::optional<long> steps;    ///< pause after so many further steps
  bool endless = false;         ///< without a target: on past the scenario's own end, until it is paused
};
struct Pause {};
struct StepOnce {
  int steps = 1;
};
/// Asks for the values of all scalars at every step (Session::series). They are off by default.
struct RequestSeries {
  bool wanted = true;
  /// Names of costly quantities (Quantity::costly) that are wanted too, in at most 1 % of the time.
  std::vector<std::string> costly = {};
};
/// Changes one option of the table, for example {"fluid.viscosity", "2"}.  Viscosity, gravity (direction or force), net
/// flow, tolerance and time step may change while running.  Other keys are answered with a message.
struct SetOption {
  std::string key, value;
  std::string by = "person";  ///< as Event says
  std::uint64_t drag = 0;     ///< changes of one key with the same number are one event; 0: an event of its own
};
/// Reverses the sign of every force and flow from now on, so that the run goes back the way it came. The motion is
/// integrated, not replayed. A second command turns it forward again.
struct Reverse {
  std::string by = "person";  ///< as Event says
};
struct StartRecording {
  std::filesystem::path file;
  bool overwrite = false;
};
struct StopRecording {};
/// A plane through the domain, with points in the middles of equal cells.
struct FieldPlane {
  enum class Plane { xy, xz, yz } plane = Plane::xy;
  double offset = 0;  ///< along the plane's normal [length]
  std::array<int, 2> resolution{0, 0};
};
/// Points from `first` to `last`, both included.
struct FieldLine {
  std::array<double, 3> first{0, 0, 0}, last{0, 0, 0};  ///< [length]
  int count = 0;
};
struct FieldList {
  std::vector<double> points;  ///< (M,3) [length]
};
/// Where a field is wanted; monostate: nowhere.
using FieldPlaces = std::variant<std::monostate, FieldPlane, FieldLine, FieldList>;
/// Velocity of the fluid at points, computed by the solver itself with each published step at most `largest_rate` times
/// a second.  Requests with different names stand beside each other; a new one takes the place of that of its name.
struct RequestField {
  std::string name = "slice";
  FieldPlaces places = {};  ///< nowhere, or a plane without points: off
  double largest_rate = 5;  ///< [1/s of wall time]
};
/// Angular velocities of all bodies in the snapshots, of the present step as often as a tenth of the time allows; off
/// until asked for.
struct RequestAngularVelocities {
  bool wanted = true;
};
/// Limits the speed of the run: it is as fast as possible within both limits. 0: no limit.
struct SetSpeed {
  double steps_per_second = 0;  ///< [1/s of wall time]
  double time_per_second = 0;   ///< [time/s of wall time]
};
/// Sets how often errors are measured off the critical path; 0 switches this off.
struct SetErrorBudget {
  double measurements_per_second = 1;
  /// Whether a run begins with a measurement.  False: no step waits for one, and what takes too long is measured in
  /// pieces between the steps, or not at all.  Deterministic runs measure at given steps either way.
  bool first = true;
};
/// Repeats the sums of the last solve a few times and puts what a solve takes into the snapshots, for forecasts.
/// Changes nothing else.
struct TimeSums {};

using Command = std::variant<LoadScenario, LoadState, Run, Pause, StepOnce, SetOption, StartRecording, StopRecording,
                             RequestField, RequestAngularVelocities, RequestMoments, RequestSeries, Cancel, SetSpeed,
                             SetErrorBudget, Reverse, TimeSums>;
using CommandNumber = std::uint64_t;

}  // namespace slurry
