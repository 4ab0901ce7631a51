// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/simd.hpp"
#include "ewald/far/grid_transfer.hpp"

// Host form.  A thread takes a z-plane of the fine grid through y, where whole rows add up, and x, where there are
// fewest rows; only what is coarse in both is kept for z.  The way back is the same in reverse, the last sums going
// straight into the fine grid.
namespace slurry {
namespace {

// Along y and z, what is loaded of an input row goes to three output rows, their sums in 24 of 32 registers (9 of 16).
// Along x, a vector has eight neighbours of one row; their weights are loaded once for eight rows.
constexpr int rows_together = 3;
template <class Real>
constexpr int most_vectors = simd::Wide<Real>::size() * sizeof(Real) == 64 ? 8 : 3;
constexpr int lanes_of_x = 8, most_rows = 8;
/// Rows further apart than a page are asked for some blocks before their turn: planes take 0.77 to 0.88 of the time.
constexpr int blocks_ahead_to_add = 2, blocks_ahead_to_read = 1;
constexpr int most_of_column = 4;  ///< rows of the coarse grid that go through z together, of each component

/// Numbers of a row, so that rows begin on cache lines.
template <class Real>
constexpr std::size_t padded(int nodes) {
  constexpr int line = 64 / sizeof(Real);
  return std::size_t((nodes + line - 1) / line * line);
}
/// Numbers between planes: an odd number of cache lines, as the same place of many planes is read together.
template <class Real>
constexpr std::size_t plane_pitch(std::size_t rows, std::size_t row_pitch) {
  constexpr std::size_t line = 64 / sizeof(Real);
  return (rows * row_pitch / line | 1) * line;
}
/// Numbers of a thread's buffer: a plane between y and x, of one component or, interleaved, of all; or rows of all
/// coarse planes before or after z.
std::size_t buffer_size(std::size_t fine_pitch, std::size_t coarse_pitch, int coarse_y, int coarse_z, int components) {
  return std::max(coarse_y * fine_pitch * components, 4 * most_of_column * coarse_z * coarse_pitch);
}
/// Components of a row of the fine grid that are summed together, and the most of them.
int together(const FarGrid& g, int components) {
  return static_cast<int>(g.step(components));
}
int most_together(const FarGrid& g) {
  return std::max(together(g, 3), together(g, 4));
}

/// Calls f(std::integral_constant<int, count>), 1 <= count <= Most.
template <int Most, class F>
void with_count(int count, F&& f) {
  if constexpr (Most > 1) {
    if (count < Most) return with_count<Most - 1>(count, f);
  }
  f(std::integral_constant<int, Most>{});
}

/// Banded matrix of one direction by blocks of outputs that follow each other: inputs first .. first + count - 1 of
/// each, weights [input][output of the block], zero outside the band and for outputs behind the last.
template <class Space, class Real>
struct Blocks {
  struct Block {
    int first, count, outputs;
    std::size_t weights;
  };
  std::vector<Block> blocks;
  Kokkos::View<Real*, typename Space::memory_space> weights;

  /// first(o), last(o): inputs of output o; weight(i, o).  So many outputs, zeros behind them up to `padded_outputs`.
  template <class First, class Last, class Weight>
  Blocks(int size, int outputs, int padded_outputs, First first, Last last, Weight weight) {
    std::vector<Real> all;
    for (int from = 0; from < padded_outputs; from += size) {
      const int to = std::min(from + size, outputs);
      Block b{0, 0, std::max(to - from, 0), all.size()};
      if (from < to) {
        b.first = first(from);
        b.count = last(to - 1) - b.first + 1;
      }
      for (int i = b.first; i < b.first + b.count; ++i)
        for (int o = from; o < from + size; ++o)
          all.push_back(o < to && i >= first(o) && i <= last(o) ? weight(i, o) : Real(0));
      blocks.push_back(b);
    }
    weights =
        decltype(weights)(Kokkos::view_alloc("slurry::transfer::weights", Kokkos::WithoutInitializing), all.size());
    std::copy(all.begin(), all.end(), weights.data());
  }
};

/// Rows of a block of outputs, `to_stride` apart: to = [to +] sum of `count` rows, `stride` apart, each times its
/// weight.
template <bool Add, int Vectors, class Real>
void sum_vectors(Real* to, std::size_t to_stride, int outputs, const Real* weights, int count, const Real* rows,
                 std::size_t stride) {
  using Vector = simd::Wide<Real>;
  constexpr int lanes = Vector::size();
  Vector sum[rows_together][Vectors];
#pragma GCC unroll 8
  for (int v = 0; v < Vectors; ++v)
#pragma GCC unroll 3
    for (int o = 0; o < rows_together; ++o) sum[o][v] = Real(0);
  for (int j = 0; j < count; ++j, rows += stride, weights += rows_together) {
    Vector weight[rows_together];
#pragma GCC unroll 3
    for (int o = 0; o < rows_together; ++o) weight[o] = weights[o];
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      const Vector row(rows + v * lanes, simd::element_aligned);
#pragma GCC unroll 3
      for (int o = 0; o < rows_together; ++o) sum[o][v] += weight[o] * row;
    }
  }
#pragma GCC unroll 3
  for (int o = 0; o < rows_together; ++o) {
    if (o >= outputs) return;
    Real* const row = to + o * to_stride;
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) {
      if constexpr (Add) sum[o][v] += Vector(row + v * lanes, simd::element_aligned);
      sum[o][v].copy_to(row + v * lanes, simd::element_aligned);
    }
  }
}
/// Asks for what is needed soon.
template <class Real>
inline void prefetch(const Real* numbers, int count) {
  constexpr int line = 64 / sizeof(Real);
  for (int i = 0; i < count; i += line) __builtin_prefetch(numbers + i);
}
/// Blocks `from` to `to` of outputs; in: row 0 of the inputs, out: first row of block `from`.
template <bool Add, class Space, class Real>
void sum_rows(const Blocks<Space, Real>& matrix, int from, int to, int width, const Real* in, std::size_t in_stride,
              Real* out, std::size_t out_stride) {
  constexpr int lanes = simd::Wide<Real>::size(), most = most_vectors<Real>;
  const int vectors = (width + lanes - 1) / lanes, parts = (vectors + most - 1) / most;
  for (int i = from; i < to; ++i, out += rows_together * out_stride) {
    const auto& b = matrix.blocks[i];
    if constexpr (Add) {
      if (i + blocks_ahead_to_add < to)
        for (int o = 0; o < matrix.blocks[i + blocks_ahead_to_add].outputs; ++o)
          prefetch(out + (blocks_ahead_to_add * rows_together + o) * out_stride, width);
    } else if (i + blocks_ahead_to_read < to) {
      const auto &next = matrix.blocks[i + blocks_ahead_to_read], &last = matrix.blocks[i + blocks_ahead_to_read - 1];
      for (int j = last.first + last.count; j < next.first + next.count; ++j) prefetch(in + j * in_stride, width);
    }
    for (int k = 0; k < parts; ++k) {  // none is much narrower than others: it would wait for its own sums
      const int first = vectors * k / parts;
      with_count<most>(vectors * (k + 1) / parts - first, [&](auto n) {
        sum_vectors<Add, n>(out + first * lanes, out_stride, b.outputs, matrix.weights.data() + b.weights, b.count,
                            in + b.first * in_stride + first * lanes, in_stride);
      });
    }
  }
}

/// Rows of numbers `step` apart.
template <class Real>
struct Rows {
  Real* first;
  std::size_t pitch, step;
};

/// The matrix of x applied to rows.
template <int Count, class Space, class Real>
void multiply_rows(const Blocks<Space, Real>& matrix, const Rows<const Real>& in, const Rows<Real>& to) {
  using Vector = simd::Pack<Real, lanes_of_x>;
  Real* out = to.first;
  for (const auto& b : matrix.blocks) {
    const Real* w = matrix.weights.data() + b.weights;
    const Real* x = in.first + b.first * in.step;
    Vector sum[Count];
#pragma GCC unroll 8
    for (int r = 0; r < Count; ++r) sum[r] = Real(0);
    for (int i = 0; i < b.count; ++i, w += lanes_of_x, x += in.step) {
      const Vector weight(w, simd::element_aligned);
#pragma GCC unroll 8
      for (int r = 0; r < Count; ++r) sum[r] += weight * Vector(x[r * in.pitch]);
    }
#pragma GCC unroll 8
    for (int r = 0; r < Count; ++r) {
      if (to.step == 1) {
        sum[r].copy_to(out + r * to.pitch, simd::element_aligned);
      } else {
        Real numbers[lanes_of_x];
        sum[r].copy_to(numbers, simd::element_aligned);
        for (int l = 0; l < lanes_of_x; ++l) out[r * to.pitch + l * to.step] = numbers[l];
      }
    }
    out += lanes_of_x * to.step;
  }
}
template <class Space, class Real>
void multiply_x(const Blocks<Space, Real>& matrix, int rows, const Rows<const Real>& in, const Rows<Real>& out) {
  for (int r = 0; r < rows; r += most_rows)
    with_count<most_rows>(std::min(most_rows, rows - r), [&](auto n) {
      multiply_rows<n>(matrix, Rows<const Real>{in.first + r * in.pitch, in.pitch, in.step},
                       Rows<Real>{out.first + r * out.pitch, out.pitch, out.step});
    });
}

/// f(place in the block, place in the stored row, count) for every run of nodes that follow each other in both.
template <class F>
void along_stored_row(const FarGrid& g, int first_stored, int count, F&& f) {
  if (!g.periodic[0]) return f(0, first_stored, count);
  for (int from = 0; from < count;) {
    const int stored = stored_node(g, 0, first_stored + from), n = std::min(count - from, g.total[0] - stored);
    f(from, stored, n);
    from += n;
  }
}

template <class Space, class Real>
struct HostTransfer final : GridTransfer<Space, Real> {
  using Base = GridTransfer<Space, Real>;
  using Base::band_, Base::coarse_, Base::fine_, Base::scale_;
  using typename Base::Band, typename Base::Numbers;
  using Matrix = Blocks<Space, Real>;
  std::vector<Matrix> down, up;  // by direction, from fine to coarse and back
  std::size_t fine_pitch, coarse_pitch, buffer;
  Numbers planes, buffers;  // [zf][yc][c][xc], one buffer for every thread
  Kokkos::Experimental::UniqueToken<Space> tokens;

  template <class... Arguments>
  explicit HostTransfer(const Arguments&... a)
      : Base(a...),
        fine_pitch(padded<Real>(band_[0].fine)),
        coarse_pitch(padded<Real>(band_[0].coarse)),
        buffer(buffer_size(fine_pitch, coarse_pitch, band_[1].coarse, band_[2].coarse, most_together(fine_))) {
    const int points = coarse_.window;
    for (int d = 0; d < 3; ++d) {
      const Band& b = band_[d];
      const int size = d == 0 ? lanes_of_x : rows_together;
      down.push_back(Matrix(
          size, b.coarse, d == 0 ? int(coarse_pitch) : b.coarse, [&](int c) { return b.first_fine(c); },
          [&](int c) { return b.first_fine(c) + b.row(c + 1) - b.row(c) - 1; },
          [&](int f, int c) { return b.up(b.row(c) + f - b.first_fine(c)); }));
      up.push_back(Matrix(
          size, b.fine, d == 0 ? int(fine_pitch) : b.fine, [&](int f) { return b.first_coarse(f); },
          [&](int f) { return b.first_coarse(f) + points - 1; },
          [&](int c, int f) { return b.down(f * points + c - b.first_coarse(f)); }));
    }
    const auto numbers = [](const std::string& label, std::size_t count) {
      return Numbers(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), count);
    };
    planes = numbers("slurry::transfer::planes",
                     band_[2].fine * plane_pitch<Real>(4 * std::size_t(band_[1].coarse), coarse_pitch));
    buffers = numbers("slurry::transfer::buffers", buffer * tokens.size());
  }
  void restrict_to(const Space& space, const GridValues<Space, Real>& fine, const GridValues<Space, Real>& coarse,
                   int components) const override;
  void prolong_from(const Space& space, const GridValues<Space, Real>& coarse,
                    const GridValues<Space, Real>& fine) const override;

  static int blocks(int outputs) { return (outputs + rows_together - 1) / rows_together; }
  /// Coarse rows y that go through z together: neighbours in memory, but as few as give every thread some.
  int rows_of_column(int rows) const { return std::clamp(rows / (4 * int(tokens.size())), 1, most_of_column); }
  /// Calls f(i, buffer) for i < count, on all threads.
  template <class F>
  void for_each(const Space& space, const std::string& name, int count, F&& f) const {
    Kokkos::parallel_for(
        name, Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, count).set_chunk_size(1),
        [&](int i) {
          const int token = tokens.acquire();
          f(i, buffers.data() + buffer * token);
          tokens.release(token);
        });
    space.fence();
  }
};

template <class Space, class Real>
void HostTransfer<Space, Real>::restrict_to(const Space& space, const GridValues<Space, Real>& fine,
                                            const GridValues<Space, Real>& coarse, int components) const {
  const FarGrid &f = fine_, &g = coarse_;
  const Band &bx = band_[0], &by = band_[1], &bz = band_[2];
  const std::size_t row = components * coarse_pitch, plane = plane_pitch<Real>(by.coarse, row);
  for_each(space, "slurry::transfer::restrict_plane"_loop, bz.fine, [&](int z, Real* buffer) {
    const int lanes = together(f, components);
    for (int c = 0; c < components; ++c) {
      if (c % lanes == 0)
        sum_rows<false>(down[1], 0, blocks(by.coarse), bx.fine * lanes, fine.data() + f.row(z, 0, c, components),
                        std::size_t(components) * f.pitch, buffer, lanes * fine_pitch);
      multiply_x(down[0], by.coarse, Rows<const Real>{buffer + c % lanes, lanes * fine_pitch, std::size_t(lanes)},
                 Rows<Real>{planes.data() + z * plane + c * coarse_pitch, row, 1});
    }
  });
  // a block that goes around the box meets a stored row more than once: one thread has them all
  const int apart = rows_apart(g, 1, by.coarse), group = rows_of_column(apart);
  const std::size_t step = g.step(components);
  for_each(space, "slurry::transfer::restrict_z"_loop, (apart + group - 1) / group, [&](int i, Real* column) {
    for (int first = i * group; first < by.coarse; first += apart) {
      const int count = std::min({group, apart - i * group, by.coarse - first});
      sum_rows<false>(down[2], 0, blocks(bz.coarse), count * int(row), planes.data() + first * row, plane, column,
                      count * row);
      for (int z = 0; z < bz.coarse; ++z)
        for (int r = 0; r < count * components; ++r) {
          const int y = stored_node(g, 1, by.first_stored + first + r / components);
          const Real* const in = column + z * count * row + r * coarse_pitch;
          Real* const out =
              coarse.data() + g.row(stored_node(g, 2, bz.first_stored + z), y, r % components, components);
          along_stored_row(g, bx.first_stored, bx.coarse, [&](int from, int stored, int n) {
            for (int x = 0; x < n; ++x) out[(stored + x) * step] += in[from + x];
          });
        }
    }
  });
}

template <class Space, class Real>
void HostTransfer<Space, Real>::prolong_from(const Space& space, const GridValues<Space, Real>& coarse,
                                             const GridValues<Space, Real>& fine) const {
  constexpr int components = 3;
  const FarGrid &f = fine_, &g = coarse_;
  const Band &bx = band_[0], &by = band_[1], &bz = band_[2];
  const Real scale = scale_;
  const std::size_t row = components * coarse_pitch, plane = plane_pitch<Real>(by.coarse, row);
  const int group = rows_of_column(by.coarse);
  const std::size_t step = g.step(components);
  for_each(space, "slurry::transfer::prolong_z"_loop, (by.coarse + group - 1) / group, [&](int i, Real* column) {
    const int first = i * group, count = std::min(group, by.coarse - first);
    for (int z = 0; z < bz.coarse; ++z)
      for (int r = 0; r < count * components; ++r) {
        const int y = stored_node(g, 1, by.first_stored + first + r / components);
        const Real* const in =
            coarse.data() + g.row(stored_node(g, 2, bz.first_stored + z), y, r % components, components);
        Real* const out = column + z * count * row + r * coarse_pitch;
        along_stored_row(g, bx.first_stored, bx.coarse, [&](int from, int stored, int n) {
          for (int x = 0; x < n; ++x) out[from + x] = scale * in[(stored + x) * step];
        });
        std::fill(out + bx.coarse, out + coarse_pitch, Real(0));
      }
    sum_rows<false>(up[2], 0, blocks(bz.fine), count * int(row), column, count * row, planes.data() + first * row,
                    plane);
  });
  for_each(space, "slurry::transfer::prolong_plane"_loop, f.total[2], [&](int z, Real* buffer) {
    const int lanes = together(f, components);
    for (int c = 0; z < bz.fine && c < components; ++c) {
      multiply_x(up[0], by.coarse, Rows<const Real>{planes.data() + z * plane + c * coarse_pitch, row, 1},
                 Rows<Real>{buffer + c % lanes, lanes * fine_pitch, std::size_t(lanes)});
      // columns behind the last node, up to a whole vector: zero in the buffer, they stay what they are
      if ((c + 1) % lanes == 0)
        sum_rows<true>(up[1], 0, blocks(by.fine), bx.fine * lanes, buffer, lanes * fine_pitch,
                       fine.data() + f.row(z, 0, c + 1 - lanes, components), std::size_t(components) * f.pitch);
    }
    for (int y = 0; y < f.total[1]; ++y) fill_row_halo(f, fine.data() + f.row(z, y, 0, components), components);
  });
}

}  // namespace

double transfer_memory(const FarGrid& fine, const std::array<int, 3>& nodes, const FarGrid& coarse, std::size_t real,
                       int threads) {
  int touched[3];
  double weights = 0;
  for (int d = 0; d < 3; ++d) {
    touched[d] = touched_nodes(fine, coarse, d, nodes[d]);
    weights += 5.0 * nodes[d] * coarse.window;  // bands, and blocks with their zeros, both ways
  }
  const auto pitch = [&](int n) { return real == sizeof(float) ? padded<float>(n) : padded<double>(n); };
  const std::size_t coarse_pitch = pitch(touched[0]),
                    buffer = buffer_size(pitch(nodes[0]), coarse_pitch, touched[1], touched[2], most_together(fine));
  return (4.0 * double(nodes[2]) * touched[1] * double(coarse_pitch) + double(buffer) * threads + weights) *
         double(real);
}

template <class Space, class Real>
std::unique_ptr<GridTransfer<Space, Real>> PlaneTransfer<Space, Real>::make(
    const EwaldParameters& fine, const FarGrid& fine_grid, const EwaldParameters& coarse, const FarGrid& coarse_grid,
    const EwaldSplit& coarse_split, const TransferPlace& place) {
  return std::make_unique<HostTransfer<Space, Real>>(fine, fine_grid, coarse, coarse_grid, coarse_split, place);
}

template struct PlaneTransfer<Host, double>;
template struct PlaneTransfer<Host, float>;

}  // namespace slurry
