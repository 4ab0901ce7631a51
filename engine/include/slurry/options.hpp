// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "slurry/sum_wishes.hpp"
#include "slurry/words.hpp"

namespace slurry {

/// Orthogonal box; directions 1..periodicity are periodic (x first), the others are free.
struct Box {
  std::array<double, 3> lengths{1, 1, 1};  ///< [length]
  int periodicity = 3;                     ///< 0..3
  double volume() const { return lengths[0] * lengths[1] * lengths[2]; }
};

enum class Layer {
  single,
  double_layer,
  combined,
  coulomb  ///< potential of charges, 1/r (also Laplace's), in place of a velocity
};
template <>
inline constexpr std::array words<Layer>{
    Word<Layer>{Layer::single, "single"}, Word<Layer>{Layer::double_layer, "double"},
    Word<Layer>{Layer::combined, "combined"}, Word<Layer>{Layer::coulomb, "coulomb"}};
enum class Split { prolate, hasimoto };
template <>
inline constexpr std::array words<Split>{Word<Split>{Split::prolate, "prolate"},
                                         Word<Split>{Split::hasimoto, "hasimoto"}};
enum class Precision { fp64, fp32 };
template <>
inline constexpr std::array words<Precision>{Word<Precision>{Precision::fp64, "fp64"},
                                             Word<Precision>{Precision::fp32, "fp32"}};
enum class ToleranceKind {
  relative,     ///< l2 error over all targets and components, divided by the l2 norm of the sum
  absolute_rms  ///< rms over the targets of |error|
};
template <>
inline constexpr std::array words<ToleranceKind>{Word<ToleranceKind>{ToleranceKind::relative, "relative"},
                                                 Word<ToleranceKind>{ToleranceKind::absolute_rms, "absolute_rms"}};

/// Treatment of the k = 0 coefficient of the 3-periodic double layer (theory/conventions-and-gauges.md (C10)).
enum class ZeroMode {
  zero_mean_velocity,  ///< dropped: the mean of the velocity over the cell is zero
  /// -(8 pi/V) sum (x - y)(q.n) is added: where sum q.n = 0, the flux through every face of the cell is zero, and the
  /// double layer of a rigid closed surface is 8 pi q inside and 0 outside.  Takes positions as they are given: the
  /// points of a body must not be wrapped into the cell one by one.
  zero_face_flux
};
template <>
inline constexpr std::array words<ZeroMode>{Word<ZeroMode>{ZeroMode::zero_mean_velocity, "zero-mean-velocity"},
                                            Word<ZeroMode>{ZeroMode::zero_face_flux, "zero-face-flux"}};

/// Options of a sum.  An empty optional means "choose for me".
struct EwaldOptions : SumWishes {
  double tolerance = 1e-3;
  ToleranceKind tolerance_kind = ToleranceKind::relative;
  Layer layer = Layer::single;
  Split split = Split::prolate;
  Precision precision = Precision::fp64;
  ZeroMode zero_mode = ZeroMode::zero_mean_velocity;
  bool gradient = false, pressure = false;  ///< wanted at the targets beside the velocity
  std::optional<double> cutoff_radius;      ///< [length]
};

/// Sizes and norms a plan is made for.
struct SumCounts {
  std::size_t sources = 0;
  std::size_t targets = 0;           ///< number of targets in all sets together
  double squared_force_sum = 0;      ///< sum over the sources of |f|^2, Q of theory/error-control.md (E1); of charges^2
  double dipole_norm = 0;            ///< kappa of the double layer: (17/15) sum (q.n)^2 + (2/5) sum |q|^2 |n|^2
  double net_force = 0;              ///< |sum over the sources of f|: parallel forces make a large smooth far field
  double largest_radius = 0;         ///< [length] of bodies with finite size; 0: points
  bool radius_on_both_sides = true;  ///< Rotne-Prager (both) or the field of finite spheres (one side)
};

/// Mean flow along the pipe (theory/pipe-wall.md, net flow).
enum class NetFlowKind { zero_flux, zero_gradient, gradient, flux };
template <>
inline constexpr std::array words<NetFlowKind>{Word<NetFlowKind>{NetFlowKind::zero_flux, "zero-flux"},
                                               Word<NetFlowKind>{NetFlowKind::zero_gradient, "zero-gradient"},
                                               Word<NetFlowKind>{NetFlowKind::gradient, "gradient"},
                                               Word<NetFlowKind>{NetFlowKind::flux, "flux"}};
struct NetFlow {
  NetFlowKind kind = NetFlowKind::zero_flux;
  double value = 0;  ///< gradient: mean dp/dx [pressure/length]; flux: volume per time through a section
};

enum class BodyModel {
  spheres,  ///< Rotne-Prager, Faxen terms on both sides
  points    ///< Stokeslets; a body's own velocity is the regular part (its own singular field removed)
};
template <>
inline constexpr std::array words<BodyModel>{Word<BodyModel>{BodyModel::spheres, "spheres"},
                                             Word<BodyModel>{BodyModel::points, "points"}};

}  // namespace slurry
