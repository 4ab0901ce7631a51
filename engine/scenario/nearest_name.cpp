// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/nearest_name.hpp"

#include <algorithm>
#include <cctype>

namespace slurry {

namespace {

char lower(char c) {
  return c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows i-2, i-1 and i of the usual table; the oldest one serves the swap.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string nearest_name(std::string_view wrong, const std::vector<std::string_view>& names) {
  std::string_view best;
  std::size_t least = std::string_view::npos;
  for (std::string_view name : names) {
    const std::size_t d = edit_distance(wrong, name);
    if (d < least) {
      least = d;
      best = name;
    }
  }
  return 2 * least <= std::max(wrong.size(), best.size()) ? std::string(best) : std::string();
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) text += (text.empty() ? "'" : ", '") + std::string(name) + "'";
  return text;
}

}  // namespace slurry
