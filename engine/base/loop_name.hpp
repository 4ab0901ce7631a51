// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace slurry {

/// A string literal as a template argument.
template <std::size_t N>
struct LoopName {
  // NOLINTNEXTLINE: converts from the literal
  constexpr LoopName(const char (&text)[N]) {
    for (std::size_t i = 0; i < N; ++i) characters[i] = text[i];
  }
  char characters[N];
};

/// Name of a Kokkos loop for profilers: "slurry::near_field::p2p"_loop. The string is made once. A plain literal would
/// become a string on the heap in every call.
template <LoopName Name>
const std::string& operator""_loop() {
  static const std::string name(Name.characters);
  return name;
}

}  // namespace slurry
