// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "slurry/command.hpp"
#include "slurry/error_report.hpp"
#include "slurry/moment.hpp"
#include "slurry/quantity.hpp"
#include "slurry/report.hpp"
#include "slurry/scenario.hpp"
#include "slurry/solve_report.hpp"

namespace slurry {

enum class SessionState { empty, paused, running, finished, failed };

/// Velocity of the fluid at points.  Those of a plane are row-major over (i1, i0), i0 along the plane's first letter:
/// lower + (i + 1/2) (upper - lower)/shape.
struct Field {
  static constexpr std::int32_t in_fluid = -1, outside = -2;
  std::string name;  ///< of the request
  long step = 0;
  double time = 0;                                 ///< [time]
  FieldPlaces places;                              ///< as they were asked for
  std::array<int, 2> shape{0, 0};                  ///< of a line or a list: number of points, 1
  std::array<double, 2> lower{0, 0}, upper{0, 0};  ///< in-plane extent [length]; of planes alone
  std::vector<float> velocity;                     ///< (n1, n0, 3); 0 where the point is not in the fluid
  std::vector<std::int32_t> body;  ///< (n1, n0): the body that the point lies in, in_fluid, or outside of the pipe

  /// The plane it is on; nothing is asked for where it is none.
  FieldPlane plane() const {
    const auto* p = std::get_if<FieldPlane>(&places);
    return p ? *p : FieldPlane{};
  }
  bool is_fluid(std::size_t point) const { return body[point] == in_fluid; }
};

/// Rotation of the bodies.  The flow turns spheres by half its curl at their centres, without their own flow; this is
/// exact for Rotne-Prager's spheres without torques.  For rods the value is n x dn/dt, because a spin about the
/// director n moves nothing.
struct AngularVelocities {
  std::vector<double> values;  ///< (N,3) [1/time]; NaN: not known
  double time = 0;             ///< [time]
};

/// One finished step: complete, and never changed once it is published.
struct Snapshot {
  std::uint64_t number = 0;  ///< grows by one with each publication
  SessionState state = SessionState::empty;
  CommandNumber run = 0;                     ///< number of the LoadScenario or LoadState that this run began with
  std::shared_ptr<const Scenario> scenario;  ///< with every option in force
  std::uint64_t scenario_generation = 0;     ///< grows when bodies, domain or units change (Load)
  /// Goes on from what a frame of a recorded run shows, since there is no whole state of it: not bit for bit.
  bool from_last_frame = false;
  /// Why the bits of a run that goes on may differ from those of the run in one piece, one sentence; empty: no reason.
  std::string bits_may_differ;
  std::shared_ptr<const Moment> replaced;              ///< the moment that the newest LoadState gave up; null: none
  std::shared_ptr<const std::vector<Event>> events{};  ///< of the run up to here, in order; null: none yet
  long step = 0;
  double time = 0;                     ///< [time]
  double time_step = 0;                ///< last one taken [time]
  double time_step_asked = 0;          ///< integrator.time_step, before anything shortens it [time]
  std::string shortened_by;            ///< why the last step is shorter than that, a few words; empty: it is not
  std::vector<double> positions;       ///< (N,3), wrapped into the period [length]
  std::vector<std::int32_t> images;    ///< (N,3), periods crossed
  std::vector<double> velocities;      ///< (N,3)
  std::vector<double> directors;       ///< (N,3), unit vectors along rods; empty when there is no rod
  std::vector<double> rates;           ///< (N,3), d(director)/dt; as long as directors
  std::vector<double> forces;          ///< (N,3), other than from the fluid: outer ones and those of contacts
  std::vector<double> contact_forces;  ///< (N,3), the part of the repulsion; empty: the scenario has none
  /// Movement of the centres since the previous frame, for recorded frames only.  The change of place is the effective
  /// velocity times the time between both frames, plus the displacement by the projection of contacts.
  std::vector<double> effective_velocities;   ///< (N,3); 0 where no time has passed
  std::vector<double> contact_displacements;  ///< (N,3) [length]; empty: the scenario projects none
  std::vector<double> radii;                  ///< (N); of rods, the largest half thickness [length]
  std::vector<double> half_lengths;           ///< (N), of rods, 0 for spheres [length]; empty when there is no rod
  std::vector<std::int32_t> groups;           ///< (N), index into scenario->bodies
  Values values;                              ///< values of all quantities except those of single bodies
  double wall_seconds = 0;                    ///< spent in steps and in writing frames, since time 0
  long halvings = 0;            ///< number of halved steps because contacts did not converge, since time 0
  StageTimes stage_times;       ///< times of the last step [s]
  double seconds_per_step = 0;  ///< wall time of a step, smoothed
  ErrorReport errors;
  SolveReport solve;
  SolveCost solve_cost;
  /// Why errors are measured by their sources alone, one sentence; empty: they are measured as a whole too.
  std::string measured_by_sources;
  double measurement_seconds = std::numeric_limits<double>::quiet_NaN();  ///< seconds that the newest measurement of
                                                                          ///< errors took; NaN: there is none yet
  ParameterReport sum_report;               ///< parameters of the sum over the bodies that follow from the tolerance
  SumChoice sum_choice;                     ///< choice of its engine; empty before there are forces
  std::shared_ptr<const SumPlan> sum_plan;  ///< for a survey of its variants; null: there is none, or a file is shown
  double sum_length = 1;                    ///< unit of the plan's lengths [length]
  Device sum_device = Device::host;         ///< device that evaluates the sums
  std::string solver_summary;               ///< one line for a person
  std::vector<std::shared_ptr<const Field>> fields;  ///< newest answers to RequestField, one of each name
  std::shared_ptr<const AngularVelocities>
      angular_velocities;            ///< the newest, maybe of an earlier step; null: none yet
  std::vector<ParentFrame> parents;  ///< recorded frames that the run goes on from, or took bodies from
  std::filesystem::path recording;   ///< empty: not recording
  long frames_recorded = 0;          ///< frames of this recording, or of the last one
  CommandNumber last_command = 0;    ///< newest command that has been applied (or refused)
  /// The work that a long command is doing before it is answered, and the part of it that is done (0 to 1); empty:
  /// none.
  std::string task;
  double task_done = 0;
  CommandNumber task_command = 0;     ///< the command that does this work; 0: none does
  std::string message;                ///< last refusal or failure, one sentence; empty: none
  CommandNumber message_command = 0;  ///< the command it answers; 0: none
  int message_exit_code = 0;          ///< exit code that the command line gives for it (error.hpp)

  /// Newest field of this name; null: there is none.
  std::shared_ptr<const Field> field(std::string_view name = "slice") const {
    for (const auto& f : fields)
      if (f->name == name) return f;
    return nullptr;
  }
};

/// Views into a snapshot, for quantities of its bodies; the solver is not asked.
Step step_of(const Snapshot& snapshot);

}  // namespace slurry
