// SPDX-License-Identifier: BSD-3-Clause
#include "summation/engine.hpp"

#include <algorithm>

namespace slurry {

bool StageView::is(std::string_view stage) const {
  return stage == name || std::find(covers.begin(), covers.end(), stage) != covers.end();
}

bool StageView::has(std::string_view variant) const {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.name == variant; });
}

}  // namespace slurry
