// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/patch_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slurry {
namespace {

constexpr std::size_t sample_size = 4000;

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

double mean_within(const PairCounts& p, double radius) {
  return p.within.empty() ? 0.0 : sources_within(p, 0, Box{}, radius);
}

}  // namespace

double wrapped(double x, double period) {
  return x - period * std::floor(x / period);
}

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

double PatchCandidate::others(double cutoff) const {
  return patch_targets * mean_within(to_patch, cutoff) + (1 - patch_targets) * mean_within(to_rest, cutoff);
}

double PatchCandidate::halo(double cutoff) const {
  if (depths.empty()) return 0;
  const auto seen = std::lower_bound(depths.begin(), depths.end(), cutoff) - depths.begin();
  return double(counts.sources) * double(seen) / double(depths.size());
}

PatchCandidate patch_candidate(const Box& box, const SumCounts& counts, const std::vector<double>& sources,
                               const std::vector<double>& targets, const PatchBox& patch, double longest_cutoff) {
  PatchCandidate c;
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

WithImages::WithImages(const Box& box, PatchCandidate& c, double longest_cutoff) : candidate_(c) {
  c.images = image_pairs(box, c.box, c.sources, c.targets, double(c.counts.sources), longest_cutoff);
}

}  // namespace slurry
