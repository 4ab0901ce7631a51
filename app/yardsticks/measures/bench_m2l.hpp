// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slurry/options.hpp"

namespace slurry {

/// Case for timing every scheme of M2L on the deepest level of a full, periodic octree, beside two bounds, as in
/// figures 15, 16, 18 and 23 of Kohnke et al. 2020.  There is one expansion of charges, in fp64.  The nodes of plane
/// waves are as fine as the error of the order asks (theory/fast-multipole.md (M17) to (M24), (M36) to (M38)).
struct M2lBenchCase {
  std::vector<int> orders{0, 1, 2, 3, 5, 8, 10, 12, 15, 20};
  int depth = 3;  ///< the level has 8^depth boxes, each with an interaction list of 189
  Device device = Device::automatic;
  /// Called with the rows so far, once before the first row and after each row.
  std::function<void(const struct M2lBenchResult&)> row_done = nullptr;
};

/// Time of one scheme or bound.  The two bounds are loops with as many complex multiply-adds as the matrices have.  The
/// memory bound reads both factors and adds to a number in memory each time.  The compute bound reads the multipoles of
/// a box once for each box on which they act, and keeps all other numbers in registers.
struct M2lBenchRow {
  int order = 0;
  std::string scheme;        ///< "memory bound", "compute bound", or the scheme's name
  double seconds = 0;        ///< seconds of the quickest call
  double difference = 0;     ///< relative l2 difference of its local expansions from those of the order's first scheme
  double compute_share = 0;  ///< seconds of the compute bound over the seconds of the scheme; above 1 if the scheme
                             ///< needs fewer operations than the matrices
};

struct M2lBenchResult {
  std::vector<M2lBenchRow> rows;
  int depth = 3;
  Device device = Device::host;
  std::string space;  ///< Kokkos space
  int threads = 1;    ///< threads of the host; 0 on a device
};

/// Complex multiply-adds of the matrices on a level of 8^depth boxes with 189 sources each:
/// 189 8^depth (p+1)^3 (p+2)/2.
double m2l_products(int order, int depth);

/// Measures the bounds and every scheme that the device has.  A Runtime must exist.  Throws InputError for a device
/// that this build does not have.
M2lBenchResult bench_m2l(const M2lBenchCase& c);

}  // namespace slurry
