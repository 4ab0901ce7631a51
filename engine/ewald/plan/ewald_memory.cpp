// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/ewald_memory.hpp"

#include <algorithm>

#include "base/execution.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/far/slab_grid.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/near/radii_p2p.hpp"
#include "geometry/cell_grid.hpp"

namespace slurry {
namespace {

constexpr double number = sizeof(double), integer = sizeof(int);

/// Sorted points with their order, and what sorting works in.
double sorted_points(double count, const CellGrid& cells) {
  return (count + 16) * 3 * number + 2 * integer * count + 2 * integer * (double(cells.cells()) + 1);
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

/// Needs of rows, added up.
class KeptBytes {
 public:
  void add(const StageNeeds& needs) {
    bytes_ += needs.bytes;
    for (const auto& layout : needs.layouts) keep(layout);
  }
  double bytes() const {
    double all = bytes_;
    for (const auto& k : kept_) all += k.bytes;
    return all;
  }

 private:
  void keep(const StageNeeds::Layout& layout) {
    for (auto& k : kept_) {
      if (k.name != layout.name || k.set != layout.set) continue;
      k.bytes = std::max(k.bytes, layout.bytes);
      return;
    }
    kept_.push_back(layout);
  }
  double bytes_ = 0;
  std::vector<StageNeeds::Layout> kept_;
};

bool is_coulomb(const EwaldParameters& p) {
  return p.layer == Layer::coulomb;
}

/// Grids, transforms, P2G and G2P.
template <class Real>
double far_memory(const EwaldParameters& p, const EwaldLoad& load, EwaldStageCase stage) {
  const bool coulomb = is_coulomb(p), dipoles = p.layer == Layer::double_layer || p.layer == Layer::combined;
  const FarRows rows = FarRows::choose<Host, Real>(far_slots(), p, load.variants);
  const int of_dipoles = rows.dipoles == DipoleForm::products ? 12 : 4;
  if (dipoles) stage.transforms.push_back(of_dipoles);  // planned in any case
  if (!dipoles || (!load.net_source && of_dipoles == 4)) stage.transforms.push_back(coulomb ? 1 : 3);
  const int components =
      coulomb ? 1 : 3 * static_cast<int>(result_grids(load)) + (dipoles ? of_dipoles : 0) + (p.pressure ? 1 : 0);
  FarGrid grid = make_sum_grid(p);
  double transforms = rows.transform->needs_of(stage).bytes;
  if (load.ranks > 1) {  // multipliers are shared too, and the buffers of threads are not
    const int planes = (p.grid[0] + load.ranks - 1) / load.ranks;
    grid = slab_grid(grid, p, 0, planes, grid.transform_x / (2 * load.ranks) + 1);
    EwaldStageCase tables = stage;
    tables.threads = 0;
    transforms -= rows.transform->needs_of(tables).bytes * (1 - 1.0 / load.ranks);
  }
  // P2G is done with when G2P begins
  return double(grid.size(1)) * components * sizeof(Real) + transforms +
         std::max(rows.spread->needs_of(stage).bytes, rows.gather->needs_of(stage).bytes);
}

/// P2P of every set of targets, by the rows that a sum tries until one suits the points.  in_order: those of the last
/// set come in sorted order.
template <class Real>
double near_memory(const EwaldParameters& p, const EwaldLoad& load, EwaldStageCase stage, bool& in_order) {
  const NearSlots& slots = near_slots();
  KeptBytes kept;
  for (std::size_t k = 0; k < load.targets.size(); ++k) {
    stage.set = static_cast<int>(k);
    stage.set_targets = double(load.targets[k].count);
    stage.targets_are_sources = load.targets[k].are_sources;
    EwaldStageCase of_fields = stage;
    of_fields.others = 0;
    const auto take = [&](const auto& row) {
      const StageNeeds needs = row.needs_of(stage);
      kept.add(needs);
      in_order = needs.in_order;
      return needs.suits;
    };
    if (load.several_radii) {
      take(slots.radii.first<Host, double>(stage));
      continue;
    }
    if (!is_coulomb(p)) slots.velocities.visit_fitting<Host, Real>(stage, take);
    if (is_coulomb(p) || p.gradient || p.pressure) kept.add(slots.fields.first<Host, Real>(stage).needs_of(of_fields));
  }
  return kept.bytes();
}

/// Points as they are sorted, and what the sum itself keeps of them beside what its stages do.
double points_memory(const EwaldParameters& p, const EwaldLoad& load, bool in_order) {
  const CellGrid cells = make_cell_grid(p.box, p.cutoff_radius, p.near_row_width);
  const double sources = double(load.sources);
  double bytes = sorted_points(sources, cells);
  if (load.others > 0) bytes += sorted_points(double(load.others), cells);
  const bool fields = p.gradient || p.pressure;
  if (in_order && !fields && !load.part_of_nested && load.targets.size() == 1)
    bytes += sources * (3 * number + integer);  // SortedVelocities
  // packed spheres, weighted forces, and radii as they are sorted
  if (load.several_radii) bytes += sources * (packed_sphere + 1 + (load.source_radius > 0 ? 3 : 0)) * number;
  for (const auto& t : load.targets) {
    const double count = double(t.count);
    if (!t.are_sources) bytes += sorted_points(count, cells);
    if (load.several_radii) bytes += count * ((t.are_sources ? 0 : 1) + (t.radius > 0 ? 3 : 0)) * number;
    if (!is_coulomb(p) && p.gradient != p.pressure) bytes += count * (p.gradient ? 1 : 9) * number;  // what comes along
  }
  return bytes;
}

template <class Real>
double memory(const EwaldParameters& p, const EwaldLoad& load, int threads) {
  EwaldStageCase stage{p, load.variants};
  stage.sources = double(load.sources);
  stage.several = result_grids(load) > 1;
  stage.threads = threads;
  stage.others = double(load.others);
  for (const auto& t : load.targets) stage.targets += double(t.count);
  bool in_order = false;
  const double near = near_memory<Real>(p, load, stage, in_order);
  return near + (load.near_alone ? 0 : far_memory<Real>(p, load, stage)) + points_memory(p, load, in_order);
}

}  // namespace

double ewald_memory(const EwaldParameters& p, const EwaldLoad& load, int threads) {
  return p.precision == Precision::fp32 ? memory<float>(p, load, threads) : memory<double>(p, load, threads);
}

}  // namespace slurry
