// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/crowding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace slurry {

namespace {

struct CrowdedCell {
  std::array<std::int64_t, 3> place{};
  double targets = 0, squares = 0;
  std::array<double, 3> net{};
};

/// Cells that hold bodies, found through a table with open addresses. Most cells beside a body are empty, so that the
/// keys alone, close together in memory, answer most questions.
class CrowdedCells {
 public:
  explicit CrowdedCells(std::size_t bodies)
      : keys_(std::bit_ceil(2 * bodies + 2), 0), indices_(keys_.size()), shift_(64 - std::bit_width(keys_.size() - 1)) {
    cells_.reserve(bodies);
  }
  CrowdedCell& at(std::uint64_t key) {
    const std::size_t i = place(key);
    if (keys_[i] == 0) {
      keys_[i] = key;
      indices_[i] = cells_.size();
      cells_.emplace_back();
    }
    return cells_[indices_[i]];
  }
  /// The number of a cell; nothing, where no bodies are.
  std::optional<std::size_t> find(std::uint64_t key) const {
    const std::size_t i = place(key);
    return keys_[i] == key ? std::optional(indices_[i]) : std::nullopt;
  }
  const std::vector<CrowdedCell>& all() const { return cells_; }

 private:
  std::size_t place(std::uint64_t key) const {
    const std::size_t mask = keys_.size() - 1;
    // The three numbers of a cell stand 21 bits apart: each of them has to change the highest bits, which are used.
    std::size_t i = ((key ^ key >> 32) * 0x9e3779b97f4a7c15u) >> shift_;
    while (keys_[i] != 0 && keys_[i] != key) i = (i + 1) & mask;
    return i;
  }
  std::vector<std::uint64_t> keys_;  ///< 0: empty
  std::vector<std::size_t> indices_;
  std::vector<CrowdedCell> cells_;
  int shift_;
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
  /// The cell above another one, one step along a direction.
  std::array<std::int64_t, 3> above(std::array<std::int64_t, 3> cell, std::size_t direction) const {
    if (++cell[direction] == around_[direction]) cell[direction] = 0;  // never in a free direction: around_ is 0 there
    return cell;
  }
  static std::uint64_t key(const std::array<std::int64_t, 3>& cell) {
    std::uint64_t key = 0;
    for (const std::int64_t at : cell) key = (key << 21) + static_cast<std::uint64_t>(at + 1);  // no key is 0
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

/// The cells that hold bodies or targets. Their faces are `shift` edges away from the lowest coordinates.
class Crowd {
 public:
  Crowd(const Box& box, double edge, double shift, std::span<const double> positions, std::span<const double> forces,
        std::span<const double> targets)
      : box_(box),
        bodies_(positions.size() / 3),
        targets_(targets.size() / 3),
        shape_(box, edge, shift, positions, targets),
        cells_(bodies_ + targets_) {
    const auto cell_at = [&](const double* x) -> CrowdedCell& {
      const auto place = shape_.of(x);
      CrowdedCell& cell = cells_.at(CellShape::key(place));
      cell.place = place;
      return cell;
    };
    for (std::size_t i = 0; i < targets_; ++i) cell_at(&targets[3 * i]).targets += 1;
    for (std::size_t i = 0; i < bodies_; ++i) {
      CrowdedCell& cell = cell_at(&positions[3 * i]);
      const double f2 = length_squared(&forces[3 * i]);
      if (targets_ == 0) cell.targets += 1;
      cell.squares += f2;
      for (std::size_t d = 0; d < 3; ++d) cell.net[d] += forces[3 * i + d];
      squares_ += f2;
    }
  }

  double density() const {
    if (!(squares_ > 0)) return 1;
    const bool from_bodies = targets_ == 0;
    double pairs = from_bodies ? -squares_ : 0;  // a body and itself do not count
    for (const CrowdedCell& cell : cells_.all()) pairs += cell.targets * cell.squares;
    const double met = static_cast<double>(from_bodies ? bodies_ - 1 : targets_);
    return std::max(1.0, pairs * box_.volume() / (squares_ * met * shape_.volume()));
  }

  double uneven_forces() const {
    struct Beside {
      std::array<double, 3> net{};
      double squares = 0;
    };
    const std::vector<CrowdedCell>& cells = cells_.all();
    std::vector<Beside> beside(cells.size());
    const auto stands_beside = [&](std::size_t i, std::size_t j) {
      for (std::size_t d = 0; d < 3; ++d) beside[i].net[d] += cells[j].net[d];
      beside[i].squares += cells[j].squares;
    };
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (std::size_t direction = 0; direction < 3; ++direction)
        if (const auto j = cells_.find(CellShape::key(shape_.above(cells[i].place, direction)))) {
          stands_beside(i, *j);
          stands_beside(*j, i);
        }
    double uneven = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::array<double, 3> difference = cells[i].net;
      for (std::size_t d = 0; d < 3; ++d) difference[d] -= beside[i].net[d] / 6;
      uneven += cells[i].targets * (length_squared(difference.data()) - cells[i].squares - beside[i].squares / 36);
    }
    return std::max(0.0, uneven / static_cast<double>(targets_ == 0 ? bodies_ : targets_));
  }

 private:
  Box box_;
  std::size_t bodies_, targets_;
  CellShape shape_;
  CrowdedCells cells_;
  double squares_ = 0;
};

}  // namespace

double crowded_density(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                       std::span<const double> targets) {
  if (positions.size() < 6) return 1;
  const auto density = [&](double shift) { return Crowd(box, edge, shift, positions, forces, targets).density(); };
  return (density(0) + density(0.5)) / 2;
}

double uneven_forces(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                     std::span<const double> targets) {
  if (positions.size() < 6) return 0;
  const auto uneven = [&](double shift) { return Crowd(box, edge, shift, positions, forces, targets).uneven_forces(); };
  return std::max(uneven(0), uneven(0.5));
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
  const double density = crowded_density(box, edge, positions, forces);
  return {all.squares * density, all.net * std::cbrt(density)};
}

ErrorNorms norms_on_grid(const Box& box, const GridScales& grid, std::span<const double> positions,
                         std::span<const double> forces, std::span<const double> targets) {
  // three clumps 3 to 1000 of their radii apart, a tight clump in and beside a thin cloud, a line of bodies
  constexpr double share = 0.4;
  // below so many times the errors without order, it is mostly the border of a cloud, and told too large at 1e-6
  constexpr double of_borders = 3;
  const ErrorNorms all = norms_of_forces(forces);
  const double density = crowded_density(box, grid.cutoff, positions, forces, targets),
               uneven = uneven_forces(box, grid.spacing, positions, forces, targets);
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
