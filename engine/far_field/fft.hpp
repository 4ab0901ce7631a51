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
  bool by_rule = false;  ///< not the quickest of some plans, but the same one every time: equal bits
};

enum class TransformDirection { forward, backward };

/// Unnormalised transforms, planned once and executed by any thread on its own arrays.  Plans are made on one thread at
/// a time (a lock inside sees to that); arrays must be aligned to 64 bytes.  Real: double or float.
template <class Real>
class LineTransformOf {
 public:
  using Complex = std::complex<Real>;
  using Direction = TransformDirection;

  LineTransformOf();
  ~LineTransformOf();
  LineTransformOf(LineTransformOf&&) noexcept;
  LineTransformOf& operator=(LineTransformOf&&) noexcept;

  /// In place, complex to complex: sum_j a_j exp(-+ 2 pi i j k/n), minus sign forward.
  static LineTransformOf complex_lines(const LineBatch& lines, TransformDirection direction);
  /// Real lines to their n/2 + 1 coefficients, out of place; the input is kept.
  static LineTransformOf real_to_complex(const LineBatch& real, std::ptrdiff_t complex_distance);
  /// The reverse; the input is destroyed.
  static LineTransformOf complex_to_real(const LineBatch& real, std::ptrdiff_t complex_distance);

  void execute(Complex* in_place) const;
  void execute(const Real* in, Complex* out) const;
  void execute(Complex* in, Real* out) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

using LineTransform = LineTransformOf<double>;

/// Smallest even 2-3-5-7-smooth length >= n that the library transforms quickly.
int good_transform_length(int n);

}  // namespace slurry
