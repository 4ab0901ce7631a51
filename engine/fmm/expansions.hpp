// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/execution.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/tile_product.hpp"
#include "fmm/tree.hpp"

namespace slurry::fmm {

/// Count of numbers before an expansion that a vector load may read.
inline constexpr std::size_t expansion_padding = 8;

/// One expansion for every box, stored as [box][coefficient][set], in units of the box (theory/fast-multipole.md (M9)).
template <class Real>
class ExpansionsOf {
 public:
  void resize(int boxes, int p, int sets) {
    stride_ = static_cast<std::size_t>(coefficients(p)) * static_cast<std::size_t>(sets);
    values_.resize(front_padding + static_cast<std::size_t>(boxes) * stride_);
  }
  void clear();
  Real* of(int box) { return values_.data() + front_padding + static_cast<std::size_t>(box) * stride_; }
  const Real* of(int box) const { return values_.data() + front_padding + static_cast<std::size_t>(box) * stride_; }

  /// Count of numbers before the first box. A vector load that begins before the box may read them.
  static constexpr std::size_t front_padding = expansion_padding;

 private:
  std::size_t stride_ = 0;
  std::vector<Real> values_;
};
using Expansions = ExpansionsOf<double>;

/// Data that the operators of one order and one number of sets share.
struct ExpansionShape {
  int p, sets;
  int rows() const { return coefficients(p); }
  /// Number of boxes in one tile.
  int boxes() const { return tile_columns / sets; }
};

/// Scratch memory of one thread, in tiles. It is allocated once, and loops on any thread can acquire it.
template <class Work>
class ThreadWork {
 public:
  template <class Make>
  explicit ThreadWork(const Make& make) {
    for (int t = 0; t < token_.size(); ++t) work_.push_back(make());
  }
  /// Calls f(work) with the scratch memory of the calling thread.
  template <class F>
  void use(const F& f) const {
    const int t = token_.acquire();
    f(*work_[static_cast<std::size_t>(t)]);
    token_.release(t);
  }

 private:
  Kokkos::Experimental::UniqueToken<Host> token_;
  std::vector<std::unique_ptr<Work>> work_;
};

template <class Real>
using TileBuffer = std::vector<Real>;

/// Collects the rows of the expansions of up to shape.boxes() boxes side by side. Box -1 gives zeros. signs: a factor
/// for each coefficient, or null.
template <class Real>
void gather_tile(const ExpansionShape& shape, const ExpansionsOf<Real>& from, std::span<const int> boxes,
                 const Real* signs, Real* tile);
/// Adds the columns of a tile to the boxes' expansions. Columns of box -1 are skipped.
template <class Real>
void scatter_tile(const ExpansionShape& shape, const Real* tile, const Real* signs, std::span<const int> boxes,
                  ExpansionsOf<Real>& to);

/// Like gather_tile() and scatter_tile(), for boxes whose origin of B moves: B += d[i] . A for box i in the tile
/// (theory/fast-multipole.md (M12)). No box may be -1. scratch: room for expansion_padding numbers and two expansions.
using OriginMoves = std::span<const std::array<double, 3>>;
template <class Real>
void gather_moved_tile(const ExpansionShape& shape, const ExpansionsOf<Real>& from, std::span<const int> boxes,
                       OriginMoves moves, Real* tile, Real* scratch);
template <class Real>
void scatter_moved_tile(const ExpansionShape& shape, const Real* tile, std::span<const int> boxes, OriginMoves moves,
                        ExpansionsOf<Real>& to, Real* scratch);

/// Adds d . A to B in a tile of four sets, which moves the origin of B (theory/fast-multipole.md (M12)).
template <class Real>
void move_origin(const ExpansionShape& shape, const double d[3], Real* tile);

/// Sign of each coefficient under a mirror image. Bit a of `axes` is set if axis a is reversed.
template <class Real = double>
std::vector<Real> mirror_signs(int p, int axes);

/// Calls f(i) for i = 0..count-1 on the host's threads.
template <class F>
void for_each_item(const char* name, int count, const F& f) {
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(name, Policy(0, count).set_chunk_size(1), f);
  Kokkos::fence();
}

}  // namespace slurry::fmm
