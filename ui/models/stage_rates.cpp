// SPDX-License-Identifier: BSD-3-Clause
#include "models/stage_rates.hpp"

namespace slurry::ui {

void StageRates::add(const Snapshot& s) {
  if (s.step == step_ || s.stage_times.total() <= 0) return;
  const double share = step_ < 0 ? 1.0 : 0.15;
  for (const auto& [stage, seconds] : s.stage_times) {
    double& mean = mean_[stage];
    mean += share * (seconds - mean);
  }
  step_ = s.step;
}

void StageRates::clear() {
  mean_ = {};
  step_ = -1;
}

}  // namespace slurry::ui
