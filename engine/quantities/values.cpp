// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>

#include "slurry/error.hpp"
#include "slurry/quantity.hpp"

namespace slurry {

const Quantity* find_quantity(const QuantityTable& table, std::string_view name) {
  for (const Quantity& q : *table)
    if (q.name == name) return &q;
  return nullptr;
}

bool is_valid(const Quantity& q, const Scenario& scenario, std::size_t bodies) {
  return !q.valid || q.valid(scenario, bodies);
}

const Quantity& Values::row(std::string_view name) const {
  const Quantity* q = find_quantity(table_, name);
  if (!q) throw Error("there is no quantity '" + std::string(name) + "'");
  return *q;
}

std::span<const double> Values::list(std::string_view name) const {
  for (const Entry& e : entries_)
    if (e.quantity->name == name) return std::span(numbers_).subspan(e.first, e.quantity->length);
  row(name);
  return {};
}

double Values::number(std::string_view name) const {
  const std::span<const double> v = list(name);
  return v.empty() ? std::numeric_limits<double>::quiet_NaN() : v[0];
}

double Values::number(const Quantity& row) const {
  for (const Entry& e : entries_)
    if (e.quantity == &row) return numbers_[e.first];
  return std::numeric_limits<double>::quiet_NaN();
}

void Values::set(std::string_view name, std::span<const double> values) {
  const Quantity& q = row(name);
  if (values.size() != q.length)
    throw Error("'" + std::string(name) + "' has " + std::to_string(q.length) + " numbers, not " +
                std::to_string(values.size()));
  std::size_t first = numbers_.size();
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.quantity == &q; });
  if (known == entries_.end()) {
    entries_.push_back({&q, first});
    numbers_.resize(first + q.length);
  } else {
    first = known->first;
  }
  std::copy(values.begin(), values.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(first));
}

void compute_value(Values& values, const Step& step, const Quantity& q) {
  if (!q.compute || step.bodies() == 0 || !is_valid(q, *step.scenario, step.bodies()) || values.has(q.name)) return;
  std::vector<double> found(q.length, std::numeric_limits<double>::quiet_NaN());
  q.compute(step, found);
  values.set(q.name, found);
}

void compute_values(Values& values, const Step& step, bool costly) {
  for (const Quantity& q : *values.table())
    if (costly || !q.costly) compute_value(values, step, q);
}

std::vector<double> values_of_bodies(const Quantity& q, const Step& s, std::size_t first, std::size_t last) {
  std::vector<double> out((last - first) * q.length, std::numeric_limits<double>::quiet_NaN());
  if (q.of_bodies) {
    q.of_bodies(s, first, last, out);
  } else if (q.of_velocity && s.velocities.size() == 3 * s.bodies()) {
    const Vector3 gravity = s.scenario ? s.scenario->gravity : Vector3{1, 0, 0};
    for (std::size_t i = first; i < last; ++i)
      out[i - first] = q.of_velocity({s.velocities[3 * i], s.velocities[3 * i + 1], s.velocities[3 * i + 2]}, gravity);
  }
  return out;
}

}  // namespace slurry
