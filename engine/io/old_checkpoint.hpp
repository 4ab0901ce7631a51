// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/checkpoint.hpp"

namespace slurry {

/// Gives the lists of files from before meters had lists of their own the names that meters know.
void upgrade_meters(Checkpoint& checkpoint);

}  // namespace slurry
