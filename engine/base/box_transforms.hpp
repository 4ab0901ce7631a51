// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fft.hpp"

namespace slurry {

/// Three-dimensional transforms of a whole box of real numbers [z][y][x] to coefficients [z][y][n_x/2 + 1], and back.
/// They are unnormalised and in place, so a row of real numbers has room for 2 (n_x/2 + 1) numbers.
struct BoxShape {
  int x = 1, y = 1, z = 1;
};

/// A transform on the host. As for LineTransformOf, it is planned once and executed by any thread on arrays that are
/// aligned to 64 bytes.
template <class Real>
LineTransformOf<Real> host_box_transform(const BoxShape& box, TransformDirection direction);
/// A transform of arrays in the memory of a device. It is added to the device's queue.
template <class Real>
LineTransformOf<Real> device_box_transform(const BoxShape& box, TransformDirection direction, void* queue);

}  // namespace slurry
