// SPDX-License-Identifier: BSD-3-Clause
#include "base/execution.hpp"
#include "summation/direct_impl.hpp"

namespace slurry {

template class DirectSum<CoreSpace>;

}  // namespace slurry
