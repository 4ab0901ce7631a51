// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

// What is asked of N bodies, and what is answered; all (N,3).
namespace slurry {

struct BodyPlaces {
  std::span<const double> centres;    ///< [length]
  std::span<const double> directors;  ///< unit vectors; empty where no body has one
};

struct BodyLoads {
  std::span<const double> forces;   ///< [force]
  std::span<const double> torques;  ///< on rods [force length], the part along the director does nothing; empty: none
};

/// An empty span is not wanted.
struct BodyMotion {
  std::span<double> velocities;  ///< U [length/time]
  std::span<double> rates;       ///< dn/dt [1/time]; zero for spheres
};

}  // namespace slurry
