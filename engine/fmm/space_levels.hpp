// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "fmm/space_arrays.hpp"
#include "fmm/zero_modes.hpp"
#include "summation/summation.hpp"

// What a sum in any space does beside its operators: densities in the order of the tree, expansions of a level to the
// arrays of M2L and back, zero modes.
namespace slurry::fmm {

template <class Space>
struct SpaceLevel {
  LevelView<Space> view;
  SpaceArray<Space, int> sources, targets;  ///< numbers of the boxes; -1 fills up the list
};

/// Copies multipoles of a level to a kernel's arrays, with one thread for each number.
template <class Space>
struct ToLevel {
  SpaceLevel<Space> level;
  SpaceArray<Space, double> multipoles;
  int numbers;  ///< count of numbers in a box
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const std::int64_t source = thread / numbers, k = thread % numbers;
    const int box = level.sources(std::size_t(source));
    level.view.multipoles(std::size_t(source * level.view.source_stride + k * level.view.coefficient_stride)) =
        box < 0 ? 0.0 : multipoles(std::size_t(box) * std::size_t(numbers) + std::size_t(k));
  }
};
/// Adds a kernel's local expansions to those of a level, with one thread for each number.
template <class Space>
struct FromLevel {
  SpaceLevel<Space> level;
  SpaceArray<Space, double> locals;
  int numbers;  ///< count of numbers in a box
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const int box = level.targets(std::size_t(thread / numbers));
    if (box >= 0)
      locals(std::size_t(box) * std::size_t(numbers) + std::size_t(thread % numbers)) +=
          level.view.locals(std::size_t(thread));
  }
};

/// Writes the densities of a source, in the order of SpaceDensities.
template <class Space>
struct SortDensities {
  SumDensity<Space> from;
  SpaceArray<Space, int> order;
  SpaceArray<Space, double> to;
  Kernel kernel;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    const int i = order(std::size_t(k));
    if (kernel == Kernel::charges) {
      to(std::size_t(k)) = from.charges(std::size_t(i));
      return;
    }
    const bool forces = kernel != Kernel::double_layer, dipoles = kernel != Kernel::single_layer;
    double* const at = to.data() + std::size_t(k) * std::size_t((forces ? 3 : 0) + (dipoles ? 6 : 0));
    for (int c = 0; c < 3; ++c) {
      if (forces) at[c] = from.layers.forces(i, c);
      if (!dipoles) continue;
      at[(forces ? 3 : 0) + c] = from.layers.dipoles(i, c);
      at[(forces ? 6 : 3) + c] = from.layers.normals(i, c);
    }
  }
};

/// Sum of a component of the densities, or of its squares.
template <class Space>
struct DensitySum {
  SpaceDensities<Space> densities;
  int component;
  bool squares;
  KOKKOS_INLINE_FUNCTION void operator()(int k, double& sum) const {
    const double v = densities.values(std::size_t(k) * std::size_t(densities.components) + std::size_t(component));
    sum += squares ? v * v : v;
  }
};

/// Polynomials of the second degree in t = x - centre: constant + slope.t + t.curvature.t/2, for each component of the
/// values; and constant + slope.t for the gradient of charges.
struct Quadratic {
  double centre[3];
  double constant[3], slope[3][3], curvature[3][3][3];  ///< [component][axis][axis]
  double gradient[3], gradient_slope[3][3];
};

/// The zero modes as polynomials, from their values at ten places. length: length of the box, which sets their
/// distances.
inline Quadratic quadratic_of(const ZeroModes& modes, const std::array<double, 3>& centre, double length) {
  Quadratic q{};
  const auto at = [&](int a, double u, int b, double v) {
    double x[3] = {centre[0], centre[1], centre[2]};
    x[a] += u * length;
    x[b] += v * length;
    return modes.at(x);
  };
  const ZeroModes::Values middle = at(0, 0, 0, 0);
  for (int c = 0; c < 3; ++c) {
    q.centre[c] = centre[std::size_t(c)];
    q.constant[c] = middle.value[c];
    q.gradient[c] = middle.gradient[c];
  }
  for (int a = 0; a < 3; ++a) {
    const ZeroModes::Values up = at(a, 1, a, 0), down = at(a, -1, a, 0);
    for (int c = 0; c < 3; ++c) {
      q.slope[c][a] = (up.value[c] - down.value[c]) / (2 * length);
      q.curvature[c][a][a] = (up.value[c] - 2 * middle.value[c] + down.value[c]) / (length * length);
      q.gradient_slope[c][a] = (up.gradient[c] - down.gradient[c]) / (2 * length);
    }
    for (int b = 0; b < a; ++b) {
      const ZeroModes::Values both = at(a, 1, b, 1), one = at(a, 1, b, 0), other = at(a, 0, b, 1);
      for (int c = 0; c < 3; ++c)
        q.curvature[c][a][b] = q.curvature[c][b][a] =
            (both.value[c] - one.value[c] - other.value[c] + middle.value[c]) / (length * length);
    }
  }
  return q;
}

/// Adds the polynomials at a target.
template <class Space>
struct AddQuadratic {
  SpacePoints<Space> points;
  SpaceResults<Space> out;
  Quadratic of;
  int components;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    double t[3];
    for (int a = 0; a < 3; ++a) t[a] = points.targets(3 * std::size_t(k) + std::size_t(a)) - of.centre[a];
    const auto i = std::size_t(points.target_order(std::size_t(k)));
    for (int c = 0; c < components; ++c) {
      double v = of.constant[c];
      for (int a = 0; a < 3; ++a) {
        v += of.slope[c][a] * t[a];
        for (int b = 0; b < 3; ++b) v += 0.5 * of.curvature[c][a][b] * t[a] * t[b];
      }
      out.value(std::size_t(components) * i + std::size_t(c)) += v;
    }
    if (out.gradient.extent(0) == 0) return;
    for (int c = 0; c < 3; ++c) {
      double v = of.gradient[c];
      for (int a = 0; a < 3; ++a) v += of.gradient_slope[c][a] * t[a];
      out.gradient(3 * i + std::size_t(c)) += v;
    }
  }
};

}  // namespace slurry::fmm
