// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_ewald_device.hpp"
#include "ewald/ranks/ranked_ewald_impl.hpp"

namespace slurry {

template class RankedEwaldOf<CudaTravel>;

}  // namespace slurry
