// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/execution.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/far/used_rows.hpp"
#include "kernels/ewald_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Sides of a sum over bodies (sources, targets) that have a size. The other side consists of points.
struct FiniteSides {
  bool sources = true, targets = true;
};

/// FFT, CNV and IFFT of the far field: spread forces -> velocities (charges -> potential) on the same grid, free
/// directions padded as much as each x-mode needs (theory/spectral-ewald.md).  Only some padded planes are in
/// memory at a time.
template <class Space, class Real = double>
class Convolution {
 public:
  virtual ~Convolution() = default;

  /// spread: grid of as many components as it was made for, lost.  results[o] = (1 + laplacian[o] Lap) of the velocity,
  /// three components (of the potential, one), laplacian in [length^2]; results[0] may be `spread` if it has as many.
  /// pressure: a grid of one component, where the parameters ask for it (theory/fields.md (G4)).
  /// rows: outside of them the spread grid is 0, whatever it holds, and the results are left as they are; only some
  /// forms make use of that.  None given: all rows.
  virtual void apply(const Space& space, const GridValues<Space, Real>& spread,
                     const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
                     const GridValues<Space, Real>& pressure, StageTimes& times, const UsedRows* rows = nullptr) = 0;

  /// Bodies of any radius (theory/rotne-prager.md (R6)), 6 components in and 6 out.  forces: sum of f w, overwritten by
  /// the velocity U0 of F + Lap F2; weighted: F2 = sum of (b^2/6) f w, overwritten by U1 = Lap of the velocity of F.
  /// Where the sources are points, weighted is not read; where the targets are, it is not written (3 components each).
  virtual void apply_radii(const Space& space, const GridValues<Space, Real>& forces,
                           const GridValues<Space, Real>& weighted, const FiniteSides& sides, StageTimes& times,
                           const UsedRows* rows = nullptr) = 0;

  /// Factors on the sum of all forces that the zero mode leaves out (FarMultiplier::constant).
  std::array<double, 3> constant() const { return zero_mode_constant_; }

  /// Ratio of the points in all padded planes to those of the unpadded grid.
  double padding_factor() const { return padding_; }

 protected:
  std::array<double, 3> zero_mode_constant_{};
  double padding_ = 1;
};

/// Form of the convolution on the host: plane by plane in the cache of a thread. make() plans every transform and fills
/// the multiplier tables. components: those of the spread grid, 3 (F), 4 (F and s), or 1 (charges, parameters.layer ==
/// Layer::coulomb).
template <class Space, class Real>
struct FusedConvolution {
  static std::unique_ptr<Convolution<Space, Real>> make(const EwaldParameters& parameters, const FarGrid& grid,
                                                        const EwaldSplit& split, const KaiserBessel& window,
                                                        int components = 3);
};
/// Form of the convolution on a device: whole batches of planes.
template <class Space, class Real>
struct BatchedConvolution {
  static std::unique_ptr<Convolution<Space, Real>> make(const EwaldParameters& parameters, const FarGrid& grid,
                                                        const EwaldSplit& split, const KaiserBessel& window,
                                                        int components = 3);
};

}  // namespace slurry
