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

/// One expansion of every box: [box][coefficient][set], in units of the box (theory/fast-multipole.md (M9)).
class Expansions {
 public:
  void resize(int boxes, int p, int sets) {
    stride_ = static_cast<std::size_t>(coefficients(p) * sets);
    values_.resize(front_padding + static_cast<std::size_t>(boxes) * stride_);
  }
  void clear();
  double* of(int box) { return values_.data() + front_padding + static_cast<std::size_t>(box) * stride_; }
  const double* of(int box) const { return values_.data() + front_padding + static_cast<std::size_t>(box) * stride_; }

  /// Numbers before the first box, which a load that begins earlier may read.
  static constexpr std::size_t front_padding = 8;

 private:
  std::size_t stride_ = 0;
  std::vector<double> values_;
};

/// What the operators of one order and one number of sets have in common.
struct ExpansionShape {
  int p, sets;
  int rows() const { return coefficients(p); }
  /// Boxes in one tile.
  int boxes() const { return tile_columns / sets; }
};

/// Scratch of one thread in tiles, allocated once; acquired by loops that run on any thread.
template <class Work>
class ThreadWork {
 public:
  template <class Make>
  explicit ThreadWork(const Make& make) {
    for (int t = 0; t < token_.size(); ++t) work_.push_back(make());
  }
  /// f(work) with the scratch of the calling thread.
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

using TileBuffer = std::vector<double>;

/// Rows of the expansions of up to shape.boxes() boxes, side by side; box -1: zeros.  signs: a factor per coefficient,
/// or null.
void gather_tile(const ExpansionShape& shape, const Expansions& from, std::span<const int> boxes, const double* signs,
                 double* tile);
/// Adds the columns of a tile to the boxes' expansions; box -1: nothing.
void scatter_tile(const ExpansionShape& shape, const double* tile, const double* signs, std::span<const int> boxes,
                  Expansions& to);

/// The same of boxes whose origin of B moves: B += d[i] . A of box i in the tile (theory/fast-multipole.md (M12)).  No
/// box is -1.  scratch: Expansions::front_padding numbers and one expansion.
using OriginMoves = std::span<const std::array<double, 3>>;
void gather_moved_tile(const ExpansionShape& shape, const Expansions& from, std::span<const int> boxes,
                       OriginMoves moves, double* tile, double* scratch);
void scatter_moved_tile(const ExpansionShape& shape, const double* tile, std::span<const int> boxes, OriginMoves moves,
                        Expansions& to, double* scratch);

/// In a tile of four sets: B += d . A, which moves the origin of B (theory/fast-multipole.md (M12)).
void move_origin(const ExpansionShape& shape, const double d[3], double* tile);

/// Signs of the mirror image whose bit a is set where axis a is turned, per coefficient.
std::vector<double> mirror_signs(int p, int axes);

/// f(i) for i = 0..count-1 on the host's threads.
template <class F>
void for_each_item(const char* name, int count, const F& f) {
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(name, Policy(0, count).set_chunk_size(1), f);
  Kokkos::fence();
}

}  // namespace slurry::fmm
