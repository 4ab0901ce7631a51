// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace slurry {

/// What is wrong in a trajectory that an earlier version wrote, a sentence each: totals that began anew when a killed
/// run was resumed, and times that are not the multiples that they should be.
std::vector<std::string> warnings_of(const Hdf5Reader& file);

}  // namespace slurry
