// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

// Tables of a function of one variable.
namespace slurry {

/// A row of a table: y(x).
struct TablePoint {
  double x, y;
};

/// Cubic polynomial through the four rows around x. The rows are sorted by x, there are at least four, and x lies
/// between the first and the last.
inline double interpolate_cubic(std::span<const TablePoint> table, double x) {
  const auto above =
      std::upper_bound(table.begin(), table.end(), x, [](double v, const TablePoint& p) { return v < p.x; });
  const auto place = std::clamp<std::ptrdiff_t>(above - table.begin() - 2, 0, std::ssize(table) - 4);
  const auto four = table.subspan(static_cast<std::size_t>(place), 4);
  double sum = 0;
  for (const TablePoint& p : four) {
    double term = p.y;
    for (const TablePoint& q : four)
      if (q.x != p.x) term *= (x - q.x) / (p.x - q.x);
    sum += term;
  }
  return sum;
}

}  // namespace slurry
