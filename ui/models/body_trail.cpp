// SPDX-License-Identifier: BSD-3-Clause
#include "models/body_trail.hpp"

namespace slurry::ui {

void BodyTrail::follow(long body) {
  if (body == body_) return;
  body_ = body;
  points_.clear();
}

void BodyTrail::add(const Snapshot& s) {
  if (body_ < 0 || 3 * body_ + 2 >= static_cast<long>(s.positions.size())) {
    points_.clear();
    return;
  }
  if (!points_.empty() && s.time == time_) return;
  if (!points_.empty() && s.time < time_) points_.clear();
  Point p{{s.positions[3 * body_], s.positions[3 * body_ + 1], s.positions[3 * body_ + 2]}, points_.empty()};
  if (s.images.size() == s.positions.size()) {
    const std::vector<std::int32_t> image(s.images.begin() + 3 * body_, s.images.begin() + 3 * body_ + 3);
    p.starts_piece = p.starts_piece || image != image_;
    image_ = image;
  }
  time_ = s.time;
  if (points_.size() >= longest) {
    points_.erase(points_.begin(), points_.begin() + longest / 4);
    points_.front().starts_piece = true;
  }
  points_.push_back(p);
}

}  // namespace slurry::ui
