// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/nested_points.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "ewald/far/grid_transfer.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {
namespace {

constexpr std::size_t most_points = 20000;
constexpr double vector = 3 * sizeof(double);

std::vector<double> some_of(const std::vector<double>& x) {
  const std::size_t n = x.size() / 3, count = std::min(n, most_points);
  std::vector<double> some;
  some.reserve(3 * count);
  for (std::size_t k = 0; k < count; ++k) {
    const double* const from = &x[3 * spread_index(k, count, n)];
    some.insert(some.end(), from, from + 3);
  }
  return some;
}

/// A patch as NestedEwald sees it from the box around it.
struct Regions {
  PatchRegion patch;
  ImageRegion images;
};
Regions regions_of(const EwaldParameters& around, const RefinedPatch& patch, const std::array<double, 3>& corner,
                   bool same) {
  Regions r;
  const EwaldParameters& fine = patch.parameters;
  const double reach = around.cutoff_radius;
  bool any_images = false, turns[3];
  for (int d = 0; d < 3; ++d) {
    turns[d] = d < around.box.periodicity && patch.lengths[d] >= around.box.lengths[d];
    any_images = any_images || (!turns[d] && fine.box.lengths[d] < patch.lengths[d] + reach);
  }
  r.images.reach = any_images ? reach : 0;
  r.images.half = same;
  for (int d = 0; d < 3; ++d) {
    const double margin = turns[d] ? 0 : patch_margin_nodes(fine.window_points) * fine.box.lengths[d] / fine.grid[d];
    r.patch.lower[d] = patch.lower[d] - corner[d];
    r.patch.lengths[d] = patch.lengths[d];
    r.patch.margin[d] = margin;
    r.patch.period[d] = around.box.lengths[d];
    r.patch.inverse_period[d] = d < around.box.periodicity ? 1 / around.box.lengths[d] : 0;
    r.patch.limit[d] = turns[d] ? std::numeric_limits<double>::infinity() : patch.lengths[d];
    r.patch.halo_depth[d] = turns[d] ? -1 : reach;
    r.patch.image_depth[d] = turns[d] || !any_images ? -1 : reach - (fine.box.lengths[d] - patch.lengths[d]);
    r.images.period[d] = fine.box.lengths[d];
    r.images.lower[d] = margin;
    r.images.upper[d] = margin + patch.lengths[d];
    r.images.around[d] = turns[d];
  }
  return r;
}

/// Counts the points x, `weight` points each, and leaves those in the patch, in its grid's box.
LevelPoints::Set divide(const Regions& r, double weight, std::vector<double>& x, double* images) {
  LevelPoints::Set n;
  std::vector<double> in_patch;
  for (std::size_t i = 0; i + 3 <= x.size(); i += 3) {
    const double at[3] = {x[i], x[i + 1], x[i + 2]};
    n.all += weight;
    const unsigned char kind = r.patch.kind(at);
    if (!(kind & PatchRegion::in_patch)) continue;
    n.in_patch += weight;
    n.halo += kind & PatchRegion::in_halo ? weight : 0;
    n.face += kind & PatchRegion::at_face ? weight : 0;
    double y[3];
    r.patch.local(at, y);
    for (int d = 0; d < 3; ++d) in_patch.push_back(y[d] += r.patch.margin[d]);
    if (images && kind & PatchRegion::at_face) r.images.images(y, [&](const double(&)[3]) { *images += weight; });
  }
  x = std::move(in_patch);
  return n;
}

std::size_t whole(double count) {
  return static_cast<std::size_t>(count + 0.5);
}

}  // namespace

std::vector<LevelPoints> points_of_levels(const NestedParameters& p, const std::vector<double>& sources,
                                          const std::vector<double>& targets, bool same) {
  std::vector<double> y = some_of(sources), x = same ? std::vector<double>() : some_of(targets);
  const double source_weight = y.empty() ? 0 : double(sources.size()) / double(y.size()),
               target_weight = x.empty() ? 0 : double(targets.size()) / double(x.size());
  std::vector<LevelPoints> levels;
  std::array<double, 3> corner{0, 0, 0};
  for (std::size_t i = 0; i < p.patches.size(); ++i) {
    const Regions r = regions_of(i == 0 ? p.whole : p.patches[i - 1].parameters, p.patches[i], corner, same);
    LevelPoints n;
    n.sources = divide(r, source_weight, y, &n.images);
    n.targets = same ? n.sources : divide(r, target_weight, x, nullptr);
    levels.push_back(n);
    for (int d = 0; d < 3; ++d) corner[d] = p.patches[i].lower[d] - r.patch.margin[d];
  }
  return levels;
}

double nested_memory(const NestedParameters& p, const std::vector<LevelPoints>& levels, bool same, double density,
                     bool net_source, int threads, const StageVariantNames& variants) {
  const auto sum = [&](const EwaldParameters& own, double sources, std::vector<EwaldLoad::Targets> targets,
                       double others, bool near_alone) {
    EwaldLoad load;
    load.variants = variants;
    load.part_of_nested = true;
    load.near_alone = near_alone;
    load.net_source = net_source;
    load.sources = whole(sources);
    load.others = whole(others);
    load.targets = std::move(targets);
    return ewald_memory(own, load, threads);
  };
  const std::size_t real = p.whole.precision == Precision::fp32 ? sizeof(float) : sizeof(double);
  double bytes = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const EwaldParameters &own = i == 0 ? p.whole : p.patches[i - 1].parameters, &fine = p.patches[i].parameters;
    LevelPoints n = levels[i];
    // where nobody is elsewhere, nobody looks in from there
    if (n.targets.elsewhere() < 0.5) n.sources.halo = 0;
    if (n.sources.elsewhere() < 0.5) n.targets.halo = 0;
    // kinds, lists of numbers, and positions of every part
    const auto lists = [](const LevelPoints::Set& s) {
      return s.all + (s.all + s.halo + s.face) * (sizeof(int) + vector);
    };
    bytes += lists(n.sources) + (same ? 0 : lists(n.targets)) + n.images * (sizeof(int) + vector);
    bytes += density * (n.sources.all + n.sources.halo + n.images + (same ? n.sources.face : 0));
    bytes += vector * (n.targets.all + n.targets.halo + n.targets.face + (same ? n.images : n.targets.elsewhere()));
    const double others = n.sources.elsewhere();
    const EwaldLoad::Targets there{whole(n.targets.elsewhere()), 0, same};
    if (same) {
      bytes += sum(own, others, {there}, n.sources.halo, false);
    } else {
      bytes += sum(own, others, {there, {whole(n.targets.halo), 0, false}}, 0, false);
      bytes += sum(own, n.sources.halo, {there}, 0, true);
    }
    if (n.images > 0) {
      EwaldParameters near = own;
      near.box.periodicity = 0;
      for (int d = 0; d < 3; ++d) near.box.lengths[d] = p.patches[i].lengths[d] + 2 * own.cutoff_radius;
      const EwaldLoad::Targets face{whole(n.targets.face), 0, same};
      bytes += same ? sum(near, n.sources.face, {face}, n.images, true) : sum(near, n.images, {face}, 0, true);
    }
    bytes += transfer_memory(make_sum_grid(fine), fine.grid, make_sum_grid(own), real, threads);
  }
  const LevelPoints& last = levels.back();
  return bytes +
         sum(p.patches.back().parameters, last.sources.in_patch, {{whole(last.targets.in_patch), 0, same}}, 0, false);
}

}  // namespace slurry
