// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace slurry::ui {

/// The part of the window that a step of the tour describes.
enum class TourPlace { view, timeline, experiment, inspector, errors };

struct TourStep {
  TourPlace place;
  std::string_view title;
  std::string_view text;
};

/// The tour through the parts of the window. It goes from step to step and can be left at any step.
class Tour {
 public:
  static const std::array<TourStep, 5>& steps();

  bool on() const { return at_.has_value(); }
  /// Number of the step that is shown, counted from 0. Valid only while the tour is on.
  std::size_t at() const { return at_.value(); }
  const TourStep& step() const { return steps()[at_.value()]; }
  bool atFirst() const { return at_ == 0; }
  bool atLast() const { return at_ == steps().size() - 1; }
  /// Number of steps that were shown, in this tour or in an earlier one.
  std::size_t seen() const { return seen_; }
  void setSeen(std::size_t seen);

  void begin();
  /// Goes to the next step. After the last step it ends the tour.
  void next();
  /// Goes to the step before. At the first step it does nothing.
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

/// The side of its target at which a callout stands. inside: there is no room at any side, so it stands inside the
/// target.
enum class CalloutSide { right, left, above, below, inside };

struct CalloutPlace {
  CalloutSide side = CalloutSide::inside;
  int x = 0, y = 0;  ///< upper left corner
};

/// Places a callout beside its target, at a side that has room for it, and within the room. The callout of a bar stands
/// above or below the bar rather than at an end.
CalloutPlace place_callout(const CalloutRect& room, const CalloutRect& target, int width, int height, int gap);

}  // namespace slurry::ui
