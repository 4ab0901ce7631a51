// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/solver_impl.hpp"

namespace slurry {

template class PipeSolver<Kokkos::DefaultHostExecutionSpace>;

}  // namespace slurry
