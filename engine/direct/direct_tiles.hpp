// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/execution.hpp"
#include "base/simd.hpp"
#include "base/views.hpp"
#include "kernels/near_pair.hpp"

// The host's direct sum in free space. A tile of targets in vector registers interacts with one source after the other,
// so nothing is added across lanes. Using the symmetry of pairs would save a third of the arithmetic, but would need as
// many loads and stores for the second sum.
namespace slurry::direct {

/// Sources in the layout that tiles read: x, y, z, f, radius. Single precision also stores the rounding errors of x, y,
/// z.
template <class Real>
struct TileSource {
  Real x[3], f[3], radius, rest[3];
};

/// Scales of a sum in single precision, chosen so that no power of a distance overflows: a length, a force, and the
/// point from which coordinates are counted.
struct TileScale {
  double length = 1, force = 1, centre[3] = {0, 0, 0};
};

/// 1/r, accurate except for the last bit.
template <class Real>
inline simd::Wide<Real> tile_inverse(simd::Wide<Real> s) {
  const simd::Wide<Real> i = simd::inverse_sqrt(s);
  if constexpr (sizeof(Real) == 4) return i;
  return i * (Real(1.5) - Real(0.5) * s * i * i);
}

/// Cases that a kernel has to handle. A kernel with fewer cases is faster.
struct TileKind {
  bool each = false;     ///< pairs have different radii
  bool spheres = false;  ///< sources and targets have a size, and overlapping pairs are regularised
};

/// Velocities of `Vectors` vectors of targets from `count` sources. Single-precision terms are added up in single
/// precision over at most `block` sources, then in double precision.
template <class Real, bool Each, bool Spheres, int Vectors>
struct Tile {
  using Wide = simd::Wide<Real>;
  static constexpr int width = static_cast<int>(Wide::size()), size = width * Vectors;
  static constexpr bool single = sizeof(Real) == 4;
  static constexpr int block = 16;

  alignas(64) Real x[3][size], rest[3][size], radius[size];
  alignas(64) double sum[3][size];

  void meet(const TileSource<Real>* sources, std::size_t count) {
    for (auto& component : sum)
      for (double& v : component) v = 0;
    const std::size_t step = single ? block : count;
    for (std::size_t j = 0; j < count; j += step) add_block(sources + j, std::min(step, count - j));
  }

  void add_block(const TileSource<Real>* sources, std::size_t count) {
    Wide u[3][Vectors], t[3][Vectors], low[3][Vectors], a[Vectors];
    for (int v = 0; v < Vectors; ++v) {
      for (int c = 0; c < 3; ++c) {
        t[c][v] = Wide(&x[c][v * width], simd::vector_aligned);
        if constexpr (single) low[c][v] = Wide(&rest[c][v * width], simd::vector_aligned);
        u[c][v] = Real(0);
      }
      a[v] = Wide(&radius[v * width], simd::vector_aligned);
    }
    const Real first = radius[0];
    for (std::size_t j = 0; j < count; ++j) {
      const TileSource<Real>& q = sources[j];
      const Real b = q.radius, both = (first * first + b * b) * Real(1.0 / 6), touch = (first + b) * (first + b);
      for (int v = 0; v < Vectors; ++v) {
        Wide d[3];
        for (int c = 0; c < 3; ++c) {
          d[c] = t[c][v] - q.x[c];
          if constexpr (single) d[c] += low[c][v] - q.rest[c];
        }
        Wide s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        const auto zero = s == Real(0);
        if constexpr (!Spheres) simd::where(zero, s) = Real(1);
        Wide i = tile_inverse<Real>(s);
        if constexpr (!Spheres) simd::where(zero, i) = Real(0);
        const Wide i2 = i * i;
        Wide X, Y;
        if constexpr (Each) {
          const Wide g = (a[v] * a[v] + b * b) * Real(1.0 / 6);
          X = i * (Real(1) + Real(2) * g * i2);
          Y = i * i2 * (Real(1) - Real(6) * g * i2);
        } else {
          X = i * (Real(1) + Real(2) * both * i2);
          Y = i * i2 * (Real(1) - Real(6) * both * i2);
        }
        if constexpr (Spheres) {
          Wide reach = touch;
          if constexpr (Each) reach = (a[v] + b) * (a[v] + b);
          const auto close = s <= reach;  // also true for two points at the same place
          if (!simd::none_of(close)) regularise(v, b, s, close, X, Y);
        }
        const Wide along = Y * (d[0] * q.f[0] + d[1] * q.f[1] + d[2] * q.f[2]);
        for (int c = 0; c < 3; ++c) u[c][v] += X * q.f[c] + along * d[c];
      }
    }
    for (int c = 0; c < 3; ++c)
      for (int v = 0; v < Vectors; ++v)
        for (int l = 0; l < width; ++l) sum[c][v * width + l] += u[c][v][l];
  }

  template <class Mask>
  void regularise(int v, Real b, const Wide& s, const Mask& close, Wide& X, Wide& Y) const {
    for (int l = 0; l < width; ++l) {
      if (!close[l]) continue;
      const double a = radius[v * width + l];
      if (a > 0 && b > 0) {
        double xl, yl;
        rotne_prager_pair(std::sqrt(double(s[l])), a, double(b), xl, yl);
        X[l] = static_cast<Real>(xl);
        Y[l] = static_cast<Real>(yl);
      } else if (s[l] == 0) {  // a point interacts with itself
        X[l] = Y[l] = Real(0);
      }
    }
  }
};

/// A coordinate in single precision, and the remainder of its rounding.
inline void split_coordinate(double x, float& high, float& low) {
  high = static_cast<float>(x);
  low = static_cast<float>(x - double(high));
}

template <class Real, bool Each, bool Spheres, class Space>
void sum_tiles(const Space& space, const TileScale& scale, ConstVectors<Space> targets, double target_radius,
               const SphereRadii<Space>& radii, const std::vector<TileSource<Real>>& sources,
               const Vectors<Space>& velocities) {
  if constexpr (is_host_space<Space>) {  // never called on a device, but compiled for it
    using T = Tile<Real, Each, Spheres, 2>;
    const int count = static_cast<int>(targets.extent(0)), tiles = (count + T::size - 1) / T::size;
    const auto* const from = sources.data();
    const std::size_t source_count = sources.size();
    const auto* const by = &scale;
    Kokkos::parallel_for(
        "slurry::summation::direct_tiles",
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, tiles).set_chunk_size(1), [=](int k) {
          T tile;
          const int first = k * T::size, used = std::min(T::size, count - first);
          for (int l = 0; l < T::size; ++l) {
            const int i = first + std::min(l, used - 1);
            for (int c = 0; c < 3; ++c) {
              const double x = (targets(i, c) - by->centre[c]) / by->length;
              if constexpr (sizeof(Real) == 4)
                split_coordinate(x, tile.x[c][l], tile.rest[c][l]);
              else
                tile.x[c][l] = x;
            }
            tile.radius[l] = static_cast<Real>((radii.extent(0) > 0 ? radii(i) : target_radius) / by->length);
          }
          tile.meet(from, source_count);
          for (int l = 0; l < used; ++l)
            for (int c = 0; c < 3; ++c) velocities(first + l, c) = tile.sum[c][l] * (by->force / by->length);
        });
    space.fence();
  }
}

/// Sums over all pairs in free space on a host. Error: rounding of double, or about 1e-7 of the largest partial sum
/// with Real = float.
template <class Real, class Space>
void sum_tiles(const Space& space, const TileKind& kind, const TileScale& scale, ConstVectors<Space> targets,
               double target_radius, const SphereRadii<Space>& radii, const std::vector<TileSource<Real>>& sources,
               const Vectors<Space>& velocities) {
  const auto run = [&]<bool Each, bool Spheres>() {
    sum_tiles<Real, Each, Spheres, Space>(space, scale, targets, target_radius, radii, sources, velocities);
  };
  if (kind.each)
    kind.spheres ? run.template operator()<true, true>() : run.template operator()<true, false>();
  else
    kind.spheres ? run.template operator()<false, true>() : run.template operator()<false, false>();
}

}  // namespace slurry::direct
