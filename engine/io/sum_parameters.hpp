// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "io/hdf5_file.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Attributes of a group that is there: the box of a sum [length].
inline void write_box(Hdf5Writer& out, const std::string& group, const Box& box) {
  out.attribute(group, "box", std::span<const double>(box.lengths));
  out.attribute(group, "periodicity", std::int64_t(box.periodicity));
}

/// The same: split, window and grid of an Ewald sum.
inline void write_ewald_parameters(Hdf5Writer& out, const std::string& group, const EwaldParameters& p) {
  out.attribute(group, "shape_c", p.shape);
  out.attribute(group, "cutoff_radius", p.cutoff_radius);
  out.attribute(group, "near_degree", std::int64_t(p.near_degree));
  out.attribute(group, "window_points", std::int64_t(p.window_points));
  out.attribute(group, "window_shape", p.window_shape);
  out.attribute(group, "window_degree", std::int64_t(p.window_degree));
  const double grid[3] = {double(p.grid[0]), double(p.grid[1]), double(p.grid[2])};
  out.attribute(group, "grid", std::span<const double>(grid));
}

}  // namespace slurry
