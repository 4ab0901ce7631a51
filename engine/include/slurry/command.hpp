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
/// Changes one option of the table, for example {"fluid.viscosity", "2"}.  Viscosity, gravity (direction or force), net
/// flow, tolerance and time step may change while running.  Other keys are answered with a message.
struct SetOption {
  std::string key, value;
  std::string by = "person";  ///< as Event says
};
/// From now on every force and flow has the opposite sign, so that the run goes back the way it came: integrated, not
/// replayed.  A second one turns it forward again.
struct Reverse {
  std::string by = "person";  ///< as Event says
};
struct StartRecording {
  std::filesystem::path file;
  bool overwrite = false;
};
struct StopRecording {};
/// Velocity on a plane through the pipe, computed by the solver itself with each published step at most
/// `largest_rate` times a second.  resolution {0,0}: off.
struct RequestSlice {
  enum class Plane { xy, xz, yz } plane = Plane::xy;
  double offset = 0;  ///< along the plane's normal [length]
  std::array<int, 2> resolution{0, 0};
  double largest_rate = 5;  ///< [1/s of wall time]
};
/// Angular velocities of all bodies in the snapshots, of the present step as often as a tenth of the time allows; off
/// until asked for.
struct RequestAngularVelocities {
  bool wanted = true;
};
/// As fast as possible, but not faster than both; 0: no limit.
struct SetSpeed {
  double steps_per_second = 0;  ///< [1/s of wall time]
  double time_per_second = 0;   ///< [time/s of wall time]
};
/// Sets how often errors are measured off the critical path; 0 switches this off.
struct SetErrorBudget {
  double measurements_per_second = 1;
};
/// Repeats the sums of the last solve a few times and puts what a solve takes into the snapshots, for forecasts.
/// Changes nothing else.
struct TimeSums {};

using Command =
    std::variant<LoadScenario, LoadState, Run, Pause, StepOnce, SetOption, StartRecording, StopRecording, RequestSlice,
                 RequestAngularVelocities, RequestMoments, SetSpeed, SetErrorBudget, Reverse, TimeSums>;
using CommandNumber = std::uint64_t;

}  // namespace slurry
