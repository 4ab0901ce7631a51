// SPDX-License-Identifier: BSD-3-Clause
#include "io/frame_observables.hpp"

#include <algorithm>

namespace slurry {

namespace {

template <auto member>
FrameObservable number(std::string_view name) {
  return {name, 1, [](const Snapshot& s, std::span<double> out) { out[0] = s.observables.*member; },
          [](Snapshot& s, std::span<const double> in) { s.observables.*member = in[0]; }};
}

template <auto member>
FrameObservable vector(std::string_view name) {
  return {name, 3,
          [](const Snapshot& s, std::span<double> out) {
            std::copy((s.observables.*member).begin(), (s.observables.*member).end(), out.begin());
          },
          [](Snapshot& s, std::span<const double> in) {
            std::copy(in.begin(), in.end(), (s.observables.*member).begin());
          }};
}

template <auto member>
FrameObservable profile(std::string_view name) {
  return {name, profile_rings,
          [](const Snapshot& s, std::span<double> out) {
            std::copy((s.profiles.*member).begin(), (s.profiles.*member).end(), out.begin());
          },
          [](Snapshot& s, std::span<const double> in) {
            std::copy_n(in.begin(), std::min(in.size(), profile_rings), (s.profiles.*member).begin());
          },
          true};
}

template <auto entry, auto kind>
FrameObservable error(std::string_view name) {
  return {name, 1, [](const Snapshot& s, std::span<double> out) { out[0] = s.errors.*entry.*kind; },
          [](Snapshot& s, std::span<const double> in) { s.errors.*entry.*kind = in[0]; }};
}

}  // namespace

const std::vector<FrameObservable>& frame_observables() {
  using O = Observables;
  using R = ErrorReport;
  using E = ErrorEntry;
  static const std::vector<FrameObservable> all{
      vector<&O::mean_velocity>("mean_velocity"),
      number<&O::mean_settling_velocity>("mean_settling_velocity"),
      vector<&O::velocity_variance>("velocity_variance"),
      number<&O::smallest_gap>("min_gap"),
      number<&O::smallest_wall_gap>("min_wall_gap"),
      number<&O::flux>("flux"),
      number<&O::pressure_gradient>("pressure_gradient"),
      vector<&O::net_force>("net_force"),
      number<&O::separation>("separation"),
      number<&O::period>("period"),
      number<&O::drift_angle>("drift_angle"),
      number<&O::mean_speed>("mean_speed"),
      number<&O::rotation_period>("rotation_period"),
      number<&O::order_parameter>("order_parameter"),
      number<&O::initial_settling_velocity>("initial_settling_velocity"),
      number<&O::unbounded_settling_velocity>("unbounded_settling_velocity"),
      number<&O::largest_separation>("largest_separation"),
      number<&O::exit_time>("exit_time"),
      number<&O::bound>("bound"),
      number<&O::growth_rate>("growth_rate"),
      number<&O::return_error>("return_error"),
      number<&O::reversal_error>("reversal_error"),
      vector<&O::spread>("spread"),
      vector<&O::extent>("extent"),
      number<&O::rms_radius>("rms_radius"),
      number<&O::wall_drag>("wall_drag"),
      number<&O::force_balance_error>("force_balance_error"),
      profile<&RadialProfiles::volume_fraction>("volume_fraction_profile"),
      profile<&RadialProfiles::axial_velocity>("axial_velocity_profile"),
      error<&R::total, &E::asked>("error_asked"),
      error<&R::total, &E::predicted>("error_predicted"),
      error<&R::total, &E::measured>("error_estimate"),
      error<&R::near_far, &E::measured>("error_near_far"),
      error<&R::wall, &E::measured>("error_wall"),
      error<&R::time_step, &E::measured>("error_time_step"),
      {"work_of_gravity", 1, [](const Snapshot& s, std::span<double> out) { out[0] = s.totals.work_of_gravity; },
       [](Snapshot& s, std::span<const double> in) { s.totals.work_of_gravity = in[0]; }},
      {"potential_energy_loss", 1,
       [](const Snapshot& s, std::span<double> out) { out[0] = s.totals.potential_energy_loss; },
       [](Snapshot& s, std::span<const double> in) { s.totals.potential_energy_loss = in[0]; }},
      {"time_step", 1, [](const Snapshot& s, std::span<double> out) { out[0] = s.time_step; },
       [](Snapshot& s, std::span<const double> in) { s.time_step = in[0]; }}};
  return all;
}

}  // namespace slurry
