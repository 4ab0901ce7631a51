// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/slice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine_bridge.hpp"
#include "models/turntable.hpp"

namespace slurry::ui {
namespace {

constexpr double points_running = 5000, points_paused = 30000;

}  // namespace

void Slice::setPlane(FieldPlane::Plane plane) {
  plane_ = plane;
  ask();
}

void Slice::setPlace(double place) {
  place_ = place;
  ask();
}

void Slice::setWanted(bool wanted) {
  wanted_ = wanted;
  ask();
}

void Slice::setSeen(bool seen) {
  if (seen == seen_) return;
  seen_ = seen;
  ask();
}

void Slice::show(const SnapshotPtr& s) {
  if (!s || !s->scenario) return;
  const bool running = s->state == SessionState::running;
  const bool again = s->scenario_generation != generation_ || running != running_;
  snapshot_ = s;
  generation_ = s->scenario_generation;
  running_ = running;
  if (again) ask();
}

void Slice::ask() {
  if (!snapshot_) return;
  RequestField request;
  FieldPlane plane;
  plane.plane = plane_;
  if (wanted_ && seen_) {
    const SubjectBox box = subject_box(*snapshot_);
    static constexpr std::array<std::array<int, 3>, 3> axes{{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}};
    const auto& a = axes[static_cast<std::size_t>(plane_)];
    // Square cells, as many as the budget allows.
    const double wide = 2 * box.half[a[0]], high = 2 * box.half[a[1]];
    const double cell = std::sqrt(wide * high / (running_ ? points_running : points_paused));
    plane.resolution = {std::clamp(static_cast<int>(wide / cell), 8, 400),
                        std::clamp(static_cast<int>(high / cell), 8, 400)};
    plane.offset = box.centre[a[2]] + 0.995 * box.half[a[2]] * place_;
    request.largest_rate = running_ ? 8 : 2;
  }
  request.places = plane;
  bridge_->postLatest("slice", request);
}

}  // namespace slurry::ui
