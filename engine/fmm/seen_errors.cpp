// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/seen_errors.hpp"

#include <cmath>
#include <limits>

#include "fmm/error_law.hpp"
#include "fmm/far_pairs.hpp"

namespace slurry::fmm {

SumErrors seen_errors(const TreeParameters& p, M2lScheme scheme, const Tree& tree, const InteractionLists& lists,
                      const SumCounts& counts, const SeenInSum& seen, double size) {
  const FarPairs far = far_pairs(tree, lists);
  const double nodes = scheme == M2lScheme::plane_waves ? p.node_error : 0;
  SumErrors e = tree_errors(p.box.periodicity, p.layer, p.order, nodes, counts, far, size);
  const bool by_pairs = !(far.tree.second + far.lattice.second > 0);
  if (by_pairs) {  // rounding, which whoever asks adds in full
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    e.value = rounding * std::sqrt(counts.squared_force_sum + counts.dipole_norm);
    return e;
  }
  const RootCells& roots = tree.roots();
  double length = 1;
  for (std::size_t a = 0; a < 3; ++a) length *= roots.side[a] * roots.counts[a];
  length = std::cbrt(length);
  if (seen.last_degree >= 0) {
    const double same =
        seen.density_squares > 0 && counts.squared_force_sum > 0 ? counts.squared_force_sum / seen.density_squares : 1;
    const double law = e.value, found = error_beyond(p.order) * std::sqrt(seen.last_degree * same);
    // what multipoles of one direction leave out shows in low degrees of the images alone
    const double per_net = p.box.periodicity > 0 ? error_of_net_density(p.box.periodicity, p.layer, p.order, nodes)
                                                 : error_of_net_density_by_nodes(p.layer, nodes);
    e.value = std::hypot(std::hypot(found, node_errors(p.layer, nodes, counts, far.tree)),
                         std::sqrt(same) * seen.net_density * per_net / length);
    if (law > 0) {
      e.gradient *= e.value / law;
      e.pressure *= e.value / law;
    }
  } else if (counts.sources > 0) {  // counts of a unit force are of any density
    e.value = std::hypot(e.value,
                         seen.net_density / length * error_of_net_density(p.box.periodicity, p.layer, p.order, nodes));
  }
  if (counts.sources > 0 || seen.last_degree >= 0)
    e.value = std::hypot(e.value,
                         seen.net_density / length * rounding_of_net_density(p.box.periodicity, scheme, p.precision));
  return e;
}

}  // namespace slurry::fmm
