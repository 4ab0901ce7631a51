// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "slurry/options.hpp"
#include "yardsticks/measures/bench_operations.hpp"

namespace slurry {

/// Number of ions along the edge of the largest crystal, which has 16.8 million ions.
inline constexpr int longest_crystal_edge = 256;

/// The plain Ewald sum of a crystal of rock salt, as Halver, Meinke and Sutmann timed it. `published` sums all ordered
/// pairs and the whole cube of modes. Otherwise the sum uses cells and half of the sphere of modes, balanced so that
/// its time grows as N^1.5.
struct CoulombBenchCase {
  int edge = 16;  ///< number of ions along an edge of the cube; even
  bool published = false;
  double tolerance = 1e-12;  ///< exp(-S^2) of both halves
  double jitter = 0;         ///< largest random displacement of the ions along each axis, in spacings
  int repeats = 2;
  /// Sums only one of `sample` charges and one of `sample` modes, and scales the times to all of them. It is for
  /// crystals that would take too long. No energy is computed then.
  int sample = 1;
  Device device = Device::automatic;
  bool serial = false;  ///< uses Kokkos' Serial space instead of the host's threads
  /// Costs of operations in that space, from which the least times follow. Empty: they are measured first.
  std::optional<OperationBenchResult> operations = std::nullopt;
};

/// Coefficients of the least time [s] of the counted operations. It is (pair + pair_within V) N^2 + charge N for the
/// pairs, where V is the share of pairs within the cutoff. It is (cube_mode + (mode + mode_charge N) V') M for M modes,
/// where V' is their share within the sphere.
struct PlainEwaldCosts {
  double pair = 0, pair_within = 0, charge = 0, cube_mode = 0, mode = 0, mode_charge = 0;
};
/// Computes the coefficients from the costs of single operations in fp64, with the quicker one of the library's
/// functions and ours.
PlainEwaldCosts plain_ewald_costs(const OperationBenchResult& operations);

struct CoulombBenchResult {
  double charges = 0;
  double cutoff = 0;                                            ///< r_c in edges of the cube
  double largest_mode = 0;                                      ///< |n|
  double pair_seconds = 0, mode_seconds = 0, sort_seconds = 0;  ///< seconds of the quickest call
  double candidates = 0;                                        ///< number of ordered pairs whose distance was computed
  double modes = 0;                                             ///< number of modes that were summed
  /// Relative error of the energy. The true value follows from Madelung's constant; for a displaced crystal it comes
  /// from the balanced sum with another split. NaN for a sample.
  double error = 0;
  Device device = Device::host;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  int threads = 1;    ///< threads of the host; on a device 0
  /// Least times: the published counts of operations, multiplied by the cost of each operation here. They are the
  /// achievable times.
  double least_pair_seconds = 0, least_mode_seconds = 0;
  double operations = 0;        ///< counted operations of both halves
  double peak = 0;              ///< peak rate of fused multiplications and additions [1/s]
  double flops_of_seconds = 0;  ///< peak times seconds of both halves, to compare different machines
};

/// Times one case. A Runtime must exist. Throws InputError for an edge that is odd or below 4, and RefusedError for
/// more than 4 million ions.
CoulombBenchResult bench_coulomb(const CoulombBenchCase& c);

}  // namespace slurry
