// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/periodic_roots.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fmm/expansions.hpp"
#include "fmm/harmonics.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {

RootCells periodic_cells(const std::array<double, 3>& lengths, int periodicity, const std::array<double, 3>& low,
                         const std::array<double, 3>& high) {
  constexpr int most = 8;
  constexpr double longest_side = 1.25;  // of a cell, in its shortest one
  constexpr double flattest = 8;         // longest period, in the shortest one
  const std::size_t periodic = static_cast<std::size_t>(periodicity);
  const auto refuse = [] {
    throw InputError(
        "this box cannot be divided into nearly cubic cells for the tree; one length may be at most 8 times another");
  };
  // in flatter boxes few points err by far more than the rest, and more than is asked
  if (periodic > 0) {
    const auto [least, most_long] = std::minmax_element(lengths.begin(), lengths.begin() + periodic);
    if (*most_long > flattest * *least * (1 + 1e-12)) refuse();
  }
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
  if (best_cost == 1e300) refuse();
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

Vector3 in_units(const Vector3& shape) {
  return {units_per_side * shape[0], units_per_side * shape[1], units_per_side * shape[2]};
}

PeriodicRoots::PeriodicRoots(const ExpansionShape& shape, const RootCells& roots)
    : shape_(shape), roots_(roots), far_{RealMatrix(0, 0), {}} {
  const Vector3 cell = in_units(shape_of(roots));
  Vector3 box;
  double diameter = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    box[a] = cell[a] * roots.counts[a];
    diameter += box[a] * box[a];
  }
  diameter = std::sqrt(diameter);
  // Diameters of the box that its centre and the next image's are apart: as in list V where the box is periodic in all
  // directions. Along free directions all points can crowd at the ends of a long box, where expansions err the most,
  // and the law of errors does not know that: the images' part is then made small beside that of the tree.
  const double apart = roots.periodicity == 1 ? 2 : roots.periodicity == 2 ? 1.5 : 1.15;
  for (std::size_t a = 0; a < std::size_t(roots.periodicity); ++a)
    near_[a] = std::max(1, static_cast<int>(std::ceil(apart * diameter / box[a])) - 1);
  LatticeSums far = lattice_sums(2 * shape.p, box, roots.periodicity, near_, roots.side[0] / units_per_side);
  far_ = make_operator({std::move(far.s0), std::move(far.s1)});
  for (int axes = 0; axes < 8; ++axes) signs_.push_back(mirror_signs(shape.p, axes));
  const std::size_t size = std::size_t(coefficients(2 * shape.p));
  std::array<int, 3> d;
  for (d[0] = 0; d[0] < roots.counts[0]; ++d[0])
    for (d[1] = 0; d[1] < roots.counts[1]; ++d[1])
      for (d[2] = 0; d[2] < roots.counts[2]; ++d[2]) {
        Sums sums{std::vector<double>(size), {}};
        if (shape.sets == 4) sums.s1.fill(sums.s0);
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
                sums.s0[n] += s[n];
                if (shape.sets == 4)
                  for (std::size_t a = 0; a < 3; ++a) sums.s1[a][n] -= x[a] * s[n];
              }
            }
        if (any) pairs_.emplace(d, std::move(sums));
      }
}

PeriodicRoots::Operator PeriodicRoots::make_operator(const Sums& sums) const {
  Operator k{m2l_matrix_of(shape_.p, sums.s0), {}};
  if (shape_.sets == 4)
    for (const auto& s : sums.s1) k.moments.push_back(m2l_matrix_of(shape_.p, s));
  return k;
}

namespace {
/// Pairs of cells that share the reading of an operator.
constexpr int block = 8;
}  // namespace

/// Adds to the locals of up to `block` pairs, multipoles[i] and locals[i] each.
void PeriodicRoots::add_block(const Operator& k, const Met* met, int count, const double* const* multipoles,
                              double* const* locals) const {
  const int n = shape_.rows(), sets = shape_.sets, moments = sets == 4 ? 3 : 0;
  const auto width = std::size_t((sets + moments) * block);
  std::vector<double> in(std::size_t(n) * width);  // [coefficient][set, then moment][pair]
  for (int i = 0; i < count; ++i) {
    const std::vector<double>& signs = signs_[std::size_t(met[i].mirror)];
    for (int c = 0; c < n; ++c) {
      double* const to = in.data() + std::size_t(c) * width + i;
      for (int s = 0; s < sets; ++s) to[s * block] = signs[std::size_t(c)] * multipoles[i][sets * c + s];
      for (int a = 0; a < moments; ++a)
        to[(sets + a) * block] = (met[i].mirror >> a & 1 ? -1 : 1) * signs[std::size_t(c)] * multipoles[i][4 * c + a];
    }
  }
  for (int r = 0; r < n; ++r) {
    double sums[4][block] = {};
    for (int c = 0; c < n; ++c) {
      const double* const m = in.data() + std::size_t(c) * width;
      const double value = k.values(r, c);
      if (sets == 1) {
        for (int i = 0; i < block; ++i) sums[0][i] += value * m[i];
        continue;
      }
      for (int s = 0; s < 4; ++s)
        for (int i = 0; i < block; ++i) sums[s][i] += value * m[s * block + i];
      for (int a = 0; a < 3; ++a) {
        const double moment = k.moments[std::size_t(a)].values[std::size_t(r) * std::size_t(n) + std::size_t(c)];
        for (int i = 0; i < block; ++i) sums[3][i] += moment * m[(4 + a) * block + i];
      }
    }
    for (int i = 0; i < count; ++i)
      for (int s = 0; s < sets; ++s)
        locals[i][sets * r + s] += signs_[std::size_t(met[i].mirror)][std::size_t(r)] * sums[s][i];
  }
}

/// The way from the box's centre to a root's, in units of the expansions.
Vector3 PeriodicRoots::offset_of(const Tree& tree, int root) const {
  const Frame f = tree.frame(root);
  const Vector3& corner = tree.roots().corner;  // it moves with the points, roots_.corner does not
  Vector3 a;
  for (std::size_t i = 0; i < 3; ++i)
    a[i] = (f.centre[i] - corner[i] - 0.5 * roots_.counts[i] * roots_.side[i]) / f.unit;
  return a;
}

/// One operator after the other: together they would take gigabytes.
void PeriodicRoots::add_near_images(const Tree& tree, const Expansions& multipoles, Expansions& locals) const {
  const int roots = tree.level_start(1);
  const auto root_at = [&](const std::array<int, 3>& c) {
    for (std::size_t a = 0; a < 3; ++a)
      if (c[a] < 0 || c[a] >= roots_.counts[a]) return -1;
    return (c[2] * roots_.counts[1] + c[1]) * roots_.counts[0] + c[0];
  };
  std::vector<Met> met;
  for (const auto& [size, sums] : pairs_) {
    met.clear();
    for (int mirror = 0; mirror < 8; ++mirror) {
      std::array<int, 3> d = size;
      bool twice = false;
      for (std::size_t a = 0; a < 3; ++a) {
        twice = twice || ((mirror >> a & 1) != 0 && d[a] == 0);
        if (mirror >> a & 1) d[a] = -d[a];
      }
      if (twice) continue;
      for (int t = 0; t < roots; ++t) {
        const auto& c = tree.box(t).cell;
        const int s = root_at({int(c[0]) - d[0], int(c[1]) - d[1], int(c[2]) - d[2]});
        if (s >= 0 && tree.box(t).targets() > 0 && tree.box(s).sources() > 0) met.push_back({t, s, mirror});
      }
    }
    if (met.empty()) continue;
    const Operator k = make_operator(sums);
    // blocks of whole targets, which are met once per mirror at most: no two threads write to one target
    std::sort(met.begin(), met.end(), [](const Met& a, const Met& b) { return a.target < b.target; });
    std::vector<int> starts{0};
    for (std::size_t i = 0, next = 0; i < met.size(); i = next) {
      while (next < met.size() && met[next].target == met[i].target) ++next;
      if (int(next) - starts.back() > block) starts.push_back(int(i));
    }
    starts.push_back(int(met.size()));
    for_each_item("slurry::fmm::near_images", static_cast<int>(starts.size()) - 1, [&](int b) {
      const int first = starts[std::size_t(b)], count = starts[std::size_t(b) + 1] - first;
      const double* from[block];
      double* to[block];
      for (int i = 0; i < count; ++i) {
        from[i] = multipoles.of(met[std::size_t(first + i)].source);
        to[i] = locals.of(met[std::size_t(first + i)].target);
      }
      add_block(k, &met[std::size_t(first)], count, from, to);
    });
  }
}

void PeriodicRoots::apply(const Tree& tree, const Expansions& multipoles, Expansions& locals) const {
  const int n = shape_.rows(), sets = shape_.sets, roots = tree.level_start(1);
  std::vector<double> whole(std::size_t(n * sets)), far(whole);
  for (int r = 0; r < roots; ++r) {
    if (tree.box(r).sources() == 0) continue;
    std::vector<double> m(multipoles.of(r), multipoles.of(r) + n * sets);
    const Vector3 a = offset_of(tree, r);
    if (sets == 4)
      for (int k = 0; k < n; ++k)
        for (std::size_t i = 0; i < 3; ++i) m[std::size_t(4 * k + 3)] += a[i] * m[std::size_t(4 * k) + i];
    const RealMatrix c = translation_matrix(shape_.p, a);
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        for (int s = 0; s < sets; ++s)
          whole[std::size_t(sets * row + s)] += c(row, col) * m[std::size_t(sets * col + s)];
  }
  const Met itself{0, 0, 0};
  const double* const from = whole.data();
  double* const to_far = far.data();
  add_block(far_, &itself, 1, &from, &to_far);
  for_each_item("slurry::fmm::roots", roots, [&](int t) {
    if (tree.box(t).targets() == 0) return;
    const Vector3 a = offset_of(tree, t);
    std::vector<double> e(std::size_t(n * sets));
    const RealMatrix c = translation_matrix(shape_.p, a);
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        for (int s = 0; s < sets; ++s) e[std::size_t(sets * col + s)] += c(row, col) * far[std::size_t(sets * row + s)];
    if (sets == 4)
      for (int k = 0; k < n; ++k)
        for (std::size_t i = 0; i < 3; ++i) e[std::size_t(4 * k + 3)] -= a[i] * e[std::size_t(4 * k) + i];
    double* const to = locals.of(t);
    for (std::size_t k = 0; k < e.size(); ++k) to[k] += e[k];
  });
  add_near_images(tree, multipoles, locals);
}

void PeriodicRoots::apply(const Tree& tree, const ExpansionsOf<float>& multipoles, ExpansionsOf<float>& locals) const {
  const int roots = tree.level_start(1), numbers = shape_.rows() * shape_.sets;
  Expansions in, out;
  in.resize(roots, shape_.p, shape_.sets);
  out.resize(roots, shape_.p, shape_.sets);
  out.clear();
  for (int r = 0; r < roots; ++r) std::copy_n(multipoles.of(r), numbers, in.of(r));
  apply(tree, in, out);
  for (int r = 0; r < roots; ++r)
    for (int k = 0; k < numbers; ++k) locals.of(r)[k] += static_cast<float>(out.of(r)[k]);
}

}  // namespace slurry::fmm
