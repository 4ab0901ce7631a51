// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/image_rounding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace slurry {

namespace {

constexpr double roundings = 4 * std::numeric_limits<double>::epsilon();

using Place = std::array<double, 3>;
using Cell = std::array<std::int64_t, 3>;

/// Points in cells that are some roundings wide, so that two places of one point lie in one cell or in neighbours.
class RoundedPoints {
 public:
  /// magnitude: the largest of all coordinates and periods.
  RoundedPoints(const Box& box, const std::vector<double>& points, double magnitude)
      : box_(box), tolerance_(roundings * magnitude), points_(points) {
    cells_.reserve(points.size() / 3);
    for (std::size_t i = 0; i < points.size() / 3; ++i) cells_.emplace_back(cell(folded(points, i)), i);
    std::sort(cells_.begin(), cells_.end());
  }

  /// The first of the points that is point i of another list, or of the same, up to rounding.
  std::optional<std::size_t> same_as(const std::vector<double>& points, std::size_t i) const {
    const Place x = folded(points, i);
    std::optional<std::size_t> first;
    // the cells of the corners of a cube of roundings around the point; most often all of them are one cell
    std::array<Cell, 8> seen;
    std::size_t count = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
      Place y = x;
      for (unsigned d = 0; d < 3; ++d) y[d] += (corner >> d & 1 ? 1 : -1) * tolerance_;
      fold(y);
      const Cell c = cell(y);
      if (std::find(seen.begin(), seen.begin() + count, c) != seen.begin() + count) continue;
      seen[count++] = c;
      for (auto at = std::lower_bound(cells_.begin(), cells_.end(), std::pair(c, std::size_t{0}));
           at != cells_.end() && at->first == c; ++at)
        if ((!first || at->second < *first) && is_same(points, i, at->second)) first = at->second;
    }
    return first;
  }

 private:
  Place folded(const std::vector<double>& points, std::size_t i) const {
    Place x{points[3 * i], points[3 * i + 1], points[3 * i + 2]};
    fold(x);
    return x;
  }
  void fold(Place& x) const {
    for (std::size_t d = 0; d < static_cast<std::size_t>(box_.periodicity); ++d)
      x[d] -= box_.lengths[d] * std::floor(x[d] / box_.lengths[d]);
  }
  Cell cell(const Place& x) const {
    Cell c;
    for (std::size_t d = 0; d < 3; ++d) c[d] = std::llround(x[d] / (64 * tolerance_));
    for (std::size_t d = 0; d < static_cast<std::size_t>(box_.periodicity); ++d)  // the end is the beginning
      if (x[d] > box_.lengths[d] - 32 * tolerance_) c[d] = 0;
    return c;
  }
  bool is_same(const std::vector<double>& points, std::size_t i, std::size_t j) const {
    const Place a = folded(points, i), b = folded(points_, j);
    for (std::size_t d = 0; d < 3; ++d) {
      double difference = std::abs(a[d] - b[d]);
      double magnitude = std::max(std::abs(points[3 * i + d]), std::abs(points_[3 * j + d]));
      if (d < static_cast<std::size_t>(box_.periodicity)) {
        difference = std::min(difference, std::abs(box_.lengths[d] - difference));
        magnitude = std::max(magnitude, box_.lengths[d]);
      }
      if (difference > roundings * magnitude) return false;
    }
    return true;
  }

  Box box_;
  double tolerance_;
  const std::vector<double>& points_;
  std::vector<std::pair<Cell, std::size_t>> cells_;
};

void put_on(std::vector<double>& points, std::size_t i, const std::vector<double>& on, std::size_t j) {
  std::copy_n(on.begin() + static_cast<std::ptrdiff_t>(3 * j), 3, points.begin() + static_cast<std::ptrdiff_t>(3 * i));
}

}  // namespace

std::optional<SumProblem> with_images_in_place(const SumProblem& p, ZeroMode zero_mode) {
  const auto periodic = static_cast<std::size_t>(p.box.periodicity);
  bool outside = false;
  double magnitude = 0;
  for (const std::vector<double>* points : {&p.sources, &p.targets})
    for (std::size_t i = 0; i < points->size(); ++i) {
      const double x = (*points)[i];
      magnitude = std::max(magnitude, std::abs(x));
      outside = outside || (i % 3 < periodic && !(x >= 0 && x < p.box.lengths[i % 3]));
    }
  if (!outside) return {};
  for (std::size_t d = 0; d < periodic; ++d) magnitude = std::max(magnitude, p.box.lengths[d]);

  const RoundedPoints sources(p.box, p.sources, magnitude);
  std::optional<SumProblem> moved;
  const auto bring = [&](std::vector<double> SumProblem::*list, std::size_t i) {
    const std::optional<std::size_t> j = sources.same_as(p.*list, i);
    const auto at = [](const std::vector<double>& x, std::size_t k) {
      return Place{x[3 * k], x[3 * k + 1], x[3 * k + 2]};
    };
    if (!j || at(p.*list, i) == at(p.sources, *j)) return;
    if (!moved) moved = p;
    put_on((*moved).*list, i, p.sources, *j);
  };
  for (std::size_t i = 0; i < p.targets.size() / 3; ++i) bring(&SumProblem::targets, i);
  if (zero_mode != ZeroMode::zero_face_flux)
    for (std::size_t i = 0; i < p.sources.size() / 3; ++i) bring(&SumProblem::sources, i);
  return moved;
}

}  // namespace slurry
