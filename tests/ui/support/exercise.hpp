// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace slurry::ui {
class MainWindow;
}

namespace slurry::ui::testing {

/// What a window did while it was used.
struct StallReport {
  double longest_stall = 0;      ///< [s] between two turns of the event loop, outside of drawing
  double longest_own_stall = 0;  ///< the same without waiting for a core
  double longest_draw = 0, mean_draw = 0;
  double seconds = 0;
  long frames = 0, steps = 0;
  bool cores_were_shared = false;  ///< other programs took more than a tenth of the cores
  void print(const std::string& what) const;
};

/// Leaves the window alone for so long.
StallReport watch(MainWindow& window, double seconds);

/// Turns and zooms the camera, picks, moves sliders, pauses and plays, resizes, looks back, changes colours: for some
/// seconds, each many times.
StallReport exercise(MainWindow& window, double seconds = 8);

}  // namespace slurry::ui::testing
