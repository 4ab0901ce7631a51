// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/meters.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace slurry {

namespace {

std::string part_of(const Quantity& q) {
  return "quantity/" + std::string(q.name);
}

}  // namespace

Meters::Meters(QuantityTable table, const Scenario& scenario) : table_(std::move(table)) {
  for (const Quantity& q : *table_)
    if (q.make_meter) meters_.push_back({&q, q.make_meter(scenario)});
}

void Meters::see(const Step& step) {
  for (const Running& r : meters_) r.meter->see(step);
}

void Meters::changed(const Step& step, Meter::Change change) {
  for (const Running& r : meters_) r.meter->changed(step, change);
}

/// A meter that has found something has a value also where none was to be expected.
Values Meters::values(const Step& step, bool costly) const {
  Values values(table_);
  compute_values(values, step, costly);
  for (const auto& [quantity, meter] : meters_) {
    const double value = meter->value();
    if (std::isfinite(value) || is_valid(*quantity, *step.scenario, step.bodies())) values.set(quantity->name, value);
  }
  return values;
}

namespace {

bool is_scalar(const Quantity& q) {
  return q.length == 1 && (q.of == Of::system || q.of == Of::run);
}

}  // namespace

Values Meters::scalars(const Step& step, const std::vector<std::string>& costly) const {
  Values values(table_);
  for (const Quantity& q : *table_)
    if (is_scalar(q) && (!q.costly || std::find(costly.begin(), costly.end(), q.name) != costly.end()))
      compute_value(values, step, q);
  for (const auto& [quantity, meter] : meters_)
    if (is_scalar(*quantity)) values.set(quantity->name, meter->value());
  return values;
}

std::vector<const Quantity*> Meters::scalar_rows(const Scenario& scenario, std::size_t bodies) const {
  std::vector<const Quantity*> rows;
  for (const Quantity& q : *table_) {
    const bool has_meter =
        std::any_of(meters_.begin(), meters_.end(), [&](const Running& r) { return r.quantity == &q; });
    if (is_scalar(q) && (has_meter || (q.compute && is_valid(q, scenario, bodies)))) rows.push_back(&q);
  }
  return rows;
}

double Meters::value(const Step& step, std::string_view name) const {
  for (const auto& [quantity, meter] : meters_)
    if (quantity->name == name) return meter->value();
  Values one(table_);
  if (const Quantity* q = find_quantity(table_, name)) compute_value(one, step, *q);
  return one.number(name);
}

void Meters::save(State& to) const {
  for (const auto& [quantity, meter] : meters_)
    for (const auto& [name, list] : meter->state()) to.put(part_of(*quantity) + "/" + name, list);
}

void Meters::save_running(State& to) const {
  for (const auto& [quantity, meter] : meters_)
    for (const auto& [name, list] : meter->frame_state()) to.put(part_of(*quantity) + "/" + name, list);
}

void Meters::load(const State& from) {
  for (const auto& [quantity, meter] : meters_)
    if (const State own = from.part(part_of(*quantity)); !own.empty()) meter->restore(own.lists());
}

}  // namespace slurry
