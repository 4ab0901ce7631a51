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

/// Says which sides of a sum over bodies (sources, targets) have a size. A side without a size consists of points.
struct FiniteSides {
  bool sources = true, targets = true;
};

/// Does the stages FFT, CNV and IFFT of the far field. It turns spread forces into velocities (charges into a
/// potential) on the same grid. Free directions are padded as much as each x-mode needs (theory/spectral-ewald.md).
/// Only some padded planes are in memory at a time.
template <class Space, class Real = double>
class Convolution {
 public:
  virtual ~Convolution() = default;

  /// Computes results[o] = (1 + laplacian[o] Lap) of the velocity, with laplacian in [length^2]. A velocity has three
  /// components, a potential has one.
  /// - spread: a grid with as many components as the convolution was made for; its values are lost. results[0] may be
  ///   `spread` if it has as many components.
  /// - pressure: a grid of one component, if the parameters ask for pressure (theory/fields.md (G4)).
  /// - rows: outside of these rows the spread grid counts as 0, whatever it holds, and the results stay as they are.
  ///   Only some forms make use of this. If no rows are given, all rows take part.
  virtual void apply(const Space& space, const GridValues<Space, Real>& spread,
                     const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
                     const GridValues<Space, Real>& pressure, StageTimes& times, const UsedRows* rows = nullptr) = 0;

  /// Convolves for bodies of any radius (theory/rotne-prager.md (R6)), with 6 components in and 6 out. If the sources
  /// are points, `weighted` is not read; if the targets are points, it is not written (3 components each).
  /// - forces: F = sum of f w. It is overwritten by the velocity U0 of F + Lap F2.
  /// - weighted: F2 = sum of (b^2/6) f w. It is overwritten by U1, the Laplacian of the velocity of F.
  virtual void apply_radii(const Space& space, const GridValues<Space, Real>& forces,
                           const GridValues<Space, Real>& weighted, const FiniteSides& sides, StageTimes& times,
                           const UsedRows* rows = nullptr) = 0;

  /// Constants by which the sum of all forces is multiplied to give the velocity that the zero mode leaves out
  /// (FarMultiplier::constant).
  std::array<double, 3> constant() const { return zero_mode_constant_; }

  /// Ratio of the number of points in all padded planes to the number in the unpadded grid.
  double padding_factor() const { return padding_; }

 protected:
  std::array<double, 3> zero_mode_constant_{};
  double padding_ = 1;
};

/// Form of the convolution for the host. Each thread works plane by plane in its cache. make() plans every transform
/// and fills the tables of multipliers. components: number of components of the spread grid: 3 (F), 4 (F and s), or 1
/// (charges, if parameters.layer == Layer::coulomb).
template <class Space, class Real>
struct FusedConvolution {
  static std::unique_ptr<Convolution<Space, Real>> make(const EwaldParameters& parameters, const FarGrid& grid,
                                                        const EwaldSplit& split, const KaiserBessel& window,
                                                        int components = 3);
};
/// Form of the convolution for a device. It works on whole batches of planes.
template <class Space, class Real>
struct BatchedConvolution {
  static std::unique_ptr<Convolution<Space, Real>> make(const EwaldParameters& parameters, const FarGrid& grid,
                                                        const EwaldSplit& split, const KaiserBessel& window,
                                                        int components = 3);
};

}  // namespace slurry
