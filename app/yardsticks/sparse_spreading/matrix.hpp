// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "yardsticks/sparse_spreading/spread_base.hpp"

// Entries of the spreading matrix. They are counted, placed by a prefix sum, and collected.
namespace slurry::spreading_methods {

template <class Space>
using Integers = Kokkos::View<int*, typename Space::memory_space>;

/// Maps a node to a row: its own row, or the row of its group. Also gives the number of the node within its group.
struct Rows {
  int mesh = 1, size = 1, edge = 0;  ///< edge of a cubic group; 0: `size` nodes in a row
  int rows() const {
    if (edge > 0) return (mesh / edge) * (mesh / edge) * (mesh / edge);
    return (mesh * mesh * mesh + size - 1) / size;
  }
  KOKKOS_INLINE_FUNCTION void of(int x, int y, int z, int& row, int& within) const {
    if (edge > 0) {
      const int n = mesh / edge;
      row = ((z / edge) * n + y / edge) * n + x / edge;
      within = ((z % edge) * edge + y % edge) * edge + x % edge;
    } else {
      const int node = (z * mesh + y) * mesh + x;
      row = node / size;
      within = node % size;
    }
  }
  KOKKOS_INLINE_FUNCTION int node(int row, int within) const {
    if (edge == 0) return row * size + within;
    const int n = mesh / edge, x = row % n, y = row / n % n, z = row / (n * n);
    return ((z * edge + within / (edge * edge)) * mesh + y * edge + within / edge % edge) * mesh + x * edge +
           within % edge;
  }
};

/// Number of items of work per particle: one on the host, and one thread for each node on a device.
template <class Space, int P>
inline constexpr int items_of_particle = is_host_space<Space> ? 1 : P* P* P;

template <class Space, int P>
struct NodeRange {
  int i, from[3], to[3];
  KOKKOS_INLINE_FUNCTION explicit NodeRange(int item) : i(item / items_of_particle<Space, P>) {
    const int k = item % items_of_particle<Space, P>, at[3] = {k % P, k / P % P, k / (P * P)};
    for (int d = 0; d < 3; ++d) {
      from[d] = is_host_space<Space> ? 0 : at[d];
      to[d] = is_host_space<Space> ? P : at[d] + 1;
    }
  }
};

template <class Space, class Real, int P>
struct CountEntries {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  Rows rows;
  Integers<Space> counts;
  KOKKOS_INLINE_FUNCTION void operator()(int item) const {
    const NodeRange<Space, P> r(item);
    NodeWeights<Real, P> n;
    window.template at<P>(x, r.i, n);
    const int K = window.mesh;
    int held = -1, many = 0;  // neighbours in one row are counted together
    for (int iz = r.from[2]; iz < r.to[2]; ++iz)
      for (int iy = r.from[1]; iy < r.to[1]; ++iy)
        for (int ix = r.from[0]; ix < r.to[0]; ++ix) {
          int row, within;
          rows.of(wrapped_node(n.first[0] + ix, K), wrapped_node(n.first[1] + iy, K), wrapped_node(n.first[2] + iz, K),
                  row, within);
          if (row == held) {
            ++many;
            continue;
          }
          if (many > 0) Kokkos::atomic_add(&counts(held), many);
          held = row;
          many = 1;
        }
    if (many > 0) Kokkos::atomic_add(&counts(held), many);
  }
};

/// Exclusive prefix sum. Afterwards the counts serve as cursors.
template <class Space>
struct ScanCounts {
  Integers<Space> counts, start;
  int rows;
  KOKKOS_INLINE_FUNCTION void operator()(int i, int& sum, bool last) const {
    const int here = i < rows ? counts(i) : 0;
    if (last) {
      start(i) = sum;
      if (i < rows) counts(i) = sum;
    }
    sum += here;
  }
};

template <class Space, class Real>
struct Entries {
  Kokkos::View<Real*, typename Space::memory_space> weight;
  Integers<Space> particle;
  /// number of the node within its group; for groups only
  Kokkos::View<std::uint8_t*, typename Space::memory_space> within;
};

template <class Space, class Real, int P>
struct CollectEntries {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  Rows rows;
  Integers<Space> cursor;
  Entries<Space, Real> entries;
  KOKKOS_INLINE_FUNCTION void operator()(int item) const {
    const NodeRange<Space, P> r(item);
    NodeWeights<Real, P> n;
    window.template at<P>(x, r.i, n);
    const int K = window.mesh;
    for (int iz = r.from[2]; iz < r.to[2]; ++iz)
      for (int iy = r.from[1]; iy < r.to[1]; ++iy)
        for (int ix = r.from[0]; ix < r.to[0]; ++ix) {
          int row, within;
          rows.of(wrapped_node(n.first[0] + ix, K), wrapped_node(n.first[1] + iy, K), wrapped_node(n.first[2] + iz, K),
                  row, within);
          const int slot = Kokkos::atomic_fetch_add(&cursor(row), 1);
          entries.weight(slot) = n.weight[0][ix] * n.weight[1][iy] * n.weight[2][iz];
          entries.particle(slot) = r.i;
          if (rows.size > 1) entries.within(slot) = std::uint8_t(within);
        }
  }
};

/// Sorts the entries of a row by particle, then by node. It is a heap sort, because a row may hold every particle.
template <class Space, class Real>
struct SortRows {
  Integers<Space> start;
  Entries<Space, Real> entries;
  bool groups;
  KOKKOS_INLINE_FUNCTION bool before(int a, int b) const {
    if (entries.particle(a) != entries.particle(b)) return entries.particle(a) < entries.particle(b);
    return groups && entries.within(a) < entries.within(b);
  }
  KOKKOS_INLINE_FUNCTION void exchange(int a, int b) const {
    const Real w = entries.weight(a);
    entries.weight(a) = entries.weight(b);
    entries.weight(b) = w;
    const int p = entries.particle(a);
    entries.particle(a) = entries.particle(b);
    entries.particle(b) = p;
    if (!groups) return;
    const std::uint8_t k = entries.within(a);
    entries.within(a) = entries.within(b);
    entries.within(b) = k;
  }
  KOKKOS_INLINE_FUNCTION void sink(int base, int root, int n) const {
    for (int child = 2 * root + 1; child < n; root = child, child = 2 * root + 1) {
      if (child + 1 < n && before(base + child, base + child + 1)) ++child;
      if (!before(base + root, base + child)) return;
      exchange(base + root, base + child);
    }
  }
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const int base = start(row), n = start(row + 1) - base;
    for (int root = n / 2 - 1; root >= 0; --root) sink(base, root, n);
    for (int last = n - 1; last > 0; --last) {
      exchange(base, base + last);
      sink(base, 0, last);
    }
  }
};

/// Matrix by rows. It counts, scans and collects the entries, and sorts them if rows must be in order.
template <class Space, class Real>
class RowMatrix : public SpreadBase<Space, Real> {
 public:
  using SpreadBase<Space, Real>::SpreadBase;
  double bytes() const override {
    return SpreadBase<Space, Real>::bytes() + bytes_of(start_) + bytes_of(cursor_) + bytes_of(entries_.weight) +
           bytes_of(entries_.particle) + bytes_of(entries_.within);
  }

 protected:
  void collect(const Space& space, const Rows& rows) {
    const int n = rows.rows(), Z = this->entries();
    grow(start_, std::size_t(n) + 1, "slurry::spreading::start");
    grow(cursor_, n, "slurry::spreading::cursor");
    grow(entries_.weight, Z, "slurry::spreading::weight");
    grow(entries_.particle, Z, "slurry::spreading::particle");
    if (rows.size > 1) grow(entries_.within, Z, "slurry::spreading::within");
    Kokkos::deep_copy(space, cursor_, 0);
    with_window_points(this->options_.window_points, [&](auto p) {
      constexpr int P = decltype(p)::value;
      const int items = this->count_ * items_of_particle<Space, P>;
      Kokkos::parallel_for("slurry::spreading::count"_loop, Kokkos::RangePolicy<Space>(space, 0, items),
                           CountEntries<Space, Real, P>{this->window_, this->x_, rows, cursor_});
      Kokkos::parallel_scan("slurry::spreading::scan"_loop, Kokkos::RangePolicy<Space>(space, 0, n + 1),
                            ScanCounts<Space>{cursor_, start_, n});
      Kokkos::parallel_for("slurry::spreading::collect"_loop, Kokkos::RangePolicy<Space>(space, 0, items),
                           CollectEntries<Space, Real, P>{this->window_, this->x_, rows, cursor_, entries_});
    });
    if (this->options_.deterministic)
      Kokkos::parallel_for("slurry::spreading::sort_rows"_loop, Kokkos::RangePolicy<Space>(space, 0, n),
                           SortRows<Space, Real>{start_, entries_, rows.size > 1});
  }
  Integers<Space> start_, cursor_;
  Entries<Space, Real> entries_;
};

}  // namespace slurry::spreading_methods
