// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/options.hpp"

namespace slurry {

/// Single operations, each over numbers in the nearest cache of a core. Halver, Meinke and Sutmann time them in this
/// way, and so does table 1 of Kosmacher et al. 2026.
struct OperationBenchCase {
  Precision precision = Precision::fp64;
  Device device = Device::automatic;
  bool serial = false;  ///< uses Kokkos' Serial space instead of the host's threads
};

/// Cost of one operation. The operations are add, multiply, fused, divide, root, reciprocal root, exp, sin, cos, erf,
/// erfc and sinh. erf(x)/x is timed by the library and as a rational function, "erf(x)/x, degree 5". In fp64 there are
/// also I0, J0, J1 and the functions "of ours" that the plain Ewald sum uses on the host
/// (plain_ewald/special_functions.hpp): exp, sin, cos, sin and cos of the same argument, erfc.
struct OperationCost {
  std::string name;
  double seconds = 0;  ///< 1/(operations per second), when the whole space works
  double error = 0;    ///< largest absolute error of a rational function at the timed arguments
};

struct OperationBenchResult {
  std::vector<OperationCost> operations;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  Device device = Device::host;
  int threads = 1;   ///< threads of the host; on a device 0
  int cores = 1;     ///< cores that work at a time: one per thread of the host; multiprocessors of a device
  double clock = 0;  ///< clock of a core at work [1/s]; 0 if it is not known (it is found on x86-64 and CUDA)

  double seconds(std::string_view name) const;  ///< seconds of the operation with this name; 0: there is none
  double error(std::string_view name) const;
  /// Seconds of the quicker one of the library's function and ours, if there are both. For sine and cosine, half of the
  /// time of our common function for both counts.
  double least_seconds(std::string_view name) const;
  /// Cycles of a core for an operation that takes this long when all cores work. 0 if the clock is not known.
  double cycles(double seconds) const { return seconds * clock * cores; }
};

/// Times all operations in less than a second. A Runtime must exist. Throws InputError for a space that this build does
/// not have.
OperationBenchResult bench_operations(const OperationBenchCase& c);

}  // namespace slurry
