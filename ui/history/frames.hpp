// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "session_port.hpp"

namespace slurry::ui {

/// A sequence of moments that can be shown: those of a branch with its ancestors, or those of a file.
class Frames {
 public:
  virtual ~Frames() = default;
  virtual std::size_t count() const = 0;
  /// Time of a moment. It never decreases with the index.
  virtual double time(std::size_t index) const = 0;
  /// Returns the frame if it is available. Null: it arrives later.
  virtual SnapshotPtr request(std::size_t index) = 0;
  /// Time spans from which moments were dropped.
  virtual std::vector<std::pair<double, double>> thinned() const { return {}; }

  /// Index of the last frame at or before a time; the first frame if there is none.
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
