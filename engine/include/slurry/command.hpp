// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "slurry/scenario.hpp"

// Small values posted to a session.  They are applied in order, between two steps, by the engine thread, and answered
// by their number in a later snapshot.
namespace slurry {

struct LoadScenario {
  Scenario scenario;
};  ///< paused at time 0
/// The end of a recorded run, paused there: bit for bit where it was left, if the run is deterministic, was ended
/// cleanly and was made by the same build on the same machine; after a kill, from its last frame.
struct Resume {
  std::filesystem::path file;
  std::optional<Scenario> scenario;  ///< in place of the file's; of the same bodies
  std::optional<long> frame = {};    ///< to branch from, counted from 0; -1 and none: the last
};
struct Run {
  std::optional<double> until;  ///< pause exactly at this time [time]
  std::optional<long> steps;    ///< pause after so many further steps
};
struct Pause {};
struct StepOnce {
  int steps = 1;
};
struct Reset {
  std::optional<std::uint64_t> seed;
};  ///< back to time 0; same seed when empty
/// Changes one option of the table, for example {"fluid.viscosity", "2"}.  Viscosity, gravity (direction or force), net
/// flow, tolerance and time step may change while running.  Other keys are answered with a message.
struct SetOption {
  std::string key, value;
};
/// From now on every force and flow has the opposite sign, so that the run goes back the way it came: integrated, not
/// replayed.  A second one turns it forward again.
struct Reverse {};
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
/// Steps per second of wall time at most; 0: as fast as possible.
struct SetSpeed {
  double steps_per_second = 0;
};
/// Sets how often errors are measured off the critical path; 0 switches this off.
struct SetErrorBudget {
  double measurements_per_second = 1;
};
/// Repeats the sums of the last solve a few times and puts what a solve takes into the snapshots, for forecasts.
/// Changes nothing else.
struct TimeSums {};

using Command =
    std::variant<LoadScenario, Run, Pause, StepOnce, Reset, SetOption, StartRecording, StopRecording, RequestSlice,
                 RequestAngularVelocities, SetSpeed, SetErrorBudget, Reverse, Resume, TimeSums>;
using CommandNumber = std::uint64_t;

}  // namespace slurry
