// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "slurry/options.hpp"
#include "yardsticks/measures/bench_operations.hpp"

namespace slurry {

/// Ions along the edge of the longest crystal: 16.8 million of them.
inline constexpr int longest_crystal_edge = 256;

/// The plain Ewald sum of a crystal of rock salt, as Halver, Meinke and Sutmann timed it: all ordered pairs and the
/// whole cube of modes (`published`), or cells and half of the modes' sphere, balanced so that its time grows as N^1.5.
struct CoulombBenchCase {
  int edge = 16;  ///< ions along an edge of the cube, even
  bool published = false;
  double tolerance = 1e-12;  ///< exp(-S^2) of both halves
  double jitter = 0;         ///< ions moved at random by up to so many spacings along each axis
  int repeats = 2;
  /// One of so many charges and of so many modes is summed and the times are those of all, for crystals that take
  /// longer than one would wait; there is no energy then.
  int sample = 1;
  Device device = Device::automatic;
  bool serial = false;  ///< on Kokkos' Serial space, instead of the host's threads
  /// Costs of operations in that space, for the least times; empty: they are measured first.
  std::optional<OperationBenchResult> operations = std::nullopt;
};

/// The least time that counted operations take: (pair + pair_within V) N^2 + charge N of the pairs, V the share within
/// the cutoff, and (cube_mode + (mode + mode_charge N) V') M of M modes, V' their share within the sphere [s].
struct PlainEwaldCosts {
  double pair = 0, pair_within = 0, charge = 0, cube_mode = 0, mode = 0, mode_charge = 0;
};
/// From single operations in fp64, the quicker of the library's functions and ours.
PlainEwaldCosts plain_ewald_costs(const OperationBenchResult& operations);

struct CoulombBenchResult {
  double charges = 0;
  double cutoff = 0;                                            ///< r_c in edges of the cube
  double largest_mode = 0;                                      ///< |n|
  double pair_seconds = 0, mode_seconds = 0, sort_seconds = 0;  ///< seconds of the quickest call
  double candidates = 0;                                        ///< ordered pairs whose distance was found
  double modes = 0;                                             ///< that were summed
  /// Relative error of the energy: from Madelung's constant, or for a jittered crystal from the balanced sum by another
  /// split.  It is NaN for a sample.
  double error = 0;
  Device device = Device::host;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  int threads = 1;    ///< threads of the host; on a device 0
  /// By the published counts of operations times what each takes here: achievable.
  double least_pair_seconds = 0, least_mode_seconds = 0;
  double operations = 0;        ///< counted, of both halves
  double peak = 0;              ///< multiplications and additions per second, fused
  double flops_of_seconds = 0;  ///< the peak times the seconds of both halves: times compared as if machines were alike
};

/// A Runtime must live.  Throws InputError for an edge that is odd or below 4, RefusedError for more than 4 million
/// ions.
CoulombBenchResult bench_coulomb(const CoulombBenchCase& c);

}  // namespace slurry
