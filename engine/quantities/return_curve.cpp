// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/return_curve.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "quantities/rows.hpp"

namespace slurry {

using quantity::unknown;

namespace {

constexpr double same_time = 1e-9;  // of the step between two states

std::string way_block(std::size_t number) {
  return "way/" + std::to_string(number);
}

}  // namespace

void ReturnCurve::remember(double time, std::span<const double> places, std::span<const double> velocities) {
  row_ = 2 * places.size();
  if (times_.empty()) states_.reserve(std::max(most_numbers_, 2 * row_) + row_);
  times_.push_back(time);
  states_.insert(states_.end(), places.begin(), places.end());
  states_.insert(states_.end(), velocities.begin(), velocities.end());
  if (states_.size() <= most_numbers_ || times_.size() < 3) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < times_.size(); i += 2, ++kept) {
    times_[kept] = times_[i];
    std::copy_n(states_.begin() + static_cast<std::ptrdiff_t>(i * row_), row_,
                states_.begin() + static_cast<std::ptrdiff_t>(kept * row_));
  }
  skipped_ = times_.size() % 2 == 0 ? stride_ : 0;  // the newest one has gone, or not
  times_.resize(kept);
  states_.resize(kept * row_);
  blocks_.clear();
  stride_ *= 2;
}

void ReturnCurve::see(double time, std::span<const double> places, std::span<const double> velocities) {
  if (back_) {
    error_ = distance(2 * reversed_at_ - time, places);
    return;
  }
  if (!times_.empty() && (time <= last_seen_ || ++skipped_ < stride_)) {
    last_seen_ = std::max(last_seen_, time);
    return;
  }
  last_seen_ = time;
  skipped_ = 0;
  remember(time, places, velocities);
}

void ReturnCurve::reversed(double time) {
  error_ = unknown;
  if (back_) {
    times_.clear();
    states_.clear();
    blocks_.clear();
    stride_ = 1;
  }
  back_ = !back_;
  skipped_ = 0;
  reversed_at_ = time;
}

double ReturnCurve::distance(double mirrored, std::span<const double> places) const {
  if (times_.empty() || row_ != 2 * places.size()) return unknown;
  const auto after = std::lower_bound(times_.begin(), times_.end(), mirrored);
  std::size_t k = static_cast<std::size_t>(std::min(after, times_.end() - 1) - times_.begin());
  const double step =
      times_.size() > 1 ? times_[std::max<std::size_t>(k, 1)] - times_[std::max<std::size_t>(k, 1) - 1] : 0;
  if (k > 0 && std::abs(mirrored - times_[k - 1]) <= same_time * step) --k;
  const std::size_t n = places.size();
  const auto mean_square = [&](const auto& place) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += (places[i] - place(i)) * (places[i] - place(i));
    return std::sqrt(3 * sum / static_cast<double>(n));
  };
  const double* there = &states_[k * row_];
  if (std::abs(mirrored - times_[k]) <= same_time * step) return mean_square([&](std::size_t i) { return there[i]; });
  if (k == 0 || mirrored > times_[k] || stride_ > 1) return unknown;
  const double* before = &states_[(k - 1) * row_];
  const double u = (mirrored - times_[k - 1]) / step, w = 1 - u;
  return mean_square([&](std::size_t i) {
    return w * w * ((1 + 2 * u) * before[i] + u * step * before[n + i]) +
           u * u * ((3 - 2 * u) * there[i] - w * step * there[n + i]);
  });
}

std::size_t ReturnCurve::rows_per_block() const {
  constexpr std::size_t numbers = 4096;
  return std::max<std::size_t>(1, numbers / std::max<std::size_t>(1, row_));
}

MeterState ReturnCurve::state() const {
  MeterState state = state_without_way();
  if (times_.empty()) return state;
  const std::size_t length = rows_per_block() * row_;
  for (std::size_t from = blocks_.size() * length; from + length <= states_.size(); from += length)
    blocks_.emplace_back(std::vector<double>(states_.begin() + static_cast<std::ptrdiff_t>(from),
                                             states_.begin() + static_cast<std::ptrdiff_t>(from + length)));
  state["times"] = times_;
  for (std::size_t k = 0; k < blocks_.size(); ++k) state[way_block(k)] = blocks_[k];
  if (const std::size_t from = blocks_.size() * length; from < states_.size())
    state[way_block(blocks_.size())] =
        std::vector<double>(states_.begin() + static_cast<std::ptrdiff_t>(from), states_.end());
  return state;
}

MeterState ReturnCurve::state_without_way() const {
  return {{"where",
           {static_cast<double>(row_), static_cast<double>(stride_), static_cast<double>(skipped_), back_ ? 1.0 : 0.0,
            reversed_at_, last_seen_}}};
}

void ReturnCurve::restore(const MeterState& from) {
  *this = ReturnCurve(most_numbers_);
  const auto where = from.find("where"), times = from.find("times"), states = from.find("states");
  if (where == from.end() || where->second.size() != 6) return;
  if (times != from.end()) times_ = times->second.values();
  if (states != from.end()) states_ = states->second.values();  // of a file
  for (std::size_t k = 0; from.contains(way_block(k)); ++k) {
    const SharedList<double>& block = from.at(way_block(k));
    states_.insert(states_.end(), block.begin(), block.end());
  }
  row_ = static_cast<std::size_t>(where->second[0]);
  stride_ = static_cast<std::size_t>(where->second[1]);
  skipped_ = static_cast<std::size_t>(where->second[2]);
  back_ = where->second[3] != 0;
  reversed_at_ = where->second[4];
  last_seen_ = where->second[5];
}

}  // namespace slurry
