// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "far_field/far_grid.hpp"
#include "far_field/spreading.hpp"
#include "kernels/prolate_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// FFT, CNV and IFFT of the far field: spread forces -> velocities on the same grid, free directions padded as much as
/// each x-mode needs (ewald-recipe.md sections 3 and 4).  One padded plane per thread is in memory at a time.
template <class Space>
class Convolution {
 public:
  /// Plans every transform and fills the multiplier tables.
  Convolution(const EwaldParameters& parameters, const FarGrid& grid, const ProlateSplit& split,
              const KaiserBessel& window);
  ~Convolution();
  Convolution(Convolution&&) noexcept;
  Convolution& operator=(Convolution&&) noexcept;

  /// forces: grid of three components, kept.  results[o] = (1 + laplacian[o] Lap) of the velocity, with laplacian in
  /// [length^2]; the grid of results[o] may be that of forces.
  void apply(const Space& space, const GridValues<Space>& forces, const std::vector<GridValues<Space>>& results,
             const std::vector<double>& laplacian, StageTimes& times);

  /// Factors on the sum of all forces that the zero mode leaves out (FarMultiplier::constant).
  std::array<double, 3> constant() const;

  /// Points of all padded planes over those of the unpadded grid.
  double padding_factor() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
