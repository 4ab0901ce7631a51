// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "yardsticks/sparse_spreading/matrix.hpp"

// Matrix as rows of equal length, and a list of the entries beyond them (ELL and COO). It is converted from columns.
namespace slurry::spreading_methods {

/// Fills the columns: p^3 entries of each particle, one after the other. They need no counting.
template <class Space, class Real, int P>
struct FillColumns {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  Real* weight;
  int* node;
  KOKKOS_INLINE_FUNCTION void operator()(int item) const {
    const NodeRange<Space, P> r(item);
    NodeWeights<Real, P> n;
    window.template at<P>(x, r.i, n);
    const int K = window.mesh;
    for (int iz = r.from[2]; iz < r.to[2]; ++iz)
      for (int iy = r.from[1]; iy < r.to[1]; ++iy)
        for (int ix = r.from[0]; ix < r.to[0]; ++ix) {
          const int k = ((r.i * P + iz) * P + iy) * P + ix;
          weight[k] = n.weight[0][ix] * n.weight[1][iy] * n.weight[2][iz];
          node[k] = (wrapped_node(n.first[2] + iz, K) * K + wrapped_node(n.first[1] + iy, K)) * K +
                    wrapped_node(n.first[0] + ix, K);
        }
  }
};
template <class Space>
struct CountNodes {
  const int* node;
  Integers<Space> counts;
  KOKKOS_INLINE_FUNCTION void operator()(int k) const { Kokkos::atomic_add(&counts(node[k]), 1); }
};
/// Counts the rows of each length; the last bin holds all longer rows.
template <class Space>
struct CountLengths {
  Integers<Space> counts, lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const int last = int(lengths.extent(0)) - 1, n = counts(row);
    Kokkos::atomic_add(&lengths(n < last ? n : last), 1);
  }
};
/// Finds where the list of a row begins.
template <class Space>
struct ScanRest {
  Integers<Space> counts, start;
  int rows, width;
  KOKKOS_INLINE_FUNCTION void operator()(int i, int& sum, bool last) const {
    const int beyond = i < rows && counts(i) > width ? counts(i) - width : 0;
    if (last) {
      start(i) = sum;
      if (i < rows) counts(i) = 0;
    }
    sum += beyond;
  }
};
template <class Space, class Real>
struct HybridEntries {
  Kokkos::View<Real*, typename Space::memory_space> weight, rest_weight;  ///< [width][rows]; weights of the list
  Integers<Space> particle, rest_particle, rest_row;                      ///< particle -1: no entry
};
template <class Space, class Real>
struct ScatterEntries {
  const Real* weight;
  const int* node;
  int per_particle, rows, width;
  Integers<Space> cursor, start;
  HybridEntries<Space, Real> to;
  KOKKOS_INLINE_FUNCTION void operator()(int k) const {
    const int row = node[k], place = Kokkos::atomic_fetch_add(&cursor(row), 1);
    if (place < width) {
      to.weight(std::size_t(place) * rows + row) = weight[k];
      to.particle(std::size_t(place) * rows + row) = k / per_particle;
    } else {
      const int slot = start(row) + place - width;
      to.rest_weight(slot) = weight[k];
      to.rest_particle(slot) = k / per_particle;
      to.rest_row(slot) = row;
    }
  }
};

template <class Space, class Real, int C>
struct SumEqualRow {
  HybridEntries<Space, Real> entries;
  int rows, width;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    Real sum[C];
    for (int c = 0; c < C; ++c) sum[c] = 0;
    for (int k = 0; k < width; ++k) {
      const std::size_t slot = std::size_t(k) * rows + row;
      const int i = entries.particle(slot);
      if (i < 0) break;
      for (int c = 0; c < C; ++c) sum[c] += entries.weight(slot) * values[std::size_t(i) * C + c];
    }
    for (int c = 0; c < C; ++c) nodes[std::size_t(row) * C + c] = sum[c];
  }
};
/// A piece of the list, row after row. Its first and last rows may continue in the neighbouring pieces.
template <class Space, class Real, int C>
struct SumRest {
  HybridEntries<Space, Real> entries;
  int length, piece;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int s) const {
    const int from = s * piece, to = from + piece < length ? from + piece : length;
    Real sum[C];
    for (int c = 0; c < C; ++c) sum[c] = 0;
    for (int k = from; k < to; ++k) {
      const int i = entries.rest_particle(k), row = entries.rest_row(k);
      for (int c = 0; c < C; ++c) sum[c] += entries.rest_weight(k) * values[std::size_t(i) * C + c];
      if (k + 1 < to && entries.rest_row(k + 1) == row) continue;
      for (int c = 0; c < C; ++c) {
        Kokkos::atomic_add(nodes + std::size_t(row) * C + c, sum[c]);
        sum[c] = 0;
      }
    }
  }
};
/// The transposed product by columns. It needs no atomic operations.
template <class Space, class Real, int C>
struct ReturnColumn {
  const Real* weight;
  const int* node;
  int per_particle;
  const Real* nodes;
  Real* values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    Real sum[C];
    for (int c = 0; c < C; ++c) sum[c] = 0;
    for (int k = i * per_particle; k < (i + 1) * per_particle; ++k)
      for (int c = 0; c < C; ++c) sum[c] += weight[k] * nodes[std::size_t(node[k]) * C + c];
    for (int c = 0; c < C; ++c) values[std::size_t(i) * C + c] = sum[c];
  }
};

template <class Space, class Real>
class Hybrid final : public SpreadBase<Space, Real> {
 public:
  using SpreadBase<Space, Real>::SpreadBase;
  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    const int piece = is_host_space<Space> ? 1024 : 32;
    with_components(this->options_.components, [&](auto c) {
      constexpr int C = decltype(c)::value;
      Kokkos::parallel_for("slurry::spreading::equal_rows"_loop, Kokkos::RangePolicy<Space>(space, 0, this->nodes()),
                           SumEqualRow<Space, Real, C>{entries_, this->nodes(), width_, values.data(), mesh.data()});
      Kokkos::parallel_for("slurry::spreading::rest"_loop,
                           Kokkos::RangePolicy<Space>(space, 0, rest_ / piece + (rest_ % piece > 0)),
                           SumRest<Space, Real, C>{entries_, rest_, piece, values.data(), mesh.data()});
    });
  }
  void interpolate(const Space& space, const SpreadValues<Space, Real>& mesh,
                   const SpreadValues<Space, Real>& values) override {
    const int p = this->options_.window_points;
    with_components(this->options_.components, [&](auto c) {
      Kokkos::parallel_for("slurry::spreading::columns"_loop, Kokkos::RangePolicy<Space>(space, 0, this->count_),
                           ReturnColumn<Space, Real, decltype(c)::value>{weight_.data(), node_.data(), p * p * p,
                                                                         mesh.data(), values.data()});
    });
  }
  double bytes() const override {
    return SpreadBase<Space, Real>::bytes() + bytes_of(weight_) + bytes_of(node_) + bytes_of(cursor_) +
           bytes_of(start_) + bytes_of(entries_.weight) + bytes_of(entries_.particle) + bytes_of(entries_.rest_weight) +
           bytes_of(entries_.rest_particle) + bytes_of(entries_.rest_row);
  }

 private:
  using range = Kokkos::RangePolicy<Space>;
  void build(const Space& space) override {
    const int n = this->nodes(), Z = this->entries(), p = this->options_.window_points;
    grow(weight_, Z, "slurry::spreading::column_weight");
    grow(node_, Z, "slurry::spreading::column_node");
    grow(cursor_, n, "slurry::spreading::cursor");
    grow(start_, std::size_t(n) + 1, "slurry::spreading::start");
    Kokkos::deep_copy(space, cursor_, 0);
    with_window_points(p, [&](auto points) {
      constexpr int P = decltype(points)::value;
      Kokkos::parallel_for("slurry::spreading::fill_columns"_loop,
                           range(space, 0, this->count_ * items_of_particle<Space, P>),
                           FillColumns<Space, Real, P>{this->window_, this->x_, weight_.data(), node_.data()});
    });
    Kokkos::parallel_for("slurry::spreading::count"_loop, range(space, 0, Z), CountNodes<Space>{node_.data(), cursor_});
    width_ = width(space);
    Kokkos::parallel_scan("slurry::spreading::scan"_loop, range(space, 0, n + 1),
                          ScanRest<Space>{cursor_, start_, n, width_}, rest_);
    space.fence();
    grow(entries_.weight, std::size_t(width_) * n, "slurry::spreading::equal_weight");
    grow(entries_.particle, std::size_t(width_) * n, "slurry::spreading::equal_particle");
    grow(entries_.rest_weight, rest_, "slurry::spreading::rest_weight");
    grow(entries_.rest_particle, rest_, "slurry::spreading::rest_particle");
    grow(entries_.rest_row, rest_, "slurry::spreading::rest_row");
    Kokkos::deep_copy(space, entries_.particle, -1);
    Kokkos::parallel_for(
        "slurry::spreading::scatter"_loop, range(space, 0, Z),
        ScatterEntries<Space, Real>{weight_.data(), node_.data(), p * p * p, n, width_, cursor_, start_, entries_});
  }
  /// Largest width that at least a third of the rows fill.
  int width(const Space& space) const {
    Integers<Space> lengths("slurry::spreading::lengths", 1024);
    Kokkos::parallel_for("slurry::spreading::lengths"_loop, range(space, 0, this->nodes()),
                         CountLengths<Space>{cursor_, lengths});
    auto host = Kokkos::create_mirror_view(lengths);
    space.fence();
    Kokkos::deep_copy(host, lengths);
    long longer = 0;
    for (int w = int(host.extent(0)) - 1; w > 0; --w) {
      longer += host(w);
      if (3 * longer >= this->nodes()) return w;
    }
    return 0;
  }
  Kokkos::View<Real*, typename Space::memory_space> weight_;
  Integers<Space> node_, cursor_, start_;
  HybridEntries<Space, Real> entries_;
  int width_ = 0, rest_ = 0;
};

}  // namespace slurry::spreading_methods
