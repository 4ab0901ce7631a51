// SPDX-License-Identifier: BSD-3-Clause
#include "models/method_text.hpp"

#include <cmath>

#include "models/quantity_text.hpp"

namespace slurry::ui {

MethodTimes method_times(const MethodChoice& c) {
  if (c.by == ChosenBy::request || !std::isfinite(c.direct_seconds) || !std::isfinite(c.ewald_seconds)) return {};
  return {true, c.by == ChosenBy::measurement, duration_text(c.direct_seconds), duration_text(c.ewald_seconds)};
}

}  // namespace slurry::ui
