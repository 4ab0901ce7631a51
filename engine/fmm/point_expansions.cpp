// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/point_expansions.hpp"

#include <algorithm>

#include "fmm/operators.hpp"

namespace slurry::fmm {
namespace {

/// A vector of sources about the centre of a box, in its units; lanes without a source have no density.
template <class Real>
struct SourceLanes {
  using Wide = simd::Wide<Real>;
  Wide x[3];
  Wide value[4];      ///< charge; or f and f.w
  Wide dipole[4][3];  ///< -2 S_jk; and -2 w_j S_jk
};

/// Numbers of up to a vector of points, with `offset` added; `rest` in lanes without a point.
template <class Real>
simd::Wide<Real> load_lanes(const std::vector<double>& from, int first, int count, double rest, double offset) {
  constexpr int lanes = lanes_of<Real>;
  const double* const at = from.data() + first;
  if (count >= lanes) return simd::load_shifted<Real>(at, offset);
  alignas(64) double v[lanes];
  for (int l = 0; l < lanes; ++l) v[l] = l < count ? at[l] : rest;
  return simd::load_shifted<Real>(v, offset);
}

template <class Real, int Sets, bool Forces, bool Dipoles, bool Spheres>
SourceLanes<Real> load_sources(const SortedSources& s, int first, int count, const Frame& frame,
                               const double shift[3]) {
  using Wide = simd::Wide<Real>;
  SourceLanes<Real> out;
  const Real unit = static_cast<Real>(1 / frame.unit);
  for (int c = 0; c < 3; ++c)
    out.x[c] = unit * load_lanes<Real>(s.x[c], first, count, frame.centre[c] - shift[c] + frame.unit,
                                       shift[c] - frame.centre[c]);
  const auto numbers = [&](const std::vector<double>& from) { return load_lanes<Real>(from, first, count, 0, 0); };
  if constexpr (Sets == 1) {
    out.value[0] = numbers(s.f[0]);
    return out;
  }
  for (Wide& v : out.value) v = Real(0);
  if constexpr (Forces)
    for (int c = 0; c < 3; ++c) {
      out.value[c] = numbers(s.f[c]);
      out.value[3] += out.value[c] * out.x[c];
    }
  if constexpr (Spheres) {  // (a^2/6) Lap of a force: -(a^2/3) f.grad 1/r in B
    const Wide a = numbers(s.radius) * unit, size = a * a * Real(1.0 / 3);
    for (int k = 0; k < 3; ++k) out.dipole[3][k] = size * out.value[k];
  }
  if constexpr (Dipoles) {
    Wide q[3], n[3], normal_x = Real(0), dipole_x = Real(0);
    for (int c = 0; c < 3; ++c) {
      q[c] = numbers(s.q[c]) * -unit;
      n[c] = numbers(s.n[c]);
      normal_x += n[c] * out.x[c];
      dipole_x += q[c] * out.x[c];
    }
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j) out.dipole[j][k] = q[j] * n[k] + n[j] * q[k];
      out.dipole[3][k] = dipole_x * n[k] + normal_x * q[k];
    }
  }
  return out;
}

template <class Wide>
Wide inverse_length(const Wide x[3]) {
  return simd::inverse_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

template <Family family, class Wide>
void harmonics(int p, const Wide x[3], Wide* out) {
  if constexpr (family == Family::regular)
    regular_harmonics(p, x[0], x[1], x[2], out);
  else
    irregular_harmonics(p, x[0], x[1], x[2], inverse_length(x), out);
}

/// sums[Sets k + c] of coefficient k and set c.
template <Family family, int Sets, bool Dipoles, class Real>
void accumulate(int p, const SourceLanes<Real>& s, simd::Wide<Real>* sums, const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  Wide* const basis = work.array(0);
  harmonics<family>(Dipoles && family == Family::irregular ? p + 1 : p, s.x, basis);
  Wide *const dx = work.array(1), *const dy = work.array(2), *const dz = work.array(3);
  if constexpr (Dipoles) derivatives<family>(p, basis, dx, dy, dz);
  const int n = coefficients(p);
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < Sets; ++c) {
      Wide sum = sums[Sets * k + c] + basis[k] * s.value[c];
      if constexpr (Dipoles) {
        sum += dx[k] * s.dipole[c][0];
        sum += dy[k] * s.dipole[c][1];
        sum += dz[k] * s.dipole[c][2];
      }
      sums[Sets * k + c] = sum;
    }
}

/// Forces on spheres, which have a dipole in B.
template <Family family, class Real>
void accumulate_spheres(int p, const SourceLanes<Real>& s, simd::Wide<Real>* sums, const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  Wide* const basis = work.array(0);
  harmonics<family>(family == Family::irregular ? p + 1 : p, s.x, basis);
  Wide *const dx = work.array(1), *const dy = work.array(2), *const dz = work.array(3);
  derivatives<family>(p, basis, dx, dy, dz);
  const int n = coefficients(p);
  for (int k = 0; k < n; ++k) {
    for (int c = 0; c < 4; ++c) sums[4 * k + c] += basis[k] * s.value[c];
    sums[4 * k + 3] += dx[k] * s.dipole[3][0] + dy[k] * s.dipole[3][1] + dz[k] * s.dipole[3][2];
  }
}

/// Two vectors of sources without dipoles: half the traffic of the sums.
template <Family family, int Sets, class Real>
void accumulate_two(int p, const SourceLanes<Real>& s, const SourceLanes<Real>& t, simd::Wide<Real>* sums,
                    const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  Wide *const basis = work.array(0), *const other = work.array(1);
  harmonics<family>(p, s.x, basis);
  harmonics<family>(p, t.x, other);
  const int n = coefficients(p);
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < Sets; ++c) {
      Wide sum = sums[Sets * k + c] + basis[k] * s.value[c];
      sum += other[k] * t.value[c];
      sums[Sets * k + c] = sum;
    }
}

template <Family family, int Sets, bool Forces, bool Dipoles, bool Spheres = false, class Real>
void add_sources_of(int p, const SortedSources& sources, int first, int last, const Frame& frame, const double shift[3],
                    Real* out, const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  constexpr int lanes = lanes_of<Real>;
  const int n = coefficients(p);
  Wide* const sums = work.sums.get();
  for (int k = 0; k < n * Sets; ++k) sums[k] = Real(0);
  const auto load = [&](int at) {
    return load_sources<Real, Sets, Forces, Dipoles, Spheres>(sources, at, std::min(lanes, last - at), frame, shift);
  };
  int at = first;
  if constexpr (!Dipoles && !Spheres)
    for (; at + lanes < last; at += 2 * lanes) accumulate_two<family, Sets>(p, load(at), load(at + lanes), sums, work);
  for (; at < last; at += lanes)
    if constexpr (Spheres)
      accumulate_spheres<family>(p, load(at), sums, work);
    else
      accumulate<family, Sets, Dipoles>(p, load(at), sums, work);
  for (int l = 0; l <= p; ++l)
    for (int m = -l; m <= l; ++m) {
      const Real w = family == Family::irregular ? static_cast<Real>(weight_of_place(m)) : Real(1);
      const int k = place(l, m);
      for (int c = 0; c < Sets; ++c) out[Sets * k + c] += w * simd::reduce(sums[Sets * k + c]);
    }
}

/// d with sum_k d_k h_k = sum_k e_k . grad h_k, e [4 k + axis]; to degree p - 1 (regular) or p + 1 (irregular): the
/// transpose of derivatives().
template <Family family, class Real>
void divergence_of(int p, const Real* e, Real* d) {
  constexpr Real half(0.5);
  std::fill_n(d, coefficients(p + 1), Real(0));
  const Real along_z = family == Family::regular ? 1 : -1;
  for (int l = 0; l <= p; ++l) {
    const int q = family == Family::regular ? l - 1 : l + 1;
    if (q < 0) continue;
    Real* const row = d + place(q, 0);
    const auto of = [&](int m, int axis) { return e[4 * place(l, m) + axis]; };
    if (q >= 1) {
      row[1] += of(0, 0);
      row[-1] += of(0, 1);
    }
    row[0] += along_z * of(0, 2);
    for (int m = 1; m <= l; ++m) {
      if (m + 1 <= q) {
        row[m + 1] += half * (of(m, 0) - of(-m, 1));
        row[-m - 1] += half * (of(-m, 0) + of(m, 1));
      }
      row[m - 1] -= half * (of(m, 0) + of(-m, 1));
      if (m > 1) row[1 - m] += half * (of(m, 1) - of(-m, 0));
      if (m > q) continue;
      row[m] += along_z * of(m, 2);
      row[-m] += along_z * of(-m, 2);
    }
  }
}

/// sum_k w_k grad h_k; h to degree p (regular) or p + 1 (irregular).
template <Family family, class Wide>
void contract_gradient(int p, const Wide* h, const Wide* w, Wide g[3]) {
  using Real = typename NumberIn<Wide>::type;
  constexpr Real none(0), half(0.5);
  Wide gx = none, gy = none, gz = none;
  for (int l = 0; l <= p; ++l) {
    const int q = family == Family::regular ? l - 1 : l + 1;
    if (q < 0) continue;
    const Wide* const row = h + place(q, 0);
    const Wide* const c = w + place(l, 0);
    gz += c[0] * row[0];
    if (q >= 1) {
      gx += c[0] * row[1];
      gy += c[0] * row[-1];
    }
    const int inside = std::min(l, q - 1);  // orders whose neighbours are both there
    Wide hx = none, hy = none;
    for (int m = 1; m <= inside; ++m) {
      const Wide re = c[m], im = c[-m];
      gz += re * row[m];
      gz += im * row[-m];
      const Wide below = m > 1 ? row[1 - m] : Wide(none);
      hx += re * (row[m + 1] - row[m - 1]);
      hx += im * (row[-m - 1] - below);
      hy += re * (row[-m - 1] + below);
      hy -= im * (row[m + 1] + row[m - 1]);
    }
    for (int m = std::max(1, inside + 1); m <= l; ++m) {
      const Wide re = c[m], im = c[-m];
      if (m <= q) {
        gz += re * row[m];
        gz += im * row[-m];
      }
      const Wide below = m > 1 ? row[1 - m] : Wide(none);
      hx -= re * row[m - 1];
      hx -= im * below;
      hy += re * below;
      hy -= im * row[m - 1];
    }
    gx += half * hx;
    gy += half * hy;
  }
  g[0] = gx;
  g[1] = gy;
  g[2] = family == Family::regular ? gz : -gz;
}

template <Family family, class Real>
void add_charge_field(int p, const Real* e, const Frame& frame, const simd::Wide<Real> t[3], const Wanted& wanted,
                      LaneFields<Real>& fields, const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  Wide* const basis = work.array(0);
  harmonics<family>(wanted.gradient && family == Family::irregular ? p + 1 : p, t, basis);
  const int n = coefficients(p);
  Wide sum = Real(0);
  for (int k = 0; k < n; ++k) sum += e[k] * basis[k];
  const Real unit = static_cast<Real>(1 / frame.unit);
  fields.value[0] += unit * sum;
  if (!wanted.gradient) return;
  Wide* const w = work.array(1);
  for (int k = 0; k < n; ++k) w[k] = e[k];
  Wide g[3];
  contract_gradient<family>(p, basis, w, g);
  for (int c = 0; c < 3; ++c) fields.gradient[c] += unit * unit * g[c];
}

template <Family family, class Real>
void add_stokes_field(int p, const Real* e, const Frame& frame, const simd::Wide<Real> t[3],
                      const simd::Wide<Real>* radius, const Wanted& wanted, LaneFields<Real>& fields,
                      const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  const bool slopes = wanted.gradient || wanted.pressure;
  const int up = family == Family::regular ? 0 : wanted.gradient || radius ? 2 : 1;
  Wide *const basis = work.array(0), *const w = work.array(1);
  harmonics<family>(p + up, t, basis);
  const int n = coefficients(p);
  Wide u[3] = {Wide(Real(0)), Wide(Real(0)), Wide(Real(0))};
  for (int k = 0; k < n; ++k) {
    const Real* const a = e + 4 * k;
    Wide rest = a[3];
    for (int c = 0; c < 3; ++c) {
      u[c] += a[c] * basis[k];
      rest -= a[c] * t[c];
    }
    w[k] = rest;
  }
  const Real unit = static_cast<Real>(1 / frame.unit);
  int degree = p;
  if (radius) {  // Lap u = -2 grad div A
    degree = family == Family::regular ? p : p + 1;
    const Real* const d = work.divergence.get();
    divergence_of<family>(p, e, work.divergence.get());
    const Wide a = *radius * unit, size = a * a * Real(1.0 / 3);
    for (int k = n; k < coefficients(degree); ++k) w[k] = Real(0);
    for (int k = 0; k < coefficients(degree); ++k) w[k] -= size * d[k];
  }
  Wide g[3];
  contract_gradient<family>(degree, basis, w, g);
  for (int c = 0; c < 3; ++c) fields.value[c] += unit * (u[c] + g[c]);
  if (!slopes) return;
  Wide* d[3] = {work.array(2), work.array(3), work.array(4)};
  derivatives<family>(wanted.gradient && family == Family::irregular ? p + 1 : p, basis, d[0], d[1], d[2]);
  Wide of[3][3];  // d_l A_i
  for (int i = 0; i < 3; ++i)
    for (int l = 0; l < 3; ++l) {
      Wide sum = Real(0);
      for (int k = 0; k < n; ++k) sum += e[4 * k + i] * d[l][k];
      of[i][l] = sum;
    }
  const Real units = unit * unit;
  if (wanted.pressure) fields.pressure -= 2 * units * (of[0][0] + of[1][1] + of[2][2]);
  if (!wanted.gradient) return;
  for (int i = 0; i < 3; ++i) {
    Wide* const second[3] = {work.array(5), work.array(6), work.array(7)};
    derivatives<family>(p, d[i], second[0], second[1], second[2]);
    for (int l = 0; l < 3; ++l) {
      Wide sum = of[i][l] - of[l][i];
      for (int k = 0; k < n; ++k) sum += w[k] * second[l][k];
      fields.gradient[3 * i + l] += units * sum;
    }
  }
}

}  // namespace

template <Family family, class Real>
void add_sources(int p, const SortedSources& sources, int first, int last, const Frame& frame, const double shift[3],
                 Real* out, const PointWork<Real>& work) {
  switch (sources.kernel) {
    case Kernel::charges:
      return add_sources_of<family, 1, false, false>(p, sources, first, last, frame, shift, out, work);
    case Kernel::single_layer:
      return add_sources_of<family, 4, true, false>(p, sources, first, last, frame, shift, out, work);
    case Kernel::double_layer:
      return add_sources_of<family, 4, false, true>(p, sources, first, last, frame, shift, out, work);
    case Kernel::combined:
      return add_sources_of<family, 4, true, true>(p, sources, first, last, frame, shift, out, work);
    case Kernel::spheres:
      return add_sources_of<family, 4, true, false, true>(p, sources, first, last, frame, shift, out, work);
  }
}

namespace {
/// Places of a vector of targets about the centre of a box, in its units.
template <class Real>
void load_places(const Frame& frame, const double* const x[3], simd::Wide<Real> t[3]) {
  const Real unit = static_cast<Real>(1 / frame.unit);
  for (int c = 0; c < 3; ++c) t[c] = unit * simd::load_shifted<Real>(x[c], -frame.centre[c]);
}
}  // namespace

template <Family family, class Real>
void add_field(int p, int sets, const Real* expansion, const Frame& frame, const double* const x[3],
               const simd::Wide<Real>* radius, const Wanted& wanted, LaneFields<Real>& fields,
               const PointWork<Real>& work) {
  simd::Wide<Real> t[3];
  load_places<Real>(frame, x, t);
  const Real* e = expansion;
  if constexpr (family == Family::irregular) {
    for (int l = 0; l <= p; ++l)
      for (int m = -l; m <= l; ++m) {
        const int k = sets * place(l, m);
        const Real weight = static_cast<Real>(weight_of_place(m));
        for (int c = 0; c < sets; ++c) work.scaled[k + c] = weight * expansion[k + c];
      }
    e = work.scaled.get();
  }
  if (sets == 1)
    add_charge_field<family>(p, e, frame, t, wanted, fields, work);
  else
    add_stokes_field<family>(p, e, frame, t, radius, wanted, fields, work);
}

template <class Real>
simd::Wide<Real> last_degree_square(int p, int sets, const Real* e, const Frame& frame, const double* const x[3],
                                    const PointWork<Real>& work) {
  using Wide = simd::Wide<Real>;
  Wide t[3];
  const Real unit = static_cast<Real>(1 / frame.unit);
  load_places<Real>(frame, x, t);
  Wide *const basis = work.array(0), *const w = work.array(1);
  regular_harmonics(p, t[0], t[1], t[2], basis);
  const int first = coefficients(p - 1), n = coefficients(p);
  if (sets == 1) {
    Wide sum = Real(0);
    for (int k = first; k < n; ++k) sum += e[k] * basis[k];
    return unit * unit * sum * sum;
  }
  Wide u[3] = {Wide(Real(0)), Wide(Real(0)), Wide(Real(0))};
  for (int k = 0; k < first; ++k) w[k] = Real(0);
  for (int k = first; k < n; ++k) {
    const Real* const a = e + 4 * k;
    Wide rest = a[3];
    for (int c = 0; c < 3; ++c) {
      u[c] += a[c] * basis[k];
      rest = rest - t[c] * a[c];
    }
    w[k] = rest;
  }
  Wide g[3], square = Real(0);
  contract_gradient<Family::regular>(p, basis, w, g);
  for (int c = 0; c < 3; ++c) square += (u[c] + g[c]) * (u[c] + g[c]);
  return unit * unit * square;
}

#define SLURRY_INSTANTIATE_FAMILY(family, Real)                                                                      \
  template void add_sources<family, Real>(int, const SortedSources&, int, int, const Frame&, const double[3], Real*, \
                                          const PointWork<Real>&);                                                   \
  template void add_field<family, Real>(int, int, const Real*, const Frame&, const double* const[3],                 \
                                        const simd::Wide<Real>*, const Wanted&, LaneFields<Real>&,                   \
                                        const PointWork<Real>&);
#define SLURRY_INSTANTIATE(Real)                                                                                  \
  SLURRY_INSTANTIATE_FAMILY(Family::regular, Real)                                                                \
  SLURRY_INSTANTIATE_FAMILY(Family::irregular, Real)                                                              \
  template simd::Wide<Real> last_degree_square<Real>(int, int, const Real*, const Frame&, const double* const[3], \
                                                     const PointWork<Real>&);
SLURRY_INSTANTIATE(double)
SLURRY_INSTANTIATE(float)
#undef SLURRY_INSTANTIATE
#undef SLURRY_INSTANTIATE_FAMILY

}  // namespace slurry::fmm
