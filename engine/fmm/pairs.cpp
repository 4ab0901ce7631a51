// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/pairs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "kernels/near_pair.hpp"

namespace slurry::fmm {
namespace {

/// Largest coordinate of a source in units of the leaf for which the fifth and seventh powers of 1/r are far from the
/// least number of single precision, 2^-126.
constexpr double farthest_in_single = 1 << 14;

/// The densities of one source, the same for all lanes.
template <class Real>
struct SourceNumbers {
  Real f[3], q[3], n[3];
};

/// Adds the fields at separations d of one source.  Formulas: theory/fields.md, plain kernels.
template <Kernel kernel, bool Fields, class Real>
[[gnu::always_inline]] inline void add_pair(const simd::Wide<Real> d[3], const SourceNumbers<Real>& s,
                                            LaneFields<Real>& out) {
  using Wide = simd::Wide<Real>;
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
  Wide along = Real(0);  // factor of d
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
      out.pressure += Real(2) * along;
      const Wide steep = Real(-3) * rf * i5;
      for (int a = 0; a < 3; ++a) {
        for (int l = 0; l < 3; ++l)
          out.gradient[3 * a + l] += (d[a] * s.f[l] - d[l] * s.f[a]) * i3 + steep * d[a] * d[l];
        out.gradient[4 * a] += along;
      }
    }
  }
  if constexpr (has_dipoles(kernel)) {
    const Wide rq = d[0] * s.q[0] + d[1] * s.q[1] + d[2] * s.q[2], rn = d[0] * s.n[0] + d[1] * s.n[1] + d[2] * s.n[2];
    const Wide stress = Real(-6) * rq * rn * i5;
    along += stress;
    if constexpr (Fields) {
      const Real qn = s.q[0] * s.n[0] + s.q[1] * s.n[1] + s.q[2] * s.n[2];
      out.pressure += Real(2) * stress + Real(4) * qn * i3;
      const Wide steep = Real(-5) * stress * i2;
      for (int a = 0; a < 3; ++a) {
        for (int l = 0; l < 3; ++l)
          out.gradient[3 * a + l] += d[a] * (steep * d[l] - Real(6) * i5 * (s.q[l] * rn + s.n[l] * rq));
        out.gradient[4 * a] += stress;
      }
    }
  }
  for (int c = 0; c < 3; ++c) out.value[c] += along * d[c];
}

/// The same of spheres: the Rotne-Prager tensor, (1 + (a^2 + b^2)/6 Lap) G where they do not overlap.
template <class Real>
[[gnu::always_inline]] inline void add_spheres(const simd::Wide<Real> d[3], const Real f[3], simd::Wide<Real> a, Real b,
                                               LaneFields<Real>& out) {
  using Wide = simd::Wide<Real>;
  const Wide square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const Wide i = simd::inverse_sqrt<true>(square), i2 = i * i, g = (a * a + b * b) * Real(1.0 / 6);
  Wide along = i * i2 * (Real(1) - Real(6) * g * i2), across = i * (Real(1) + Real(2) * g * i2);
  const Wide reach = a + b;
  if (b > 0) {
    for (unsigned close = simd::lanes_below<Real>(square, reach * reach); close != 0; close &= close - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(close));
      const double s = square[l], ra = a[l];
      if (!(ra > 0)) continue;
      double x0, y0;
      rotne_prager_pair(std::sqrt(s), ra, b, x0, y0);
      across[l] = static_cast<Real>(x0);
      along[l] = static_cast<Real>(y0);
    }
  }
  const Wide k = along * (d[0] * f[0] + d[1] * f[1] + d[2] * f[2]);
  for (int c = 0; c < 3; ++c) out.value[c] += across * f[c] + k * d[c];
}

}  // namespace

template <class Real>
LeafPairs<Real>::LeafPairs(const SortedSources& s, const SourceRun* runs, int count, const Frame& leaf,
                           PairWork<Real>& work)
    : sources_(s), given_(runs), given_count_(count), leaf_(leaf), kernel_(s.kernel), runs_(runs), count_(count) {
  if constexpr (!in_two) {
    for (int c = 0; c < 3; ++c) {
      x_[c] = s.x[c].data();
      f_[c] = s.f[c].data();
      q_[c] = s.q[c].data();
      n_[c] = s.n[c].data();
    }
    radius_ = s.radius.data();
  } else {
    unit_ = 1 / (units_per_side * leaf.unit);
    std::copy_n(leaf.centre, 3, origin_);
    for (int r = 0; r < count; ++r) all_.last += runs[r].last - runs[r].first;
    // f(number of a source, its place in the packed arrays, its run)
    const auto for_sources = [&](const auto& f) {
      int at = 0;
      for (int r = 0; r < count; ++r) {
        const SourceRun& run = runs[r];
        for (int j = run.first; j < run.last; ++j) f(j, at + j - run.first, run);
        at += run.last - run.first;
      }
    };
    const auto room = [&](std::vector<Real>& v) {
      v.resize(std::max(v.size(), std::size_t(all_.last)));
      return v.data();
    };
    const auto pack = [&](const std::vector<double>& from, std::vector<Real>& to, double scale) {
      Real* const packed = room(to);
      for_sources(
          [&](int j, int at, const SourceRun&) { packed[at] = static_cast<Real>(scale * from[std::size_t(j)]); });
      return packed;
    };
    double farthest = 0;
    for (int c = 0; c < 3; ++c) {
      Real *const x = room(work.x[c]), *const rest = room(work.rest[c]);
      for_sources([&](int j, int at, const SourceRun& run) {
        const double place = unit_ * (s.x[c][std::size_t(j)] + (run.shift[c] - leaf.centre[c]));
        farthest = std::max(farthest, std::abs(place));
        x[at] = static_cast<Real>(place);
        rest[at] = static_cast<Real>(place - double(x[at]));
      });
      x_[c] = x;
      rest_[c] = rest;
    }
    for (int c = 0; c < 3; ++c) {
      if (has_forces(kernel_) || (kernel_ == Kernel::charges && c == 0)) f_[c] = pack(s.f[c], work.f[c], 1);
      if (!has_dipoles(kernel_)) continue;
      q_[c] = pack(s.q[c], work.q[c], unit_);
      n_[c] = pack(s.n[c], work.n[c], 1);
    }
    far_ = farthest > farthest_in_single;
    if (kernel_ == Kernel::spheres) radius_ = pack(s.radius, work.radius, unit_);
    runs_ = &all_;
    count_ = 1;
  }
}

template <class Real>
typename LeafPairs<Real>::Places LeafPairs<Real>::places_at(const double* const x[3], int first) const {
  constexpr int lanes = lanes_of<Real>;
  Places p;
  for (int c = 0; c < 3; ++c) {
    if constexpr (in_two) {
      alignas(64) Real whole[lanes], rest[lanes];
      for (int l = 0; l < lanes; ++l) {
        const double place = unit_ * (x[c][first + l] - origin_[c]);
        whole[l] = static_cast<Real>(place);
        rest[l] = static_cast<Real>(place - double(whole[l]));
      }
      p.x[c].copy_from(whole, simd::element_aligned);
      p.rest[c].copy_from(rest, simd::element_aligned);
    } else {
      p.x[c].copy_from(x[c] + first, simd::element_aligned);
    }
  }
  return p;
}

template <class Real>
typename LeafPairs<Real>::Places LeafPairs<Real>::seen_from(const Places& x, const SourceRun& run) {
  Places at = x;
  if constexpr (!in_two)  // else the packed sources are there already
    for (int c = 0; c < 3; ++c) at.x[c] -= run.shift[c];
  return at;
}

template <class Real>
inline void LeafPairs<Real>::distance(const Places& x, int j, simd::Wide<Real> d[3]) const {
  for (int c = 0; c < 3; ++c) {
    d[c] = x.x[c] - x_[c][j];
    if constexpr (in_two) d[c] += x.rest[c] - rest_[c][j];
  }
}

template <class Real>
void LeafPairs<Real>::run_spheres(const Places& x, simd::Wide<Real> radius, LaneFields<Real>& field) const {
  LaneFields<Real> sum;
  for (int r = 0; r < count_; ++r) {
    const SourceRun& run = runs_[r];
    const Places at = seen_from(x, run);
    for (int j = run.first; j < run.last; ++j) {
      simd::Wide<Real> d[3];
      distance(at, j, d);
      const Real f[3] = {f_[0][j], f_[1][j], f_[2][j]};
      add_spheres(d, f, radius, radius_[j], sum);
    }
  }
  for (int c = 0; c < 3; ++c) field.value[c] += sum.value[c];
}

template <class Real>
template <Kernel kernel, bool Fields, int Vectors>
void LeafPairs<Real>::run_pairs(const Places* x, LaneFields<Real>* fields) const {
  LaneFields<Real> sum[Vectors];
  for (int r = 0; r < count_; ++r) {
    const SourceRun& run = runs_[r];
    Places at[Vectors];
    for (int v = 0; v < Vectors; ++v) at[v] = seen_from(x[v], run);
    for (int j = run.first; j < run.last; ++j) {
      SourceNumbers<Real> numbers;
      for (int c = 0; c < 3; ++c) {
        if constexpr (has_forces(kernel) || kernel == Kernel::charges)
          if (kernel != Kernel::charges || c == 0) numbers.f[c] = f_[c][j];
        if constexpr (has_dipoles(kernel)) {
          numbers.q[c] = q_[c][j];
          numbers.n[c] = n_[c][j];
        }
      }
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) {
        simd::Wide<Real> d[3];
        distance(at[v], j, d);
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

template <class Real>
template <Kernel kernel>
void LeafPairs<Real>::run_kernel(int vectors, const Places* x, bool slopes, LaneFields<Real>* fields) const {
  if (slopes) {
    for (int v = 0; v < vectors; ++v) run_pairs<kernel, true, 1>(x + v, fields + v);
  } else if (vectors == 2) {
    run_pairs<kernel, false, 2>(x, fields);
  } else {
    run_pairs<kernel, false, 1>(x, fields);
  }
}

template <class Real>
void LeafPairs<Real>::add_in_double(int vectors, const double* const x[3], const double* radii, const Wanted& wanted,
                                    LaneFields<Real>* fields) const {
  constexpr int lanes = lanes_of<Real>, doubles = lanes_of<double>;
  PairWork<double> none;  // double precision needs no scratch memory
  const LeafPairs<double> pairs(sources_, given_, given_count_, leaf_, none);
  for (int first = 0; first < vectors * lanes; first += doubles) {
    const double* const at[3] = {x[0] + first, x[1] + first, x[2] + first};
    LaneFields<double> sum;
    pairs.add(1, at, radii ? radii + first : nullptr, wanted, &sum);
    LaneFields<Real>& to = fields[first / lanes];
    const auto take = [&](const simd::Wide<double>& from, simd::Wide<Real>& into) {
      for (int l = 0; l < doubles; ++l) into[std::size_t(first % lanes + l)] += static_cast<Real>(from[std::size_t(l)]);
    };
    for (std::size_t c = 0; c < std::size(sum.value); ++c) take(sum.value[c], to.value[c]);
    for (std::size_t c = 0; c < std::size(sum.gradient); ++c) take(sum.gradient[c], to.gradient[c]);
    take(sum.pressure, to.pressure);
  }
}

template <class Real>
void LeafPairs<Real>::add(int vectors, const double* const x[3], const double* radii, const Wanted& wanted,
                          LaneFields<Real>* fields) const {
  if constexpr (in_two)
    if (far_) return add_in_double(vectors, x, radii, wanted, fields);
  const Real unit = static_cast<Real>(unit_);
  Places at[2];
  for (int v = 0; v < vectors; ++v) at[v] = places_at(x, v * lanes_of<Real>);
  const bool slopes = wanted.gradient || wanted.pressure;
  switch (kernel_) {
    case Kernel::charges:
      run_kernel<Kernel::charges>(vectors, at, slopes, fields);
      break;
    case Kernel::single_layer:
      run_kernel<Kernel::single_layer>(vectors, at, slopes, fields);
      break;
    case Kernel::double_layer:
      run_kernel<Kernel::double_layer>(vectors, at, slopes, fields);
      break;
    case Kernel::combined:
      run_kernel<Kernel::combined>(vectors, at, slopes, fields);
      break;
    case Kernel::spheres:
      for (int v = 0; v < vectors; ++v)
        run_spheres(at[v],
                    radii ? unit * simd::load_shifted<Real>(radii + v * lanes_of<Real>, 0) : simd::Wide<Real>(Real(0)),
                    fields[v]);
      break;
  }
  if constexpr (in_two)  // the dipoles were scaled, so that all layers have the powers of forces
    for (int v = 0; v < vectors; ++v) {
      for (auto& u : fields[v].value) u *= unit;
      for (auto& g : fields[v].gradient) g *= unit * unit;
      fields[v].pressure *= unit * unit;
    }
}

template class LeafPairs<double>;
template class LeafPairs<float>;

}  // namespace slurry::fmm
