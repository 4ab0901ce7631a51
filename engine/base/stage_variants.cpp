// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/stage_variants.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

StageVariantNames stage_variants(std::string_view words) {
  constexpr std::string_view between = " ,;\t";
  StageVariantNames names;
  while (true) {
    const auto begin = words.find_first_not_of(between);
    if (begin == words.npos) return names;
    const auto end = std::min(words.find_first_of(between, begin), words.size());
    const std::string_view word = words.substr(begin, end - begin);
    words.remove_prefix(end);
    const auto at = word.find('=');
    if (at == word.npos || at == 0 || at + 1 == word.size())
      throw InputError(text("'{}' is not STAGE=NAME, such as P2P=per_target", word));
    names.push_back({std::string(word.substr(0, at)), std::string(word.substr(at + 1))});
  }
}

}  // namespace slurry
