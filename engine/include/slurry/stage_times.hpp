// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// Seconds of wall time per stage, in a fixed order. The engine or the step that measures the times defines the stages.
/// Files, summaries and the window take the names from this table.
class StageTimes {
 public:
  struct Entry {
    std::string name;
    double seconds = 0;
  };

  StageTimes() = default;
  /// Makes a table of these stages in this order, with all times 0.
  explicit StageTimes(std::span<const std::string_view> names);

  /// Seconds of a stage. A new name is added at the end.
  double& operator[](std::string_view name);
  /// Seconds of a stage. 0 if there is no stage of this name.
  double operator[](std::string_view name) const;
  double total() const;
  /// Adds the times of stages with the same name. New stages are appended in the order of `other`.
  StageTimes& operator+=(const StageTimes& other);

  std::size_t size() const { return entries_.size(); }
  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
};

}  // namespace slurry
