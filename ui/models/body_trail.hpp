// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "models/vec.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Last positions of one body, wrapped as drawn; a jump through a periodic end starts a new piece.
class BodyTrail {
 public:
  struct Point {
    Vec3d x{0, 0, 0};
    bool starts_piece = false;
  };
  void follow(long body);  ///< number of the body; -1: none
  void add(const Snapshot& snapshot);
  void clear() { points_.clear(); }
  long body() const { return body_; }
  const std::vector<Point>& points() const { return points_; }

 private:
  static constexpr std::size_t longest = 600;
  std::vector<Point> points_;
  long body_ = -1;
  double time_ = 0;
  std::vector<std::int32_t> image_;
};

}  // namespace slurry::ui
