// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/rows.hpp"

// What a file keeps of the error budget and of the steps.
namespace slurry {

using namespace quantity;

namespace {

template <auto entry, auto kind>
Quantity error(std::string_view name, std::string_view title, std::string_view description,
               std::string_view unit = {}) {
  return {.name = name,
          .symbol = title,
          .title = title,
          .description = description,
          .unit = unit,
          .shown = nowhere,
          .compute = [](const Step& s, Out out) { out[0] = s.errors ? (s.errors->*entry).*kind : unknown; }};
}

}  // namespace

std::vector<Quantity> error_quantities() {
  using R = ErrorReport;
  using E = ErrorEntry;
  return {
      error<&R::total, &E::asked>("error_asked", "Error asked for",
                                  "Relative error of the body velocities that was asked for"),
      error<&R::total, &E::predicted>("error_predicted", "Error predicted",
                                      "Relative error of the body velocities that the parameters promise"),
      error<&R::total, &E::measured>("error_estimate", "Error measured",
                                     "Relative error of the body velocities as it was measured at random bodies"),
      error<&R::near_far, &E::measured>("error_near_far", "Error of the sum",
                                        "Measured relative error of the body velocities from the sum"),
      error<&R::wall, &E::measured>("error_wall", "Error at the wall",
                                    "Measured slip at the wall, relative to the rms velocity of the bodies"),
      error<&R::time_step, &E::measured>("error_time_step", "Error of the step",
                                         "Difference of two orders of the integrator per unit of time, relative to "
                                         "the rms velocity of the bodies",
                                         "velocity/length"),
      {.name = "time_step",
       .symbol = "Δt",
       .title = "Time step",
       .description = "Length of the last step",
       .unit = "time",
       .shown = nowhere,
       .compute = [](const Step& s, Out out) { out[0] = s.time_step; }},
  };
}

}  // namespace slurry
