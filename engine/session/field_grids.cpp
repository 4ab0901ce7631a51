// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "session/field_extent.hpp"
#include "slurry/error.hpp"
#include "slurry/field.hpp"

// Points of planes, lines and boxes.
namespace slurry {

namespace {

constexpr const char* axis_names = "xyz";
constexpr long cells_of_longer_side = 100;
constexpr double largest_count = 1e9;  // along one direction

/// Of X, u, the points in the fluid and inside, which are held at once.
constexpr double bytes_per_point = 4 * 24 + 16;

void refuse_too_many(const std::array<long, 3>& counts) {
  double points = 1;
  for (const long n : counts) points *= static_cast<double>(n);
  const double needed = bytes_per_point * points, available = available_memory();
  if (needed > available)
    throw RefusedError(text("{:.3g} points need {} of memory, but {} are available; {:.3g} points would fit", points,
                            bytes_text(needed), bytes_text(available), available / bytes_per_point));
}

/// Grid points in the order in which VTK has them: the first direction runs fastest.
void fill(FieldPoints& f) {
  refuse_too_many(f.counts);
  f.points.reserve(static_cast<std::size_t>(3 * f.counts[0] * f.counts[1] * f.counts[2]));
  for (long k = 0; k < f.counts[2]; ++k)
    for (long j = 0; j < f.counts[1]; ++j)
      for (long i = 0; i < f.counts[0]; ++i) {
        const double step[3] = {static_cast<double>(i) * f.spacing[0], static_cast<double>(j) * f.spacing[1],
                                static_cast<double>(k) * f.spacing[2]};
        for (std::size_t c = 0; c < 3; ++c)
          f.points.push_back(f.origin[c] + step[0] * f.directions[0][c] + step[1] * f.directions[1][c] +
                             step[2] * f.directions[2][c]);
      }
}

}  // namespace

FieldPoints plane_points(const Snapshot& frame, int axis, double value, std::optional<double> spacing) {
  if (!std::isfinite(value)) throw InputError("the position of the plane is not a finite number");
  if (spacing && (!(*spacing > 0) || !std::isfinite(*spacing)))
    throw InputError(text("the resolution is {}; it must be a positive length", *spacing));
  const Scenario& s = *frame.scenario;
  if (s.domain.kind == DomainKind::pipe && axis > 0 && std::abs(value) >= s.domain.radius)
    throw InputError(text("the plane {} = {} lies outside of the pipe, whose radius is {}", axis_names[axis], value,
                          s.domain.radius));
  std::array<std::array<double, 2>, 3> extents{};
  double longer = 0;
  for (int c = 0; c < 3; ++c) {
    if (c == axis) continue;
    extents[static_cast<std::size_t>(c)] = field_extent(s, c, frame.positions);
    longer = std::max(longer, extents[static_cast<std::size_t>(c)][1] - extents[static_cast<std::size_t>(c)][0]);
  }
  const double h = spacing.value_or(longer / cells_of_longer_side);
  FieldPoints f;
  for (std::size_t c = 0; c < 3; ++c) {
    if (static_cast<int>(c) == axis) {
      f.counts[c] = 1;
      f.origin[c] = value;
      f.spacing[c] = h;
      continue;
    }
    const double length = extents[c][1] - extents[c][0], cells = std::max(1.0, std::ceil(length / h * (1 - 1e-12)));
    if (!(cells <= largest_count))
      throw RefusedError(
          text("a resolution of {} gives {:.3g} points along {}; give a larger one", h, cells, axis_names[c]));
    f.counts[c] = static_cast<long>(cells);
    f.spacing[c] = length / cells;
    f.origin[c] = extents[c][0] + 0.5 * f.spacing[c];
  }
  fill(f);
  const std::size_t first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  f.words = text("plane {} = {}, {} x {} points", axis_names[axis], value, f.counts[first], f.counts[second]);
  return f;
}

FieldPoints line_points(const std::array<double, 3>& first, const std::array<double, 3>& last, long count) {
  double length2 = 0;
  for (std::size_t c = 0; c < 3; ++c) length2 += (last[c] - first[c]) * (last[c] - first[c]);
  const double length = std::sqrt(length2);
  if (!std::isfinite(length)) throw InputError("an end of the line is not finite");
  if (!(length > 0)) throw InputError("both ends of the line are the same point; give two different ones");
  if (count < 2) throw InputError(text("a line has {} points; it needs at least 2", count));
  FieldPoints f;
  f.counts = {count, 1, 1};
  f.origin = first;
  f.spacing = {length / static_cast<double>(count - 1), 1, 1};
  for (std::size_t c = 0; c < 3; ++c) f.directions[0][c] = (last[c] - first[c]) / length;
  // two more directions across the line, so that all three are right-handed
  const std::array<double, 3>& e = f.directions[0];
  const std::size_t least = static_cast<std::size_t>(
      std::min_element(e.begin(), e.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }) - e.begin());
  std::array<double, 3> across{};
  across[least] = 1;
  double norm2 = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    across[c] -= e[least] * e[c];
    norm2 += across[c] * across[c];
  }
  for (double& x : across) x /= std::sqrt(norm2);
  f.directions[1] = across;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t p = (c + 1) % 3, q = (c + 2) % 3;
    f.directions[2][c] = e[p] * across[q] - e[q] * across[p];
  }
  refuse_too_many(f.counts);
  for (long i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(count - 1);
    for (std::size_t c = 0; c < 3; ++c)
      f.points.push_back(i == count - 1 ? last[c] : first[c] + t * (last[c] - first[c]));
  }
  f.words = text("line from ({}, {}, {}) to ({}, {}, {}), {} points", first[0], first[1], first[2], last[0], last[1],
                 last[2], count);
  return f;
}

FieldPoints box_points(const Snapshot& frame, const std::array<long, 3>& counts) {
  FieldPoints f;
  f.counts = counts;
  for (std::size_t c = 0; c < 3; ++c) {
    if (counts[c] < 1 || static_cast<double>(counts[c]) > largest_count)
      throw InputError(
          text("the box has {} points along {}; 1 to {:g} are possible", counts[c], axis_names[c], largest_count));
    const auto [low, high] = field_extent(*frame.scenario, static_cast<int>(c), frame.positions);
    f.spacing[c] = (high - low) / static_cast<double>(counts[c]);
    f.origin[c] = low + 0.5 * f.spacing[c];
  }
  fill(f);
  f.words = text("box of {} x {} x {} points", counts[0], counts[1], counts[2]);
  return f;
}

}  // namespace slurry
