// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// One implementation of a stage. The variants of a stage compute the same numbers with different loops or in a
/// different order.
struct StageVariantName {
  std::string stage;    ///< name of the stage: P2P, P2G, FFT ...
  std::string variant;  ///< a row of the stage's table
};
using StageVariantNames = std::vector<StageVariantName>;

/// Reads words such as "P2P=per_target, P2G=rows", separated by spaces or commas. Throws InputError for a word that is
/// not STAGE=NAME. The sum checks later that the variant exists.
StageVariantNames stage_variants(std::string_view words);

}  // namespace slurry
