// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// Number of letters to insert, delete, replace or swap with their neighbour to get from a to b; case does not count.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `wrong`; empty when none has half of its letters right.
std::string nearest_name(std::string_view wrong, const std::vector<std::string_view>& names);

/// "'a', 'b', 'c'"
std::string listed(const std::vector<std::string_view>& names);

}  // namespace slurry
