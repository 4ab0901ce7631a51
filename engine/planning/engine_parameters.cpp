// SPDX-License-Identifier: BSD-3-Clause
#include "planning/engine_parameters.hpp"

#include <string>

namespace slurry {

Fields fields_of(const DirectParameters& p) {
  return {{"period", p.box.periodicity > 0 ? p.box.lengths[0] : 0},
          {"series_tolerance", p.series_tolerance},
          {"term_bits", p.terms == Precision::fp32 ? 32.0 : 64.0}};
}

Fields fields_of(const EwaldParameters& p) {
  return {{"cutoff_radius", p.cutoff_radius},
          {"shape", p.shape},
          {"near_degree", double(p.near_degree)},
          {"near_row_width", p.near_row_width},
          {"window_points", double(p.window_points)},
          {"window_shape", p.window_shape},
          {"window_degree", double(p.window_degree)},
          {"grid_x", double(p.grid[0])},
          {"grid_y", double(p.grid[1])},
          {"grid_z", double(p.grid[2])},
          {"tolerance_relative", p.tolerance_relative}};
}

Fields fields_of(const NestedParameters& p) {
  Fields all = fields_of(p.whole);
  for (std::size_t i = 0; i < p.patches.size(); ++i) {
    const std::string prefix = "patch" + std::to_string(i + 1) + "_";
    for (Field f : fields_of(p.patches[i].parameters)) all.push_back({prefix + f.name, f.value});
  }
  return all;
}

}  // namespace slurry
