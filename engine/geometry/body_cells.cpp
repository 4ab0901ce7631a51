// SPDX-License-Identifier: BSD-3-Clause
#include "geometry/body_cells.hpp"

#include <algorithm>

namespace slurry {

BodyCells::BodyCells(const Domain& domain, double cutoff, double extent, std::size_t expected)
    : periods_(Periods::of(domain)), cutoff_(cutoff) {
  const double half = domain.kind == DomainKind::pipe ? domain.radius : extent;
  for (int a = 0; a < 3; ++a) {
    lower_[a] = periods_.length[a] > 0 ? 0 : -half;
    extent_[a] = periods_.length[a] > 0 ? periods_.length[a] : 2 * half;
  }
  size_cells(expected);
}

BodyCells::BodyCells(const Domain& domain, double cutoff, std::span<const double> positions)
    : periods_(Periods::of(domain)), cutoff_(cutoff) {
  for (int a = 0; a < 3; ++a) {
    double low = 0, high = periods_.length[a];
    if (!(high > 0)) {
      low = high = positions.empty() ? 0 : positions[a];
      for (std::size_t i = a; i < positions.size(); i += 3) {
        low = std::min(low, positions[i]);
        high = std::max(high, positions[i]);
      }
    }
    lower_[a] = low;
    extent_[a] = high - low;
  }
  size_cells(positions.size() / 3);
  for (std::size_t i = 0; i + 2 < positions.size(); i += 3) insert(&positions[i]);
}

void BodyCells::size_cells(std::size_t expected) {
  // Edges of at least the cutoff; not many more cells than bodies, however far these are apart.
  const int most = static_cast<int>(2 * std::cbrt(static_cast<double>(expected)) * 4) + 8;
  for (int a = 0; a < 3; ++a)
    cells_[a] = std::clamp(static_cast<int>(std::min(1e6, extent_[a] / cutoff_)), 1, a == 0 ? 8 * most : most);
  head_.assign(index(cells_[0] - 1, cells_[1] - 1, cells_[2] - 1) + 1, -1);
  next_.reserve(expected);
  positions_.reserve(3 * expected);
}

std::array<int, 3> BodyCells::cell_of(const double* xyz) const {
  std::array<int, 3> at{};
  for (int a = 0; a < 3; ++a) {
    double x = xyz[a];
    periods_.wrap(a, x);
    const double s = extent_[a] > 0 ? (x - lower_[a]) / extent_[a] * cells_[a] : 0;
    at[a] = static_cast<int>(std::clamp(s, 0.0, cells_[a] - 1.0));
  }
  return at;
}

int BodyCells::neighbours(int axis, int cell, std::array<int, 3>& out) const {
  const int n = cells_[axis];
  if (periods_.length[axis] > 0 && n >= 3) {
    out = {(cell + n - 1) % n, cell, (cell + 1) % n};
    return 3;
  }
  int count = 0;
  for (int c = std::max(cell - 1, 0); c <= std::min(cell + 1, n - 1); ++c) out[count++] = c;
  return count;
}

void BodyCells::insert(const double* xyz) {
  const std::array<int, 3> at = cell_of(xyz);
  int& head = head_[index(at[0], at[1], at[2])];
  next_.push_back(head);
  head = static_cast<int>(next_.size()) - 1;
  positions_.insert(positions_.end(), xyz, xyz + 3);
}

}  // namespace slurry
