// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

// Loads on N bodies, and the motions that result. All arrays are (N,3).
namespace slurry {

struct BodyPlaces {
  std::span<const double> centres;    ///< [length]
  std::span<const double> directors;  ///< unit vectors; empty if no body has a director
};

struct BodyLoads {
  std::span<const double> forces;  ///< [force]
  /// torques on rods [force length]; the component along the director has no effect; empty: no torques
  std::span<const double> torques;
};

/// Motions of the bodies. An empty span means that the result is not wanted.
struct BodyMotion {
  std::span<double> velocities;  ///< U [length/time]
  std::span<double> rates;       ///< dn/dt [1/time]; zero for spheres
};

}  // namespace slurry
