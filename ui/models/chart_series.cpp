// SPDX-License-Identifier: BSD-3-Clause
#include "models/chart_series.hpp"

#include <algorithm>

namespace slurry::ui {

std::vector<const Quantity*> chart_quantities(const Snapshot& s) {
  std::vector<const Quantity*> out;
  for (const Quantity& q : *s.values.table())
    if ((q.length == 1 || q.of == Of::profile) && (q.shown & in_chart) != 0 && s.values.has(q.name)) out.push_back(&q);
  return out;
}

std::span<const double> ChartSeries::values(std::string_view name) const {
  for (const auto& [quantity, values] : values_)
    if (quantity->name == name) return values;
  return {};
}

bool ChartSeries::add(const Snapshot& s) {
  if (s.velocities.empty() && s.values.bytes() == 0) return false;
  if (s.scenario_generation != generation_ || s.values.table() != table_ ||
      (!times_.empty() && s.time < times_.back())) {
    clear();
    generation_ = s.scenario_generation;
  }
  const bool again = !times_.empty() && s.time == times_.back();
  if (!again && !times_.empty() && s.time < times_.back() + interval_) return false;
  put(times_.size() - (again ? 1 : 0), again, s);
  return true;
}

bool ChartSeries::insert(const Snapshot& s) {
  if (s.velocities.empty() && s.values.bytes() == 0) return false;
  if (s.values.table() != table_) clear();
  const auto after = std::lower_bound(times_.begin(), times_.end(), s.time);
  const auto place = static_cast<std::size_t>(after - times_.begin());
  const bool again = after != times_.end() && *after == s.time;
  const bool crowded =
      (place > 0 && s.time < times_[place - 1] + interval_) || (after != times_.end() && s.time > *after - interval_);
  if (!again && crowded) return false;
  put(place, again, s);
  return true;
}

void ChartSeries::put(std::size_t place, bool replace, const Snapshot& s) {
  const auto set = [place, replace](std::vector<double>& v, double value) {
    if (replace) {
      v[place] = value;
    } else {
      v.insert(v.begin() + static_cast<std::ptrdiff_t>(place), value);
    }
  };
  if (table_ != s.values.table()) {
    values_.clear();
    table_ = s.values.table();
    for (const Quantity& q : *table_)
      if (q.of != Of::body && q.length == 1) values_[&q];
  }
  set(times_, s.time);
  for (auto& [quantity, values] : values_) set(values, s.values.number(quantity->name));
  if (times_.size() >= capacity_) thin_out();
}

void ChartSeries::thin_out() {
  const std::size_t kept = (times_.size() + 1) / 2;
  const auto halve = [kept](std::vector<double>& v) {
    for (std::size_t i = 0; i < kept; ++i) v[i] = v[2 * i];
    v.resize(kept);
  };
  halve(times_);
  for (auto& [quantity, values] : values_) halve(values);
  interval_ = 0.999 * (times_.back() - times_.front()) / static_cast<double>(kept - 1);
}

void ChartSeries::clear() {
  times_.clear();
  values_.clear();
  table_.reset();
  interval_ = 0;
}

}  // namespace slurry::ui
