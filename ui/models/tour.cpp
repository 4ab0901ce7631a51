// SPDX-License-Identifier: BSD-3-Clause
#include "models/tour.hpp"

#include <algorithm>

namespace slurry::ui {

const std::array<TourStep, 5>& Tour::steps() {
  static constexpr std::array<TourStep, 5> all{{
      {TourPlace::view, "The view",
       "This is the suspension, computed while you watch. Drag to turn it and roll the wheel to zoom. Click a body to "
       "select it."},
      {TourPlace::timeline, "The timeline",
       "Space runs and pauses the experiment. Drag along the track to look back. A change that you make there starts a "
       "branch; the run itself is kept."},
      {TourPlace::experiment, "The experiment",
       "These fields describe the scenario and its physics. Many values can be changed while the experiment runs. "
       "Ctrl+Z takes a change back."},
      {TourPlace::inspector, "The inspector",
       "It shows the numbers of the body that you selected. While no body is selected, it shows the whole suspension."},
      {TourPlace::errors, "The error budget",
       "It compares the numerical error with the error that you allow. It also shows which part of the computation "
       "contributes how much."},
  }};
  return all;
}

void Tour::setSeen(std::size_t seen) {
  seen_ = std::min(seen, steps().size());
}

void Tour::show(std::size_t step) {
  at_ = step;
  seen_ = std::max(seen_, step + 1);
}

void Tour::begin() {
  show(0);
}

void Tour::next() {
  if (!on()) return;
  if (atLast()) return leave();
  show(*at_ + 1);
}

void Tour::back() {
  if (on() && !atFirst()) show(*at_ - 1);
}

CalloutPlace place_callout(const CalloutRect& room, const CalloutRect& target, int width, int height, int gap) {
  // Aligned with the target's beginning, as far as the room allows.
  const auto within = [](int wanted, int from, int length, int size) {
    return std::max(from, std::min(wanted, from + length - size));
  };
  const int x = within(target.x, room.x, room.width, width), y = within(target.y, room.y, room.height, height);
  const int right = target.x + target.width + gap, below = target.y + target.height + gap;
  const int left = target.x - gap - width, above = target.y - gap - height;
  const bool fits_high = height <= room.height, fits_wide = width <= room.width;
  const auto beside = [&]() -> std::optional<CalloutPlace> {
    if (fits_high && right + width <= room.x + room.width) return CalloutPlace{CalloutSide::right, right, y};
    if (fits_high && left >= room.x) return CalloutPlace{CalloutSide::left, left, y};
    return std::nullopt;
  };
  const auto over = [&]() -> std::optional<CalloutPlace> {
    if (fits_wide && above >= room.y) return CalloutPlace{CalloutSide::above, x, above};
    if (fits_wide && below + height <= room.y + room.height) return CalloutPlace{CalloutSide::below, x, below};
    return std::nullopt;
  };
  // A bar has its neighbours above and below.
  const bool bar = target.width > 4 * target.height;
  if (const auto at = bar ? over() : beside()) return *at;
  if (const auto at = bar ? beside() : over()) return *at;
  // At its left edge, half way down: what is looked at stands in the middle.
  return {CalloutSide::inside, within(target.x + gap, room.x, room.width, width),
          within(target.y + (target.height - height) / 2, room.y, room.height, height)};
}

}  // namespace slurry::ui
