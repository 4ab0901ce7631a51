// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

namespace slurry {

/// A sentence with values in it: text("{} of {}", 1, 2).
template <class... Args>
std::string text(fmt::format_string<Args...> format, Args&&... args) {
  return fmt::format(format, std::forward<Args>(args)...);
}

}  // namespace slurry
