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

/// Lets the solve of a setup that is to judge another one leave less than that one left, by this factor or down to
/// rounding. A tolerance alone does not ensure this: a solve may leave far less than it was asked for, and a tighter
/// one then ends with the same forces.
void solve_beyond(BodyMobilitySetup& setup, const SolveReport& judged, double factor);

}  // namespace slurry
