// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "slurry/sum_wishes.hpp"
#include "slurry/words.hpp"

namespace slurry {

/// Orthogonal box. The first `periodicity` directions are periodic, beginning with x; the others are free.
struct Box {
  std::array<double, 3> lengths{1, 1, 1};  ///< [length]
  int periodicity = 3;                     ///< number of periodic directions, 0 to 3
  double volume() const { return lengths[0] * lengths[1] * lengths[2]; }
};

enum class Layer {
  single,
  double_layer,
  combined,
  coulomb  ///< potential of charges, 1/r (also the Laplace kernel), instead of a velocity
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
  zero_mean_velocity,  ///< the mode is dropped, so that the mean velocity over the cell is zero
  /// -(8 pi/V) sum (x - y)(q.n) is added. If sum q.n = 0, the flux through every face of the cell is zero, and the
  /// double layer of a rigid closed surface is 8 pi q inside and 0 outside. Positions are used as given: the points of
  /// a body must not be wrapped into the cell one by one.
  zero_face_flux
};
template <>
inline constexpr std::array words<ZeroMode>{Word<ZeroMode>{ZeroMode::zero_mean_velocity, "zero-mean-velocity"},
                                            Word<ZeroMode>{ZeroMode::zero_face_flux, "zero-face-flux"}};

/// Options of a sum. An empty optional means "choose for me".
struct EwaldOptions : SumWishes {
  double tolerance = 1e-3;
  ToleranceKind tolerance_kind = ToleranceKind::relative;
  Layer layer = Layer::single;
  Split split = Split::prolate;
  Precision precision = Precision::fp64;
  ZeroMode zero_mode = ZeroMode::zero_mean_velocity;
  bool gradient = false, pressure = false;  ///< computed at the targets in addition to the velocity
  std::optional<double> cutoff_radius;      ///< [length]
};

/// The sizes and norms for which a plan is made.
struct SumCounts {
  std::size_t sources = 0;
  std::size_t targets = 0;  ///< number of targets in all sets together
  /// sum over the sources of |f|^2 (Q of theory/error-control.md (E1)), or of the squared charges
  double squared_force_sum = 0;
  double dipole_norm = 0;     ///< kappa of the double layer: (17/15) sum (q.n)^2 + (2/5) sum |q|^2 |n|^2
  double net_force = 0;       ///< |sum over the sources of f|; parallel forces have a large smooth far field
  double largest_radius = 0;  ///< largest radius of bodies of finite size [length]; 0: points
  /// true: Rotne-Prager tensor (radii of sources and targets); false: field of finite spheres at points
  bool radius_on_both_sides = true;
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
  spheres,  ///< spheres with Rotne-Prager tensors, that is, with Faxen terms for sources and targets
  points    ///< Stokeslets; the velocity of a body excludes the body's own singular field
};
template <>
inline constexpr std::array words<BodyModel>{Word<BodyModel>{BodyModel::spheres, "spheres"},
                                             Word<BodyModel>{BodyModel::points, "points"}};

}  // namespace slurry
