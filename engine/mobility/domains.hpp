// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "mobility/point_mobility.hpp"

namespace slurry {

/// Mobility of bodies in a periodic pipe: spheres, one radius or one each, or points.  Throws InputError.
std::unique_ptr<PointMobility> make_pipe_mobility(const PointMobilitySetup& setup);

/// Mobility without a wall: free space, one or three periodic directions.  Throws InputError.
std::unique_ptr<PointMobility> make_open_mobility(const PointMobilitySetup& setup);

}  // namespace slurry
