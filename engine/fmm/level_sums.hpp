// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/execution.hpp"
#include "fmm/level_arrays.hpp"
#include "fmm/operators.hpp"

// Code that the kernels of a level share: complex harmonics of offsets, sums over orders of sources, and teams.
namespace slurry::fmm {

/// Place of (l, m) in a table with all orders -l..l.
KOKKOS_INLINE_FUNCTION int entry_of(int l, int m) {
  return l * l + l + m;
}
/// Degree l of the coefficient at a place.
KOKKOS_INLINE_FUNCTION int degree_of_place(int place) {
  int l = 0;
  while ((l + 1) * (l + 1) <= place) ++l;
  return l;
}
/// Count of numbers in rotation blocks of the degrees below l, each with (2 l + 1)^2 numbers.
KOKKOS_INLINE_FUNCTION int rotation_numbers(int l) {
  return l * (2 * l - 1) * (2 * l + 1) / 3;
}
template <class Real = double>
KOKKOS_INLINE_FUNCTION Real sign_of(int n) {
  return n % 2 == 0 ? Real(1) : Real(-1);
}
/// (-1)^l times the weight of the order m in a local expansion (operators.hpp).
template <class Real>
KOKKOS_INLINE_FUNCTION Real local_factor(int l, int m) {
  return (m == 0 ? Real(1) : Real(2)) * sign_of<Real>(l);
}

/// Computes to += v. Shared: other threads add to the same number, so the addition is atomic.
template <bool Shared, class Real>
KOKKOS_INLINE_FUNCTION void add_to(Real& to, Real v) {
  if constexpr (Shared)
    Kokkos::atomic_add(&to, v);
  else
    to += v;
}

/// Irregular harmonics of offsets as complex numbers, with all orders -l..l up to degree 2p: [offset][(l, m)][2].
template <class Space, class Real>
struct HarmonicTable {
  SpaceArray<Space, Real> values;
  int entries = 0;
  KOKKOS_INLINE_FUNCTION const Real* of(int offset) const {
    return values.data() + std::size_t(offset) * std::size_t(entries) * 2;
  }
};
inline void append_harmonics(int p, const Vector3& d, std::vector<double>& table) {
  std::vector<double> s(std::size_t(coefficients(2 * p)));
  irregular_harmonics(2 * p, d[0], d[1], d[2], 1 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), s.data());
  for (int l = 0; l <= 2 * p; ++l)
    for (int m = -l; m <= l; ++m) {
      const int a = m < 0 ? -m : m;
      const double sign = m < 0 ? sign_of(a) : 1, im = a > 0 ? s[std::size_t(place(l, -a))] : 0;
      table.push_back(sign * s[std::size_t(place(l, a))]);
      table.push_back(m < 0 ? -sign * im : im);
    }
}

/// Number 0..342 of an offset, target minus source, in boxes from -3 to 3 along each axis.
KOKKOS_INLINE_FUNCTION int offset_number(int dx, int dy, int dz) {
  return dx + 3 + 7 * (dy + 3 + 7 * (dz + 3));
}
template <class Space, class Real>
HarmonicTable<Space, Real> table_of_offsets(int p, const Vector3& cell) {
  std::vector<double> all;
  const int entries = coefficients(2 * p);
  for (int z = -3; z <= 3; ++z)
    for (int y = -3; y <= 3; ++y)
      for (int x = -3; x <= 3; ++x) {
        if (std::max({std::abs(x), std::abs(y), std::abs(z)}) > 1)
          append_harmonics(p, {x * cell[0], y * cell[1], z * cell[2]}, all);
        else
          all.resize(all.size() + std::size_t(2 * entries));
      }
  return {numbers_in<Space, Real>(all, "slurry::fmm::harmonics"), entries};
}

/// conj(M_lm) for any sign of the order, from the stored real and imaginary part of the order |m|.
template <class Real>
struct Conjugate {
  Real re, im;
};
template <class Real>
KOKKOS_INLINE_FUNCTION Conjugate<Real> conjugate_of(int m, Real stored_re, Real stored_im) {
  const Real sign = m < 0 ? sign_of<Real>(m) : Real(1);
  return {sign * stored_re, m < 0 ? sign * stored_im : -stored_im};
}

/// Sums for up to four expansions that share their operators.
template <class Real>
struct SetSums {
  Real re[4] = {0, 0, 0, 0}, im[4] = {0, 0, 0, 0};
  /// Moves the origin of B, the fourth expansion, by d = target minus source.
  KOKKOS_INLINE_FUNCTION void move(const Real* d) {
    for (int a = 0; a < 3; ++a) {
      re[3] -= d[a] * re[a];
      im[3] -= d[a] * im[a];
    }
  }
};

/// Adds conj(M_jk) S_(l+j),(m+k) over source orders k = first..last, for all expansions. multipole(place, set): M.
template <class Real, class Multipole>
KOKKOS_INLINE_FUNCTION void add_orders(int sets, int l, int m, int j, int first, int last, const Real* harmonics,
                                       const Multipole& multipole, SetSums<Real>& sums) {
  for (int k = first; k <= last; ++k) {
    const Real* const s = harmonics + 2 * entry_of(l + j, m + k);
    const int a = k < 0 ? -k : k;
    for (int c = 0; c < sets; ++c) {
      const Conjugate<Real> q =
          conjugate_of<Real>(k, multipole(entry_of(j, a), c), a > 0 ? multipole(entry_of(j, -a), c) : Real(0));
      sums.re[c] += q.re * s[0] - q.im * s[1];
      sums.im[c] += q.re * s[1] + q.im * s[0];
    }
  }
}

/// One reference offset as the sources see it.
struct SourceReference {
  int size[3];
  int both;     ///< axes, as bits, along which both signs occur
  int mirrors;  ///< 2^(number of these axes)
};

/// The axes, as bits, along which mirror q is negative. The bits of q belong to the axes of `both`, in order.
KOKKOS_INLINE_FUNCTION int negative_of(const SourceReference& r, int octant, int q) {
  int negative = 0;
  for (int a = 0; a < 3; ++a) {
    if (r.both >> a & 1) {
      negative |= (q & 1) << a;
      q >>= 1;
    } else if (r.size[a] == 3 && (octant >> a & 1)) {
      negative |= 1 << a;  // three boxes apart: the source is the far one of its parent
    }
  }
  return negative;
}

/// Runs teams, each with room for so many numbers (Functor::Number) of scratch. They are in a multiprocessor's fast
/// memory if they fit.
template <class Space, class Functor>
void run_teams(const char* name, const Space& space, int teams, int threads, std::size_t numbers, Functor functor) {
  if (teams == 0) return;
  using Policy = Kokkos::TeamPolicy<Space>;
  const int bytes = static_cast<int>(numbers * sizeof(typename Functor::Number) + 64);
  functor.scratch_level = bytes <= Policy::scratch_size_max(0) ? 0 : 1;
  Policy policy(space, teams, is_host_space<Space> ? 1 : threads);
  Kokkos::parallel_for(name, policy.set_scratch_size(functor.scratch_level, Kokkos::PerTeam(bytes)), functor);
  space.fence();
}

/// Number of threads of a team on a device: whole warps, but at most as many as have work.
inline int team_threads(int items, int most) {
  return std::clamp((items + 31) / 32 * 32, 32, most);
}

}  // namespace slurry::fmm
