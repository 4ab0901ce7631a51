// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_operations.hpp"

namespace slurry::app {

/// Printed costs of an H200 (Kosmacher et al. 2026, table 1), fp64: thousandths of a cycle when all multiprocessors
/// work, and the number of operations that take the same time, two to a fused multiply-add.
struct PrintedOperation {
  std::string_view name;
  double millicycles, flop_equivalents;
};
/// Null for what is not printed.
const PrintedOperation* printed_operation(std::string_view name);

/// "OpenMP, 2 threads at 3.10 GHz", "Cuda, 132 multiprocessors at 1.98 GHz".
std::string cores_of(const OperationBenchResult& o);

/// `slurry bench operations`: what single operations and functions take here in fp64 and fp32, a line each on `lines`,
/// beside the printed ones of an H200 (Kosmacher et al. 2026, table 1).  A Runtime must live.
Json bench_single_operations(OperationBenchCase c, std::FILE* lines);

}  // namespace slurry::app
