// SPDX-License-Identifier: BSD-3-Clause
#include "models/method_text.hpp"

#include <cmath>

#include "models/quantity_text.hpp"

namespace slurry::ui {

std::string method_text(const MethodChoice& c) {
  if (c.by == ChosenBy::request || !std::isfinite(c.direct_seconds) || !std::isfinite(c.ewald_seconds)) return "";
  const std::string both = duration_text(c.direct_seconds) + ", " + duration_text(c.ewald_seconds);
  return c.by == ChosenBy::measurement ? both : "≈ " + both;
}

}  // namespace slurry::ui
