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
  const auto [found_text, asked_text] = told_apart(found, error.asked);
  return fmt::format("the {} error of {} is {}, but {} was asked for; {}", measured ? "measured" : "predicted", of,
                     found_text, asked_text, helps);
}

void tell_above_asked(const std::string& sentence) {
  if (!sentence.empty()) std::fprintf(stderr, "ABOVE ASKED: %s\n", sentence.c_str());
}

}  // namespace slurry::app
