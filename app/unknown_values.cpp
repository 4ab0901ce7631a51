// SPDX-License-Identifier: BSD-3-Clause
#include "unknown_values.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace slurry::app {

std::string not_used(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  if (names.empty()) return {};
  const std::vector<std::string> first(names.begin(), names.begin() + std::min(most, names.size()));
  return fmt::format("not used, because this command knows no such name: {}{}\n", fmt::join(first, ", "),
                     names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

}  // namespace slurry::app
