// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/plane_classes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/fft.hpp"

namespace slurry {

std::vector<PlaneClass> plane_classes(const EwaldParameters& p, const FarGrid& grid, const FarMultiplier& multiplier,
                                      int most) {
  const int modes = grid.transform_x / 2 + 1;
  std::vector<std::array<int, 2>> size;
  for (int j = 0; j < modes; ++j) {
    const double a = 2 * std::numbers::pi * j / (grid.transform_x * grid.spacing[0]);
    if (j > 0 && a >= multiplier.largest_wave_number()) break;
    double extension = multiplier.padding(p.box.periodicity == 0 ? 0 : a).extension;
    if (p.box.periodicity == 2 && j == 0)  // this plane also holds modes that vary along y alone
      extension = std::max(extension, multiplier.padding(2 * std::numbers::pi / p.box.lengths[1]).extension);
    std::array<int, 2> n{};
    for (int d = 1; d < 3; ++d) {
      n[d - 1] = grid.total[d];
      if (grid.periodic[d]) continue;
      const int needed = static_cast<int>(std::ceil((p.box.lengths[d] + extension) / grid.spacing[d] - 1e-9));
      n[d - 1] = quick_transform_length(std::max(needed, grid.total[d]));
    }
    size.push_back(n);
  }
  const int count = static_cast<int>(size.size());
  for (int j = count - 2; j >= 0; --j)  // a class has the size of its first mode
    for (int d = 0; d < 2; ++d) size[j][d] = std::max(size[j][d], size[j + 1][d]);
  const auto work = [&](const std::array<int, 2>& n) {
    return grid.total[2] * transform_work(n[0]) + n[0] * transform_work(n[1]);
  };
  // a class begins where the size changes: where modes of one size begin, and behind the last one
  std::vector<int> begin;
  for (int j = 0; j < count; ++j)
    if (j == 0 || size[j] != size[j - 1]) begin.push_back(j);
  const int sizes = static_cast<int>(begin.size());
  begin.push_back(count);
  // best[k][i]: least work of the modes of sizes i.. in k classes
  const double none = std::numeric_limits<double>::infinity();
  most = std::min(most, sizes);
  std::vector<std::vector<double>> best(most + 1, std::vector<double>(sizes + 1, none));
  std::vector<std::vector<int>> next(most + 1, std::vector<int>(sizes + 1, sizes));
  for (int k = 0; k <= most; ++k) best[k][sizes] = 0;
  for (int k = 1; k <= most; ++k)
    for (int i = sizes - 1; i >= 0; --i)
      for (int e = i + 1; e <= sizes; ++e) {
        const double sum = work(size[begin[i]]) * (begin[e] - begin[i]) + best[k - 1][e];
        if (sum < best[k][i]) {
          best[k][i] = sum;
          next[k][i] = e;
        }
      }
  std::vector<PlaneClass> classes;
  for (int i = 0, k = most; i < sizes; i = next[k--][i])
    classes.push_back({begin[i], begin[next[k][i]] - 1, size[begin[i]]});
  return classes;
}

}  // namespace slurry
