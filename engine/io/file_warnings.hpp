// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace slurry {

/// Warnings about a trajectory that an earlier version wrote, a sentence each: totals that began anew when a killed run
/// was resumed, and times that are not exact multiples of the step.
std::vector<std::string> warnings_of(const Hdf5Reader& file);

/// Whether the totals of a trajectory do not count the steps before its first frame: an earlier version resumed a
/// killed run there.
bool totals_began_anew(const Hdf5Reader& file);

}  // namespace slurry
