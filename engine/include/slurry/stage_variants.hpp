// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// One way to do a stage: other loops, another order of the same numbers.
struct StageVariantName {
  std::string stage;    ///< P2P, P2G, FFT ...
  std::string variant;  ///< a row of the stage's table
};
using StageVariantNames = std::vector<StageVariantName>;

/// Reads words such as "P2P=per_target, P2G=rows", separated by spaces or commas.  Throws InputError for a word that is
/// not STAGE=NAME.  The sum checks later whether there is such a variant.
StageVariantNames stage_variants(std::string_view words);

}  // namespace slurry
