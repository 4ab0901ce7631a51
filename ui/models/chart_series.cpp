// SPDX-License-Identifier: BSD-3-Clause
#include "models/chart_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slurry::ui {

namespace {

constexpr std::size_t most_groups = 1000;  // drawn of a series, four points each: more than a chart has pixels

/// Neighbouring buckets as one.
struct Group {
  double first, last, least, greatest;
  bool least_is_earlier;
};

Group group_of(const Series& s, std::size_t begin, std::size_t end, std::size_t scalar) {
  const Series::Range first = s.range(begin, scalar);
  Group g{first.first, first.last, first.least, first.greatest, true};
  std::size_t least_at = begin, greatest_at = begin;
  for (std::size_t i = begin + 1; i < end; ++i) {
    const Series::Range r = s.range(i, scalar);
    g.last = r.last;
    if (!(r.least >= g.least)) g.least = std::fmin(r.least, g.least), least_at = i;
    if (!(r.greatest <= g.greatest)) g.greatest = std::fmax(r.greatest, g.greatest), greatest_at = i;
  }
  // within a bucket their order is not known: the curve goes to the nearer one first
  g.least_is_earlier = least_at < greatest_at ||
                       (least_at == greatest_at && std::abs(g.first - g.least) <= std::abs(g.first - g.greatest));
  return g;
}

/// Calls visit(begin, end, single) for the buckets that are drawn together; single: they are one sample.
template <class Visit>
void each_group(const Series& s, Visit&& visit) {
  const std::size_t together = (s.size() + most_groups - 1) / most_groups;
  for (std::size_t begin = 0; begin < s.size(); begin += together) {
    const std::size_t end = std::min(begin + together, s.size());
    visit(begin, end, end == begin + 1 && s.span(begin).samples == 1);
  }
}

bool has(const ChartSeries& series, const Quantity& q) {
  return series.followed() && series.followed()->scalar(q.name) != Series::none;
}

template <class IsThere>
std::vector<const Quantity*> chart_rows(const Snapshot& s, const IsThere& is_there) {
  std::vector<const Quantity*> out;
  for (const Quantity& q : *s.values.table())
    if ((q.length == 1 || q.of == Of::profile) && (q.shown & in_chart) != 0 && is_there(q)) out.push_back(&q);
  return out;
}

}  // namespace

void ChartSeries::follow(std::shared_ptr<const Series> series) {
  if (!series || series->empty()) return;
  // A longer series of the same run takes the place of the former one; before another series the former one stays.
  if (followed_ && series->span(0).first_time != followed_->span(0).first_time) draw_all_values();
  followed_ = std::move(series);
  drawn_ = false;
  if (table_ == followed_->table()) return;
  values_.clear();
  undrawn_.clear();
  times_.clear();
  table_ = followed_->table();
  for (const Quantity& q : *table_)
    if (q.of != Of::body && q.length == 1) values_[&q];
}

const std::vector<double>& ChartSeries::times() const {
  draw();
  return times_;
}

void ChartSeries::draw() const {
  if (drawn_) return;
  drawn_ = true;
  const Series& s = *followed_;
  // what is drawn of it so far goes; so does the part of a longer run that it replaces
  const auto kept = std::lower_bound(times_.begin(), times_.end(), s.span(0).first_time) - times_.begin();
  times_.resize(static_cast<std::size_t>(kept));
  for (auto& [quantity, values] : values_) {
    values.resize(std::min(values.size(), times_.size()));
    undrawn_.insert(quantity);
  }
  each_group(s, [&](std::size_t begin, std::size_t end, bool single) {
    const double from = s.span(begin).first_time, to = s.span(end - 1).last_time;
    for (int k = 0; k < (single ? 1 : 4); ++k) times_.push_back(from + k * (to - from) / 3);
  });
}

void ChartSeries::draw_values(const Quantity& quantity) const {
  if (undrawn_.erase(&quantity) == 0) return;
  const Series& s = *followed_;
  std::vector<double>& values = values_.at(&quantity);
  const std::size_t column = s.scalar(quantity.name);
  if (column == Series::none) return values.resize(times_.size(), std::numeric_limits<double>::quiet_NaN());
  each_group(s, [&](std::size_t begin, std::size_t end, bool single) {
    if (single) return values.push_back(s.range(begin, column).first);
    const Group g = group_of(s, begin, end, column);
    values.insert(values.end(), {g.first, g.least_is_earlier ? g.least : g.greatest,
                                 g.least_is_earlier ? g.greatest : g.least, g.last});
  });
}

void ChartSeries::draw_all_values() const {
  draw();
  for (const auto& [quantity, values] : values_) draw_values(*quantity);
}

std::vector<const Quantity*> chart_quantities(const Snapshot& s, const ChartSeries* run) {
  return chart_rows(s, [&](const Quantity& q) { return s.values.has(q.name) || (q.costly && run && has(*run, q)); });
}

std::vector<const Quantity*> chart_quantities_of_file(const Snapshot& s, const ChartSeries& file) {
  return chart_rows(s, [&](const Quantity& q) { return q.of == Of::profile ? s.values.has(q.name) : has(file, q); });
}

std::span<const double> ChartSeries::values(std::string_view name) const {
  draw();
  for (const auto& [quantity, values] : values_)
    if (quantity->name == name) {
      draw_values(*quantity);
      return values;
    }
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
  draw_all_values();
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
  draw_all_values();
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
  undrawn_.clear();
  table_.reset();
  followed_.reset();
  drawn_ = true;
  interval_ = 0;
}

}  // namespace slurry::ui
