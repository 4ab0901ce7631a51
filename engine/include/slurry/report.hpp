// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>

#include "slurry/domain.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_times.hpp"

namespace slurry {

/// Every number of a spectral Ewald sum, fixed before the first call (names: theory/spectral-ewald.md).
struct EwaldParameters {
  Box box;
  double tolerance_relative = 0;     ///< relative to the far field; sets the padding of the modes
  double shape = 0;                  ///< c, bandwidth of the prolate split
  int near_degree = 0;               ///< m, degree of the near-field polynomials
  double cutoff_radius = 0;          ///< r_c [length]
  double near_row_width = 0.5;       ///< of a row of cells of the near field, over the cutoff
  int window_points = 0;             ///< P
  double window_shape = 0;           ///< beta of the Kaiser-Bessel window
  int window_degree = 0;             ///< degree of its piecewise polynomials
  std::array<int, 3> grid{0, 0, 0};  ///< M_i, grid points per box length
  Layer layer = Layer::single;
  Precision precision = Precision::fp64;
  bool deterministic = false;  ///< transforms planned by rule, not by measured times
  Split split = Split::prolate;
  ZeroMode zero_mode = ZeroMode::zero_mean_velocity;
  bool gradient = false, pressure = false;  ///< evaluated at the targets too
};

/// A clustered part of the box that has a split and a finer grid of its own, beside those of all around it.
struct RefinedPatch {
  std::array<double, 3> lower{0, 0, 0};    ///< corner [length]; a patch in a patch: not below the outer one's
  std::array<double, 3> lengths{0, 0, 0};  ///< of its edges; the box length where it goes around a periodic direction
  EwaldParameters parameters;              ///< box: the 3-periodic one that its grid fills, the patch and a margin
};

/// What a direct or an Ewald sum was chosen by.
enum class ChosenBy {
  request,     ///< the method was asked for, or only one of them does this sum
  prediction,  ///< seconds from fixed rates, or from the machine's
  measurement  ///< a call of each was timed when the plan was made
};
template <>
inline constexpr std::array words<ChosenBy>{Word<ChosenBy>{ChosenBy::request, "request"},
                                            Word<ChosenBy>{ChosenBy::prediction, "prediction"},
                                            Word<ChosenBy>{ChosenBy::measurement, "measurement"}};
struct MethodChoice {
  SumMethod method = SumMethod::ewald;
  ChosenBy by = ChosenBy::request;
  /// Per call; NaN: not weighed.  Of an Ewald sum no more than its overhead is predicted where that decides already.
  double direct_seconds = std::numeric_limits<double>::quiet_NaN();
  double ewald_seconds = std::numeric_limits<double>::quiet_NaN();
};

/// Bytes, forecast before anything is allocated.  NaN: not known.
struct MemoryReport {
  double forecast = std::numeric_limits<double>::quiet_NaN();   ///< most that is taken at once, beyond what was held
  double available = std::numeric_limits<double>::quiet_NaN();  ///< then
  double measured = std::numeric_limits<double>::quiet_NaN();   ///< growth of the process up to its peak
};

}  // namespace slurry
