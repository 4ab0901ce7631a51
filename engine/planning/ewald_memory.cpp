// SPDX-License-Identifier: BSD-3-Clause
#include "planning/ewald_memory.hpp"

#include <algorithm>

#include "base/execution.hpp"
#include "far_field/far_stages.hpp"
#include "geometry/cell_grid.hpp"
#include "kernels/ewald_split.hpp"
#include "near_field/field_p2p.hpp"
#include "near_field/near_stages.hpp"
#include "near_field/p2p.hpp"
#include "near_field/symmetric_p2p.hpp"

namespace slurry {
namespace {

constexpr double number = sizeof(double), integer = sizeof(int);

/// Sorted points with their order, and what sorting works in.
double sorted_points(double count, const CellGrid& cells) {
  return (count + 16) * 3 * number + 2 * integer * count + 2 * integer * (double(cells.cells()) + 1);
}

double groups(double count, const CellGrid& cells, int width) {
  return (count / width + cells.rows() + 1) * 2 * integer;
}

/// Different (1 + g Lap) of the velocity among the targets, each with a grid of its own.
std::size_t result_grids(const EwaldLoad& load) {
  if (load.several_radii) return 2;
  std::vector<double> seen;
  for (const auto& t : load.targets) {
    const double g = t.radius * t.radius + load.source_radius * load.source_radius;
    if (std::find(seen.begin(), seen.end(), g) == seen.end()) seen.push_back(g);
  }
  return std::max<std::size_t>(1, seen.size());
}

/// The rows that a sum on the host takes, whatever the precision that they are made for.
struct Rows {
  FarRows far;
  decltype(NearSlots::velocities)::Row* pairs = nullptr;

  Rows(const EwaldParameters& p, const EwaldLoad& load) {
    if (p.precision == Precision::fp32)
      choose<float>(p, load);
    else
      choose<double>(p, load);
  }

 private:
  template <class Real>
  void choose(const EwaldParameters& p, const EwaldLoad& load) {
    const StageCase c{p, load.variants, true};
    if (!load.near_alone) far = FarRows::choose<Host, Real>(far_slots(), p, load.variants);
    if (p.layer == Layer::coulomb)
      pairs = nullptr;
    else
      pairs = &near_slots().velocities.first<Host, Real>(c);
  }
};

}  // namespace

double ewald_memory(const EwaldParameters& p, const EwaldLoad& load, int threads) {
  const bool coulomb = p.layer == Layer::coulomb, fp32 = p.precision == Precision::fp32;
  const bool dipoles = p.layer == Layer::double_layer || p.layer == Layer::combined;
  const FarGrid grid = make_sum_grid(p);
  const CellGrid cells = make_cell_grid(p.box, p.cutoff_radius, p.near_row_width);
  const auto split = make_split(p);
  const std::size_t results = result_grids(load);
  const bool pressure = p.pressure && !coulomb;
  const Rows rows(p, load);
  const double sources = double(load.sources);

  double bytes = 0;
  StageLoad stage{p, sources, 0, {}, results > 1, threads};
  for (const auto& t : load.targets) stage.targets += double(t.count);
  if (!load.near_alone) {
    const int of_dipoles = rows.far.dipoles == DipoleForm::products ? 12 : 4;
    if (dipoles) stage.transforms.push_back(of_dipoles);  // planned in any case
    if (!dipoles || (!load.net_source && of_dipoles == 4)) stage.transforms.push_back(coulomb ? 1 : 3);
    const int grid_components = coulomb ? 1 : 3 * int(results) + (dipoles ? of_dipoles : 0) + (pressure ? 1 : 0);
    bytes += double(grid.size(1)) * grid_components * (fp32 ? 4 : 8);
    // P2G is done with when G2P begins
    bytes += rows.far.transform->needs_of(stage) +
             std::max(rows.far.spread->needs_of(stage), rows.far.gather->needs_of(stage));
  }
  if (rows.pairs) bytes += rows.pairs->needs_of(stage);

  const int width = coulomb || !fp32 ? group_width<double>() : group_width<float>();
  const bool fields = p.gradient || p.pressure;
  PairBlocks<Host> blocks;
  blocks.cut(cells, p.cutoff_radius, load.others > 0);
  const bool each_once = rows.pairs && rows.pairs->name == symmetric_pairs;  // is tried, and taken where it suits
  const bool symmetric = load.others > 0 || (each_once && !load.several_radii &&
                                             blocks.even_efficiency(cells, pair_threads(p.deterministic, threads)) >
                                                 least_pair_efficiency);
  bytes += sorted_points(sources, cells);
  if (load.others > 0)
    bytes += sorted_points(double(load.others), cells) +
             blocks.bytes(double(load.others), dipoles, fp32 ? sizeof(float) : sizeof(double));
  if (!symmetric || fields ||
      std::any_of(load.targets.begin(), load.targets.end(), [](const auto& t) { return !t.are_sources; }))
    bytes += sources * (coulomb ? packed_charge : dipoles ? packed_combined : packed_single) * number;
  if (symmetric && !fields && !load.part_of_nested && load.targets.size() == 1 && load.targets[0].are_sources)
    bytes += sources * (3 * number + integer);  // velocities as the sources are sorted
  if (load.several_radii) bytes += sources * (load.source_radius > 0 ? 5 : 2) * number;  // radii, weighted forces
  bool grouped = false;
  for (const auto& t : load.targets) {
    const double count = double(t.count);
    if (!t.are_sources) bytes += sorted_points(count, cells);
    if (!t.are_sources || (!grouped && (!symmetric || fields))) bytes += groups(count, cells, width);
    if (t.are_sources && !grouped && each_once && !load.several_radii)
      bytes += blocks.bytes(sources, dipoles, fp32 ? sizeof(float) : sizeof(double));
    grouped = grouped || t.are_sources;
    if (load.several_radii) bytes += count * ((t.are_sources ? 0 : 1) + (t.radius > 0 ? 3 : 0)) * number;
    if (!coulomb && p.gradient != p.pressure) bytes += count * (p.gradient ? 1 : 9) * number;  // what comes along
  }
  return bytes;
}

double direct_memory(std::size_t sources) {
  return double(sources) * 10 * number;
}

}  // namespace slurry
