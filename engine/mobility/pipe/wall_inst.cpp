// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/wall_impl.hpp"

namespace slurry {

template class PipeWall<Kokkos::DefaultHostExecutionSpace>;

}  // namespace slurry
