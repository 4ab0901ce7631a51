// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/report.hpp"

namespace slurry::ui {

/// What one call of the direct and of the Ewald sum takes, as a person chooses between them.
struct MethodTimes {
  bool weighed = false;   ///< false: there was nothing to choose
  bool measured = false;  ///< a call of each was timed; otherwise both are predicted
  std::string direct, ewald;
};
MethodTimes method_times(const MethodChoice& choice);

}  // namespace slurry::ui
