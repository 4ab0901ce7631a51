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

#include "slurry/cells.hpp"
#include "slurry/command.hpp"
#include "slurry/error_report.hpp"
#include "slurry/moment.hpp"
#include "slurry/quantity.hpp"
#include "slurry/report.hpp"
#include "slurry/scenario.hpp"
#include "slurry/solve_report.hpp"

namespace slurry {

enum class SessionState { empty, paused, running, finished, failed };

/// Velocity of the fluid at points. The points of a plane are row-major over (i1, i0), where i0 runs along the first
/// letter of the plane's name. A point lies at lower + (i + 1/2) (upper - lower)/shape.
struct Field {
  static constexpr std::int32_t in_fluid = -1, outside = -2;
  std::string name;  ///< name of the request
  long step = 0;
  double time = 0;                 ///< [time]
  FieldPlaces places;              ///< points as they were requested
  std::array<int, 2> shape{0, 0};  ///< numbers of points of a plane (n0, n1); for a line or a list: number of points, 1
  std::array<double, 2> lower{0, 0}, upper{0, 0};  ///< extent in the plane [length]; used for planes only
  std::vector<float> velocity;                     ///< (n1, n0, 3); 0 where the point is not in the fluid
  /// (n1, n0): number of the body that holds the point, or in_fluid, or outside of the pipe
  std::vector<std::int32_t> body;

  /// The plane of the field. A plane without points if the field is not on a plane.
  FieldPlane plane() const {
    const auto* p = std::get_if<FieldPlane>(&places);
    return p ? *p : FieldPlane{};
  }
  bool is_fluid(std::size_t point) const { return body[point] == in_fluid; }
};

/// Angular velocities of the bodies. A sphere turns with half the curl of the flow at its centre, without the sphere's
/// own flow; this is exact for Rotne-Prager spheres without torques. For a rod the value is n x dn/dt, because rotation
/// about the director n moves nothing.
struct AngularVelocities {
  std::vector<double> values;  ///< (N,3) [1/time]; NaN: not known
  double time = 0;             ///< [time]
};

/// One finished step. It is complete and never changes after it is published.
struct Snapshot {
  std::uint64_t number = 0;  ///< grows by one with each publication
  SessionState state = SessionState::empty;
  CommandNumber run = 0;                     ///< number of the LoadScenario or LoadState that began this run
  std::shared_ptr<const Scenario> scenario;  ///< scenario with every option in force
  std::uint64_t scenario_generation = 0;     ///< grows when bodies, domain or units change
  /// The run continues from the values that a recorded frame shows, since the file has no whole state there. The
  /// continued run is then not the same bit for bit.
  bool from_last_frame = false;
  /// One sentence that says why a continued run may differ in its bits from an uninterrupted run. Empty: there is no
  /// reason.
  std::string bits_may_differ;
  std::shared_ptr<const Moment> replaced;              ///< the moment that the newest LoadState left; null: none
  std::shared_ptr<const std::vector<Event>> events{};  ///< events of the run up to now, in order; null: none yet
  long step = 0;
  double time = 0;             ///< [time]
  double time_step = 0;        ///< length of the last step [time]
  double time_step_asked = 0;  ///< integrator.time_step, the step before anything shortens it [time]
  std::string shortened_by;    ///< why the last step is shorter than time_step_asked, in a few words; empty: it is not
  std::vector<double> positions;     ///< (N,3), wrapped into the period [length]
  std::vector<std::int32_t> images;  ///< (N,3), number of periods crossed
  std::vector<double> velocities;    ///< (N,3)
  std::vector<double> directors;     ///< (N,3), unit vectors along rods; empty when there is no rod
  std::vector<double> rates;         ///< (N,3), d(director)/dt; as long as directors
  std::vector<double> forces;  ///< (N,3), external forces and contact forces; forces from the fluid are not included
  std::vector<double> contact_forces;  ///< (N,3), repulsion alone; empty: the scenario has none
  /// Movement of the centres since the previous frame, for recorded frames only. The change of position is the
  /// effective velocity times the time between the frames, plus the displacement by the projection of contacts.
  std::vector<double> effective_velocities;   ///< (N,3); 0 where no time has passed
  std::vector<double> contact_displacements;  ///< (N,3) [length]; empty: the scenario does not project contacts
  std::vector<double> radii;                  ///< (N), radii of spheres, or largest half thickness of rods [length]
  std::vector<double> half_lengths;  ///< (N), half lengths of rods, 0 for spheres [length]; empty: there are no rods
  std::vector<std::int32_t> groups;  ///< (N), index into scenario->bodies
  Values values;                     ///< values of all quantities except those of single bodies
  double wall_seconds = 0;           ///< wall time of steps and of writing frames, since time 0
  long halvings = 0;                 ///< number of halved steps because contacts did not converge, since time 0
  StepErrors step_errors;
  StageTimes stage_times;       ///< times of the last step [s]
  double seconds_per_step = 0;  ///< wall time of a step, smoothed
  ErrorReport errors;
  SolveReport solve;
  SolveCost solve_cost;
  /// One sentence that says why each source of error is measured on its own. Empty: the total error is measured too.
  std::string measured_by_sources;
  /// wall time of the newest error measurement [s]; NaN: none yet
  double measurement_seconds = std::numeric_limits<double>::quiet_NaN();
  ParameterReport sum_report;  ///< parameters of the sum over the bodies that follow from the tolerance
  SumChoice sum_choice;        ///< choice of its engine; empty before there are forces
  /// plan, for a survey of its variants; null: there is none, or a file is shown
  std::shared_ptr<const SumPlan> sum_plan;
  double sum_length = 1;                             ///< unit of the plan's lengths [length]
  Device sum_device = Device::host;                  ///< device that evaluates the sums
  std::string solver_summary;                        ///< one line for a person
  std::vector<std::shared_ptr<const Field>> fields;  ///< newest answers to RequestField, one for each name
  std::shared_ptr<const SumCells> cells;             ///< newest answer to RequestCells; null: nobody asks for one
  std::shared_ptr<const AngularVelocities>
      angular_velocities;            ///< newest angular velocities, possibly of an earlier step; null: none yet
  std::vector<ParentFrame> parents;  ///< recorded frames from which the run continues or took bodies
  std::filesystem::path recording;   ///< file of the recording; empty: not recording
  long frames_recorded = 0;          ///< frames of this recording, or of the previous one
  CommandNumber last_command = 0;    ///< newest command that has been applied (or refused)
  /// What a long command is doing before it is answered, and the finished part of it (0 to 1). Empty: no such command.
  std::string task;
  double task_done = 0;
  CommandNumber task_command = 0;     ///< the command that does this work; 0: none
  std::string message;                ///< last refusal or failure, one sentence; empty: none
  CommandNumber message_command = 0;  ///< the command that the message answers; 0: none
  int message_exit_code = 0;          ///< exit code that the command line gives for it (error.hpp)

  /// Newest field of this name. Null if there is none.
  std::shared_ptr<const Field> field(std::string_view name = "slice") const {
    for (const auto& f : fields)
      if (f->name == name) return f;
    return nullptr;
  }
};

/// Views of a snapshot's arrays for the quantities of its bodies. Values that only the solver knows are not set.
Step step_of(const Snapshot& snapshot);

}  // namespace slurry
