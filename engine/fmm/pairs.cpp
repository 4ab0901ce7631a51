// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/pairs.hpp"

#include <bit>
#include <cmath>

#include "kernels/near_pair.hpp"

namespace slurry::fmm {
namespace {

/// The densities of one source, the same for all lanes.
struct SourceNumbers {
  double f[3], q[3], n[3];
};

/// Adds the fields at separations d of one source.  Formulas: theory/fields.md, plain kernels.
template <Kernel kernel, bool Fields>
[[gnu::always_inline]] inline void add_pair(const Wide d[3], const SourceNumbers& s, LaneFields& out) {
  const Wide square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const Wide i = simd::inverse_sqrt<true>(square), i2 = i * i;
  if constexpr (kernel == Kernel::charges) {
    out.value[0] += s.f[0] * i;
    if constexpr (Fields) {
      const Wide slope = -s.f[0] * (i * i2);
      for (int c = 0; c < 3; ++c) out.gradient[c] += slope * d[c];
    }
    return;
  }
  const Wide i3 = i * i2, i5 = i3 * i2;
  Wide along = 0.0;  // factor of d
  if constexpr (has_forces(kernel)) {
    const Wide rf = d[0] * s.f[0] + d[1] * s.f[1] + d[2] * s.f[2];
    if constexpr (!Fields && kernel == Kernel::single_layer) {
      const Wide k = rf * i2;
      for (int c = 0; c < 3; ++c) out.value[c] += i * (s.f[c] + k * d[c]);
      return;
    }
    along = rf * i3;
    for (int c = 0; c < 3; ++c) out.value[c] += s.f[c] * i;
    if constexpr (Fields) {
      out.pressure += 2.0 * along;
      const Wide steep = -3.0 * rf * i5;
      for (int a = 0; a < 3; ++a) {
        for (int l = 0; l < 3; ++l)
          out.gradient[3 * a + l] += (d[a] * s.f[l] - d[l] * s.f[a]) * i3 + steep * d[a] * d[l];
        out.gradient[4 * a] += along;
      }
    }
  }
  if constexpr (has_dipoles(kernel)) {
    const Wide rq = d[0] * s.q[0] + d[1] * s.q[1] + d[2] * s.q[2], rn = d[0] * s.n[0] + d[1] * s.n[1] + d[2] * s.n[2];
    const Wide stress = -6.0 * rq * rn * i5;
    along += stress;
    if constexpr (Fields) {
      const double qn = s.q[0] * s.n[0] + s.q[1] * s.n[1] + s.q[2] * s.n[2];
      out.pressure += 2.0 * stress + 4.0 * qn * i3;
      const Wide steep = -5.0 * stress * i2;
      for (int a = 0; a < 3; ++a) {
        for (int l = 0; l < 3; ++l)
          out.gradient[3 * a + l] += d[a] * (steep * d[l] - 6.0 * i5 * (s.q[l] * rn + s.n[l] * rq));
        out.gradient[4 * a] += stress;
      }
    }
  }
  for (int c = 0; c < 3; ++c) out.value[c] += along * d[c];
}

/// The same of spheres: the Rotne-Prager tensor, (1 + (a^2 + b^2)/6 Lap) G where they do not overlap.
[[gnu::always_inline]] inline void add_spheres(const Wide d[3], const double f[3], Wide a, double b, LaneFields& out) {
  const Wide square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const Wide i = simd::inverse_sqrt<true>(square), i2 = i * i, g = (a * a + b * b) * (1.0 / 6);
  Wide along = i * i2 * (1.0 - 6.0 * g * i2), across = i * (1.0 + 2.0 * g * i2);
  const Wide reach = a + b;
  if (b > 0) {
    for (unsigned close = simd::lanes_below<double>(square, reach * reach); close != 0; close &= close - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(close));
      const double s = square[l], ra = a[l];
      if (!(ra > 0)) continue;
      double x0, y0;
      rotne_prager_pair(std::sqrt(s), ra, b, x0, y0);
      across[l] = x0;
      along[l] = y0;
    }
  }
  const Wide k = along * (d[0] * f[0] + d[1] * f[1] + d[2] * f[2]);
  for (int c = 0; c < 3; ++c) out.value[c] += across * f[c] + k * d[c];
}

void run_spheres(const SortedSources& s, const SourceRun* runs, int count, const Wide x[3], Wide radius,
                 LaneFields& field) {
  LaneFields sum;
  for (int r = 0; r < count; ++r) {
    const SourceRun& run = runs[r];
    Wide at[3];
    for (int c = 0; c < 3; ++c) at[c] = x[c] - run.shift[c];
    for (int j = run.first; j < run.last; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const Wide d[3] = {at[0] - s.x[0][k], at[1] - s.x[1][k], at[2] - s.x[2][k]};
      const double f[3] = {s.f[0][k], s.f[1][k], s.f[2][k]};
      add_spheres(d, f, radius, s.radius[k], sum);
    }
  }
  for (int c = 0; c < 3; ++c) field.value[c] += sum.value[c];
}

template <Kernel kernel, bool Fields, int Vectors>
void run_pairs(const SortedSources& s, const SourceRun* runs, int count, const Wide x[][3], LaneFields* fields) {
  LaneFields sum[Vectors];
  const double *const sx = s.x[0].data(), *const sy = s.x[1].data(), *const sz = s.x[2].data();
  for (int r = 0; r < count; ++r) {
    const SourceRun& run = runs[r];
    Wide at[Vectors][3];
    for (int v = 0; v < Vectors; ++v)
      for (int c = 0; c < 3; ++c) at[v][c] = x[v][c] - run.shift[c];
    for (int j = run.first; j < run.last; ++j) {
      SourceNumbers numbers;
      const auto k = static_cast<std::size_t>(j);
      for (int c = 0; c < 3; ++c) {
        if constexpr (has_forces(kernel) || kernel == Kernel::charges)
          if (kernel != Kernel::charges || c == 0) numbers.f[c] = s.f[c][k];
        if constexpr (has_dipoles(kernel)) {
          numbers.q[c] = s.q[c][k];
          numbers.n[c] = s.n[c][k];
        }
      }
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) {
        const Wide d[3] = {at[v][0] - sx[j], at[v][1] - sy[j], at[v][2] - sz[j]};
        add_pair<kernel, Fields>(d, numbers, sum[v]);
      }
    }
  }
  for (int v = 0; v < Vectors; ++v) {
    for (int c = 0; c < 3; ++c) fields[v].value[c] += sum[v].value[c];
    if constexpr (Fields) {
      for (int c = 0; c < 9; ++c) fields[v].gradient[c] += sum[v].gradient[c];
      fields[v].pressure += sum[v].pressure;
    }
  }
}

template <Kernel kernel>
void run_kernel(const SortedSources& s, const SourceRun* runs, int count, int vectors, const Wide x[][3], bool slopes,
                LaneFields* fields) {
  if (slopes) {
    for (int v = 0; v < vectors; ++v) run_pairs<kernel, true, 1>(s, runs, count, x + v, fields + v);
  } else if (vectors == 2) {
    run_pairs<kernel, false, 2>(s, runs, count, x, fields);
  } else {
    run_pairs<kernel, false, 1>(s, runs, count, x, fields);
  }
}

}  // namespace

void add_pairs(const SortedSources& s, const SourceRun* runs, int count, int vectors, const Wide x[][3],
               const Wide* radii, const Wanted& wanted, LaneFields* fields) {
  const bool slopes = wanted.gradient || wanted.pressure;
  switch (s.kernel) {
    case Kernel::charges:
      return run_kernel<Kernel::charges>(s, runs, count, vectors, x, slopes, fields);
    case Kernel::single_layer:
      return run_kernel<Kernel::single_layer>(s, runs, count, vectors, x, slopes, fields);
    case Kernel::double_layer:
      return run_kernel<Kernel::double_layer>(s, runs, count, vectors, x, slopes, fields);
    case Kernel::combined:
      return run_kernel<Kernel::combined>(s, runs, count, vectors, x, slopes, fields);
    case Kernel::spheres:
      for (int v = 0; v < vectors; ++v) run_spheres(s, runs, count, x[v], radii[v], fields[v]);
      return;
  }
}

}  // namespace slurry::fmm
