// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/background_flow.hpp"
#include "slurry/options.hpp"

namespace slurry {

/// The liquid around the bodies and the flow imposed on it. They may change from solve to solve.
struct Surroundings {
  double viscosity = 1;  ///< [pressure time]
  NetFlow net_flow;      ///< net flow in a pipe
  BackgroundFlow flow;   ///< flow far from all bodies, a shear; in free space only
};

}  // namespace slurry
