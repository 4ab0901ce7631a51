// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace slurry {

/// One way to do a stage: other loops, another order of the same numbers.
struct StageVariantName {
  std::string stage;    ///< P2P, P2G, FFT ...
  std::string variant;  ///< a row of the stage's table
};
using StageVariantNames = std::vector<StageVariantName>;

}  // namespace slurry
