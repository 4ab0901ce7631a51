// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// nvcc cannot evaluate the checks of format strings while it compiles, and old releases of fmt doubt its constexpr.
#if defined(__CUDACC__)
#define FMT_CONSTEVAL
#define FMT_USE_CONSTEXPR 1
#endif
#include <fmt/core.h>

#include <string>
#include <utility>

namespace slurry {

/// Formats a sentence with values: text("{} of {}", 1, 2).
template <class... Args>
std::string text(fmt::format_string<Args...> format, Args&&... args) {
  return fmt::format(format, std::forward<Args>(args)...);
}

}  // namespace slurry
