// SPDX-License-Identifier: BSD-3-Clause
#include "summation/direct_impl.hpp"

namespace slurry {

template class DirectSum<Kokkos::DefaultHostExecutionSpace>;

}  // namespace slurry
