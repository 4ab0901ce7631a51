// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace slurry {

/// Warnings about a trajectory that an earlier version wrote, one sentence each. One warns of totals that began anew
/// when a killed run was resumed. Another warns of times that are not exact multiples of the step.
std::vector<std::string> warnings_of(const Hdf5Reader& file);

/// Whether the totals of a trajectory omit the steps before its first frame. This happened when an earlier version
/// resumed a killed run.
bool totals_began_anew(const Hdf5Reader& file);

}  // namespace slurry
