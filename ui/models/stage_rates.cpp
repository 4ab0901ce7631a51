// SPDX-License-Identifier: BSD-3-Clause
#include "models/stage_rates.hpp"

namespace slurry::ui {

void StageRates::add(const Snapshot& s) {
  if (s.step == step_ || s.stage_times.total() <= 0) return;
  const double share = step_ < 0 ? 1.0 : 0.15;
  for (std::size_t i = 0; i < stage_count; ++i) mean_[i] += share * (s.stage_times.seconds[i] - mean_[i]);
  step_ = s.step;
}

void StageRates::clear() {
  mean_.fill(0);
  step_ = -1;
}

double StageRates::total() const {
  double t = 0;
  for (double s : mean_) t += s;
  return t;
}

}  // namespace slurry::ui
