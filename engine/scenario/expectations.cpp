// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/expectations.hpp"

#include <cmath>

#include "slurry/option_table.hpp"

namespace slurry {

const std::vector<std::string_view>& expected_quantities() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> n;
    for (const Quantity& q : *quantities())
      if (q.length == 1 && (q.of == Of::system || q.of == Of::run)) n.push_back(q.name);
    return n;
  }();
  return names;
}

double quantity_of(const Snapshot& snapshot, std::string_view quantity) {
  return snapshot.values.number(quantity);
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
