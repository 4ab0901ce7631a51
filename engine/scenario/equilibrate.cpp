// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/equilibrate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "dynamics/contacts.hpp"
#include "geometry/periods.hpp"

namespace slurry {

namespace {

/// Bodies in cells that can be moved; edges of at least the largest distance of contact.
class MovingCells {
 public:
  MovingCells(const Domain& domain, std::span<const double> positions, std::span<const double> radii)
      : periods_(Periods::of(domain)), positions_(positions), radii_(radii), cell_of_(radii.size()) {
    const double contact = 2 * *std::max_element(radii.begin(), radii.end());
    for (std::size_t a = 0; a < 3; ++a) {
      lower_[a] = periods_.length[a] > 0 ? 0 : -domain.radius;
      extent_[a] = periods_.length[a] > 0 ? periods_.length[a] : 2 * domain.radius;
      cells_[a] = std::clamp(static_cast<int>(extent_[a] / contact), 1, 400);
    }
    lists_.resize(static_cast<std::size_t>(cells_[0]) * cells_[1] * cells_[2]);
    for (std::size_t i = 0; i < radii.size(); ++i) {
      cell_of_[i] = index(cell(&positions[3 * i]));
      lists_[cell_of_[i]].push_back(static_cast<int>(i));
    }
  }

  /// visit(j, distance) for every other body in the cells around a place of body i, until it returns false.
  template <class Visit>
  bool for_near(std::size_t i, const double* x, Visit&& visit) const {
    const std::array<int, 3> at = cell(x);
    std::array<std::array<int, 3>, 3> near;
    std::array<int, 3> count;
    for (int a = 0; a < 3; ++a) count[a] = neighbours(a, at[a], near[a]);
    for (int p = 0; p < count[0]; ++p)
      for (int q = 0; q < count[1]; ++q)
        for (int r = 0; r < count[2]; ++r)
          for (int j : lists_[index({near[0][p], near[1][q], near[2][r]})]) {
            if (static_cast<std::size_t>(j) == i) continue;
            double d2 = 0;
            for (int a = 0; a < 3; ++a) {
              const double d = periods_.nearest(a, x[a] - positions_[3 * j + a]);
              d2 += d * d;
            }
            if (!visit(static_cast<std::size_t>(j), d2)) return false;
          }
    return true;
  }

  /// Whether body i, all radii times scale, would overlap another one at this place.
  bool overlaps(std::size_t i, const double* x, double scale) const {
    return !for_near(i, x, [&](std::size_t j, double d2) {
      const double contact = scale * (radii_[i] + radii_[j]);
      return d2 >= contact * contact;
    });
  }

  /// After its position has changed.
  void moved(std::size_t i) {
    const std::size_t now = index(cell(&positions_[3 * i]));
    if (now == cell_of_[i]) return;
    std::vector<int>& old = lists_[cell_of_[i]];
    *std::find(old.begin(), old.end(), static_cast<int>(i)) = old.back();
    old.pop_back();
    lists_[now].push_back(static_cast<int>(i));
    cell_of_[i] = now;
  }

 private:
  std::array<int, 3> cell(const double* x) const {
    std::array<int, 3> at{};
    for (std::size_t a = 0; a < 3; ++a)
      at[a] = std::clamp(static_cast<int>((x[a] - lower_[a]) / extent_[a] * cells_[a]), 0, cells_[a] - 1);
    return at;
  }
  std::size_t index(const std::array<int, 3>& c) const {
    return (static_cast<std::size_t>(c[0]) * cells_[1] + c[1]) * cells_[2] + c[2];
  }
  /// The cell and those beside it, each once.
  int neighbours(int axis, int c, std::array<int, 3>& out) const {
    const int n = cells_[axis];
    int count = 0;
    for (int d = -1; d <= 1; ++d) {
      int k = c + d;
      if (periods_.length[axis] > 0) k = (k + n) % n;
      if (k < 0 || k >= n || std::find(out.begin(), out.begin() + count, k) != out.begin() + count) continue;
      out[count++] = k;
    }
    return count;
  }

  Periods periods_;
  std::span<const double> positions_, radii_;
  std::array<double, 3> lower_{}, extent_{};
  std::array<int, 3> cells_{};
  std::vector<std::vector<int>> lists_;
  std::vector<std::size_t> cell_of_;
};

bool inside(const Domain& d, const double* x, double radius) {
  return d.kind != DomainKind::pipe || std::hypot(x[1], x[2]) <= d.radius - radius;
}

/// Sweeps of moves with a reach that adapts; positions are wrapped.
class Moves {
 public:
  /// reach: to start with; 0 lets it be the smallest radius.
  Moves(const Domain& domain, std::span<double> positions, std::span<const double> radii, Uniform& uniform,
        double reach = 0)
      : domain_(domain),
        periods_(wrapped(domain, positions)),
        positions_(positions),
        radii_(radii),
        cells_(domain, positions, radii),
        uniform_(uniform),
        smallest_(*std::min_element(radii.begin(), radii.end())),
        reach_(reach > 0 ? reach : smallest_) {}

  void sweep(double scale) {
    const auto n = static_cast<double>(radii_.size());
    std::size_t taken = 0;
    for (std::size_t k = 0; k < radii_.size(); ++k) {
      const auto i = std::min(radii_.size() - 1, static_cast<std::size_t>(uniform_() * n));
      double x[3];
      for (int a = 0; a < 3; ++a) {
        x[a] = positions_[3 * i + static_cast<std::size_t>(a)] + reach_ * (2 * uniform_() - 1);
        periods_.wrap(a, x[a]);
      }
      if (!inside(domain_, x, scale * radii_[i]) || cells_.overlaps(i, x, scale)) continue;
      std::copy(x, x + 3, &positions_[3 * i]);
      cells_.moved(i);
      ++taken;
    }
    // half of the moves taken
    const double factor = 2 * static_cast<double>(taken) > n ? 1.1 : 0.9;
    reach_ = std::clamp(reach_ * factor, 1e-3 * smallest_, 4 * smallest_);
  }

  double reach() const { return reach_; }

 private:
  static Periods wrapped(const Domain& domain, std::span<double> positions) {
    const Periods periods = Periods::of(domain);
    for (std::size_t i = 0; i < positions.size(); ++i) periods.wrap(static_cast<int>(i % 3), positions[i]);
    return periods;
  }

  const Domain& domain_;
  Periods periods_;
  std::span<double> positions_;
  std::span<const double> radii_;
  MovingCells cells_;
  Uniform& uniform_;
  double smallest_, reach_;
};

}  // namespace

int equilibrate(const Domain& domain, std::span<double> positions, std::span<const double> radii, int sweeps,
                Uniform& uniform, const std::function<bool(double)>& late) {
  if (radii.empty()) return 0;
  Moves moves(domain, positions, radii, uniform);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (late(static_cast<double>(sweep) / sweeps)) return sweep;
    moves.sweep(1);
  }
  return sweeps;
}

double grow(const Domain& domain, std::span<double> positions, std::span<const double> radii, double scale,
            double tolerance, Uniform& uniform, const std::function<bool(double)>& late) {
  constexpr double longest = 0.02, shortest = 1e-7;
  constexpr int pushes = 300, moves_between = 3;
  const double start = scale;
  double step = longest, reach = 0;
  std::vector<double> trial, grown(radii.size());
  while (!radii.empty() && scale < 1 && step > shortest && !late((scale - start) / (1 - start))) {
    const double next = std::min(1.0, scale * (1 + step));
    std::transform(radii.begin(), radii.end(), grown.begin(), [next](double a) { return next * a; });
    trial.assign(positions.begin(), positions.end());
    const ContactReport pushed = Contacts(domain, grown, tolerance).project(trial, pushes);
    if (pushed.converged && pushed.largest_overlap == 0) {
      std::copy(trial.begin(), trial.end(), positions.begin());
      scale = next;
      step = std::min(longest, 1.5 * step);
    } else {
      step *= 0.5;
    }
    Moves moves(domain, positions, radii, uniform, reach);
    for (int sweep = 0; sweep < moves_between; ++sweep) moves.sweep(scale);
    reach = moves.reach();
  }
  return radii.empty() ? 1 : scale;
}

}  // namespace slurry
