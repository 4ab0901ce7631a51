// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>

#include "base/fft.hpp"
#include "ewald/far/convolution_memory.hpp"

namespace slurry {

/// Index, among the indices of n wave numbers, of the first negative wave number inside the ball. It comes after
/// `reach`.
inline int first_upper(int n, int reach) {
  return std::max(reach + 1, n - reach);
}

/// Whether wave number i of n is 0, +-1 ... or +-reach.
inline bool inside_reach(int i, int n, int reach) {
  return i <= reach || i >= first_upper(n, reach);
}

/// Transforms of padded planes [z][y] on the host. Lines that run across the rows of a plane are written, transformed,
/// to rows of another plane. Lines along z go to a turned plane, [y][z]; lines along y go back from there. FFTW then
/// needs no transforms in place, which copy lines of most lengths, and only one plan each way.
template <class Real>
class PlaneTransforms {
 public:
  using Complex = std::complex<Real>;

  /// Plans the transforms. ny, nz: padded lengths. by_rule: see LineBatch.
  PlaneTransforms(int ny, int nz, bool by_rule)
      : ny_(ny), nz_(nz), pitch_(buffer_pitch(ny)), turned_pitch_(buffer_pitch(nz)) {
    const auto turning = [&](int n, int pitch, int pitch_of_rows, TransformDirection direction) {
      return LineTransformOf<Real>::complex_lines({n, lines_at_once, pitch, 1, by_rule},
                                                  {n, lines_at_once, 1, pitch_of_rows, by_rule}, direction);
    };
    z_forward_ = turning(nz, pitch_, turned_pitch_, TransformDirection::forward);
    y_forward_ = turning(ny, turned_pitch_, pitch_, TransformDirection::forward);
    z_backward_ = turning(nz, pitch_, turned_pitch_, TransformDirection::backward);
    y_backward_ = turning(ny, turned_pitch_, pitch_, TransformDirection::backward);
  }

  /// Distance between rows of a plane, in numbers.
  int pitch() const { return pitch_; }
  /// Count of numbers in a plane; a turned plane has the same count.
  std::size_t size() const { return padded_plane_size(ny_, nz_); }

  /// Transforms a plane in place. In its first `rows` rows the first `columns` numbers are given; all others count as
  /// 0. Only rows of wave numbers up to reach_z along z hold results. turned: scratch memory. used(y): whether column y
  /// may hold numbers other than 0.
  template <class Used>
  void forward(Complex* plane, Complex* turned, int columns, int rows, int reach_z, const Used& used) const {
    clear_beyond(plane, rows, pitch_, columns);
    clear_rows(plane, pitch_, rows, nz_);
    for (int y = 0; y < columns; y += lines_at_once) {
      if (any(used, y, columns))
        z_forward_.execute(plane + y, turned_row(turned, y));
      else
        clear_rows(turned, turned_pitch_, y, std::min(y + lines_at_once, columns));
    }
    clear_rows(turned, turned_pitch_, columns, ny_);
    clear_beyond(turned, columns, turned_pitch_, nz_);
    blocks_inside(nz_, reach_z, [&](int z) { y_forward_.execute(turned + z, plane + std::size_t(z) * pitch_); });
  }

  /// Transforms a plane back in place. It is 0 at wave numbers beyond reach_y along y. Of its first `rows` rows, those
  /// that are used hold results.
  template <class Used>
  void backward(Complex* plane, Complex* turned, int reach_y, int rows, const Used& used) const {
    clear_beyond(plane, nz_, pitch_, ny_);
    int next = 0;
    blocks_inside(ny_, reach_y, [&](int y) {
      clear_rows(turned, turned_pitch_, next, y);
      z_backward_.execute(plane + y, turned_row(turned, y));
      next = y + lines_at_once;
    });
    clear_rows(turned, turned_pitch_, next, ny_);
    clear_beyond(turned, ny_, turned_pitch_, nz_);
    for (int z = 0; z < rows; z += lines_at_once)
      if (any(used, z, rows)) y_backward_.execute(turned + z, plane + std::size_t(z) * pitch_);
  }

 private:
  Complex* turned_row(Complex* turned, int y) const { return turned + std::size_t(y) * turned_pitch_; }

  /// Whether one of the lines of the block from i on is used.
  template <class Used>
  static bool any(const Used& used, int i, int lines) {
    for (const int end = std::min(i + lines_at_once, lines); i < end; ++i)
      if (used(i)) return true;
    return false;
  }
  /// Calls visit(first line) for each block of the n lines that holds a wave number within reach.
  template <class Visit>
  static void blocks_inside(int n, int reach, const Visit& visit) {
    const int upper = first_upper(n, reach);
    for (int i = 0; i < n; i += lines_at_once)
      if (i <= reach || i + lines_at_once > upper) visit(i);
  }
  static void clear_rows(Complex* plane, int pitch, int from, int to) {
    if (from < to) std::fill(plane + std::size_t(from) * pitch, plane + std::size_t(to) * pitch, Complex(0));
  }
  /// Clears the numbers of the last block of lines beyond the last line.
  static void clear_beyond(Complex* plane, int rows, int pitch, int lines) {
    const int end = whole_blocks(lines);
    for (int row = 0; row < rows && lines < end; ++row)
      std::fill(plane + std::size_t(row) * pitch + lines, plane + std::size_t(row) * pitch + end, Complex(0));
  }

  int ny_, nz_, pitch_, turned_pitch_;
  LineTransformOf<Real> z_forward_, y_forward_, z_backward_, y_backward_;  // a block of lines each
};

}  // namespace slurry
