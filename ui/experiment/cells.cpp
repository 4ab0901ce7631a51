// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/cells.hpp"

#include "engine_bridge.hpp"

namespace slurry::ui {

void Cells::setWanted(bool wanted) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  ask();
}

void Cells::setBody(long body) {
  if (body == body_) return;
  body_ = body;
  if (wanted_) ask();
}

void Cells::setSeen(bool seen) {
  if (seen == seen_) return;
  seen_ = seen;
  if (wanted_) ask();
}

void Cells::ask() {
  const bool now = wanted_ && seen_;
  if (!now && !asked_) return;
  asked_ = now;
  bridge_->postLatest("cells", RequestCells{now, body_});
}

}  // namespace slurry::ui
