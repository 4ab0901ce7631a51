// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/turntable.hpp"
#include "slurry/scenario.hpp"

namespace slurry::ui {

/// How a scenario wants to be looked at when it is opened: the keys of its [view].
struct ViewWishes {
  std::optional<ViewPreset> camera;  ///< empty: obliquely
  bool flat = false;
  double zoom = 1;                  ///< times closer than the whole
  long follow = -1;                 ///< number of a body; -1: none
  std::string chart;                ///< name of a quantity; empty: whichever is shown
  std::optional<double> speed;      ///< time of the run in a second
  bool tree = false;                ///< draws the boxes of the sum over the bodies
  bool sums = false;                ///< compares the engines on sets of points
  std::string try_label;            ///< name of a change to try; empty: there is none
  std::vector<std::string> to_try;  ///< "key=value"
};
ViewWishes view_wishes(const Scenario& scenario);

}  // namespace slurry::ui
