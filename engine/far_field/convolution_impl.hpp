// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "far_field/convolution.hpp"

// Definitions of convolution.hpp; included by the files that hold a form and instantiate it.
namespace slurry {

template <class Space, class Real>
Convolution<Space, Real>::Convolution(const EwaldParameters& p, const FarGrid& grid, const EwaldSplit& split,
                                      const KaiserBessel& window, int components)
    : form_(std::make_unique<Form>(p, grid, split, window, components)) {}
template <class Space, class Real>
Convolution<Space, Real>::~Convolution() = default;
template <class Space, class Real>
Convolution<Space, Real>::Convolution(Convolution&&) noexcept = default;
template <class Space, class Real>
Convolution<Space, Real>& Convolution<Space, Real>::operator=(Convolution&&) noexcept = default;

template <class Space, class Real>
void Convolution<Space, Real>::apply(const Space& space, const GridValues<Space, Real>& spread,
                                     const std::vector<GridValues<Space, Real>>& results,
                                     const std::vector<double>& laplacian, const GridValues<Space, Real>& pressure,
                                     StageTimes& times, const UsedRows* rows) {
  if constexpr (is_host_space<Space>)
    form_->apply(space, spread, results, laplacian, pressure, times, rows ? *rows : form_->all_rows);
  else
    form_->apply(space, spread, results, laplacian, pressure, times);
}
template <class Space, class Real>
void Convolution<Space, Real>::apply_radii(const Space& space, const GridValues<Space, Real>& forces,
                                           const GridValues<Space, Real>& weighted, const FiniteSides& sides,
                                           StageTimes& times, const UsedRows* rows) {
  if constexpr (is_host_space<Space>)
    form_->apply_radii(space, forces, weighted, sides, times, rows ? *rows : form_->all_rows);
  else
    form_->apply_radii(space, forces, weighted, sides, times);
}
template <class Space, class Real>
std::array<double, 3> Convolution<Space, Real>::constant() const {
  return form_->tables.zero_mode_constant;
}
template <class Space, class Real>
double Convolution<Space, Real>::padding_factor() const {
  return form_->tables.padding;
}

}  // namespace slurry
