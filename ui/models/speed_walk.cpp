// SPDX-License-Identifier: BSD-3-Clause
#include "models/speed_walk.hpp"

#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "models/quantity_text.hpp"

namespace slurry::ui {
namespace {

/// In the order of StageGroup.
constexpr std::array<const char*, WalkTimes::groups> group_names{"Near field", "Spread", "Transforms", "Gather",
                                                                 "Other"};

StageGroup group_of(const std::string& stage) {
  if (stage == "P2P") return StageGroup::near_field;
  if (stage == "P2G") return StageGroup::spread;
  if (stage == "FFT" || stage == "CNV" || stage == "IFFT") return StageGroup::transforms;
  if (stage == "G2P") return StageGroup::gather;
  return StageGroup::other;
}

std::string times_as_fast(double ratio) {
  return number_text(ratio, ratio < 10 ? 2 : 3) + " times as fast";
}

}  // namespace

double WalkTimes::total() const {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

bool SpeedWalk::belongs(const Snapshot& s) {
  return s.scenario && !s.scenario->walk.empty();
}

int SpeedWalk::station(const Snapshot& s) {
  if (!belongs(s)) return -1;
  const std::vector<WalkStep>& steps = s.scenario->walk;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (s.scenario->solver.variants == steps[i].variants) return static_cast<int>(i);
  return -1;
}

void SpeedWalk::add(const Snapshot& s) {
  if (!s.scenario) return;
  if (s.scenario_generation != generation_ || s.scenario->walk != steps_) {
    steps_ = s.scenario->walk;
    clear();
  }
  generation_ = s.scenario_generation;
  const int now = station(s);
  if (now != station_ || s.step < step_) {
    station_ = now;
    step_ = s.step;
    fresh_ = true;
  }
  if (now < 0 || s.step == step_ || s.stage_times.total() <= 0) return;
  step_ = s.step;
  if (std::exchange(fresh_, false)) return;
  std::array<double, WalkTimes::groups> seconds{};
  for (const auto& [stage, t] : s.stage_times) seconds[static_cast<std::size_t>(group_of(stage))] += t;
  WalkTimes& mean = times_[static_cast<std::size_t>(now)];
  ++mean.steps;
  for (std::size_t g = 0; g < seconds.size(); ++g)
    mean.seconds[g] += (seconds[g] - mean.seconds[g]) / static_cast<double>(mean.steps);
}

void SpeedWalk::clear() {
  times_.assign(steps_.size(), WalkTimes{});
  step_ = -1;
  station_ = -1;
  fresh_ = true;
}

const WalkTimes* SpeedWalk::times(int station) const {
  if (station < 0 || station >= static_cast<int>(times_.size())) return nullptr;
  const WalkTimes& t = times_[static_cast<std::size_t>(station)];
  return t.steps > 0 ? &t : nullptr;
}

std::string SpeedWalk::result(int station) const {
  const WalkTimes *first = times(0), *before = times(station - 1), *now = times(station);
  if (station <= 0 || !now) return {};
  const WalkStep& step = steps_[static_cast<std::size_t>(station)];
  std::string text;
  if (before && step.group) {
    const double was = before->of(*step.group), is = now->of(*step.group);
    text = std::string(group_names[static_cast<std::size_t>(*step.group)]) + ": " + duration_text(was) + " → " +
           duration_text(is) + ", " + times_as_fast(was / is) + ".";
  }
  if (first)
    text += (text.empty() ? "" : " ") + std::string("A step since the beginning: ") + duration_text(first->total()) +
            " → " + duration_text(now->total()) + ", " + times_as_fast(first->total() / now->total()) + ".";
  return text;
}

std::optional<double> SpeedWalk::ratio() const {
  const WalkTimes *first = times(0), *last = times(static_cast<int>(times_.size()) - 1);
  if (!first || !last) return std::nullopt;
  return first->total() / last->total();
}

}  // namespace slurry::ui
