// SPDX-License-Identifier: BSD-3-Clause
#include "models/step_time.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace slurry::ui {
namespace {

/// A stage by the solver's name, and the part in which it stands.
struct Place {
  std::string_view stage, part;
};

/// Stages that are not here, such as those of another engine, are parts of their own.
constexpr std::array<Place, 11> places{{{"P2P", "Near field"},
                                        {"FFT", "Transforms"},
                                        {"CNV", "Transforms"},
                                        {"IFFT", "Transforms"},
                                        {"P2G", "Spread, gather"},
                                        {"G2P", "Spread, gather"},
                                        {"wall", "Wall"},
                                        {"sort", "Other"},
                                        {"contact", "Other"},
                                        {"integrate", "Other"},
                                        {"write", "Other"}}};

std::string part_of(std::string_view stage) {
  const auto* at = std::find_if(places.begin(), places.end(), [&](const Place& p) { return p.stage == stage; });
  return std::string(at == places.end() ? stage : at->part);
}

}  // namespace

std::vector<TimeShare> time_shares(const StageTimes& stages, double in_all) {
  std::vector<TimeShare> parts;
  const auto part = [&parts](const std::string& title) -> TimeShare& {
    for (TimeShare& p : parts)
      if (p.title == title) return p;
    return parts.emplace_back(TimeShare{title});
  };
  const double known = stages.total();
  for (const StageTimes::Entry& e : stages) {
    if (!(e.seconds > 0)) continue;
    TimeShare& p = part(part_of(e.name));
    p.seconds += e.seconds;
    p.help += (p.help.empty() ? "" : ", ") + e.name;
  }
  if (in_all > known && known > 0) {
    TimeShare& other = part("Other");
    other.seconds += in_all - known;
    other.help += (other.help.empty() ? "" : ", ") + std::string("time between the stages");
  }
  std::stable_partition(parts.begin(), parts.end(), [](const TimeShare& p) { return p.title != "Other"; });
  for (TimeShare& p : parts) p.share = p.seconds / std::max(known, in_all);
  return parts;
}

}  // namespace slurry::ui
