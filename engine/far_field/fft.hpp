// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <memory>

// Small interface to a transform library: batches of one-dimensional transforms along lines.  FFTW serves the host;
// another library with batched strided plans (cuFFT) fits behind the same functions.
namespace slurry {

/// A batch of `count` lines of length n: element j of line i lies at i * distance + j * stride (in elements).
struct LineBatch {
  int n = 1;
  int count = 1;
  std::ptrdiff_t stride = 1;
  std::ptrdiff_t distance = 1;
};

/// Unnormalised transforms, planned once and executed by any thread on its own arrays.  Plans are made on one thread at
/// a time (a lock inside sees to that); arrays must be aligned to 64 bytes.
class LineTransform {
 public:
  enum class Direction { forward, backward };

  LineTransform();
  ~LineTransform();
  LineTransform(LineTransform&&) noexcept;
  LineTransform& operator=(LineTransform&&) noexcept;

  /// In place, complex to complex: sum_j a_j exp(-+ 2 pi i j k/n).
  static LineTransform complex_lines(const LineBatch& lines, Direction direction);
  /// Real lines to their n/2 + 1 coefficients, out of place; the input is kept.
  static LineTransform real_to_complex(const LineBatch& real, std::ptrdiff_t complex_distance);
  /// The reverse; the input is destroyed.
  static LineTransform complex_to_real(const LineBatch& real, std::ptrdiff_t complex_distance);

  void execute(std::complex<double>* in_place) const;
  void execute(const double* in, std::complex<double>* out) const;
  void execute(std::complex<double>* in, double* out) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Smallest even 2-3-5-7-smooth length >= n that the library transforms quickly.
int good_transform_length(int n);

}  // namespace slurry
