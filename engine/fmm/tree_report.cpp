// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

ParameterReport report_of(const TreeParameters& p) {
  const auto count_of = [](const char* name, const char* title, const char* help, double count) {
    return NamedValue{name, title, "", help, {count}, "", true};
  };
  ParameterReport r;
  r.summary = "fast multipole, order {order}, leaves of {leaf_points}, M2L by {m2l}";
  r.parts.push_back(
      {"",
       {count_of("order", "order p", "Highest degree of the expansions", p.order),
        {"m2l", "M2L by", "", "Scheme that turns multipoles into local expansions", {}, std::string(name_of(p.scheme))},
        {"node_error",
         "error of nodes",
         "",
         "Largest error of the quadrature nodes of the plane waves",
         {p.node_error}},
        count_of("leaf_points", "points of a leaf", "Largest number of points of a box that is not split",
                 p.leaf_points)}});
  if (p.scheme != M2lScheme::plane_waves)
    std::erase_if(r.parts[0].values, [](const NamedValue& v) { return v.name == "node_error"; });
  return r;
}

}  // namespace slurry::fmm
