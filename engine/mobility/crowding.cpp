// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/crowding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace slurry {

namespace {

struct CrowdedCell {
  std::uint64_t key = 0;  ///< 0: empty
  std::array<std::int64_t, 3> place{};
  double targets = 0, squares = 0;
  std::array<double, 3> net{};
};

/// Cells that hold bodies, in a table with open addresses.
class CrowdedCells {
 public:
  explicit CrowdedCells(std::size_t bodies) : cells_(std::bit_ceil(2 * bodies + 2)) {}
  CrowdedCell& at(std::uint64_t key) {
    CrowdedCell& cell = cells_[place(key)];
    cell.key = key;
    return cell;
  }
  /// Nothing, where no bodies are.
  const CrowdedCell* find(std::uint64_t key) const {
    const CrowdedCell& cell = cells_[place(key)];
    return cell.key == key ? &cell : nullptr;
  }
  const std::vector<CrowdedCell>& all() const { return cells_; }

 private:
  std::size_t place(std::uint64_t key) const {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = (key * 0x9e3779b97f4a7c15u >> 20) & mask;
    while (cells_[i].key != 0 && cells_[i].key != key) i = (i + 1) & mask;
    return i;
  }
  std::vector<CrowdedCell> cells_;
};

/// The cells of one set. Along periodic directions a whole number of them fills the period.
class CellShape {
 public:
  CellShape(const Box& box, double edge, double shift, std::span<const double> positions,
            std::span<const double> targets)
      : shift_(shift) {
    edges_.fill(edge);
    for (std::size_t d = 0; d < 3; ++d) {
      if (static_cast<int>(d) < box.periodicity) {
        const double fitting = std::clamp(std::floor(box.lengths[d] / edge), 1.0, most);
        around_[d] = static_cast<std::int64_t>(fitting);
        edges_[d] = box.lengths[d] / fitting;
        continue;
      }
      low_[d] = std::numeric_limits<double>::infinity();
      for (const std::span<const double> x : {positions, targets})
        for (std::size_t i = d; i < x.size(); i += 3) low_[d] = std::min(low_[d], x[i]);
    }
  }
  double volume() const { return edges_[0] * edges_[1] * edges_[2]; }
  std::array<std::int64_t, 3> of(const double* x) const {
    std::array<std::int64_t, 3> cell;
    for (std::size_t d = 0; d < 3; ++d) {
      double at = (x[d] - low_[d]) / edges_[d] + shift_;
      if (around_[d] > 0) at -= static_cast<double>(around_[d]) * std::floor(at / static_cast<double>(around_[d]));
      cell[d] = static_cast<std::int64_t>(std::clamp(at, 0.0, most));
      if (cell[d] == around_[d] && around_[d] > 0) cell[d] = 0;  // rounding
    }
    return cell;
  }
  /// The cell beside another one, one step up or down.
  std::array<std::int64_t, 3> beside(std::array<std::int64_t, 3> cell, std::size_t direction, std::int64_t step) const {
    std::int64_t& at = cell[direction];
    at += step;
    if (around_[direction] > 0) at = (at + around_[direction]) % around_[direction];
    return cell;
  }
  static std::uint64_t key(const std::array<std::int64_t, 3>& cell) {
    std::uint64_t key = 0;
    for (const std::int64_t at : cell) key = (key << 21) + static_cast<std::uint64_t>(at + 2);  // room for one below
    return key;
  }

 private:
  static constexpr double most = (1 << 21) - 4;
  double shift_;
  std::array<double, 3> edges_, low_{};
  std::array<std::int64_t, 3> around_{};  ///< cells around a period; 0: a free direction
};

double length_squared(const double* f) {
  return f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
}

/// In cells whose faces are `shift` edges away from the lowest coordinates.
Crowding crowding_in_cells(const Box& box, double edge, double shift, std::span<const double> positions,
                           std::span<const double> forces, std::span<const double> targets) {
  const std::size_t n = positions.size() / 3, m = targets.size() / 3;
  const CellShape shape(box, edge, shift, positions, targets);
  CrowdedCells cells(n + m);
  const auto cell_at = [&](const double* x) -> CrowdedCell& {
    const auto place = shape.of(x);
    CrowdedCell& cell = cells.at(CellShape::key(place));
    cell.place = place;
    return cell;
  };
  for (std::size_t i = 0; i < m; ++i) cell_at(&targets[3 * i]).targets += 1;
  double all = 0;
  for (std::size_t i = 0; i < n; ++i) {
    CrowdedCell& cell = cell_at(&positions[3 * i]);
    const double f2 = length_squared(&forces[3 * i]);
    if (m == 0) cell.targets += 1;
    cell.squares += f2;
    for (std::size_t d = 0; d < 3; ++d) cell.net[d] += forces[3 * i + d];
    all += f2;
  }
  Crowding found;
  if (!(all > 0)) return found;
  double pairs = m == 0 ? -all : 0, uneven = 0;  // a body and itself do not count
  for (const CrowdedCell& cell : cells.all()) {
    if (cell.targets == 0) continue;
    pairs += cell.targets * cell.squares;
    std::array<double, 3> difference = cell.net;
    double without_order = cell.squares;
    for (std::size_t direction = 0; direction < 3; ++direction)
      for (const std::int64_t step : {-1, 1})
        if (const auto* beside = cells.find(CellShape::key(shape.beside(cell.place, direction, step)))) {
          for (std::size_t d = 0; d < 3; ++d) difference[d] -= beside->net[d] / 6;
          without_order += beside->squares / 36;
        }
    uneven += cell.targets * (length_squared(difference.data()) - without_order);
  }
  const double met = static_cast<double>(m == 0 ? n - 1 : m), count = static_cast<double>(m == 0 ? n : m);
  found.density = std::max(1.0, pairs * box.volume() / (all * met * shape.volume()));
  found.uneven = std::max(0.0, uneven / count);
  return found;
}

}  // namespace

Crowding crowding(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                  std::span<const double> targets) {
  if (positions.size() < 6) return {};
  const Crowding one = crowding_in_cells(box, edge, 0, positions, forces, targets),
                 other = crowding_in_cells(box, edge, 0.5, positions, forces, targets);
  return {(one.density + other.density) / 2, std::max(one.uneven, other.uneven)};
}

ErrorNorms norms_of_forces(std::span<const double> forces) {
  double squares = 0, net[3] = {0, 0, 0};
  for (std::size_t i = 0; i < forces.size(); ++i) {
    squares += forces[i] * forces[i];
    net[i % 3] += forces[i];
  }
  return {squares, std::hypot(net[0], net[1], net[2])};
}

ErrorNorms crowded_norms(const Box& box, std::span<const double> positions, std::span<const double> forces) {
  constexpr double cells_of_longest = 8;
  const ErrorNorms all = norms_of_forces(forces);
  if (box.periodicity > 0) return all;
  const double edge = *std::max_element(box.lengths.begin(), box.lengths.end()) / cells_of_longest;
  const double density = crowding(box, edge, positions, forces).density;
  return {all.squares * density, all.net * std::cbrt(density)};
}

ErrorNorms norms_on_grid(const Box& box, const GridScales& grid, std::span<const double> positions,
                         std::span<const double> forces, std::span<const double> targets) {
  // three clumps 3 to 1000 of their radii apart, a tight clump in and beside a thin cloud, a line of bodies
  constexpr double share = 0.4;
  // below so many times the errors without order, it is mostly the border of a cloud, and told too large at 1e-6
  constexpr double of_borders = 3;
  const ErrorNorms all = norms_of_forces(forces);
  const double density = crowding(box, grid.cutoff, positions, forces, targets).density,
               uneven = crowding(box, grid.spacing, positions, forces, targets).uneven;
  const double without_order = all.squares * density,
               together = share * uneven * box.volume() / std::pow(grid.spacing, 3);
  return {without_order + std::max(0.0, together - of_borders * without_order), all.net};
}

PlanNorms plan_norms(const Box& box, const GridScales& grid, std::span<const double> positions,
                     std::span<const double> forces, std::span<const double> targets) {
  return {crowded_norms(box, positions, forces),
          grid.spacing > 0 ? norms_on_grid(box, grid, positions, forces, targets).squares : 0};
}

GridScales scales_of(const SumPlan& plan) {
  return plan.spacing > 0 ? GridScales{plan.spacing, plan.near} : GridScales{};
}

ErrorNorms error_norms(const SumPlan& plan, std::span<const double> positions, std::span<const double> forces,
                       std::span<const double> targets) {
  const GridScales grid = scales_of(plan);
  return grid.spacing > 0 ? norms_on_grid(plan.task.box, grid, positions, forces, targets)
                          : crowded_norms(plan.task.box, positions, forces);
}

}  // namespace slurry
