// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "session_port.hpp"

namespace slurry::ui {

/// Moments that can be shown one after another: of a branch with its ancestors, or of a file.
class Frames {
 public:
  virtual ~Frames() = default;
  virtual std::size_t count() const = 0;
  /// Never falls.
  virtual double time(std::size_t index) const = 0;
  /// The frame, where it is at hand; null: it comes later.
  virtual SnapshotPtr request(std::size_t index) = 0;
  /// Spans of time from which moments were dropped.
  virtual std::vector<std::pair<double, double>> thinned() const { return {}; }

  /// Last frame at or before a time; the first where there is none.
  std::size_t at(double time) const {
    std::size_t low = 0, high = count();
    while (high > low + 1) {
      const std::size_t middle = low + (high - low) / 2;
      (this->time(middle) <= time ? low : high) = middle;
    }
    return low;
  }
};

}  // namespace slurry::ui
