// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/space_arrays.hpp"
#include "fmm/space_harmonics.hpp"

// P2P for loops in any space: a thread per target (theory/fields.md, plain kernels).
namespace slurry::fmm {

/// P2P: overwrites the values with the sums over the pairs of each leaf, and for charges also the gradients if Slopes.
/// Coinciding points contribute nothing.
template <class Space, Kernel kernel, bool Slopes>
struct SpacePairs {
  static constexpr bool has_f = has_forces(kernel), has_q = has_dipoles(kernel);
  static constexpr int components = components_of(kernel), results = kernel == Kernel::charges ? 1 : 3;
  SpacePoints<Space> points;
  SpaceLeaves<Space> leaves;
  SpaceDensities<Space> densities;
  SpaceResults<Space> out;

  KOKKOS_INLINE_FUNCTION void operator()(int thread) const {
    const TargetRun run = leaves.targets(std::size_t(thread / lanes_of_space));
    const int target = run.first + thread % lanes_of_space;
    if (target >= run.last) return;
    const double x[3] = {coordinate(target, 0), coordinate(target, 1), coordinate(target, 2)};
    double value[3] = {0, 0, 0}, slope[3] = {0, 0, 0};
    for (int r = leaves.first_pairs(std::size_t(run.leaf)); r < leaves.first_pairs(std::size_t(run.leaf) + 1); ++r) {
      const SourceRun& from = leaves.pairs(std::size_t(r));
      const double at[3] = {x[0] - from.shift[0], x[1] - from.shift[1], x[2] - from.shift[2]};
      const double* y = points.sources.data() + 3 * std::size_t(from.first);
      const double* f = densities.values.data() + std::size_t(components) * std::size_t(from.first);
      for (int j = from.first; j < from.last; ++j, y += 3, f += components) {
        const double d[3] = {at[0] - y[0], at[1] - y[1], at[2] - y[2]};
        add(d, f, value, slope);
      }
    }
    const auto i = std::size_t(points.target_order(std::size_t(target)));
    for (int c = 0; c < results; ++c) out.value(std::size_t(results) * i + std::size_t(c)) = value[c];
    if constexpr (Slopes)
      for (int c = 0; c < 3; ++c) out.gradient(3 * i + std::size_t(c)) = slope[c];
  }

 private:
  KOKKOS_INLINE_FUNCTION double coordinate(int target, int axis) const {
    return points.targets(3 * std::size_t(target) + std::size_t(axis));
  }
  KOKKOS_INLINE_FUNCTION static double dot(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  KOKKOS_INLINE_FUNCTION static void add(const double* d, const double* f, double* value, double* slope) {
    const double square = dot(d, d), i = square > 0 ? inverse_root(square) : 0.0, i2 = i * i;
    if constexpr (kernel == Kernel::charges) {
      value[0] += f[0] * i;
      if constexpr (Slopes)
        for (int c = 0; c < 3; ++c) slope[c] -= f[0] * (i * i2) * d[c];
    } else {
      double along = 0;  // factor of d
      if constexpr (has_f) {
        along = dot(d, f) * i2 * i;
        for (int c = 0; c < 3; ++c) value[c] += i * f[c];
      }
      if constexpr (has_q) {
        const double *const q = f + components - 6, *const n = q + 3;
        along -= 6.0 * dot(d, q) * dot(d, n) * (i2 * i2 * i);
      }
      for (int c = 0; c < 3; ++c) value[c] += along * d[c];
    }
  }
};

}  // namespace slurry::fmm
