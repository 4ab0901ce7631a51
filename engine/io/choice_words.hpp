// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/report.hpp"

namespace slurry {

/// As files say it.
inline const char* chosen_by_word(ChosenBy by) {
  switch (by) {
    case ChosenBy::prediction:
      return "prediction";
    case ChosenBy::measurement:
      return "measurement";
    case ChosenBy::request:
      break;
  }
  return "request";
}

}  // namespace slurry
