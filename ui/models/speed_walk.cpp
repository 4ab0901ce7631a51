// SPDX-License-Identifier: BSD-3-Clause
#include "models/speed_walk.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/quantity_text.hpp"

namespace slurry::ui {
namespace {

constexpr const char* name_of_walk = "why_is_it_fast";
constexpr const char* group_names[] = {"Near field", "Spread", "Transforms", "Gather", "Other"};

WalkTimes::Group group_of(const std::string& stage) {
  if (stage == "P2P") return WalkTimes::near;
  if (stage == "P2G") return WalkTimes::spread;
  if (stage == "FFT" || stage == "CNV" || stage == "IFFT") return WalkTimes::transforms;
  if (stage == "G2P") return WalkTimes::gather;
  return WalkTimes::other;
}

std::string times_as_fast(double ratio) {
  return number_text(ratio, ratio < 10 ? 2 : 3) + " times as fast";
}

}  // namespace

double WalkTimes::total() const {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

/// Printed times: Kosmacher et al. 2026 (arXiv 2606.19059), tables 3, 5 and 9.
const std::vector<WalkStep>& SpeedWalk::steps() {
  static const std::vector<WalkStep> all{
      {"The plainest published ways",
       "P2P=GM-1D P2G=base transform=published G2P=base",
       {},
       "Every target reads the sources of 27 cells one by one, every source adds to the grid point by point, the whole "
       "padded grid is transformed, and targets gather in the order in which they are given. The asked error stays "
       "the same, and what is planned from it does not depend on the variants.",
       "Printed by Kosmacher et al. 2026 for 4 million points on an H200, with their best spreading and gathering: "
       "402.8 ms for a sum of both layers. Compare ratios, not milliseconds."},
      {"Near field: each pair once", "P2G=base transform=published G2P=base", WalkTimes::near,
       "A pair is evaluated once for both of its spheres, a vector of targets at a time. Cells as wide as the cutoff "
       "test more than six times as many pairs as lie within it; thin rows of sorted spheres test few beside those.",
       "Printed there: 258 to 336 ms for the four loops over cells, 1.3 times between the best and the worst."},
      {"Spread: a part of the grid to each thread", "transform=published G2P=base", WalkTimes::spread,
       "Spheres are sorted, each thread owns a part of the grid, and whole rows of the window are added as vectors: "
       "no atomic additions, and what is added to stays in the cache.",
       "Printed there for a window of 8 points: base 477 ms, hybrid 39.5 ms, 12 times."},
      {"Transforms: only what is there", "G2P=base", WalkTimes::transforms,
       "Lines that nothing was spread to are left out, every wave along the pipe is padded only as far as it reaches, "
       "and the way there, the multiplication and the way back are done plane by plane.",
       "Printed there: 48.7 + 20.0 + 10.7 ms; no other way is printed."},
      {"Gather: rows as vectors", "", WalkTimes::gather,
       "Targets are taken in sorted order, so that neighbours find the grid in the cache, and rows of the window are "
       "multiplied as vectors.",
       "Printed there for a window of 8 points: base 62.8 ms, sorted targets 28.3 ms, 2.2 times."}};
  return all;
}

bool SpeedWalk::belongs(const Snapshot& s) {
  return s.scenario && s.scenario->name == name_of_walk;
}

int SpeedWalk::station(const Snapshot& s) {
  if (!belongs(s)) return -1;
  for (std::size_t i = 0; i < steps().size(); ++i)
    if (s.scenario->solver.variants == steps()[i].variants) return static_cast<int>(i);
  return -1;
}

void SpeedWalk::add(const Snapshot& s) {
  if (s.scenario_generation != generation_) clear();
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
  for (const auto& [stage, t] : s.stage_times) seconds[group_of(stage)] += t;
  WalkTimes& mean = times_[static_cast<std::size_t>(now)];
  ++mean.steps;
  for (std::size_t g = 0; g < seconds.size(); ++g)
    mean.seconds[g] += (seconds[g] - mean.seconds[g]) / static_cast<double>(mean.steps);
}

void SpeedWalk::clear() {
  std::fill(times_.begin(), times_.end(), WalkTimes{});
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
  const WalkStep& step = steps()[static_cast<std::size_t>(station)];
  std::string text;
  if (before && step.group) {
    const double was = before->seconds[*step.group], is = now->seconds[*step.group];
    text = std::string(group_names[*step.group]) + ": " + duration_text(was) + " → " + duration_text(is) + ", " +
           times_as_fast(was / is) + ".";
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
