// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// Number of letters to insert, delete, replace or swap with a neighbour to get from a to b. Upper and lower case count
/// as equal.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `wrong`. It is empty if no name has at least half of the letters right.
std::string nearest_name(std::string_view wrong, const std::vector<std::string_view>& names);

/// The names as a list in quotes: "'a', 'b', 'c'".
std::string listed(const std::vector<std::string_view>& names);

}  // namespace slurry
