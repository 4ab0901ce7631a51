// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "quantities/rows.hpp"

// What a file keeps of the error budget and of the steps.
namespace slurry {

using namespace quantity;

namespace {

template <auto entry>
Quantity error(std::string_view name, std::string_view title, std::string_view description,
               std::string_view unit = {}) {
  return {.name = name,
          .symbol = title,
          .title = title,
          .description = description,
          .unit = unit,
          .length = 3,
          .shown = nowhere,
          .sometimes = true,
          .averaged = false,
          .compute = [](const Step& s, Out out) {
            const ErrorEntry e = s.errors ? s.errors->*entry : ErrorEntry{};
            out[0] = e.asked;
            out[1] = e.predicted;
            out[2] = e.measured;
          }};
}

template <class Valid>
Quantity only(Quantity q, Valid valid) {
  q.valid = valid;
  return q;
}

bool has_wall(const Scenario& s, std::size_t) {
  return s.domain.kind == DomainKind::pipe;
}

bool has_solve(const Scenario& s, std::size_t) {
  return s.solver.lubrication != LubricationLaw::none ||
         std::any_of(s.bodies.begin(), s.bodies.end(),
                     [](const BodyGroup& b) { return b.shape == BodyShape::rod && b.rod_model == RodModel::chain; });
}

}  // namespace

std::vector<Quantity> error_quantities() {
  using R = ErrorReport;
  return {
      error<&R::sum>("error_sum", "Error of the sums",
                     "Relative error of the body velocities from the sums over bodies and images: asked, predicted, "
                     "measured"),
      only(error<&R::wall>("error_wall", "Error of the wall",
                           "Relative error of the body velocities from the slip that remains on the wall: asked, "
                           "predicted, measured"),
           has_wall),
      only(error<&R::solve>("error_solve", "Error of the solve",
                            "Relative error of the body velocities from iterative solves: asked, predicted, measured"),
           has_solve),
      error<&R::arithmetic>("error_arithmetic", "Error of rounding",
                            "Relative error of the body velocities from rounding: asked, predicted, measured"),
      error<&R::velocity>(
          "error_velocity", "Error of the velocities",
          "Rms error of the body velocities from sum, wall, solve and arithmetic together, over error_scale: asked, "
          "predicted, measured"),
      error<&R::time_step>("error_time_step", "Error of the step",
                           "Difference of two orders of the integrator over the length of the step, relative to "
                           "the velocity scale S: asked, predicted, measured"),
      error<&R::total>("error_total", "Error of a step",
                       "Relative errors of velocity and time step together: asked, predicted, measured"),
      error<&R::total_over_rms>(
          "error_total_over_rms_velocity", "Error over the rms velocity",
          "Errors of velocity and time step together, relative to the rms velocity of the bodies; given at frames "
          "where that velocity is less than half of error_scale: asked, predicted, measured"),
      only(error<&R::wall_slip>("wall_slip", "Slip at the wall",
                                "Rms velocity on the wall, where it should be zero, over error_scale: "
                                "asked, predicted, measured"),
           has_wall),
      {.name = "error_scale",
       .symbol = "S",
       .title = "Velocity S of the errors",
       .description =
           "Velocity S to which the errors are relative: the rms velocity of the bodies, or the rms velocity "
           "that they would have alone under their loads if that is larger. For rods that turn, the velocity of the "
           "ends counts",
       .unit = "velocity",
       .shown = nowhere,
       .sometimes = true,
       .of_the_frame = true,
       .compute = [](const Step& s, Out out) { out[0] = s.errors ? s.errors->scale : unknown; }},
      {.name = "error_estimate",  // the name that readers of our files know
       .symbol = "Measured",
       .title = "Error measured",
       .description = "Relative error of the body velocities at frames where it was measured. It is the same as "
                      "error_velocity/measured",
       .shown = nowhere,
       .sometimes = true,
       .averaged = false,
       .compute = [](const Step& s, Out out) { out[0] = s.errors ? s.errors->velocity.measured : unknown; }},
      {.name = "error_uncertainty",
       .symbol = "Uncertainty",
       .title = "Uncertainty of the measured error",
       .description = "Standard error of the measured error of the velocities, which is a mean over bodies",
       .shown = nowhere,
       .sometimes = true,
       .averaged = false,
       .compute = [](const Step& s, Out out) { out[0] = s.errors ? s.errors->uncertainty : unknown; }},
      {.name = "time_step",
       .symbol = "Δt",
       .title = "Time step",
       .description = "Length of the last step",
       .unit = "time",
       .shown = nowhere,
       .averaged = false,
       .compute = [](const Step& s, Out out) { out[0] = s.time_step; }},
  };
}

}  // namespace slurry
