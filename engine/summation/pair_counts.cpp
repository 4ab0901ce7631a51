// SPDX-License-Identifier: BSD-3-Clause
#include "summation/pair_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace slurry {
namespace {

constexpr std::size_t most_targets = 200, most_sources = Survey::most;
constexpr int radii = 48, per_octave = 4;  // down to 1/4096 of the largest; an octave of radii is two of squares

/// Whole half octaves in x >= 1: floor(2 log2 x), from the number's exponent; millions of logarithms take longer than
/// the distances that they are of.
int half_octaves(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double mantissa = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  return 2 * (static_cast<int>(bits >> 52) - 1023) + (mantissa >= std::numbers::sqrt2 ? 1 : 0);
}

/// Free directions: from the lowest point to the highest.
Occupied occupied_along(const Box& box, int d, const Survey& points) {
  if (d >= box.periodicity) {
    const double low = points.lowest()[std::size_t(d)], high = points.highest()[std::size_t(d)];
    return high > low ? Occupied{high - low, 1} : Occupied{};
  }
  const auto any = [bits = points.occupied(d)](int i) { return (bits >> i & 1) != 0; };
  constexpr int slices = Survey::slices;
  Occupied o;
  for (int i = 0; i < slices; ++i) {
    o.length += any(i) ? box.lengths[d] / slices : 0;
    o.runs += any(i) && !any((i + slices - 1) % slices) ? 1 : 0;
  }
  if (o.length > 0) o.runs = std::max(o.runs, 1);
  return o;
}

}  // namespace

PairCounts count_pairs(const Box& box, const Survey& points, double farthest) {
  const std::size_t n = points.all_sources();
  const std::vector<double> x = points.some_sources(most_sources), y = points.some_targets(most_targets);
  const std::size_t s = x.size() / 3, t = y.size() / 3;
  PairCounts counts;
  if (s == 0 || t == 0) return counts;
  counts.largest_radius = std::min(farthest, 0.5 * *std::min_element(box.lengths.begin(), box.lengths.end()));
  std::vector<double> found(radii, 0.0);
  for (std::size_t k = 0; k < t; ++k) {
    for (std::size_t j = 0; j < s; ++j) {
      double squared = 0;
      for (int d = 0; d < 3; ++d) {
        double r = y[3 * k + d] - x[3 * j + d];
        if (d < box.periodicity) r -= box.lengths[d] * std::round(r / box.lengths[d]);
        squared += r * r;
      }
      if (squared == 0) ++counts.at_target;
      if (!(squared > 0) || squared >= counts.largest_radius * counts.largest_radius) continue;
      ++found[std::max(0, radii - 1 - half_octaves(counts.largest_radius * counts.largest_radius / squared))];
    }
  }
  for (int d = 0; d < 3; ++d) counts.occupied[d] = occupied_along(box, d, points);
  counts.radii_per_octave = per_octave;
  const double scale = double(n) / (double(s) * double(t));
  counts.at_target *= scale;
  double sum = 0;
  for (const double f : found) counts.within.push_back(sum += f * scale);
  return counts;
}

PairCounts count_pairs(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets,
                       double farthest) {
  return count_pairs(box, Survey(box, PointsView::alone(sources, targets)), farthest);
}

bool points_cluster(const PairCounts& p, std::size_t sources, const Box& box) {
  constexpr double enough = 10, clearly = 1.5;
  for (std::size_t k = 0; k < p.within.size(); ++k) {
    const double octaves = (double(p.within.size()) - 1 - double(k)) / p.radii_per_octave;
    const double even = sources_within({}, sources, box, p.largest_radius * std::exp2(-octaves));
    if (even >= enough && p.within[k] > clearly * even) return true;
  }
  return false;
}

double sources_within(const PairCounts& p, std::size_t sources, const Box& box, double radius) {
  if (p.within.empty()) return double(sources) / box.volume() * 4.0 / 3 * std::numbers::pi * std::pow(radius, 3);
  // the density at the largest radius holds beyond it; between radii the count is a power of the radius
  const double last = double(p.within.size()) - 1;
  const double position = last - p.radii_per_octave * std::log2(p.largest_radius / radius);
  if (position >= last) return p.within.back() * std::pow(radius / p.largest_radius, 3);
  if (position < 0) return p.within.front() * std::exp2(3 * position / p.radii_per_octave);
  const auto below = static_cast<std::size_t>(position);
  const double a = std::max(p.within[below], 1e-3), b = std::max(p.within[below + 1], 1e-3);
  return a * std::pow(b / a, position - double(below));
}

}  // namespace slurry
