// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/background_flow.hpp"
#include "slurry/options.hpp"

namespace slurry {

/// The liquid around the bodies and what is imposed on it; may change from solve to solve.
struct Surroundings {
  double viscosity = 1;  ///< [pressure time]
  NetFlow net_flow;      ///< net flow in a pipe
  BackgroundFlow flow;   ///< far from all bodies, in free space alone: a shear
};

}  // namespace slurry
