// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/engine.hpp"

namespace slurry {

/// Table entry of the fast multipole sum over an adaptive tree.
Engine fmm_row();

}  // namespace slurry
