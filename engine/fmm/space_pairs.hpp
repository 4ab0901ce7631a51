// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "fmm/space_arrays.hpp"
#include "fmm/space_harmonics.hpp"

// P2P for loops in any space: a thread per target (theory/fields.md, plain kernels).
namespace slurry::fmm {

/// P2P: overwrites the values with the sums over the pairs of each leaf, and for charges also the gradients if Slopes.
/// Coinciding points contribute nothing. Distances come from places in double precision. In single precision they are
/// in units of the leaf, so that no power of a distance overflows, and the sums over runs are in double precision.
template <class Space, class Real, Kernel kernel, bool Slopes>
struct SpacePairs {
  static constexpr bool has_f = has_forces(kernel), has_q = has_dipoles(kernel);
  static constexpr bool in_units_of_leaf = !std::is_same_v<Real, double>;
  static constexpr int components = components_of(kernel), results = kernel == Kernel::charges ? 1 : 3;
  SpacePoints<Space> points;
  SpaceLeaves<Space> leaves;
  SpaceDensities<Space, Real> densities;
  SpaceResults<Space> out;

  KOKKOS_INLINE_FUNCTION void operator()(int thread) const {
    const TargetRun run = leaves.targets(std::size_t(thread / lanes_of_space));
    const int target = run.first + thread % lanes_of_space;
    if (target >= run.last) return;
    const double x[3] = {coordinate(target, 0), coordinate(target, 1), coordinate(target, 2)};
    double unit = 1;  // 1/length
    if constexpr (in_units_of_leaf) unit = 1 / points.frames(std::size_t(leaves.boxes(std::size_t(run.leaf)))).unit;
    double value[3] = {0, 0, 0}, slope[3] = {0, 0, 0};
    for (int r = leaves.first_pairs(std::size_t(run.leaf)); r < leaves.first_pairs(std::size_t(run.leaf) + 1); ++r) {
      const SourceRun& from = leaves.pairs(std::size_t(r));
      const double at[3] = {x[0] - from.shift[0], x[1] - from.shift[1], x[2] - from.shift[2]};
      const double* y = points.sources.data() + 3 * std::size_t(from.first);
      const Real* f = densities.values.data() + std::size_t(components) * std::size_t(from.first);
      Real run_value[3] = {0, 0, 0}, run_slope[3] = {0, 0, 0};
      for (int j = from.first; j < from.last; ++j, y += 3, f += components) {
        const Real d[3] = {in_unit(at[0] - y[0], unit), in_unit(at[1] - y[1], unit), in_unit(at[2] - y[2], unit)};
        add(d, f, Real(unit), run_value, run_slope);
      }
      for (int c = 0; c < 3; ++c) {
        value[c] += run_value[c];
        slope[c] += run_slope[c];
      }
    }
    const auto i = std::size_t(points.target_order(std::size_t(target)));
    for (int c = 0; c < results; ++c) out.value(std::size_t(results) * i + std::size_t(c)) = unit * value[c];
    if constexpr (Slopes)
      for (int c = 0; c < 3; ++c) out.gradient(3 * i + std::size_t(c)) = unit * unit * slope[c];
  }

 private:
  KOKKOS_INLINE_FUNCTION double coordinate(int target, int axis) const {
    return points.targets(3 * std::size_t(target) + std::size_t(axis));
  }
  KOKKOS_INLINE_FUNCTION static Real in_unit(double distance, double unit) {
    if constexpr (in_units_of_leaf)
      return Real(unit * distance);
    else
      return distance;
  }
  KOKKOS_INLINE_FUNCTION static Real dot(const Real* a, const Real* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  KOKKOS_INLINE_FUNCTION static void add(const Real* d, const Real* f, Real unit, Real* value, Real* slope) {
    const Real square = dot(d, d), i = square > 0 ? inverse_root(square) : Real(0);
    const Real e[3] = {i * d[0], i * d[1], i * d[2]};  // no higher power of i, which would leave the range of fp32
    if constexpr (kernel == Kernel::charges) {
      value[0] += f[0] * i;
      if constexpr (Slopes)
        for (int c = 0; c < 3; ++c) slope[c] -= f[0] * (i * i) * e[c];
    } else {
      Real along = 0;  // factor of e
      if constexpr (has_f) {
        along = dot(e, f) * i;
        for (int c = 0; c < 3; ++c) value[c] += i * f[c];
      }
      if constexpr (has_q) {
        const Real *const q = f + components - 6, *const n = q + 3;
        Real stress = Real(6) * dot(e, q) * dot(e, n) * (i * i);
        if constexpr (in_units_of_leaf) stress *= unit;
        along -= stress;
      }
      for (int c = 0; c < 3; ++c) value[c] += along * e[c];
    }
  }
};

}  // namespace slurry::fmm
