// SPDX-License-Identifier: BSD-3-Clause
#include "models/method_text.hpp"

#include <cmath>

#include "models/quantity_text.hpp"

namespace slurry::ui {

std::string method_text(const MethodChoice& c) {
  if (c.by == ChosenBy::request || !std::isfinite(c.direct_seconds) || !std::isfinite(c.ewald_seconds)) return "";
  return "direct " + duration_text(c.direct_seconds) + ", Ewald " + duration_text(c.ewald_seconds) +
         (c.by == ChosenBy::measurement ? " (measured)" : " (predicted)");
}

}  // namespace slurry::ui
