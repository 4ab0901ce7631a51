// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/report.hpp"

namespace slurry::ui {

/// Times of one call of the direct and of the Ewald sum, in the form in which a user chooses between them.
struct MethodTimes {
  bool weighed = false;   ///< false: there was nothing to choose
  bool measured = false;  ///< a call of each was timed; otherwise both are predicted
  std::string direct, ewald;
};
MethodTimes method_times(const MethodChoice& choice);

}  // namespace slurry::ui
