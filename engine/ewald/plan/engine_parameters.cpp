// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/engine_parameters.hpp"

#include <string>

#include "base/text.hpp"

namespace slurry {
namespace {

NamedValue vector_of(std::string name, std::string title, std::string help, const std::array<double, 3>& v) {
  return {std::move(name), std::move(title), "length", std::move(help), {v[0], v[1], v[2]}};
}
NamedValue count_of(std::string name, std::string title, std::string help, double count) {
  return {std::move(name), std::move(title), "", std::move(help), {count}, "", true};
}

std::vector<NamedValue> values_of(const EwaldParameters& p) {
  return {
      {"split", "split", "", "How the kernel is split into near and far field", {}, std::string(word_of(p.split))},
      {"shape", "bandwidth c", "", "Shape parameter of the split into near and far field", {p.shape}},
      {"cutoff_radius", "cutoff r_c", "length", "Distance beyond which the near field is cut off", {p.cutoff_radius}},
      count_of("near_degree", "near degree m", "Degree of the near field's polynomials", p.near_degree),
      count_of("window_points", "window P", "Grid points under the window, per direction", p.window_points),
      {"window_shape", "window shape", "", "Shape parameter of the window", {p.window_shape}},
      count_of("window_degree", "window degree", "Degree of the window's polynomials", p.window_degree),
      {"grid",
       "grid",
       "",
       "Number of points of the far field's grid in each direction; 0: no grid",
       {double(p.grid[0]), double(p.grid[1]), double(p.grid[2])},
       "",
       true},
      vector_of("box", "box", "Lengths of the box of the sum", p.box.lengths)};
}

}  // namespace

ParameterReport report_of(const EwaldParameters& p) {
  ParameterReport r;
  r.summary = "spectral Ewald, grid {grid}, cutoff {cutoff_radius}, window {window_points}";
  r.parts.push_back({"", values_of(p)});
  return r;
}

ParameterReport report_of(const NestedParameters& p) {
  ParameterReport r = report_of(p.whole);
  for (const RefinedPatch& patch : p.patches) {
    std::vector<NamedValue> values = values_of(patch.parameters);
    values.push_back(vector_of("lower", "corner", "Lower corner of this patch", patch.lower));
    values.push_back(vector_of("lengths", "lengths", "Lengths of this patch", patch.lengths));
    r.parts.push_back({"patch", std::move(values)});
  }
  return r;
}

}  // namespace slurry
