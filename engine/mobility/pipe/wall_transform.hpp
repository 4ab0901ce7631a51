// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <utility>

#include "base/fft.hpp"

namespace slurry {

/// Three real components on the wall grid, [angle][component][x], x fastest, and their modes with k >= 0.
template <class Space>
using WallField = Kokkos::View<double***, Kokkos::LayoutRight, typename Space::memory_space>;
template <class Space>
using WallModes = Kokkos::View<Kokkos::complex<double>***, Kokkos::LayoutRight, typename Space::memory_space>;

/// Real two-dimensional transforms of the three components, without scaling. They are planned once for a pair of views.
template <class Space>
class WallTransform {
 public:
  WallTransform(WallField<Space> field, WallModes<Space> modes, bool by_rule = false)
      : field_(std::move(field)), modes_(std::move(modes)) {
    using Direction = LineTransform::Direction;
    const int angles = static_cast<int>(field_.extent(0)), axial = static_cast<int>(field_.extent(2));
    const int half = static_cast<int>(modes_.extent(2));
    const LineBatch along_x{axial, 3 * angles, 1, axial, by_rule}, around{angles, 3 * half, 3 * half, 1, by_rule};
    to_modes_ = LineTransform::real_to_complex(along_x, half);
    to_field_ = LineTransform::complex_to_real(along_x, half);
    forward_around_ = LineTransform::complex_lines(around, Direction::forward);
    backward_around_ = LineTransform::complex_lines(around, Direction::backward);
  }

  /// field -> modes = sum over the grid of field exp(-i (k x + n th))
  void forward() {
    Kokkos::fence();
    to_modes_.execute(field_.data(), complex());
    forward_around_.execute(complex());
  }
  /// modes -> field = sum over all modes; the modes are destroyed
  void backward() {
    Kokkos::fence();
    backward_around_.execute(complex());
    to_field_.execute(complex(), field_.data());
  }

 private:
  std::complex<double>* complex() { return reinterpret_cast<std::complex<double>*>(modes_.data()); }

  WallField<Space> field_;
  WallModes<Space> modes_;
  LineTransform to_modes_, to_field_, forward_around_, backward_around_;
};

}  // namespace slurry
