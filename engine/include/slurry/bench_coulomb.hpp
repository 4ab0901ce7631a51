// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"

namespace slurry {

/// The plain Ewald sum of a crystal of rock salt, as Halver, Meinke and Sutmann timed it: all ordered pairs and the
/// whole cube of modes (`published`), or cells and half of the modes' sphere, balanced so that its time grows as N^1.5.
struct CoulombBenchCase {
  int edge = 16;  ///< ions along an edge of the cube, even
  bool published = false;
  double tolerance = 1e-12;  ///< exp(-S^2) of both halves
  double jitter = 0;         ///< ions moved at random by up to so many spacings along each axis
  int repeats = 2;
  Device device = Device::automatic;
};

struct CoulombBenchResult {
  double charges = 0;
  double cutoff = 0;                                            ///< r_c in edges of the cube
  double largest_mode = 0;                                      ///< |n|
  double pair_seconds = 0, mode_seconds = 0, sort_seconds = 0;  ///< of the quickest call
  double candidates = 0;                                        ///< ordered pairs whose distance was found
  double modes = 0;                                             ///< that were summed
  /// Of the energy, relative: from Madelung's constant, or for a jittered crystal from the balanced sum by another
  /// split.
  double error = 0;
  Device device = Device::host;
};

/// A Runtime must live.  Throws InputError for an edge that is odd or below 4, RefusedError for more than 4 million
/// ions.
CoulombBenchResult bench_coulomb(const CoulombBenchCase& c);

}  // namespace slurry
