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

// Commands are small values that are posted to a session. The engine thread applies them in order, between two steps. A
// later snapshot answers each of them by its number.
namespace slurry {

class Series;

/// Begins a new run of a scenario. The run is paused at time 0.
struct LoadScenario {
  Scenario scenario;
  /// True: starts the present experiment again from time 0 with the seed of `scenario`. Options that were changed
  /// during the experiment keep their new values.
  bool again = false;
};
/// Restores a moment of a run, kept in memory or recorded in a file, and pauses there. The continued run is the same
/// bit for bit if it is deterministic and the same build made the moment with the same number of threads. The state is
/// restored under the scenario in which it was saved. `scenario` and `changes` are applied afterwards, as SetOption and
/// Reverse would apply them.
struct LoadState {
  std::shared_ptr<const Moment> moment = {};  ///< moment to restore; null: the moment is read from `file`
  std::filesystem::path file = {};            ///< file of a recorded run
  std::optional<long> frame = {};             ///< frame of `file`, counted from 0; -1 or empty: the last frame
  std::optional<long> at_step = {};           ///< steps from the moment to this step; empty: stays at the moment
  std::vector<Event> replay = {};             ///< events to repeat on the way to at_step, in their order
  std::optional<Scenario> scenario = {};      ///< scenario of the continued run, with the same bodies; empty: as saved
  std::vector<KeyChange> changes = {};        ///< changes to make after that, in this order
  /// Series of the run to which the moment belongs. The new run takes its samples over up to the moment. Null: the
  /// series of the new run begins at the moment.
  std::shared_ptr<const Series> series = {};
};
/// Cancels a command. A waiting command is not begun; a command at work (a set-up, catching up) ends at its next check
/// point, within about 0.2 s. The state before the command stays, and the command is answered with a message.
/// Cancelling a finished command has no effect.
struct Cancel {
  std::uint64_t number = 0;  ///< number of the command to cancel
};
/// Limits how often whole moments of the run are made (Session::take_moments): at most `rate` times a second of wall
/// time, and in at most 2 % of the time. One more is made at the start, before each event and when the run stops. A
/// rate of 0, with which a session begins, makes none at all.
struct RequestMoments {
  double rate = 1;  ///< moments per second of wall time [1/s]
};
struct Run {
  std::optional<double> until;  ///< pauses the run exactly at this time [time]
  std::optional<long> steps;    ///< pauses the run after this number of further steps
  bool endless = false;         ///< runs until the user pauses it, also beyond the end that the scenario sets
};
struct Pause {};
struct StepOnce {
  int steps = 1;
};
/// Asks for the values of all scalars at every step (Session::series). They are off by default.
struct RequestSeries {
  bool wanted = true;
  /// Names of costly quantities (Quantity::costly) to record as well. They take at most 1 % of the time.
  std::vector<std::string> costly = {};
};
/// Changes one option of the table, for example {"fluid.viscosity", "2"}. Viscosity, gravity (direction or force), net
/// flow, tolerance and time step may change while running. Other keys are answered with a message.
struct SetOption {
  std::string key, value;
  std::string by = "person";  ///< who asks for the change, in the words of Event::by
  std::uint64_t drag = 0;     ///< changes of one key with the same number count as one event; 0: a separate event
};
/// Reverses the sign of every force and flow from now on, so that the run goes back the way it came. The motion is
/// integrated, not replayed. A second command turns it forward again.
struct Reverse {
  std::string by = "person";  ///< who asks for the reversal, in the words of Event::by
};
struct StartRecording {
  std::filesystem::path file;
  bool overwrite = false;
};
struct StopRecording {};
/// A plane through the domain. Its points lie at the centres of equal cells.
struct FieldPlane {
  enum class Plane { xy, xz, yz } plane = Plane::xy;
  double offset = 0;  ///< position along the plane's normal [length]
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
/// The points at which a field is wanted. std::monostate: no points.
using FieldPlaces = std::variant<std::monostate, FieldPlane, FieldLine, FieldList>;
/// Asks for the velocity of the fluid at points. The solver computes it for published steps, at most `largest_rate`
/// times a second. Requests with different names exist side by side; a new request replaces an earlier one of the same
/// name.
struct RequestField {
  std::string name = "slice";
  FieldPlaces places = {};  ///< std::monostate, or a plane without points, withdraws the request
  double largest_rate = 5;  ///< fields per second of wall time [1/s]
};
/// Asks for the boxes in which the engine keeps the bodies that it sums, and for those that act on one body
/// (slurry/cells.hpp). They are made for published steps, at most `largest_rate` times a second, and cost nothing while
/// nobody asks for them.
struct RequestCells {
  bool wanted = true;
  long body = -1;           ///< number of a body; -1: none
  double largest_rate = 5;  ///< boxes per second of wall time [1/s]
};
/// Asks for the angular velocities of all bodies in the snapshots. They belong to the present step and may take up to a
/// tenth of the time. They are off until a caller asks for them.
struct RequestAngularVelocities {
  bool wanted = true;
};
/// Limits the speed of the run. The run is as fast as both limits allow; 0 means no limit.
struct SetSpeed {
  double steps_per_second = 0;  ///< steps per second of wall time [1/s]
  double time_per_second = 0;   ///< simulated time per second of wall time [time/s]
};
/// Sets how often errors are measured outside of the steps. 0 switches these measurements off.
struct SetErrorBudget {
  double measurements_per_second = 1;
  /// Whether a run begins with a measurement of its errors. If false, no step waits for a measurement: long
  /// measurements are done in pieces between the steps, or not at all. Deterministic runs measure at fixed steps in
  /// both cases.
  bool first = true;
};
/// Times the sums of the last solve by repeating them a few times. The snapshots then hold the cost of a solve, which
/// forecasts use. The run itself does not change.
struct TimeSums {};

using Command = std::variant<LoadScenario, LoadState, Run, Pause, StepOnce, SetOption, StartRecording, StopRecording,
                             RequestField, RequestCells, RequestAngularVelocities, RequestMoments, RequestSeries,
                             Cancel, SetSpeed, SetErrorBudget, Reverse, TimeSums>;
using CommandNumber = std::uint64_t;

}  // namespace slurry
