// SPDX-License-Identifier: BSD-3-Clause
#include "planning/nested_plan.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "accuracy/presets.hpp"
#include "far_field/grid_transfer.hpp"
#include "planning/cost_model.hpp"
#include "planning/parameter_selection.hpp"
#include "planning/safety.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

constexpr std::size_t sample_size = 4000;
/// A multiplication and addition of a transfer between grids, and of gathering and spreading where grids of several
/// levels share the caches, over SumRates::spread of the single layer: P2G and G2P of a plan with one patch and of one
/// with two, over what the model says of the rest, in units of how it does on even points (0.10 to 0.18 on one host; on
/// another, 0.16 puts P2G of eight plans 15 per cent too low to 20 too high, G2P 19 per cent too low to 20 too high).
constexpr double transfer_in_spreads = 0.16;
/// Who is in a patch, at its halo or has an image, in sorts of all points (plans with one patch or two: 1.0 to 1.3).
constexpr double division_in_sorts = 1.2;
/// A point of the patch within reach of those elsewhere: it is sorted, and its density fetched, once more (a set of 12
/// points outside of a patch of 100,000: 1.2 ms of sorting and 1.3 of P2P, where all are sorted in 1.2).
constexpr double halo_in_sorts = 1;

std::vector<double> sample_of(const std::vector<double>& x) {
  const std::size_t n = x.size() / 3, count = std::min(n, sample_size);
  std::vector<double> some;
  some.reserve(3 * count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = spread_index(k, count, n);
    some.insert(some.end(), &x[3 * i], &x[3 * i] + 3);
  }
  return some;
}

double wrapped(double x, double period) {
  return x - period * std::floor(x / period);
}

/// Whether a patch goes around a direction of its box; in a free one it ends, however long it is.
bool around(const Box& box, const PatchBox& patch, int d) {
  return d < box.periodicity && patch.lengths[d] >= box.lengths[d];
}

bool inside(const Box& box, const PatchBox& patch, const double* x) {
  for (int d = 0; d < 3; ++d) {
    double y = x[d] - patch.lower[d];
    if (d < box.periodicity) y = wrapped(y, box.lengths[d]);
    if (y < 0 || (y > patch.lengths[d] && !around(box, patch, d))) return false;
  }
  return true;
}

/// Points in the patch and others.
std::array<std::vector<double>, 2> divided(const Box& box, const PatchBox& patch, const std::vector<double>& x) {
  std::array<std::vector<double>, 2> parts;
  for (std::size_t i = 0; i + 3 <= x.size(); i += 3) {
    auto& part = parts[inside(box, patch, &x[i]) ? 0 : 1];
    part.insert(part.end(), &x[i], &x[i] + 3);
  }
  return parts;
}

/// Half a period below the mean direction of the points, from where they are seen as one cluster; 0 where free.
double start_of(const Box& box, const std::vector<double>& x, int d) {
  if (d >= box.periodicity) return 0;
  const double period = box.lengths[d], turn = 2 * std::numbers::pi / period;
  double c = 0, s = 0;
  for (std::size_t i = d; i < x.size(); i += 3) {
    c += std::cos(turn * x[i]);
    s += std::sin(turn * x[i]);
  }
  return std::atan2(s, c) / turn - period / 2;
}

/// A direction of a patch from `low` to `high`, both behind `start`, and a little more.
void set_direction(PatchBox& patch, const Box& box, int d, double start, double low, double high) {
  const double period = box.lengths[d], slack = 1e-3 * (high - low) + 1e-9 * period;
  patch.lower[d] = start + low - slack;
  patch.lengths[d] = high - low + 2 * slack;
  if (d >= box.periodicity) return;
  patch.lower[d] = wrapped(patch.lower[d], period);
  patch.lengths[d] = std::min(patch.lengths[d], period);
}

/// The box that leaves out the share `out` of the points at either end of every direction.
PatchBox patch_box(const Box& box, const std::vector<double>& x, double out) {
  PatchBox patch;
  const std::size_t n = x.size() / 3;
  std::vector<double> y(n);
  for (int d = 0; d < 3; ++d) {
    const double start = start_of(box, x, d), period = box.lengths[d];
    for (std::size_t i = 0; i < n; ++i)
      y[i] = d < box.periodicity ? wrapped(x[3 * i + d] - start, period) : x[3 * i + d];
    std::sort(y.begin(), y.end());
    const auto skipped = static_cast<std::size_t>(out * double(n));
    set_direction(patch, box, d, start, y[skipped], y[n - 1 - skipped]);
  }
  return patch;
}

/// The box of all sources and targets, seen from where a sample of them is a cluster: with it, nobody is outside.
PatchBox box_of_all(const Box& box, const std::vector<double>& sample, const std::vector<double>& sources,
                    const std::vector<double>& targets) {
  PatchBox patch;
  for (int d = 0; d < 3; ++d) {
    const double start = start_of(box, sample, d), period = box.lengths[d];
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto* x : {&sources, &targets})
      for (std::size_t i = d; i < x->size(); i += 3) {
        const double y = d < box.periodicity ? wrapped((*x)[i] - start, period) : (*x)[i];
        low = std::min(low, y);
        high = std::max(high, y);
      }
    set_direction(patch, box, d, start, low, high);
  }
  return patch;
}

SumCounts scaled(const SumCounts& all, double sources, double targets) {
  SumCounts c = all;
  c.sources = static_cast<std::size_t>(std::max(1.0, double(all.sources) * sources));
  c.targets = static_cast<std::size_t>(std::max(1.0, double(all.targets) * targets));
  c.squared_force_sum *= sources;
  c.dipole_norm *= sources;
  return c;
}

/// Counts of a sample as counts of all: `factor` sources for one.
PairCounts counted(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets,
                   double factor, double farthest) {
  PairCounts p = count_pairs(box, sources, targets, farthest);
  for (double& n : p.within) n *= factor;
  return p;
}

double mean_within(const PairCounts& p, double radius) {
  return p.within.empty() ? 0.0 : sources_within(p, 0, Box{}, radius);
}

/// Pairs of a source and a target in the patch, taken evenly from both, whose images may be close: how far they are
/// apart in every direction.
struct ImagePairs {
  std::vector<std::array<double, 3>> apart;
  double sources_a_pair = 0;  // mean number of sources that see a target, for one pair here
};

constexpr std::size_t image_sample = 300;

/// How far the nearest image of one point of a pair adds to the margin.
double image_rest(const Box& box, const PatchBox& patch, int d, double apart, double reach) {
  return around(box, patch, d) ? reach : std::max(0.0, patch.lengths[d] - apart);
}

ImagePairs image_pairs(const Box& box, const PatchBox& patch, const std::vector<double>& sources,
                       const std::vector<double>& targets, double all_sources, double reach) {
  ImagePairs found;
  const std::size_t n = sources.size() / 3, m = targets.size() / 3;
  const std::size_t some = std::min(n, image_sample), few = std::min(m, image_sample);
  if (some == 0 || few == 0) return found;
  found.sources_a_pair = all_sources / (double(some) * double(few));
  found.apart.reserve(some * few);  // pages that no pair comes to are never touched
  for (std::size_t i = 0; i < few; ++i)
    for (std::size_t j = 0; j < some; ++j) {
      const double *const x = &targets[3 * spread_index(i, few, m)], *const y = &sources[3 * spread_index(j, some, n)];
      std::array<double, 3> apart{};
      bool close = false;
      for (int d = 0; d < 3; ++d) {
        double r = x[d] - y[d];
        if (d < box.periodicity) r -= box.lengths[d] * std::round(r / box.lengths[d]);
        apart[d] = std::abs(r);
        close = close || image_rest(box, patch, d, apart[d], reach) < reach;
      }
      if (close) found.apart.push_back(apart);
    }
  return found;
}

/// Mean number of images of patch sources within r_2 of a target in the patch.  points: the patch that the pairs are
/// of, longest: the reach that they were taken for.
double images_within(const Box& box, const PatchBox& points, const ImagePairs& p, const RefinedPatch& patch,
                     double reach, double longest) {
  double margin[3];
  bool none = true;
  for (int d = 0; d < 3; ++d) {
    margin[d] = patch.parameters.box.lengths[d] - patch.lengths[d];
    if (margin[d] == 0) margin[d] = reach;  // goes around: no images but the box's own
    none = none && margin[d] >= reach;
  }
  if (none) return 0;
  double count = 0;
  for (const auto& apart : p.apart) {
    double image[3];
    for (int d = 0; d < 3; ++d) image[d] = image_rest(box, points, d, apart[d], longest) + margin[d];
    for (int directions = 1; directions < 8; ++directions) {
      double squared = 0;
      for (int d = 0; d < 3; ++d) {
        const double r = directions >> d & 1 ? image[d] : apart[d];
        squared += r * r;
      }
      count += squared < reach * reach ? 1 : 0;
    }
  }
  return count * p.sources_a_pair;
}

/// A patch with what is known of its points.
struct Candidate {
  PatchBox box;
  SumCounts counts;
  PairCounts pairs;  // in the patch
  PairCounts to_patch,
      to_rest;  // of targets in the patch with sources elsewhere, of targets elsewhere with all sources
  ImagePairs images;
  double patch_targets = 0;              // share
  std::vector<double> depths;            // of the sample's sources, behind the nearest face, in rising order
  std::vector<double> sources, targets;  // sample of those in it

  /// Mean number of sources within a cutoff, over all targets, of pairs that are not both in the patch.
  double others(double cutoff) const {
    return patch_targets * mean_within(to_patch, cutoff) + (1 - patch_targets) * mean_within(to_rest, cutoff);
  }
  /// Number of sources in the patch that those elsewhere may see.
  double halo(double cutoff) const {
    if (depths.empty()) return 0;
    const auto seen = std::lower_bound(depths.begin(), depths.end(), cutoff) - depths.begin();
    return double(counts.sources) * double(seen) / double(depths.size());
  }
};

/// How far the points of a patch are behind the nearest of its faces, in rising order.
std::vector<double> depths_in(const Box& box, const PatchBox& patch, const std::vector<double>& x) {
  std::vector<double> depths;
  for (std::size_t i = 0; i + 3 <= x.size(); i += 3) {
    double depth = std::numeric_limits<double>::infinity();
    for (int d = 0; d < 3; ++d) {
      if (around(box, patch, d)) continue;
      double y = x[i + d] - patch.lower[d];
      if (d < box.periodicity) y = wrapped(y, box.lengths[d]);
      depth = std::min({depth, y, patch.lengths[d] - y});
    }
    depths.push_back(depth);
  }
  std::sort(depths.begin(), depths.end());
  return depths;
}

Candidate candidate(const Box& box, const SumCounts& counts, const std::vector<double>& sources,
                    const std::vector<double>& targets, const PatchBox& patch, double longest_cutoff) {
  Candidate c;
  c.box = patch;
  const auto from = divided(box, c.box, sources), to = divided(box, c.box, targets);
  c.patch_targets = double(to[0].size()) / double(targets.size());
  c.counts = scaled(counts, double(from[0].size()) / double(sources.size()), c.patch_targets);
  const double factor = double(counts.sources) / (double(sources.size()) / 3);
  c.pairs = counted(box, from[0], to[0], factor, longest_cutoff);
  c.to_patch = counted(box, from[1], to[0], factor, longest_cutoff);
  c.to_rest = counted(box, sources, to[1], factor, longest_cutoff);
  c.depths = depths_in(box, patch, from[0]);
  c.sources = from[0];
  c.targets = to[0];
  return c;
}

/// Holds a candidate's image_pairs() while it lives: two megabytes, which are not kept for every candidate at once.
class WithImages {
 public:
  WithImages(const Box& box, Candidate& c, double longest_cutoff) : candidate_(c) {
    c.images = image_pairs(box, c.box, c.sources, c.targets, double(c.counts.sources), longest_cutoff);
  }
  ~WithImages() { candidate_.images = {}; }
  WithImages(const WithImages&) = delete;
  WithImages& operator=(const WithImages&) = delete;

 private:
  Candidate& candidate_;
};

/// What a plan is made for: patches from the outermost on, the cutoffs of the whole box and of each patch, and how far
/// the images of a patch are moved away (PatchRequest).
struct Nest {
  std::vector<Candidate*> patches;
  std::vector<double> cutoffs;
  double margin = 0;
};

/// Predicted seconds of every stage (as CostModel) of the innermost patch, with its pairs,
StageTimes patch_times(const EwaldParameters& patch, const MachineRates& rates, const SumCounts& counts,
                       const PairCounts& pairs) {
  return CostModel(counts, rates, false, pairs).stages(patch);
}

/// and of what is around a patch: of all points there but those in the patch, and of the transfer.  all_pairs: of all
/// points there, in the patch and around it; others: mean number of sources within the cutoff, over all targets, of
/// pairs that are not both in the patch, and of images of its sources; halo: number of sources in the patch that are
/// seen from outside.
StageTimes times_around(const EwaldParameters& w, const RefinedPatch& patch, const MachineRates& rates,
                        const SumCounts& all, const PairCounts& all_pairs, const SumCounts& in_patch, double others,
                        double halo) {
  const EwaldParameters& f = patch.parameters;
  SumCounts rest = all;
  rest.sources -= std::min(all.sources - 1, in_patch.sources);
  rest.targets -= std::min(all.targets - 1, in_patch.targets);
  PairCounts long_pairs;
  long_pairs.largest_radius = w.cutoff_radius;
  long_pairs.radii_per_octave = 1;
  long_pairs.within = {others};
  PairCounts where;
  where.occupied = all_pairs.occupied;
  StageTimes t = CostModel(rest, rates, false, where).stages(w);
  const double sort = CostModel(all, rates).stages(w)["sort"],
               halo_sort = halo_in_sorts * sort * halo / double(all.sources);
  t["sort"] += division_in_sorts * sort + halo_sort;
  t["P2P"] = CostModel(all, rates, false, long_pairs).stages(w, true)["P2P"] + halo_sort;
  double fine[3], coarse[3];
  for (int d = 0; d < 3; ++d) {
    const double spacing = f.box.lengths[d] / f.grid[d];
    fine[d] = std::min(double(f.grid[d]), patch.lengths[d] / spacing + 2 * patch_margin_nodes(f.window_points));
    coarse[d] = fine[d] * spacing * w.grid[d] / w.box.lengths[d] + w.window_points;
  }
  const double ratio = w.box.lengths[0] / w.grid[0] * f.grid[0] / f.box.lengths[0];
  const double in = f.layer == Layer::single ? 3 : 4, points = w.window_points, up = points * ratio;
  const double rate = transfer_in_spreads * rates.sums[static_cast<std::size_t>(RateLayer::single)].spread;
  t["P2G"] += rate * in * up * coarse[1] * (fine[2] * fine[0] + fine[2] * coarse[0] + coarse[2] * coarse[0]);
  t["G2P"] += rate * 3 * points *
              (fine[2] * fine[1] * fine[0] + fine[2] * coarse[1] * fine[0] + fine[2] * coarse[1] * coarse[0]);
  return t;
}

}  // namespace

std::optional<NestedParameters> nested_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                                  double whole_cutoff, const std::vector<PatchRequest>& patches) {
  if (patches.empty() || patches.size() > 2) return std::nullopt;
  const auto shares = nested_shares(patches.size());
  const double floor =
      options.precision == Precision::fp32 ? tightest_single_precision(options.layer) : tightest_tolerance;
  const auto level_options = [&](std::size_t level, double cutoff) {
    EwaldOptions o = options;
    o.cutoff_radius = cutoff;
    o.tolerance = std::max(shares[level] * options.tolerance, floor);
    return o;
  };
  NestedParameters p;
  Box around = box;                         // of the level around the patch
  std::array<double, 3> corner{}, lower{};  // of that level's box, and of the patch before
  double reach = whole_cutoff;
  try {
    for (std::size_t i = 0; i < patches.size(); ++i) {
      // beyond that the estimates lose their ground, as on one grid
      if (reach > 0.6 * *std::min_element(around.lengths.begin(), around.lengths.end())) return std::nullopt;
      const EwaldOptions fine = level_options(i + 1, patches[i].cutoff);
      // what the window needs beside the patch, from the spacing that the cutoff asks for
      const double ten = 10 * fine.cutoff_radius.value();
      const EwaldParameters first = select_ewald_parameters(Box{{ten, ten, ten}, 3}, fine, counts);
      const double room = (patch_margin_nodes(first.window_points) + 0.5) * ten / first.grid[0],
                   apart = reach * (1 + 1e-9);
      RefinedPatch patch;
      patch.lengths = patches[i].box.lengths;
      Box padded{patch.lengths, 3}, wide = around;
      bool turns[3];
      for (int d = 0; d < 3; ++d) {
        patch.lower[d] = patches[i].box.lower[d];
        if (i > 0) {  // in the patch around it, not a period away
          patch.lower[d] = lower[d] + wrapped(patches[i].box.lower[d] - lower[d], box.lengths[d]);
          if (d >= box.periodicity || patch.lower[d] > lower[d] + p.patches.back().lengths[d])
            patch.lower[d] = patches[i].box.lower[d];
        }
        turns[d] = d < around.periodicity && patch.lengths[d] + reach > around.lengths[d];
        if (turns[d]) {
          patch.lower[d] = corner[d];
          patch.lengths[d] = padded.lengths[d] = around.lengths[d];
        } else {
          const double beside = 2 * room + patches[i].margin * std::max(0.0, apart - 2 * room);
          padded.lengths[d] = std::max(patch.lengths[d] + beside, apart);
        }
        // the nodes around a patch at the halo are nodes of the whole box
        if (d >= around.periodicity) wide.lengths[d] += 2.2 * room;
      }
      if (i == 0) p.whole = select_ewald_parameters(wide, level_options(0, reach), counts);
      const EwaldParameters& outer = i == 0 ? p.whole : p.patches.back().parameters;
      patch.parameters = select_ewald_parameters(padded, fine, counts);
      for (int d = 0; d < 3; ++d) {
        const double spacing = padded.lengths[d] / patch.parameters.grid[d],
                     margin = patch_margin_nodes(patch.parameters.window_points) * spacing;
        if (outer.box.lengths[d] / outer.grid[d] < least_transfer_ratio * spacing) return std::nullopt;
        if (!turns[d] && patch.lengths[d] + 2 * margin > padded.lengths[d])
          return std::nullopt;  // windows of opposite faces would meet
        corner[d] = patch.lower[d] - (turns[d] ? 0.0 : margin);
      }
      lower = patch.lower;
      around = padded;
      reach = patches[i].cutoff;
      p.patches.push_back(patch);
    }
  } catch (const InputError&) {  // too long a cutoff
    return std::nullopt;
  }
  return p;
}

std::vector<NestedPlan> nested_plans(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                     const PairCounts& pairs, const EwaldParameters& single,
                                     const std::vector<double>& sources, const std::vector<double>& targets,
                                     const MachineRates& rates, bool every_kind) {
  if (options.tolerance_kind != ToleranceKind::relative || options.cutoff_radius || options.gradient ||
      options.pressure || options.layer == Layer::coulomb || options.split != Split::prolate ||
      counts.largest_radius > 0 || options.zero_mode == ZeroMode::zero_face_flux || counts.sources < 1000)
    return {};
  const auto some_sources = sample_of(sources), some_targets = sample_of(targets);
  const double longest = 3 * single.cutoff_radius;
  // the best of each kind, or of all of them
  struct Found {
    double seconds;
    NestedPlan plan;
    Nest nest;
  };
  std::map<std::pair<std::size_t, double>, Found> found;
  const double hopeless = every_kind ? std::numeric_limits<double>::infinity()
                                     : nested_gain * CostModel(counts, rates, false, pairs).seconds(single);
  const auto consider = [&](const Nest& tried) {
    const auto& nest = tried.patches;
    std::vector<PatchRequest> patches;
    for (std::size_t i = 0; i < nest.size(); ++i) patches.push_back({nest[i]->box, tried.cutoffs[i + 1], tried.margin});
    const auto p = nested_parameters(box, options, counts, tried.cutoffs[0], patches);
    if (!p) return;
    const std::pair<std::size_t, double> kind{every_kind ? nest.size() : 0, every_kind ? tried.margin : 0.0};
    const auto so_far = found.find(kind);
    const double best_seconds = so_far == found.end() ? hopeless : so_far->second.seconds;
    // images are counted last, and only where all else is cheap enough
    for (const bool with_images : {false, true}) {
      StageTimes t = patch_times(p->patches.back().parameters, rates, nest.back()->counts, nest.back()->pairs);
      for (std::size_t i = 0; i < nest.size() && t.total() < best_seconds; ++i) {
        const EwaldParameters& around = i == 0 ? p->whole : p->patches[i - 1].parameters;
        double others = nest[i]->others(around.cutoff_radius);
        if (with_images)
          others += nest[i]->patch_targets *
                    images_within(box, nest[i]->box, nest[i]->images, p->patches[i], around.cutoff_radius, longest);
        t += times_around(around, p->patches[i], rates, i == 0 ? counts : nest[i - 1]->counts,
                          i == 0 ? pairs : nest[i - 1]->pairs, nest[i]->counts, others,
                          nest[i]->halo(around.cutoff_radius));
      }
      if (t.total() >= best_seconds) return;
      if (!with_images) continue;
      found.insert_or_assign(kind, Found{t.total(), {*p, t, tried.margin}, tried});
    }
  };
  std::vector<Candidate> outer;
  for (const double out : {0.0, 0.002, 0.01, 0.03, 0.08}) {
    PatchBox patch = patch_box(box, some_sources, out);
    // a sample leaves some out even where a box hardly larger holds everybody
    const PatchBox all = out == 0 ? box_of_all(box, some_sources, sources, targets) : patch;
    bool everybody = out == 0;
    for (int d = 0; d < 3; ++d) everybody = everybody && all.lengths[d] < 1.1 * patch.lengths[d];
    if (everybody) patch = all;
    outer.push_back(candidate(box, counts, some_sources, some_targets, patch, longest));
    if (everybody) outer.back().depths.clear();  // nobody is outside to see them
  }
  for (Candidate& c : outer) {
    const WithImages images(box, c, longest);
    for (double r1 = 1.2 * single.cutoff_radius; r1 > 0.1 * single.cutoff_radius; r1 /= 1.15)
      for (const double ratio : {1.9, 2.2, 2.6, 3.0, 3.5, 4.2, 5.0})
        for (const double margin : {1.0, 0.5, 0.0})
          if (margin == 1 || ratio * r1 <= longest) consider({{&c}, {ratio * r1, r1}, margin});
  }
  if (found.empty()) return {};
  const auto cheapest = [&]() -> const Found& {
    return std::min_element(found.begin(), found.end(),
                            [](const auto& a, const auto& b) { return a.second.seconds < b.second.seconds; })
        ->second;
  };
  // a patch in the patch, with cutoffs around that of the single one
  const double middle = cheapest().plan.parameters.patches[0].parameters.cutoff_radius;
  const double length = cheapest().plan.parameters.patches[0].lengths[0];
  std::deque<Candidate> inner;  // whose members stay where they are
  for (Candidate& c : outer) {
    if (c.box.lengths[0] < 0.99 * length) continue;  // it would be no smaller with a patch of its own
    const WithImages images(box, c, longest);
    for (const double out : {0.02, 0.05, 0.1, 0.15}) {
      inner.push_back(candidate(box, c.counts, c.sources, c.targets, patch_box(box, c.sources, out), longest));
      std::optional<WithImages> inner_images(std::in_place, box, inner.back(), longest);
      for (const double r2 : {0.6 * middle, 0.7 * middle, 0.8 * middle, 0.92 * middle})
        for (const double r1 : {1.9 * r2, 2.2 * r2, 2.6 * r2})
          for (const double r0 : {1.9 * r1, 2.3 * r1, 2.8 * r1})
            for (const double margin : {0.5, 0.0})
              if (r0 <= longest) consider({{&c, &inner.back()}, {r0, r1, r2}, margin});
      inner_images.reset();
      if (std::none_of(found.begin(), found.end(),
                       [&](const auto& f) { return f.second.nest.patches.back() == &inner.back(); }))
        inner.pop_back();  // with its points
    }
  }
  // in small steps around the best: each cutoff decides how quick the lengths of a grid's transforms are
  const Nest coarse = cheapest().nest;
  std::deque<WithImages> images;
  for (Candidate* c : coarse.patches) images.emplace_back(box, *c, longest);
  const std::vector<double> three{0.95, 1, 1.05}, five{0.93, 0.965, 1, 1.035, 1.07}, none{1};
  const bool two_patches = coarse.patches.size() == 2;
  for (const double s0 : two_patches ? three : five)
    for (const double s1 : two_patches ? three : five)
      for (const double s2 : two_patches ? three : none) {
        Nest near = coarse;
        const double factors[3] = {s0, s1, s2};
        for (std::size_t i = 0; i < near.cutoffs.size(); ++i) near.cutoffs[i] *= factors[i];
        if (near.cutoffs[0] <= longest) consider(near);
      }
  std::vector<NestedPlan> plans;
  for (auto& [kind, f] : found) plans.push_back(std::move(f.plan));
  return plans;
}

}  // namespace slurry
