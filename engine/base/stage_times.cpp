// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/stage_times.hpp"

#include <algorithm>

namespace slurry {

StageTimes::StageTimes(std::span<const std::string_view> names) {
  entries_.reserve(names.size());
  for (const std::string_view name : names) (*this)[name] = 0;
}

double& StageTimes::operator[](std::string_view name) {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  return (found != entries_.end() ? *found : entries_.emplace_back(Entry{std::string(name), 0.0})).seconds;
}

double StageTimes::operator[](std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  return found != entries_.end() ? found->seconds : 0.0;
}

double StageTimes::total() const {
  double sum = 0;
  for (const Entry& e : entries_) sum += e.seconds;
  return sum;
}

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  for (const auto& [name, seconds] : other.entries_) (*this)[name] += seconds;
  return *this;
}

}  // namespace slurry
