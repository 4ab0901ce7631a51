// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include "io/descriptions.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// The box of a sum.
inline void write_box(DescribedAttributes& to, const Box& box) {
  to.set("box", std::span<const double>(box.lengths), "Lengths of the box of the sum", "length");
  to.set("periodicity", std::int64_t(box.periodicity), "The first so many directions are periodic");
}

/// Split and window of an Ewald sum; shape: what the file calls the shape of the split.
inline void write_split_and_window(DescribedAttributes& to, const EwaldParameters& p, const char* shape) {
  to.set(shape, p.shape, "Shape parameter of the split into near and far field");
  to.set("cutoff_radius", p.cutoff_radius, "Distance beyond which the near field is cut off", "length");
  to.set("near_degree", std::int64_t(p.near_degree), "Degree of the near field's polynomials");
  to.set("window_points", std::int64_t(p.window_points), "Grid points under the window, per direction");
  to.set("window_shape", p.window_shape, "Shape parameter of the window");
  to.set("window_degree", std::int64_t(p.window_degree), "Degree of the window's polynomials");
}

/// Split, window and grid.
inline void write_ewald_parameters(DescribedAttributes& to, const EwaldParameters& p) {
  write_split_and_window(to, p, "shape_c");
  const double grid[3] = {double(p.grid[0]), double(p.grid[1]), double(p.grid[2])};
  to.set("grid", std::span<const double>(grid), "Points of the far field's grid; 0: no grid");
}

/// How it came that the sum is direct or Ewald's.
inline void write_choice(DescribedAttributes& to, const MethodChoice& choice) {
  to.set("method_chosen_by", word_of(choice.by), "Request of a person, prediction or measurement of both times");
  to.set("direct_seconds", choice.direct_seconds, "Time that a direct sum takes, predicted or measured", "s");
  to.set("ewald_seconds", choice.ewald_seconds, "Time that Ewald's sum takes, predicted or measured", "s");
}

}  // namespace slurry
