// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "geometry/sorted_points.hpp"
#include "slurry/options.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

// Points in the state in which the stages take them.
namespace slurry::test {

/// Points sorted into the cells of one cutoff, with everything the stages need beside it.
struct Sorted {
  Box box;
  std::vector<double> xyz;
  SortedPoints<Host> points;
  Sorted(const Box& b, double cutoff, std::vector<double> positions, double row_width = 0.5)
      : box(b), xyz(std::move(positions)) {
    points.sort(Host(), make_cell_grid(box, cutoff, row_width), view_of(xyz));
  }
};

/// Calls visit(d, j) for every image of every source j of `y` with separation d = x - y - image, |d| < cutoff.
template <class Visit>
void for_images_within(const Box& box, const double* x, const std::vector<double>& y, double cutoff, Visit&& visit) {
  int reach[3];
  for (int d = 0; d < 3; ++d) reach[d] = d < box.periodicity ? int(cutoff / box.lengths[d]) + 2 : 0;
  for (std::size_t j = 0; j < y.size() / 3; ++j) {
    double d0[3];
    for (int d = 0; d < 3; ++d) {
      d0[d] = x[d] - y[3 * j + d];
      if (d < box.periodicity) d0[d] -= box.lengths[d] * std::rint(d0[d] / box.lengths[d]);
    }
    for (int a = -reach[0]; a <= reach[0]; ++a)
      for (int b = -reach[1]; b <= reach[1]; ++b)
        for (int c = -reach[2]; c <= reach[2]; ++c) {
          const double d[3] = {d0[0] + a * box.lengths[0], d0[1] + b * box.lengths[1], d0[2] + c * box.lengths[2]};
          if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < cutoff * cutoff) visit(d, j);
        }
  }
}

}  // namespace slurry::test
