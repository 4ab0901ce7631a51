// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/periodic_roots.hpp"

#include <algorithm>
#include <cmath>

#include "fmm/harmonics.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {

RootCells periodic_cells(const std::array<double, 3>& lengths, int periodicity, const std::array<double, 3>& low,
                         const std::array<double, 3>& high) {
  constexpr int most = 8;
  constexpr double longest_side = 1.25;  // of a cell, in its shortest one
  const std::size_t periodic = static_cast<std::size_t>(periodicity);
  std::array<int, 3> best{1, 1, 1}, k{1, 1, 1};
  double best_cost = 1e300;
  for (k[0] = 1; k[0] <= most; ++k[0])
    for (k[1] = 1; k[1] <= (periodicity > 1 ? most : 1); ++k[1])
      for (k[2] = 1; k[2] <= (periodicity > 2 ? most : 1); ++k[2]) {
        double longest = 0, shortest = 1e300;
        for (std::size_t a = 0; a < periodic; ++a) {
          const double side = lengths[a] / k[a];
          longest = std::max(longest, side);
          shortest = std::min(shortest, side);
        }
        if (longest > longest_side * shortest) continue;
        // more cells cost a little, cells that are no cubes more
        const double cost =
            (longest / shortest > 1 + 1e-12 ? 10 + 1000 * (longest / shortest - 1) : 0) + k[0] * k[1] * k[2];
        if (cost >= best_cost) continue;
        best_cost = cost;
        best = k;
      }
  if (best_cost == 1e300)
    throw InputError("the tree has no nearly cubic cells for this box; one length may be at most 10 times another");
  RootCells roots;
  roots.periodicity = periodicity;
  double longest = 0;
  for (std::size_t a = 0; a < periodic; ++a) {
    roots.counts[a] = best[a];
    roots.side[a] = lengths[a] / best[a];
    longest = std::max(longest, roots.side[a]);
  }
  for (std::size_t a = periodic; a < 3; ++a) {
    const double extent = (high[a] - low[a]) * (1 + 1e-10);
    roots.side[a] = longest;
    roots.counts[a] = std::max(1, static_cast<int>(std::ceil(extent / longest)));
    roots.corner[a] = 0.5 * (low[a] + high[a]) - 0.5 * roots.counts[a] * longest;
  }
  return roots;
}

Vector3 shape_of(const RootCells& roots) {
  Vector3 shape{1, roots.side[1] / roots.side[0], roots.side[2] / roots.side[0]};
  for (double& s : shape)
    if (std::abs(s - 1) < 1e-12) s = 1;
  return shape;
}

PeriodicRoots::PeriodicRoots(const ExpansionShape& shape, const RootCells& roots)
    : shape_(shape), roots_(roots), far_{RealMatrix(0, 0), {}} {
  const Vector3 cell = shape_of(roots);
  Vector3 box;
  double diameter = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    box[a] = cell[a] * roots.counts[a];
    diameter += box[a] * box[a];
  }
  diameter = std::sqrt(diameter);
  constexpr double apart = 1.15;  // diameters of the box that its centre and the next image's are apart, as in list V
  for (std::size_t a = 0; a < std::size_t(roots.periodicity); ++a)
    near_[a] = std::max(1, static_cast<int>(std::ceil(apart * diameter / box[a])) - 1);
  const LatticeSums sums = lattice_sums(2 * shape.p, box, roots.periodicity, near_, roots.side[0]);
  far_ = make_operator(sums.s0, sums.s1);
  const int count = roots.counts[0] * roots.counts[1] * roots.counts[2];
  for (int r = 0; r < count; ++r) {
    const std::array<int, 3> c{r % roots.counts[0], r / roots.counts[0] % roots.counts[1],
                               r / (roots.counts[0] * roots.counts[1])};
    Vector3 offset;
    for (std::size_t a = 0; a < 3; ++a) offset[a] = (c[a] + 0.5 - 0.5 * roots.counts[a]) * cell[a];
    to_box_.push_back(translation_matrix(shape.p, offset));
  }
  const std::size_t size = std::size_t(coefficients(2 * shape.p));
  std::array<int, 3> d;
  for (d[0] = 1 - roots.counts[0]; d[0] < roots.counts[0]; ++d[0])
    for (d[1] = 1 - roots.counts[1]; d[1] < roots.counts[1]; ++d[1])
      for (d[2] = 1 - roots.counts[2]; d[2] < roots.counts[2]; ++d[2]) {
        std::vector<double> s0(size);
        std::array<std::vector<double>, 3> s1{s0, s0, s0};
        bool any = false;
        for (int i = -near_[0]; i <= near_[0]; ++i)
          for (int j = -near_[1]; j <= near_[1]; ++j)
            for (int k = -near_[2]; k <= near_[2]; ++k) {
              const std::array<int, 3> o{d[0] - i * roots.counts[0], d[1] - j * roots.counts[1],
                                         d[2] - k * roots.counts[2]};
              if (std::abs(o[0]) <= 1 && std::abs(o[1]) <= 1 && std::abs(o[2]) <= 1) continue;  // the tree's
              any = true;
              const Vector3 x{o[0] * cell[0], o[1] * cell[1], o[2] * cell[2]};
              std::vector<double> s(size);
              irregular_harmonics(2 * shape.p, x[0], x[1], x[2], 1 / std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]),
                                  s.data());
              for (std::size_t n = 0; n < size; ++n) {
                s0[n] += s[n];
                for (std::size_t a = 0; a < 3; ++a) s1[a][n] -= x[a] * s[n];
              }
            }
        if (any) pairs_.emplace(d, make_operator(s0, s1));
      }
}

PeriodicRoots::Operator PeriodicRoots::make_operator(const std::vector<double>& s0,
                                                     const std::array<std::vector<double>, 3>& s1) const {
  Operator k{m2l_matrix_of(shape_.p, s0), {}};
  if (shape_.sets == 4)
    for (const auto& s : s1) k.moments.push_back(m2l_matrix_of(shape_.p, s));
  return k;
}

void PeriodicRoots::add(const Operator& k, const double* m, double* e) const {
  const int n = shape_.rows(), sets = shape_.sets;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      for (int s = 0; s < sets; ++s) e[sets * r + s] += k.values(r, c) * m[sets * c + s];
      if (sets == 4)
        for (int a = 0; a < 3; ++a) e[4 * r + 3] += k.moments[std::size_t(a)](r, c) * m[4 * c + a];
    }
}

void PeriodicRoots::apply(const Tree& tree, const Expansions& multipoles, Expansions& locals) const {
  const int n = shape_.rows(), sets = shape_.sets, roots = tree.level_start(1);
  const auto from_box = [&](int r) {  // of a root's centre, in units of the expansions
    const Frame f = tree.frame(r);
    Vector3 a;
    for (std::size_t i = 0; i < 3; ++i)
      a[i] = (f.centre[i] - roots_.corner[i] - 0.5 * roots_.counts[i] * roots_.side[i]) / f.side;
    return a;
  };
  std::vector<double> whole(std::size_t(n * sets)), far(whole);
  for (int r = 0; r < roots; ++r) {
    if (tree.box(r).sources() == 0) continue;
    std::vector<double> m(multipoles.of(r), multipoles.of(r) + n * sets);
    const Vector3 a = from_box(r);
    if (sets == 4)
      for (int k = 0; k < n; ++k)
        for (std::size_t i = 0; i < 3; ++i) m[std::size_t(4 * k + 3)] += a[i] * m[std::size_t(4 * k) + i];
    const RealMatrix& c = to_box_[std::size_t(r)];
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        for (int s = 0; s < sets; ++s)
          whole[std::size_t(sets * row + s)] += c(row, col) * m[std::size_t(sets * col + s)];
  }
  add(far_, whole.data(), far.data());
  for_each_item("slurry::fmm::roots", roots, [&](int t) {
    if (tree.box(t).targets() == 0) return;
    const Vector3 a = from_box(t);
    std::vector<double> e(std::size_t(n * sets));
    const RealMatrix& c = to_box_[std::size_t(t)];
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        for (int s = 0; s < sets; ++s) e[std::size_t(sets * col + s)] += c(row, col) * far[std::size_t(sets * row + s)];
    if (sets == 4)
      for (int k = 0; k < n; ++k)
        for (std::size_t i = 0; i < 3; ++i) e[std::size_t(4 * k + 3)] -= a[i] * e[std::size_t(4 * k) + i];
    for (int s = 0; s < roots; ++s) {
      if (tree.box(s).sources() == 0) continue;
      std::array<int, 3> d;
      for (std::size_t i = 0; i < 3; ++i) d[i] = static_cast<int>(tree.box(t).cell[i] - tree.box(s).cell[i]);
      const auto found = pairs_.find(d);
      if (found != pairs_.end()) add(found->second, multipoles.of(s), e.data());
    }
    double* const to = locals.of(t);
    for (std::size_t k = 0; k < e.size(); ++k) to[k] += e[k];
  });
}

}  // namespace slurry::fmm
