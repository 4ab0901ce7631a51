// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Vectors of the host's inner loops: the one place that knows which SIMD type is used.  A compiler for a device never
// runs these loops but reads them, and does not understand the standard library's vectors.
#if defined(__CUDACC__) || !__has_include(<experimental/simd>)
#include "base/simd_portable.hpp"
#else

#include <experimental/simd>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace slurry::simd {

namespace stdx = std::experimental;

/// Native vector of Real: 8 doubles with AVX-512, 4 with AVX2, 2 with SSE.
template <class Real>
using Wide = stdx::native_simd<Real>;
/// Vector of exactly W values, made of native registers.
template <class Real, int W>
using Pack = stdx::simd<Real, stdx::simd_abi::deduce_t<Real, W> >;

using stdx::element_aligned;
using stdx::none_of;
using stdx::reduce;
using stdx::vector_aligned;
using stdx::where;

/// 1/sqrt(s) for s > 0.  With AVX-512 an estimate of 14 bits and one step of third order: relative error below 6e-13,
/// 1e-13 rms
/// (cpu-kernels.md section 3); otherwise exact.
inline Wide<double> inverse_sqrt(Wide<double> s) {
#if defined(__AVX512F__)
  if constexpr (Wide<double>::size() == 8) {
    const __m512d x = static_cast<__m512d>(s);
    const __m512d y = _mm512_rsqrt14_pd(x);
    const __m512d e = _mm512_fnmadd_pd(_mm512_mul_pd(x, y), y, _mm512_set1_pd(1.0));
    const __m512d p = _mm512_fmadd_pd(e, _mm512_set1_pd(0.375), _mm512_set1_pd(0.5));
    return Wide<double>(_mm512_fmadd_pd(_mm512_mul_pd(y, e), p, y));
  }
#endif
  return 1.0 / stdx::sqrt(s);
}

/// Single precision: one step of Newton's iteration, error of the last bits.
inline Wide<float> inverse_sqrt(Wide<float> s) {
#if defined(__AVX512F__)
  if constexpr (Wide<float>::size() == 16) {
    const __m512 x = static_cast<__m512>(s);
    const __m512 y = _mm512_rsqrt14_ps(x);
    const __m512 e = _mm512_fnmadd_ps(_mm512_mul_ps(x, y), y, _mm512_set1_ps(1.0f));
    return Wide<float>(_mm512_fmadd_ps(_mm512_mul_ps(y, e), _mm512_set1_ps(0.5f), y));
  }
#endif
  return 1.0f / stdx::sqrt(s);
}

}  // namespace slurry::simd

#endif
