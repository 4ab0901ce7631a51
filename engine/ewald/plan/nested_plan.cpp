// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/nested_plan.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <utility>

#include "ewald/accuracy/presets.hpp"
#include "ewald/far/grid_transfer.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/plan/patch_candidates.hpp"
#include "ewald/plan/safety.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

/// A multiplication and addition of a transfer between grids, and of gathering and spreading where grids of several
/// levels share the caches, over EwaldRates::spread of the single layer: P2G and G2P of a plan with one patch and of
/// one with two, over what the model says of the rest, in units of how it does on even points (0.10 to 0.18 on one
/// host; on another, 0.16 puts P2G of eight plans 15 per cent too low to 20 too high, G2P 19 per cent too low to 20 too
/// high).
constexpr double transfer_in_spreads = 0.16;
/// Who is in a patch, at its halo or has an image, in sorts of all points (plans with one patch or two: 1.0 to 1.3).
constexpr double division_in_sorts = 1.2;
/// A point of the patch within reach of those elsewhere: it is sorted, and its density fetched, once more (a set of 12
/// points outside of a patch of 100,000: 1.2 ms of sorting and 1.3 of P2P, where all are sorted in 1.2).
constexpr double halo_in_sorts = 1;

/// What a plan is made for: patches from the outermost on, the cutoffs of the whole box and of each patch, and how far
/// the images of a patch are moved away (PatchRequest).
struct Nest {
  std::vector<PatchCandidate*> patches;
  std::vector<double> cutoffs;
  double margin = 0;
};

/// Predicted seconds of every stage (as CostModel) of the innermost patch, with its pairs,
StageTimes patch_times(const EwaldParameters& patch, const EwaldMachine& rates, const SumCounts& counts,
                       const PairCounts& pairs) {
  return CostModel(counts, rates, false, pairs).stages(patch);
}

/// and of what is around a patch: of all points there but those in the patch, and of the transfer.  all_pairs: of all
/// points there, in the patch and around it; others: mean number of sources within the cutoff, over all targets, of
/// pairs that are not both in the patch, and of images of its sources; halo: number of sources in the patch that are
/// seen from outside.
StageTimes times_around(const EwaldParameters& w, const RefinedPatch& patch, const EwaldMachine& rates,
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
  const double rate = transfer_in_spreads * rates.of(Layer::single).spread;
  t["P2G"] += rate * in * up * coarse[1] * (fine[2] * fine[0] + fine[2] * coarse[0] + coarse[2] * coarse[0]);
  t["G2P"] += rate * 3 * points *
              (fine[2] * fine[1] * fine[0] + fine[2] * coarse[1] * fine[0] + fine[2] * coarse[1] * coarse[0]);
  return t;
}

/// The search for the cheapest plans of a sum: with one patch, with a patch in it, and in small steps around the best.
class NestSearch {
 public:
  /// single: of the sum on one grid, which a plan has to beat by nested_gain unless the best of every kind is asked
  /// for.
  NestSearch(const Box& box, const EwaldOptions& options, const SumCounts& counts, const PairCounts& pairs,
             const EwaldParameters& single, const EwaldMachine& rates, bool every_kind)
      : box_(box),
        options_(options),
        counts_(counts),
        pairs_(pairs),
        rates_(rates),
        every_kind_(every_kind),
        single_cutoff_(single.cutoff_radius),
        longest_(3 * single.cutoff_radius),
        hopeless_(every_kind ? std::numeric_limits<double>::infinity()
                             : nested_gain * CostModel(counts, rates, false, pairs).seconds(single)) {}

  void try_one_patch(const Survey& points) {
    place_patches(points);
    for (PatchCandidate& c : outer_) {
      const WithImages images(box_, c, longest_);
      for (double r1 = 1.2 * single_cutoff_; r1 > 0.1 * single_cutoff_; r1 /= 1.15)
        for (const double ratio : {1.9, 2.2, 2.6, 3.0, 3.5, 4.2, 5.0})
          for (const double margin : {1.0, 0.5, 0.0})
            if (margin == 1 || ratio * r1 <= longest_) consider({{&c}, {ratio * r1, r1}, margin});
    }
  }
  /// Cutoffs around that of the best single one.
  void try_patches_in_patches() {
    if (found_.empty()) return;
    const RefinedPatch best = cheapest().plan.parameters.patches[0];
    for (PatchCandidate& c : outer_) {
      if (c.box.lengths[0] < 0.99 * best.lengths[0]) continue;  // it would be no smaller with a patch of its own
      const WithImages images(box_, c, longest_);
      for (const double out : {0.02, 0.05, 0.1, 0.15}) try_patch_in(c, out, best.parameters.cutoff_radius);
    }
  }
  /// Each cutoff decides how quick the lengths of a grid's transforms are.
  void refine() {
    if (found_.empty()) return;
    const Nest coarse = cheapest().nest;
    std::deque<WithImages> images;
    for (PatchCandidate* c : coarse.patches) images.emplace_back(box_, *c, longest_);
    const std::vector<double> three{0.95, 1, 1.05}, five{0.93, 0.965, 1, 1.035, 1.07}, none{1};
    const bool two_patches = coarse.patches.size() == 2;
    for (const double s0 : two_patches ? three : five)
      for (const double s1 : two_patches ? three : five)
        for (const double s2 : two_patches ? three : none) {
          Nest near = coarse;
          const double factors[3] = {s0, s1, s2};
          for (std::size_t i = 0; i < near.cutoffs.size(); ++i) near.cutoffs[i] *= factors[i];
          if (near.cutoffs[0] <= longest_) consider(near);
        }
  }
  /// The best of each kind, or of all of them.
  std::vector<NestedPlan> plans() const {
    std::vector<NestedPlan> plans;
    for (const auto& [kind, f] : found_) plans.push_back(f.plan);
    return plans;
  }

 private:
  struct Found {
    double seconds;
    NestedPlan plan;
    Nest nest;
  };

  void place_patches(const Survey& points) {
    constexpr std::size_t some = 4000;
    const auto some_sources = points.some_sources(some), some_targets = points.some_targets(some);
    for (const double out : {0.0, 0.002, 0.01, 0.03, 0.08}) {
      PatchBox patch = patch_box(box_, some_sources, out);
      // a sample leaves some out even where a box hardly larger holds everybody
      const PatchBox all = out == 0 ? box_of_all(box_, points) : patch;
      bool everybody = out == 0;
      for (int d = 0; d < 3; ++d) everybody = everybody && all.lengths[d] < 1.1 * patch.lengths[d];
      if (everybody) patch = all;
      outer_.push_back(patch_candidate(box_, counts_, some_sources, some_targets, patch, longest_));
      if (everybody) outer_.back().depths.clear();  // nobody is outside to see them
    }
  }
  /// middle: cutoff around which those of the patches are tried.
  void try_patch_in(PatchCandidate& c, double out, double middle) {
    inner_.push_back(patch_candidate(box_, c.counts, c.sources, c.targets, patch_box(box_, c.sources, out), longest_));
    PatchCandidate& inner = inner_.back();
    {
      const WithImages images(box_, inner, longest_);
      for (const double r2 : {0.6 * middle, 0.7 * middle, 0.8 * middle, 0.92 * middle})
        for (const double r1 : {1.9 * r2, 2.2 * r2, 2.6 * r2})
          for (const double r0 : {1.9 * r1, 2.3 * r1, 2.8 * r1})
            for (const double margin : {0.5, 0.0})
              if (r0 <= longest_) consider({{&c, &inner}, {r0, r1, r2}, margin});
    }
    if (std::none_of(found_.begin(), found_.end(),
                     [&](const auto& f) { return f.second.nest.patches.back() == &inner; }))
      inner_.pop_back();  // with its points
  }
  /// Keeps it where it is the cheapest of its kind so far.
  void consider(const Nest& tried) {
    std::vector<PatchRequest> patches;
    for (std::size_t i = 0; i < tried.patches.size(); ++i)
      patches.push_back({tried.patches[i]->box, tried.cutoffs[i + 1], tried.margin});
    const auto p = nested_parameters(box_, options_, counts_, tried.cutoffs[0], patches);
    if (!p) return;
    const std::pair<std::size_t, double> kind{every_kind_ ? patches.size() : 0, every_kind_ ? tried.margin : 0.0};
    const auto so_far = found_.find(kind);
    const double best = so_far == found_.end() ? hopeless_ : so_far->second.seconds;
    // images are counted last, and only where all else is cheap enough
    if (times(tried, *p, best, false).total() >= best) return;
    const StageTimes t = times(tried, *p, best, true);
    if (t.total() < best) found_.insert_or_assign(kind, Found{t.total(), {*p, t, tried.margin}, tried});
  }
  /// Of as many levels as it takes to exceed `enough`.
  StageTimes times(const Nest& tried, const NestedParameters& p, double enough, bool with_images) const {
    const auto& nest = tried.patches;
    StageTimes t = patch_times(p.patches.back().parameters, rates_, nest.back()->counts, nest.back()->pairs);
    for (std::size_t i = 0; i < nest.size() && t.total() < enough; ++i) {
      const EwaldParameters& around = i == 0 ? p.whole : p.patches[i - 1].parameters;
      double others = nest[i]->others(around.cutoff_radius);
      if (with_images)
        others += nest[i]->patch_targets *
                  images_within(box_, nest[i]->box, nest[i]->images, p.patches[i], around.cutoff_radius, longest_);
      t += times_around(around, p.patches[i], rates_, i == 0 ? counts_ : nest[i - 1]->counts,
                        i == 0 ? pairs_ : nest[i - 1]->pairs, nest[i]->counts, others,
                        nest[i]->halo(around.cutoff_radius));
    }
    return t;
  }
  const Found& cheapest() const {
    return std::min_element(found_.begin(), found_.end(),
                            [](const auto& a, const auto& b) { return a.second.seconds < b.second.seconds; })
        ->second;
  }

  const Box& box_;
  const EwaldOptions& options_;
  const SumCounts& counts_;
  const PairCounts& pairs_;
  const EwaldMachine rates_;
  bool every_kind_;
  double single_cutoff_, longest_, hopeless_;              // cutoffs; seconds that a plan has to beat
  std::deque<PatchCandidate> outer_, inner_;               // whose members stay where they are
  std::map<std::pair<std::size_t, double>, Found> found_;  // by patches and margin, or all as one
};

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
                                     const PairCounts& pairs, const EwaldParameters& single, const Survey& points,
                                     const MachineRates& rates, bool every_kind) {
  if (options.tolerance_kind != ToleranceKind::relative || options.cutoff_radius || options.gradient ||
      options.pressure || options.layer == Layer::coulomb || options.split != Split::prolate ||
      counts.largest_radius > 0 || options.zero_mode == ZeroMode::zero_face_flux || counts.sources < 1000)
    return {};
  NestSearch search(box, options, counts, pairs, single, rates, every_kind);
  search.try_one_patch(points);
  search.try_patches_in_patches();
  search.refine();
  return search.plans();
}

}  // namespace slurry
