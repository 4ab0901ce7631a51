// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/expectations.hpp"

#include <cmath>
#include <limits>

#include "slurry/option_table.hpp"

namespace slurry {

namespace {

struct Quantity {
  std::string_view name;
  double (*get)(const Snapshot&);
};

template <auto member>
constexpr Quantity observable(std::string_view name) {
  return {name, [](const Snapshot& s) -> double { return s.observables.*member; }};
}

template <auto member>
constexpr Quantity total(std::string_view name) {
  return {name, [](const Snapshot& s) -> double { return s.totals.*member; }};
}

using O = Observables;
using T = RunTotals;
constexpr Quantity quantities[]{observable<&O::period>("period"),
                                observable<&O::mean_settling_velocity>("mean_settling_velocity"),
                                observable<&O::initial_settling_velocity>("initial_settling_velocity"),
                                observable<&O::unbounded_settling_velocity>("unbounded_settling_velocity"),
                                total<&T::mean_settling_velocity>("average_settling_velocity"),
                                observable<&O::drift_angle>("drift_angle"),
                                observable<&O::mean_speed>("mean_speed"),
                                observable<&O::rotation_period>("rotation_period"),
                                observable<&O::order_parameter>("order_parameter"),
                                observable<&O::separation>("separation"),
                                observable<&O::largest_separation>("largest_separation"),
                                observable<&O::exit_time>("exit_time"),
                                observable<&O::bound>("bound"),
                                observable<&O::growth_rate>("growth_rate"),
                                observable<&O::return_error>("return_error"),
                                observable<&O::reversal_error>("reversal_error"),
                                observable<&O::rms_radius>("rms_radius"),
                                observable<&O::wall_drag>("wall_drag"),
                                observable<&O::force_balance_error>("force_balance_error"),
                                total<&T::work_of_gravity>("work_of_gravity"),
                                total<&T::potential_energy_loss>("potential_energy_loss"),
                                total<&T::smallest_gap>("smallest_gap"),
                                total<&T::smallest_wall_gap>("smallest_wall_gap"),
                                observable<&O::flux>("flux"),
                                observable<&O::pressure_gradient>("pressure_gradient")};

}  // namespace

const std::vector<std::string_view>& expected_quantities() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> n;
    for (const Quantity& q : quantities) n.push_back(q.name);
    return n;
  }();
  return names;
}

double quantity_of(const Snapshot& snapshot, std::string_view quantity) {
  for (const Quantity& q : quantities)
    if (q.name == quantity) return q.get(snapshot);
  return std::numeric_limits<double>::quiet_NaN();
}

bool applies(const Expectation& e, const Scenario& scenario) {
  for (const auto& [key, value] : e.conditions)
    if (option_value(scenario, key) != value) return false;
  return true;
}

Checked checked(const Expectation& e, double found) {
  return {e, found, !e.qualitative && std::abs(found - e.value) <= e.tolerance};
}

std::vector<Checked> check_expectations(const Snapshot& last) {
  std::vector<Checked> out;
  for (const Expectation& e : last.scenario->expect)
    if (applies(e, *last.scenario)) out.push_back(checked(e, quantity_of(last, e.quantity)));
  return out;
}

}  // namespace slurry
