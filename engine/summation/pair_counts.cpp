// SPDX-License-Identifier: BSD-3-Clause
#include "summation/pair_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace slurry {
namespace {

constexpr std::size_t most_targets = 200, most_sources = 20000;
constexpr int radii = 48, per_octave = 4;  // down to 1/4096 of the largest; an octave of radii is two of squares
constexpr int slices = 64;

/// Whole half octaves in x >= 1: floor(2 log2 x), from the number's exponent; millions of logarithms take longer than
/// the distances that they are of.
int half_octaves(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double mantissa = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  return 2 * (static_cast<int>(bits >> 52) - 1023) + (mantissa >= std::numbers::sqrt2 ? 1 : 0);
}

/// Free directions: from the lowest point to the highest.
Occupied occupied_along(const Box& box, int d, const std::vector<double>& x, const std::vector<double>& y) {
  const double length = box.lengths[d];
  if (d >= box.periodicity) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto* points : {&x, &y})
      for (std::size_t i = d; i < points->size(); i += 3) {
        low = std::min(low, (*points)[i]);
        high = std::max(high, (*points)[i]);
      }
    return high > low ? Occupied{high - low, 1} : Occupied{};
  }
  std::array<bool, slices> any{};
  for (const auto* points : {&x, &y})
    for (std::size_t i = d; i < points->size(); i += 3) {
      const double turns = (*points)[i] / length, fraction = turns - std::floor(turns);
      if (fraction >= 0)  // of what is no finite number there is none: it is refused where points are set
        any[std::min(slices - 1, static_cast<int>(fraction * slices))] = true;
    }
  Occupied o;
  for (int i = 0; i < slices; ++i) {
    o.length += any[i] ? length / slices : 0;
    o.runs += any[i] && !any[(i + slices - 1) % slices] ? 1 : 0;
  }
  if (o.length > 0) o.runs = std::max(o.runs, 1);
  return o;
}

}  // namespace

std::size_t spread_index(std::size_t k, std::size_t chosen, std::size_t count) {
  if (chosen == count) return k;
  const double x = double(k) * 0.6180339887498949;
  return std::min(count - 1, static_cast<std::size_t>((x - std::floor(x)) * double(count)));
}

PairCounts count_pairs(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets,
                       double farthest) {
  const std::size_t n = sources.size() / 3, m = targets.size() / 3;
  const std::size_t s = std::min(n, most_sources), t = std::min(m, most_targets);
  PairCounts counts;
  if (s == 0 || t == 0) return counts;
  counts.largest_radius = std::min(farthest, 0.5 * *std::min_element(box.lengths.begin(), box.lengths.end()));
  std::vector<double> x(3 * s);
  for (std::size_t k = 0; k < s; ++k) std::copy_n(&sources[3 * spread_index(k, s, n)], 3, &x[3 * k]);
  std::vector<double> found(radii, 0.0);
  for (std::size_t k = 0; k < t; ++k) {
    const double* const y = &targets[3 * spread_index(k, t, m)];
    for (std::size_t j = 0; j < s; ++j) {
      double squared = 0;
      for (int d = 0; d < 3; ++d) {
        double r = y[d] - x[3 * j + d];
        if (d < box.periodicity) r -= box.lengths[d] * std::round(r / box.lengths[d]);
        squared += r * r;
      }
      if (squared == 0) ++counts.at_target;
      if (!(squared > 0) || squared >= counts.largest_radius * counts.largest_radius) continue;
      ++found[std::max(0, radii - 1 - half_octaves(counts.largest_radius * counts.largest_radius / squared))];
    }
  }
  for (int d = 0; d < 3; ++d) counts.occupied[d] = occupied_along(box, d, sources, targets);
  counts.radii_per_octave = per_octave;
  const double scale = double(n) / (double(s) * double(t));
  counts.at_target *= scale;
  double sum = 0;
  for (const double f : found) counts.within.push_back(sum += f * scale);
  return counts;
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
