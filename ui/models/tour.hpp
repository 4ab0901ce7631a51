// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace slurry::ui {

/// The part of the window that a step of the tour speaks of.
enum class TourPlace { view, timeline, experiment, inspector, errors };

struct TourStep {
  TourPlace place;
  std::string_view title;
  std::string_view text;
};

/// The tour through the parts of the window.  It goes from step to step and can be left at any of them.
class Tour {
 public:
  static const std::array<TourStep, 5>& steps();

  bool on() const { return at_.has_value(); }
  /// Number of the step that is shown, from 0; only while the tour is on.
  std::size_t at() const { return at_.value(); }
  const TourStep& step() const { return steps()[at_.value()]; }
  bool atFirst() const { return at_ == 0; }
  bool atLast() const { return at_ == steps().size() - 1; }
  /// How many steps were shown so far, in this tour or in one before.
  std::size_t seen() const { return seen_; }
  void setSeen(std::size_t seen);

  void begin();
  /// After the last step the tour is over.
  void next();
  /// Stays at the first step.
  void back();
  void leave() { at_.reset(); }

 private:
  void show(std::size_t step);
  std::optional<std::size_t> at_;
  std::size_t seen_ = 0;
};

/// A rectangle in pixels of the window.
struct CalloutRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const CalloutRect&) const = default;
};

/// The side of its target at which a callout stands; inside: there is room on no side.
enum class CalloutSide { right, left, above, below, inside };

struct CalloutPlace {
  CalloutSide side = CalloutSide::inside;
  int x = 0, y = 0;  ///< of the left upper corner
};

/// Places a callout beside what it speaks of, at a side where the room suffices, and within the room.  A bar
/// has its callout above or below rather than at an end.
CalloutPlace place_callout(const CalloutRect& room, const CalloutRect& target, int width, int height, int gap);

}  // namespace slurry::ui
