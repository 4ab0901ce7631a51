// SPDX-License-Identifier: BSD-3-Clause
#include "playback/snapshot_history.hpp"

namespace slurry::ui {

std::size_t size_in_bytes(const Snapshot& s) {
  std::size_t n = sizeof(Snapshot);
  n += (s.positions.size() + s.velocities.size() + s.forces.size() + s.radii.size()) * sizeof(double);
  n += (s.images.size() + s.groups.size()) * sizeof(std::int32_t);
  n += s.values.bytes();
  if (s.angular_velocities) n += s.angular_velocities->values.size() * sizeof(double);
  for (const auto& f : s.fields) n += f->velocity.size() * sizeof(float) + f->body.size() * sizeof(std::int32_t);
  return n;
}

bool SnapshotHistory::add(const SnapshotPtr& s) {
  if (!s || s->radii.empty()) return false;
  if (!kept_.empty()) {
    const Snapshot& last = *kept_.back();
    if (s->step < last.step || s->scenario_generation != last.scenario_generation) {
      clear();
    } else if (s->step == last.step) {
      // The same step again, with a newer slice or report: it replaces the last.
      bytes_ -= size_in_bytes(last);
      kept_.pop_back();
    }
  }
  kept_.push_back(s);
  bytes_ += size_in_bytes(*s);
  while (bytes_ > largest_ && kept_.size() > 1) {
    bytes_ -= size_in_bytes(*kept_.front());
    kept_.pop_front();
  }
  return true;
}

void SnapshotHistory::clear() {
  kept_.clear();
  bytes_ = 0;
}

}  // namespace slurry::ui
