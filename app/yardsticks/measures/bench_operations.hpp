// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/options.hpp"

namespace slurry {

/// Single operations, each over numbers that lie in a core's nearest cache, as Halver, Meinke and Sutmann and table 1
/// of Kosmacher et al. 2026 time them.
struct OperationBenchCase {
  Precision precision = Precision::fp64;
  Device device = Device::automatic;
  bool serial = false;  ///< on Kokkos' Serial space, instead of the host's threads
};

/// add, multiply, fused, divide, root, reciprocal root, exp, sin, cos, erf, erfc, sinh; erf(x)/x by the library and as
/// a rational function, "erf(x)/x, degree 5"; in fp64 I0, J0, J1 and those "of ours", which the plain Ewald sum takes
/// on the host (plain_ewald/special_functions.hpp): exp, sin, cos, sin and cos of the same argument, erfc.
struct OperationCost {
  std::string name;
  double seconds = 0;  ///< for each, when all of the space works: one over how many are done per second
  double error = 0;    ///< largest, absolute, of a rational function at the arguments that are timed
};

struct OperationBenchResult {
  std::vector<OperationCost> operations;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  Device device = Device::host;
  int threads = 1;   ///< threads of the host; on a device 0
  int cores = 1;     ///< that work at a time: one for a thread of the host; multiprocessors of a device
  double clock = 0;  ///< clock of a core at work [1/s]; 0 if it is not known (it is found on x86-64 and CUDA)

  double seconds(std::string_view name) const;  ///< 0: there is none of that name
  double error(std::string_view name) const;
  /// The quicker of the library's function and ours where there are both; half of our sine and cosine for each of them.
  double least_seconds(std::string_view name) const;
  /// Cycles of a core, for an operation that takes this long when all cores work; 0 if the clock is not known.
  double cycles(double seconds) const { return seconds * clock * cores; }
};

/// Less than a second.  A Runtime must live.  Throws InputError for a space that this build has not.
OperationBenchResult bench_operations(const OperationBenchCase& c);

}  // namespace slurry
