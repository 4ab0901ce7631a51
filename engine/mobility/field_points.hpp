// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "mobility/point_mobility.hpp"

namespace slurry {

/// Number of field points that are evaluated together. all_pairs: number of sources, if the sum goes over all pairs;
/// progress is then reported about once a second. It is 0 if the sum uses a grid, because its sources are spread anew
/// each time. images: pairs have periodic images.
inline std::size_t field_points_at_once(std::size_t all_pairs, bool images) {
  if (all_pairs == 0) return most_field_points;
  const double pairs = images ? 3e6 : 3e8;
  return static_cast<std::size_t>(
      std::clamp(pairs / static_cast<double>(all_pairs), 256.0, static_cast<double>(most_field_points)));
}

/// A regular selection of the points (M,3). If there are many points, it has 64 to 127.
inline std::vector<double> some_field_points(std::span<const double> points) {
  const std::size_t count = points.size() / 3, step = std::max<std::size_t>(1, count / 64);
  std::vector<double> some;
  for (std::size_t i = 0; i < count; i += step) some.insert(some.end(), &points[3 * i], &points[3 * i] + 3);
  return some;
}

/// Points of a field at which an error is measured. Each of the first `certain` points stands for itself. The others
/// stand for all remaining points of the `count` points.
struct MeasuredPoints {
  std::vector<std::size_t> chosen;
  std::size_t certain = 0, count = 0;

  /// The rows of v (M,3) at these points.
  std::vector<double> rows(std::span<const double> v) const {
    std::vector<double> out;
    for (const std::size_t i : chosen) out.insert(out.end(), &v[3 * i], &v[3 * i] + 3);
    return out;
  }
  /// The rms over all points of |a - b|, estimated from a and b (chosen,3) at these points.
  double rms_difference(std::span<const double> a, std::span<const double> b) const {
    double squares[2] = {0, 0};
    for (std::size_t i = 0; i < a.size(); ++i) squares[i < 3 * certain ? 0 : 1] += (a[i] - b[i]) * (a[i] - b[i]);
    const std::size_t random = chosen.size() - certain;
    const double each = random > 0 ? static_cast<double>(count - certain) / static_cast<double>(random) : 0;
    return std::sqrt((squares[0] + each * squares[1]) / static_cast<double>(count));
  }
};

/// Chooses points at which an error is measured. Up to `most` points, all of the `count` points are taken. Otherwise a
/// quarter of `most` are the points with the largest expected squared error expected(i), and the others are random. If
/// there are more than `looked_at` points, only that many random points are examined and stand for all. A few points
/// near a wall may have nearly all of the error; random points alone would miss them.
template <class Expected>
MeasuredPoints measured_field_points(std::size_t count, std::size_t most, std::size_t looked_at, std::uint64_t seed,
                                     const Expected& expected) {
  MeasuredPoints m;
  m.chosen.resize(count);
  std::iota(m.chosen.begin(), m.chosen.end(), std::size_t(0));
  m.count = count;
  if (count <= most) return m;
  std::mt19937_64 random(seed);
  std::shuffle(m.chosen.begin(), m.chosen.end(), random);
  m.count = std::clamp(looked_at, most, count);
  m.chosen.resize(m.count);
  m.certain = most / 4;
  std::vector<std::pair<double, std::size_t>> errors;
  for (const std::size_t i : m.chosen) errors.emplace_back(-expected(i), i);
  std::nth_element(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(m.certain), errors.end());
  std::vector<char> marked(count, 0);
  for (std::size_t k = 0; k < m.certain; ++k) marked[errors[k].second] = 1;
  std::stable_partition(m.chosen.begin(), m.chosen.end(), [&](std::size_t i) { return marked[i] != 0; });
  m.chosen.resize(most);
  return m;
}

}  // namespace slurry
