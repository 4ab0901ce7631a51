// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

// Types of number in which terms are added up. A particle's sum that does not depend on the order of its terms keeps
// mirror images mirror images. A sum that rounds after every term does not.
namespace slurry::direct_sums {

/// A single number. Every term is widened to its type before it is added.
template <class Real>
struct PlainSum {
  using Value = Real;
  Real value = 0;

  PlainSum() = default;
  KOKKOS_INLINE_FUNCTION explicit PlainSum(double x) : value(static_cast<Real>(x)) {}
  template <class Term>
  KOKKOS_INLINE_FUNCTION void add(Term term) {
    value += static_cast<Real>(term);
  }
  KOKKOS_INLINE_FUNCTION Value result() const { return value; }
  /// The value that is read as a coordinate.
  template <class Term>
  KOKKOS_INLINE_FUNCTION Term read() const {
    return static_cast<Term>(value);
  }
};

/// The sum hi + lo of two fp32 numbers: about 48 bits from additions in fp32 alone (10 of them per term). The error of
/// the first addition is found by taking the sum apart again. A compiler must neither simplify this, nor contract it
/// with the product that gave the term. Sources that use it are therefore compiled without contraction, and on devices
/// the additions are intrinsics.
struct DoubleSingle {
  using Value = double;
  float hi = 0, lo = 0;

  DoubleSingle() = default;
  KOKKOS_INLINE_FUNCTION explicit DoubleSingle(double x)
      : hi(static_cast<float>(x)), lo(static_cast<float>(x - static_cast<double>(static_cast<float>(x)))) {}

  template <class Term>
  KOKKOS_INLINE_FUNCTION void add(Term term) {
    const float b = static_cast<float>(term);
    const float s = plus(hi, b), t = minus(s, hi);
    const float e = plus(plus(minus(hi, minus(s, t)), minus(b, t)), lo);
    const float h = plus(s, e);
    lo = minus(e, minus(h, s));
    hi = h;
  }
  KOKKOS_INLINE_FUNCTION Value result() const { return static_cast<double>(hi) + static_cast<double>(lo); }
  /// Only hi, in fp32, as the published kernel reads positions.
  template <class Term>
  KOKKOS_INLINE_FUNCTION Term read() const {
    if constexpr (sizeof(Term) == sizeof(float))
      return hi;
    else
      return static_cast<Term>(result());
  }

 private:
  KOKKOS_INLINE_FUNCTION static float plus(float a, float b) {
#if defined(__CUDA_ARCH__)
    return __fadd_rn(a, b);
#else
    return a + b;
#endif
  }
  KOKKOS_INLINE_FUNCTION static float minus(float a, float b) {
    return plus(a, -b);
  }
};

}  // namespace slurry::direct_sums
