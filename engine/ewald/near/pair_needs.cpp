// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/pair_needs.hpp"

#include <algorithm>
#include <cmath>

#include "ewald/near/field_p2p.hpp"
#include "ewald/near/p2p.hpp"
#include "ewald/near/symmetric_p2p.hpp"
#include "geometry/cell_grid.hpp"
#include "geometry/cell_lists.hpp"
#include "geometry/point_layouts.hpp"

namespace slurry {
namespace {

constexpr double number = sizeof(double), integer = sizeof(int);
constexpr int of_sources = PointLayouts<Host>::sources, of_others = PointLayouts<Host>::others;

bool in_fp32(const EwaldStageCase& l) {
  return l.parameters.precision == Precision::fp32;
}
bool has_dipoles(const EwaldStageCase& l) {
  return l.parameters.layer != Layer::single;
}
CellGrid cells_of(const EwaldStageCase& l) {
  return make_cell_grid(l.parameters.box, l.parameters.cutoff_radius, l.parameters.near_row_width);
}
/// Numbers of a source as it is packed.
int packed_numbers(const EwaldStageCase& l) {
  if (l.parameters.layer == Layer::coulomb) return packed_charge;
  return has_dipoles(l) ? packed_combined : packed_single;
}

void pack(const EwaldStageCase& l, int set, double points, StageNeeds& needs) {
  needs.layouts.push_back({"packed sources", set, points * packed_numbers(l) * number});
}

/// Runs of targets along rows of cells.
void group(const EwaldStageCase& l, int set, double points, StageNeeds& needs) {
  const int width = in_fp32(l) ? group_width<float>() : group_width<double>();
  needs.layouts.push_back({"groups", set, (points / width + cells_of(l).rows() + 1) * 2 * integer});
}

/// Cells as wide as the cutoff, with places for the numbers of sources.
void list_cells(const EwaldStageCase& l, int set, double points, bool numbers, StageNeeds& needs) {
  const EwaldParameters& p = l.parameters;
  double cells = 1;
  for (const double length : p.box.lengths) cells *= std::max(1.0, std::floor(length / p.cutoff_radius));
  const double places = even_places(points, cells);
  needs.layouts.push_back({"cell lists", set, places * integer});
  if (numbers) needs.layouts.push_back({"cell rows", set, places * packed_numbers(l) * number});
}

int set_of(const EwaldStageCase& l) {
  return l.targets_are_sources ? of_sources : l.set;
}

/// Memory that OneSidedPairs keeps.  With other points, each set is sources and targets once, and the sources keep what
/// the others give.  prepare(set, points, as sources): what the loop wants besides packed sources.
template <class Prepare>
StageNeeds one_sided_needs(const EwaldStageCase& l, const Prepare& prepare) {
  StageNeeds needs;
  pack(l, of_sources, l.sources, needs);
  prepare(of_sources, l.sources, true, needs);
  prepare(set_of(l), l.set_targets, false, needs);
  if (l.others == 0) return needs;
  pack(l, of_others, l.others, needs);
  prepare(of_others, l.others, true, needs);
  prepare(of_others, l.others, false, needs);
  needs.layouts.push_back({"velocities by others", of_sources, l.sources * 3 * number});
  return needs;
}

}  // namespace

StageNeeds symmetric_needs(const EwaldStageCase& l) {
  const EwaldParameters& p = l.parameters;
  const CellGrid cells = cells_of(l);
  PairBlocks<Host> blocks;
  blocks.cut(cells, p.cutoff_radius, l.others > 0);
  StageNeeds needs;
  const auto keep = [&](int set, double points) {
    const std::size_t real = in_fp32(l) ? sizeof(float) : sizeof(double);
    needs.layouts.push_back({"columns of blocks", set, PairBlocks<Host>::bytes(points, has_dipoles(l), real)});
  };
  keep(of_sources, l.sources);
  if (l.others > 0) keep(of_others, l.others);
  needs.suits =
      l.others > 0 || blocks.even_efficiency(cells, pair_threads(p.deterministic, l.threads)) > least_pair_efficiency;
  needs.in_order = true;
  return needs;
}

StageNeeds grouped_needs(const EwaldStageCase& l) {
  return one_sided_needs(l, [&l](int set, double points, bool as_sources, StageNeeds& needs) {
    if (!as_sources) group(l, set, points, needs);
  });
}

StageNeeds per_target_needs(const EwaldStageCase& l) {
  return one_sided_needs(l, [](int, double, bool, StageNeeds&) {});
}

StageNeeds cell_needs(const EwaldStageCase& l) {
  return one_sided_needs(l, [&l](int set, double points, bool as_sources, StageNeeds& needs) {
    list_cells(l, set, points, as_sources, needs);
  });
}

StageNeeds grouped_spheres_needs(const EwaldStageCase& l) {
  StageNeeds needs;
  group(l, set_of(l), l.set_targets, needs);
  return needs;
}

}  // namespace slurry
