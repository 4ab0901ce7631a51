// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/execution.hpp"
#include "far_field/far_grid.hpp"
#include "far_field/spreading.hpp"
#include "far_field/used_rows.hpp"
#include "kernels/ewald_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// The two ways to do it: plane by plane in the cache of a thread, and whole batches of planes on a device.
template <class Space, class Real>
struct HostConvolution;
template <class Space, class Real>
struct DeviceConvolution;

/// Which sides of a sum over bodies have a size: the others are points.
struct FiniteSides {
  bool sources = true, targets = true;
};

/// FFT, CNV and IFFT of the far field: spread forces -> velocities (charges -> potential) on the same grid, free
/// directions padded as much as each x-mode needs (theory/spectral-ewald.md).  Only some padded planes are in
/// memory at a time: one per thread on the host, a batch on a device.
template <class Space, class Real = double>
class Convolution {
 public:
  /// components: of the spread grid, 3 (F) or 4 (F and s), or 1 (charges, parameters.layer == Layer::coulomb).  Plans
  /// every transform and fills the multiplier tables.
  Convolution(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
              const KaiserBessel& window, int components = 3);
  ~Convolution();
  Convolution(Convolution&&) noexcept;
  Convolution& operator=(Convolution&&) noexcept;

  /// spread: grid of `components` components, lost.  results[o] = (1 + laplacian[o] Lap) of the velocity, three
  /// components (of the potential, one), laplacian in [length^2]; results[0] may be `spread` if it has as many.
  /// pressure: a grid of one component, where the parameters ask for it (theory/fields.md (G4)).
  /// rows: outside of them the spread grid is 0, whatever it holds, and the results are left as they are; the host's
  /// form alone makes use of that.  None given: all rows.
  void apply(const Space& space, const GridValues<Space, Real>& spread,
             const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
             const GridValues<Space, Real>& pressure, StageTimes& times, const UsedRows* rows = nullptr);

  /// Bodies of any radius (theory/rotne-prager.md (R6)), 6 components in and 6 out.  forces: sum of f w, overwritten by
  /// the velocity U0 of F + Lap F2; weighted: F2 = sum of (b^2/6) f w, overwritten by U1 = Lap of the velocity of F.
  /// Where the sources are points, weighted is not read; where the targets are, it is not written (3 components each).
  void apply_radii(const Space& space, const GridValues<Space, Real>& forces, const GridValues<Space, Real>& weighted,
                   const FiniteSides& sides, StageTimes& times, const UsedRows* rows = nullptr);

  /// Factors on the sum of all forces that the zero mode leaves out (FarMultiplier::constant).
  std::array<double, 3> constant() const;

  /// Points of all padded planes over those of the unpadded grid.
  double padding_factor() const;

 private:
  using Form = std::conditional_t<is_host_space<Space>, HostConvolution<Space, Real>, DeviceConvolution<Space, Real>>;
  std::unique_ptr<Form> form_;
};

}  // namespace slurry
