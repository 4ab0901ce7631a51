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

/// Tightens the solve of `setup`, which is to judge another solver. Its solve then leaves a residual that is smaller by
/// `factor` than the residual of the judged solve, or only rounding. A tighter tolerance alone does not ensure this:
/// the judged solve may have left far less than it was asked for, and the tighter solve would end with the same forces.
void solve_beyond(BodyMobilitySetup& setup, const SolveReport& judged, double factor);

}  // namespace slurry
