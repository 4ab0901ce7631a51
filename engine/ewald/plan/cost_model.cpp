// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/far/multiplier.hpp"
#include "ewald/near/near_stages.hpp"
#include "geometry/cell_grid.hpp"
#include "kernels/ewald_split.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Volume within r of a box with edges e (Steiner's formula).
double volume_around(const double (&e)[3], double r) {
  return e[0] * e[1] * e[2] + 2 * r * (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) + pi * r * r * (e[0] + e[1] + e[2]) +
         4.0 / 3 * pi * r * r * r;
}

/// Work of the near field.  On a host: groups of a dozen targets against the sources within the cutoff of any of them,
/// and the rows of cells that they walk; the tests of pairs that turn out to be too far are in the rates of both.  On a
/// device: every target, beside those that it could spare, against the sources in all cells that are near.
struct NearWork {
  double pairs = 0, rows = 0;
};
NearWork near_work(const EwaldParameters& p, const SumCounts& counts, const PairCounts& pairs,
                   const EwaldMachine& rates) {
  const CellGrid cells = make_cell_grid(p.box, p.cutoff_radius, p.near_row_width);
  const bool on_host = rates.device == Device::host;
  const double targets = double(counts.targets), volume = p.box.volume(), rc = p.cutoff_radius, width = 12;
  // a cluster is as dense everywhere as it is around its targets on the average, and the rest of the box is empty
  const double density = sources_within(pairs, counts.sources, p.box, rc) / (4.0 / 3 * pi * rc * rc * rc);
  const double rows = cells.rows() * std::clamp(double(counts.sources) / (density * volume), 1.0 / cells.rows(), 1.0);
  // rows of cells are cut into groups; the last one of a row is half empty
  const double per_row = targets / rows;
  const double groups = rows * (1 - std::exp(-per_row)) + std::max(0.0, targets / width - rows / 2.0);
  const double members = std::min(width, targets / groups), spread = (members - 1) / (members + 1);
  double edge[3] = {p.box.lengths[0] * std::min(1.0, members / per_row), cells.width[1], cells.width[2]}, reach[3];
  for (int d = 0; d < 3; ++d) edge[d] *= on_host ? spread : 0;
  for (int d = 0; d < 3; ++d) reach[d] = edge[d] + cells.width[d];
  const double disc = reach[1] * reach[2] + 2 * rc * (reach[1] + reach[2]) + pi * rc * rc;
  const auto inside = [&](double v) {  // free directions have an end
    return p.box.periodicity == 0 ? std::min(v, volume) : v;
  };
  const double around = on_host ? volume_around(edge, rc) : volume_around(cells.width, rc),
               walks = on_host ? groups : targets + rates.spare_targets;
  // as many sources as around a target within a sphere of that size: on surfaces they grow with its area
  const double radius = std::cbrt(3 / (4 * pi) * inside(around));
  return {walks * sources_within(pairs, counts.sources, p.box, radius),
          walks * std::max(1.0, disc / (cells.width[1] * cells.width[2]))};
}

/// n log2 n, weighted by how quick the length is: where it is padded, one that is quick is chosen (0.93 in the mean).
double line_work(const FarGrid& grid, int d, double n) {
  return grid.periodic[d] ? transform_work(grid.total[d]) : 0.93 * n * std::log2(n);
}

/// Share of the rows of direction d of a grid that windows of points reach (used_rows.hpp).
double used_share(const FarGrid& grid, int d, const PairCounts& pairs) {
  const Occupied& o = pairs.occupied[d];
  if (o.length == 0) return 1;
  return std::min(1.0, (o.length / grid.spacing[d] + double(o.runs) * grid.window) / grid.total[d]);
}

/// Complex numbers of the padded planes, and the same times log2 of the lengths they are transformed along.
struct PlaneWork {
  double numbers = 0, butterflies = 0;
};
PlaneWork plane_work(const EwaldParameters& p, const FarGrid& grid, const PairCounts& pairs) {
  double diagonal = 0, spacing = 0;
  for (int d = 0; d < 3; ++d) spacing = std::max(spacing, grid.spacing[d]);
  for (int d = p.box.periodicity; d < 3; ++d) diagonal += p.box.lengths[d] * p.box.lengths[d];
  diagonal = std::sqrt(diagonal);
  // as FarMultiplier pads, without rounding to good lengths and without classes
  const double reach = far_reach(p), largest = pi / spacing;
  const double tapered = diagonal + 2 * reach + 1.5 * 1.35 * equivalent_bandwidth(p) / largest;
  // columns that nothing was spread to are left out on the way in, rows that nobody reads on the way back
  const double used = grid.total[2] * (used_share(grid, 1, pairs) + used_share(grid, 2, pairs)) / 2;
  PlaneWork work;
  // without a periodic direction all planes are alike, and with a point far away there are millions of them
  const bool alike = p.box.periodicity == 0;
  const int half = grid.transform_x / 2;
  const double planes =
      alike ? std::min(half + 1.0, std::ceil(largest * grid.transform_x * grid.spacing[0] / (2 * pi))) : 1;
  for (int j = 0; j <= (alike ? 0 : half); ++j) {
    const double a = p.box.periodicity == 0 ? 0 : 2 * pi * j / (grid.transform_x * grid.spacing[0]);
    if (j > 0 && 2 * pi * j / (grid.transform_x * grid.spacing[0]) >= largest) break;
    double extension = diagonal + 2 * reach;
    if (a > 0) extension = reach + padding_margin(p, a);
    if (p.box.periodicity == 1) extension = std::min(extension, tapered);
    double n[2];
    for (int d = 1; d < 3; ++d)
      n[d - 1] = grid.periodic[d] ? grid.total[d]
                                  : std::max(double(grid.total[d]), (p.box.lengths[d] + extension) / grid.spacing[d]);
    work.numbers += planes * n[0] * n[1];
    work.butterflies += planes * (used * line_work(grid, 1, n[0]) + n[0] * line_work(grid, 2, n[1]));
  }
  return work;
}

}  // namespace

/// Loops that a device starts for each stage, where it sorts and where the planes of so many classes are transformed (a
/// stage's own row knows of the others).
struct Launches {
  double sort = 5, fft, cnv, ifft;
  explicit Launches(const Box& box) {
    const double classes = box.periodicity == 3 ? 1 : 5;
    fft = 1 + 2 * classes;
    cnv = classes;
    ifft = 2 + 2 * classes;
  }
};

StageTimes CostModel::stages(const EwaldParameters& p, bool same, const StageVariantNames& asked) const {
  return with_space_type(word_of(rates_.device),
                         [&]<class Space>(std::type_identity<Space>) { return stages_in<Space>(p, same, asked); });
}

template <class Space>
StageTimes CostModel::stages_in(const EwaldParameters& p, bool same, const StageVariantNames& asked) const {
  const EwaldRates& r = rates_.of(p.layer);
  const double sources = double(counts_.sources), targets = double(counts_.targets);
  const bool coulomb = p.layer == Layer::coulomb,
             dipoles = p.layer == Layer::double_layer || p.layer == Layer::combined;
  // with a radius each, a second set of components on every side that has a size, and twice the polynomials
  const double in = coulomb ? 1 : dipoles ? 4 : several_radii_ && counts_.radius_on_both_sides ? 6 : 3;
  const double out = coulomb ? 1 : several_radii_ ? 6 : 3, pressure = p.pressure && !coulomb ? 1 : 0;
  const double degree = (several_radii_ ? 2 : 1) * p.near_degree;
  // the rows that suit the sum say what their loops make of a pair, a point and a butterfly
  constexpr bool on_host = is_host_space<Space>;
  const EwaldStageCase here{p, asked, on_host, same, 3, sources};
  const NearSlots& loops = near_slots();
  const double sides = several_radii_ ? loops.radii.first<Space, double>(here).work_of(here).units
                                      : loops.velocities.first<Space, double>(here).work_of(here).units;
  const FarRows stages = FarRows::choose<Space, double>(far_slots(), p, asked, sources);
  const auto together = [](double components) {
    return components == 6 ? 3 : static_cast<int>(components);
  };  // two grids
  const auto work = [&](const auto& row, double components) {
    return row.work_of({p, asked, on_host, same, together(components), sources});
  };
  const auto vectors = [&](const auto& row, double components) {
    return components == 0 ? 0 : components / together(components) * work(row, components).units;
  };
  const FarGrid grid = stages.grid(p);
  const NearWork near = near_work(p, counts_, pairs_, rates_);
  const PlaneWork planes = plane_work(p, grid, pairs_);
  const double rows = grid.total[1] * used_share(grid, 1, pairs_) * grid.total[2] * used_share(grid, 2, pairs_);
  const double lines = rows / 2 * transform_work(grid.transform_x);
  const double butterflies = stages.transform->work_of(here).units * (lines + planes.butterflies);
  const double spread = vectors(*stages.spread, in), gather = vectors(*stages.gather, out);
  // gradients and pressures have a near field of their own (p2p_fields), and gather slopes of the window
  const double fields = !coulomb && (p.gradient || p.pressure) ? 1 : 0, slopes = p.gradient && !coulomb ? 3 : 0;

  StageTimes t(ewald_stages);
  t["sort"] = r.sort * (same ? sources : sources + targets);
  const double pair = near.pairs * (r.pair + r.pair_degree * degree), row = near.rows * r.row;
  t["P2P"] =
      sides * (row + pair) + fields * loops.fields.first<Space, double>(here).work_of(here).units * (row + 3 * pair);
  RowWork spreading = work(*stages.spread, in);
  spreading.units = spread;
  t["P2G"] = spread_seconds(spreading, sources, double(grid.size(1)) * in, r, rates_.launch);
  t["FFT"] = in * butterflies * r.fft;
  t["CNV"] = (in + 2 * pressure) * planes.numbers * r.multiply;
  t["IFFT"] = (out + pressure) * butterflies * r.ifft;
  t["G2P"] = double(grid.size(1)) * (out + pressure) * r.gather_number +
             targets * (r.gather_point * (1 + fields) +
                        ((1 + slopes) * gather + vectors(*stages.gather, pressure)) * r.gather);
  const Launches launches(p.box);
  t["sort"] += launches.sort * rates_.launch;
  t["FFT"] += launches.fft * rates_.launch;
  t["CNV"] += launches.cnv * rates_.launch;
  t["IFFT"] += launches.ifft * rates_.launch;
  t["G2P"] += work(*stages.gather, out).launches * rates_.launch;
  return t;
}

std::vector<std::string> stages_of_unknown_rates(const StageVariantNames& asked, Device device) {
  std::vector<std::string> stages;
  if (device != Device::host) return stages;  // there they say what work they make
  const auto look = [&](const auto& slot) {
    const std::string_view name = slot.asked(asked);
    for (const auto& row : slot.variants)
      if (row.name == name && row.source != "own") stages.insert(stages.end(), slot.stages.begin(), slot.stages.end());
  };
  look(near_slots().velocities);
  look(far_slots().spread);
  look(far_slots().transform);
  look(far_slots().gather);
  return stages;
}

bool transforms_are_worth_timing(const StageTimes& predicted) {
  constexpr double seconds = 3;
  double transforms = 0;
  for (const auto& [name, time] : predicted) transforms += name == "FFT" || name == "IFFT" ? time : 0;
  return transforms > seconds;
}

}  // namespace slurry
