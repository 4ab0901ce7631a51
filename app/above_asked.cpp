// SPDX-License-Identifier: BSD-3-Clause
#include "above_asked.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>

namespace slurry::app {

std::string above_asked(const ErrorEntry& error, std::string_view of, std::string_view helps) {
  const bool measured = !std::isnan(error.measured);
  const double found = measured ? error.measured : error.predicted;
  if (!(found > error.asked)) return {};
  return fmt::format("the {} error of {} is {:.2g}, but {:.2g} was asked for; {}", measured ? "measured" : "predicted",
                     of, found, error.asked, helps);
}

void tell_above_asked(const std::string& sentence) {
  if (!sentence.empty()) std::fprintf(stderr, "ABOVE ASKED: %s\n", sentence.c_str());
}

}  // namespace slurry::app
