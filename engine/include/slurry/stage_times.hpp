// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// Seconds of wall time per stage, in a fixed order.  Which stages there are is known to the engine or the step that
/// books them; files, summaries and the window take the names from here.
class StageTimes {
 public:
  struct Entry {
    std::string name;
    double seconds = 0;
  };

  StageTimes() = default;
  /// Makes a table of these stages in this order, with no time yet.
  explicit StageTimes(std::span<const std::string_view> names);

  /// Seconds of a stage. A stage of a new name is added at the end.
  double& operator[](std::string_view name);
  /// 0 of a stage that is not there.
  double operator[](std::string_view name) const;
  double total() const;
  /// Adds what has the same name; stages that are new come last, in the order of `other`.
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
