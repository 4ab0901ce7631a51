// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/slabs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace slurry {

double Slabs::placed(double x) const {
  if (!periodic) return x;
  double u = x - lower;
  u -= length * std::floor(u * (1 / length));  // as CellGrid::local, to the last bit
  if (u < 0 || u >= length) u = 0;             // rounding may leave u just outside of the period
  return lower + u;
}

int Slabs::plane(double placed_x) const {
  const double p = std::floor((placed_x - lower) / spacing);
  return static_cast<int>(std::clamp(p, 0.0, double(planes() - 1)));
}

int Slabs::owner(double placed_x) const {
  // the last slab that begins at or before the plane; an empty one begins where the next one does, or at the end
  return static_cast<int>(std::upper_bound(border.begin(), border.end() - 1, plane(placed_x)) - border.begin()) - 1;
}

std::vector<int> choose_borders(std::span<const double> weight, int ranks) {
  const int planes = static_cast<int>(weight.size()), filled = std::min(ranks, planes);
  std::vector<double> before(weight.size() + 1, 0.0);
  for (std::size_t p = 0; p < weight.size(); ++p) before[p + 1] = before[p] + weight[p];
  std::vector<int> border{0};
  for (int r = 1; r < filled; ++r) {
    const double wanted = before.back() > 0 ? before.back() * r / filled : 0;
    int b = static_cast<int>(std::lower_bound(before.begin(), before.end(), wanted) - before.begin());
    if (!(before.back() > 0)) b = static_cast<int>(static_cast<long>(planes) * r / filled);
    if (b > 0 && wanted - before[b - 1] < before[b] - wanted) --b;
    border.push_back(std::clamp(b, border.back() + 1, planes - (filled - r)));
  }
  border.resize(static_cast<std::size_t>(ranks) + 1, planes);
  return border;
}

bool is_within(const Slabs& slabs, double moved_x, int to, double reach) {
  return moved_x >= slabs.begin(to) - reach && moved_x <= slabs.end(to) + reach;
}

std::vector<SlabImage> images_within(const Slabs& slabs, int from, int to, double reach) {
  std::vector<SlabImage> found;
  if (slabs.is_empty(from) || slabs.is_empty(to)) return found;
  const double first = slabs.begin(to) - reach, last = slabs.end(to) + reach;
  int lowest = 0, highest = 0;
  if (slabs.periodic) {
    lowest = static_cast<int>(std::floor((first - slabs.end(from)) / slabs.length));
    highest = static_cast<int>(std::ceil((last - slabs.begin(from)) / slabs.length));
  }
  for (int k = lowest; k <= highest; ++k) {
    const double moved = k * slabs.length;
    const bool meets = slabs.begin(from) + moved <= last && slabs.end(from) + moved >= first;
    if (meets && !(from == to && k == 0)) found.push_back({from, k});
  }
  return found;
}

}  // namespace slurry
