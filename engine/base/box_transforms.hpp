// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fft.hpp"

namespace slurry {

/// Three-dimensional transforms of a whole box of real numbers, [z][y][x], to its coefficients [z][y][n_x/2 + 1] and
/// back, unnormalised and in place: a row of reals has room for 2 (n_x/2 + 1).
struct BoxShape {
  int x = 1, y = 1, z = 1;
};

/// On the host: as LineTransformOf has them, planned once and executed by any thread on arrays aligned to 64 bytes.
template <class Real>
LineTransformOf<Real> host_box_transform(const BoxShape& box, TransformDirection direction);
/// Transforms of arrays in the memory of a device, enqueued on its queue.
template <class Real>
LineTransformOf<Real> device_box_transform(const BoxShape& box, TransformDirection direction, void* queue);

}  // namespace slurry
