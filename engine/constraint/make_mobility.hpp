// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "constraint/body_mobility.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Makes the object that computes motions of bodies. It includes lubrication if a law for it is given. Throws
/// InputError, RefusedError.
std::unique_ptr<Mobility> make_mobility(const BodyMobilitySetup& setup, LubricationLaw law = LubricationLaw::none,
                                        const MakePointMobility& make = make_point_mobility);

}  // namespace slurry
