// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/engine.hpp"

namespace slurry {

/// All pairs, and their images in one periodic direction.
Engine direct_row();

}  // namespace slurry
