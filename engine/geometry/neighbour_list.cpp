// SPDX-License-Identifier: BSD-3-Clause
#include "geometry/neighbour_list.hpp"

#include <algorithm>
#include <utility>

#include "base/loops.hpp"

namespace slurry {

namespace {

/// Cells beside a cell along one axis, each once.
struct Beside {
  int cell[3];
  int count;
};

Beside beside(const CellGrid& g, int axis, int at) {
  const int n = g.n[axis];
  if (g.periodic[axis] && n >= 3) return {{at == 0 ? n - 1 : at - 1, at, at == n - 1 ? 0 : at + 1}, 3};
  Beside b{{0, 0, 0}, 0};
  for (int c = at > 0 ? at - 1 : 0; c <= (at + 1 < n ? at + 1 : n - 1); ++c) b.cell[b.count++] = c;
  return b;
}

}  // namespace

/// Coordinate that distances are taken from. Cells of a free direction may be folded, but distances are not.
double NeighbourList::place(int axis, double x) const {
  return periods_.length[axis] > 0 ? cells_.local(axis, x) : x - cells_.origin[axis];
}

/// A counting sort: stable, so the order of the lists is always the same.
void NeighbourList::sort(std::span<const double> x) {
  const std::size_t n = x.size() / 3;
  cell_of_body_.resize(n);
  order_.resize(n);
  local_.resize(3 * n);
  cursor_.assign(static_cast<std::size_t>(cells_.cells()), 0);
  cell_start_.resize(cursor_.size() + 1);
  for (std::size_t i = 0; i < n; ++i) {
    int at[3];
    for (int a = 0; a < 3; ++a) at[a] = cells_.cell_of(a, cells_.local(a, x[3 * i + a]));
    cell_of_body_[i] = (at[2] * cells_.n[1] + at[1]) * cells_.n[0] + at[0];
    ++cursor_[static_cast<std::size_t>(cell_of_body_[i])];
  }
  int sum = 0;
  for (std::size_t c = 0; c < cursor_.size(); ++c) {
    cell_start_[c] = sum;
    sum += std::exchange(cursor_[c], sum);
  }
  cell_start_.back() = sum;
  for (std::size_t i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(cursor_[static_cast<std::size_t>(cell_of_body_[i])]++);
    order_[k] = static_cast<int>(i);
    for (int a = 0; a < 3; ++a) local_[3 * k + a] = place(a, x[3 * i + a]);
  }
}

/// Fills the lists as far as they are wide; returns the largest number of neighbours of a body.
int NeighbourList::fill() {
  const CellGrid g = cells_;
  const double* local = local_.data();
  const int* order = order_.data();
  const int* start = cell_start_.data();
  const int* cell_of_body = cell_of_body_.data();
  const double cutoff2 = cutoff_ * cutoff_;
  const auto lists = lists_;
  const auto counts = counts_;
  const Periods periods = periods_;
  const int width = static_cast<int>(lists.extent(1));
  const auto one_body = [=](int k) {
    const double* x = local + 3 * k;
    const int i = order[k];
    const int own = cell_of_body[i];
    const Beside b[3] = {beside(g, 0, own % g.n[0]), beside(g, 1, own / g.n[0] % g.n[1]),
                         beside(g, 2, own / (g.n[0] * g.n[1]))};
    int found = 0;
    for (int iz = 0; iz < b[2].count; ++iz)
      for (int iy = 0; iy < b[1].count; ++iy)
        for (int ix = 0; ix < b[0].count; ++ix) {
          const int cell = (b[2].cell[iz] * g.n[1] + b[1].cell[iy]) * g.n[0] + b[0].cell[ix];
          for (int m = start[cell]; m < start[cell + 1]; ++m) {
            double r2 = 0;
            for (int a = 0; a < 3; ++a) {
              const double d = periods.nearest(a, x[a] - local[3 * m + a]);
              r2 += d * d;
            }
            if (r2 >= cutoff2 || m == k) continue;
            if (found < width) lists(i, found) = order[m];
            ++found;
          }
        }
    counts(i) = found;
    return static_cast<double>(found);
  };
  return static_cast<int>(host_max("slurry::geometry::neighbours", static_cast<int>(order_.size()), 0, one_body));
}

CellGrid NeighbourList::cells_for(std::span<const double> x, double cutoff) const {
  CellGrid g;
  const double bodies = static_cast<double>(x.size()) / 3;
  for (int a = 0; a < 3; ++a) {
    g.periodic[a] = periods_.length[a] > 0;
    g.length[a] = periods_.length[a];
    if (!g.periodic[a]) {
      double low = x[a], high = x[a];
      for (std::size_t i = a; i < x.size(); i += 3) {
        low = std::min(low, x[i]);
        high = std::max(high, x[i]);
      }
      g.origin[a] = low;
      g.length[a] = std::max(high - low, cutoff);
    }
  }
  // Never narrower than the cutoff, and not many more cells than bodies, however far these are apart. Free directions
  // are folded, so that far clumps share cells but stay cut up as finely; their bodies are told apart by the distance.
  const double allowed = 8 * bodies + 64, width = cutoff * (1 + 1e-9);  // as places of bodies are rounded
  double n[3], whole[3];
  for (int a = 0; a < 3; ++a) n[a] = whole[a] = std::max(1.0, std::floor(g.length[a] / width));
  const auto too_many = [&] { return n[0] * n[1] * n[2] > allowed; };
  for (;;) {
    int longest = -1;
    for (int a = 0; a < 3; ++a)
      if (!g.periodic[a] && n[a] > 3 && (longest < 0 || n[a] > n[longest])) longest = a;
    if (!too_many() || longest < 0) break;
    n[longest] = std::max(3.0, std::floor(n[longest] / 1.3));
  }
  for (double wider = 1.3 * width; too_many(); wider *= 1.3)
    for (int a = 0; a < 3; ++a)
      if (g.periodic[a]) n[a] = std::max(1.0, std::floor(g.length[a] / wider));
  for (int a = 0; a < 3; ++a) {
    g.n[a] = static_cast<int>(n[a]);
    const bool folded = !g.periodic[a] && n[a] < whole[a];
    if (folded) {
      g.periodic[a] = true;
      g.length[a] = n[a] * width;
    }
    g.width[a] = g.length[a] / g.n[a];
    g.per_length[a] = 1 / g.length[a];
  }
  return g;
}

void NeighbourList::build(std::span<const double> positions, double cutoff) {
  cutoff_ = cutoff;
  const std::size_t n = positions.size() / 3;
  if (counts_.extent(0) != n)
    counts_ = Counts(Kokkos::view_alloc("slurry::geometry::neighbour_counts", Kokkos::WithoutInitializing), n);
  if (n == 0) return;
  cells_ = cells_for(positions, cutoff);
  sort(positions);
  std::size_t width = std::max<std::size_t>(16, lists_.extent(1));
  for (;;) {
    if (lists_.extent(0) != n || lists_.extent(1) < width)
      lists_ = Lists(Kokkos::view_alloc("slurry::geometry::neighbours", Kokkos::WithoutInitializing), n, width);
    const auto most = static_cast<std::size_t>(fill());
    if (most <= width) return;
    width = most + most / 4;
  }
}

}  // namespace slurry
