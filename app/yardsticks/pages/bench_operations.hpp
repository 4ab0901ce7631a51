// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "slurry/json.hpp"
#include "yardsticks/measures/bench_operations.hpp"

namespace slurry::app {

/// Printed costs of an H200 in fp64 (Kosmacher et al. 2026, table 1). They are thousandths of a cycle when all
/// multiprocessors work, and the number of operations that take the same time, where a fused multiply-add counts as
/// two.
struct PrintedOperation {
  std::string_view name;
  double millicycles, flop_equivalents;
};
/// Returns the printed costs of an operation, or null if the paper does not print them.
const PrintedOperation* printed_operation(std::string_view name);

/// Returns a text such as "OpenMP, 2 threads at 3.10 GHz" or "Cuda, 132 multiprocessors at 1.98 GHz".
std::string cores_of(const OperationBenchResult& o);

/// Does the work of `slurry bench operations`. It prints the costs of single operations and functions here in fp64 and
/// fp32, a line each on `lines`, beside the printed costs of an H200 (Kosmacher et al. 2026, table 1). A Runtime must
/// exist.
Json bench_single_operations(OperationBenchCase c, std::FILE* lines);

}  // namespace slurry::app
