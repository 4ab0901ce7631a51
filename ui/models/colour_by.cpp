// SPDX-License-Identifier: BSD-3-Clause
#include "models/colour_by.hpp"

#include <algorithm>
#include <cmath>

#include "models/quantity_text.hpp"
#include "models/round_off.hpp"

namespace slurry::ui {
namespace {

/// Value below which the given share lies.
double percentile(std::vector<float>& values, double share) {
  const auto k = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + k, values.end());
  return values[k];
}

}  // namespace

std::vector<const Quantity*> colour_quantities(const QuantityTable& table) {
  std::vector<const Quantity*> out;
  for (const Quantity& q : *table)
    if (q.of == Of::body && q.length == 1 && (q.shown & in_colours) != 0) out.push_back(&q);
  return out;
}

const Quantity& colour_quantity(const QuantityTable& table, std::string_view name) {
  const std::vector<const Quantity*> known = colour_quantities(table);
  for (const std::string_view wanted : {name, std::string_view("speed")})
    for (const Quantity* q : known)
      if (q->name == wanted) return *q;
  return *known.front();
}

const ColourMap& colour_map_of(const Quantity& q) {
  return q.diverging ? ColourMap::diverging() : ColourMap::sequential();
}

std::vector<std::string> names_of_values(const Quantity& q, const Scenario& scenario) {
  std::vector<std::string> names;
  if (q.name != "group") return names;
  for (const BodyGroup& group : scenario.bodies) {
    std::string name = group.name;
    for (int i = 2; std::find(names.begin(), names.end(), name) != names.end(); ++i)
      name = group.name + " " + std::to_string(i);
    names.push_back(name);
  }
  return names;
}

std::vector<float> body_values(const Snapshot& s, const Quantity& q) {
  std::vector<float> values;
  const double round_off = s.scenario ? round_off_of(q.unit, *s.scenario) : 0;
  for (const double x : values_of_bodies(q, step_of(s), 0, s.radii.size()))
    values.push_back(std::isfinite(x) ? static_cast<float>(without_round_off(x, round_off)) : 0.0F);
  return values;
}

std::vector<float> slice_values(const Field& slice, const Snapshot& s, const Quantity& q) {
  const std::size_t n = slice.velocity.size() / 3;
  std::vector<float> values(n, 0.0F);
  const Vector3 g = s.scenario ? s.scenario->gravity : Vector3{1, 0, 0};
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<float>(
        q.of_velocity({slice.velocity[3 * i], slice.velocity[3 * i + 1], slice.velocity[3 * i + 2]}, g));
  return values;
}

void ColourRange::update(const std::vector<float>& values, bool diverging) {
  if (locked || values.empty()) return;
  std::vector<float> sorted(values);
  const double bottom = percentile(sorted, 0.02), top = percentile(sorted, 0.98);
  double reach = diverging ? std::max(std::abs(bottom), std::abs(top)) : top;
  if (!(reach > 0) || !std::isfinite(reach)) reach = 1;
  // It grows at once and shrinks when less than two fifths are used.  A change leaves room for a fifth more: values
  // that fluctuate would cross a bound just above them again and again.
  const bool other_kind = fresh_ || (low_ < 0) != diverging;
  if (other_kind || reach > high_ || reach < 0.4 * high_) high_ = nice_ceiling(other_kind ? reach : 1.2 * reach);
  low_ = diverging ? -high_ : 0;
  fresh_ = false;
}

void ColourRange::set(double low, double high) {
  low_ = low;
  high_ = high;
  fresh_ = false;
}

void ColourRange::tellApart(std::size_t kinds) {
  set(0, kinds > 1 ? static_cast<double>(kinds - 1) : 0);
}

void ColourRange::forget() {
  fresh_ = true;
}

}  // namespace slurry::ui
