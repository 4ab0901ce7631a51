// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/convolution_memory.hpp"

#include <algorithm>
#include <vector>

#include "ewald/far/plane_classes.hpp"

namespace slurry {

double convolution_memory(const EwaldParameters& p, const FarGrid& grid, const EwaldSplit& split, int components,
                          bool pressure, bool several, int threads) {
  const double real = p.precision == Precision::fp32 ? 4 : 8;
  const int outputs = !several ? 0 : components == 1 ? 1 : 3;
  const double one = pressure ? 1 : 0;
  double table = 0;
  const double rows = (components + 1.0) * whole_blocks(row_pairs(grid.total[1])) * buffer_pitch(grid.transform_x);
  // A thread takes one plane after the other and touches what the largest of them needs.  The few largest planes, those
  // of the zero mode, are not taken by every thread.
  std::vector<double> planes;
  for (const PlaneClass& c : plane_classes(p, grid, FarMultiplier(p, split))) {
    const int count = c.last_mode - c.first_mode + 1;
    table += double(count) * (c.size[0] / 2 + 1) * (c.size[1] / 2 + 1);
    planes.insert(planes.end(), static_cast<std::size_t>(std::min(count, threads)),
                  (components + outputs + one + 1) * padded_plane_size(c.size[0], c.size[1]));
  }
  std::sort(planes.rbegin(), planes.rend());
  planes.resize(static_cast<std::size_t>(threads), 0.0);
  double buffers = 0;
  for (const double plane : planes) buffers += std::max(rows, plane);
  return real * (table + 2 * buffers);
}

double published_convolution_memory(const EwaldParameters& p, const FarGrid& grid, const EwaldSplit& split,
                                    int components, bool pressure, bool several) {
  const double real = p.precision == Precision::fp32 ? 4 : 8;
  const PlaneClass planes = plane_classes(p, grid, FarMultiplier(p, split), 1).front();
  const double modes = planes.last_mode - planes.first_mode + 1;
  const double multipliers = modes * (planes.size[0] / 2 + 1) * (planes.size[1] / 2 + 1);
  const double box = (grid.transform_x / 2 + 1.0) * planes.size[0] * planes.size[1];
  const int outputs = p.layer == Layer::coulomb ? 1 : 3;
  const int boxes = std::max({components, several ? 2 * outputs : 0, pressure ? 2 * outputs + 1 : 0});
  return real * (2 * box * boxes + multipliers);
}

}  // namespace slurry
