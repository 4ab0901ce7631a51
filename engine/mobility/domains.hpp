// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "mobility/point_mobility.hpp"

namespace slurry {

/// Makes the mobility of bodies in a periodic pipe. Bodies are spheres with one radius or one radius each, or points.
/// Throws InputError.
std::unique_ptr<PointMobility> make_pipe_mobility(const PointMobilitySetup& setup);

/// Makes the mobility without a wall: free space, or one or three periodic directions. Throws InputError.
std::unique_ptr<PointMobility> make_open_mobility(const PointMobilitySetup& setup);

}  // namespace slurry
