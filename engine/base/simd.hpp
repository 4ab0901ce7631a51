// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Vectors for the inner loops on the host. Only this header knows which SIMD type is used. A device compiler reads
// these loops but never runs them, and it does not understand the vectors of the standard library.
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
using stdx::max;
using stdx::none_of;
using stdx::reduce;
using stdx::vector_aligned;
using stdx::where;

}  // namespace slurry::simd

#include "base/simd_lanes.hpp"

namespace slurry::simd {

/// 1/sqrt(s) by square root and division, without an estimate.
template <bool OrZero, class Vector>
[[gnu::always_inline]] inline Vector exact_inverse_sqrt(Vector s) {
  const auto zero = s == 0;
  if constexpr (OrZero) where(zero, s) = 1;
  Vector y = 1 / stdx::sqrt(s);
  if constexpr (OrZero) where(zero, y) = 0;
  return y;
}

/// 1/sqrt(s) for s > 0. With AVX-512, it starts from an estimate of 14 bits. Double precision adds one step of third
/// order (relative error below 6e-13, rms 1e-13). Single precision adds one Newton step (error in the last bits).
/// Without AVX-512 the result is exact. OrZero: s = 0 is allowed and gives 0.
template <bool OrZero = false>
[[gnu::always_inline]] inline Wide<double> inverse_sqrt(Wide<double> s) {
#if defined(__AVX512F__)
  if constexpr (Wide<double>::size() == 8) {
    const __m512d x = static_cast<__m512d>(s);
    const __m512d y = OrZero ? _mm512_maskz_rsqrt14_pd(_mm512_cmp_pd_mask(x, _mm512_setzero_pd(), _CMP_NEQ_UQ), x)
                             : _mm512_rsqrt14_pd(x);
    const __m512d e = _mm512_fnmadd_pd(_mm512_mul_pd(x, y), y, _mm512_set1_pd(1.0));
    const __m512d p = _mm512_fmadd_pd(e, _mm512_set1_pd(0.375), _mm512_set1_pd(0.5));
    return Wide<double>(_mm512_fmadd_pd(_mm512_mul_pd(y, e), p, y));
  }
#endif
  return exact_inverse_sqrt<OrZero>(s);
}
template <bool OrZero = false>
[[gnu::always_inline]] inline Wide<float> inverse_sqrt(Wide<float> s) {
#if defined(__AVX512F__)
  if constexpr (Wide<float>::size() == 16) {
    const __m512 x = static_cast<__m512>(s);
    const __m512 y = OrZero ? _mm512_maskz_rsqrt14_ps(_mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_NEQ_UQ), x)
                            : _mm512_rsqrt14_ps(x);
    const __m512 e = _mm512_fnmadd_ps(_mm512_mul_ps(x, y), y, _mm512_set1_ps(1.0f));
    return Wide<float>(_mm512_fmadd_ps(_mm512_mul_ps(y, e), _mm512_set1_ps(0.5f), y));
  }
#endif
  return exact_inverse_sqrt<OrZero>(s);
}

/// Bits of the lanes in which a is less than b.
template <class Real>
inline unsigned lanes_below(Wide<Real> a, Wide<Real> b) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == 8 && Wide<Real>::size() == 8)
    return _mm512_cmp_pd_mask(static_cast<__m512d>(a), static_cast<__m512d>(b), _CMP_LT_OQ);
  else if constexpr (sizeof(Real) == 4 && Wide<Real>::size() == 16)
    return _mm512_cmp_ps_mask(static_cast<__m512>(a), static_cast<__m512>(b), _CMP_LT_OQ);
  else
#endif
    return bits_of(a < b);
}

/// Writes the selected lanes of v in their order to `to`. `to` must have room for a whole vector, because the numbers
/// behind the selected ones are overwritten too.
template <class Real>
inline void compress(unsigned lanes, Wide<Real> v, Real* to) {
#if defined(__AVX512F__)  // in a register: compressing stores to memory are slow
  if constexpr (sizeof(Real) == 8 && Wide<Real>::size() == 8)
    _mm512_storeu_pd(to, _mm512_maskz_compress_pd(static_cast<__mmask8>(lanes), static_cast<__m512d>(v)));
  else if constexpr (sizeof(Real) == 4 && Wide<Real>::size() == 16)
    _mm512_storeu_ps(to, _mm512_maskz_compress_ps(static_cast<__mmask16>(lanes), static_cast<__m512>(v)));
  else
#endif
    compress_by_lane(lanes, v, to);
}

/// The inverse of compress(): adds the next number of `from` to to[l] for every selected lane l. Other numbers of `to`
/// are not changed. A whole vector of `from` is read.
template <class Real>
inline void expand_add(unsigned lanes, const Real* from, Real* to) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == 8 && Wide<Real>::size() == 8) {
    const auto m = static_cast<__mmask8>(lanes);
    const __m512d next = _mm512_maskz_expand_pd(m, _mm512_loadu_pd(from));
    _mm512_mask_storeu_pd(to, m, _mm512_add_pd(_mm512_maskz_loadu_pd(m, to), next));
  } else if constexpr (sizeof(Real) == 4 && Wide<Real>::size() == 16) {
    const auto m = static_cast<__mmask16>(lanes);
    const __m512 next = _mm512_maskz_expand_ps(m, _mm512_loadu_ps(from));
    _mm512_mask_storeu_ps(to, m, _mm512_add_ps(_mm512_maskz_loadu_ps(m, to), next));
  } else
#endif
    expand_add_by_lane(lanes, from, to);
}

/// Returns from[l] + offset in every lane l, added in double precision and rounded to Real.
template <class Real>
inline Wide<Real> load_shifted(const double* from, double offset) {
  if constexpr (sizeof(Real) == 8) return Wide<double>(from, element_aligned) + offset;
#if defined(__AVX512F__)
  if constexpr (sizeof(Real) == 4 && Wide<Real>::size() == 16) {
    const __m512d o = _mm512_set1_pd(offset);
    const __m256 a = _mm512_cvtpd_ps(_mm512_add_pd(_mm512_loadu_pd(from), o));
    const __m256 b = _mm512_cvtpd_ps(_mm512_add_pd(_mm512_loadu_pd(from + 8), o));
    return Wide<Real>(
        _mm512_castpd_ps(_mm512_insertf64x4(_mm512_castps_pd(_mm512_castps256_ps512(a)), _mm256_castps_pd(b), 1)));
  }
#endif
  return load_shifted_by_lane<Real>(from, offset);
}

}  // namespace slurry::simd

#endif
