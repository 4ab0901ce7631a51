// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

#include "base/execution.hpp"
#include "base/views.hpp"
#include "slurry/options.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// How a sum of pressures was done.
struct PressureSum {
  double error = 0;  ///< expected rms error; for a sum over all pairs, its rounding error
  bool all_pairs = false;
};

/// Computes the pressure of point forces, p(x) = sum_s sum_p 2 f_s.r/|r|^3 with r = x - y_s + p, so that grad p = Lap u
/// for u = sum of G f (theory/fields.md). The pressure is harmonic, so finite spheres have the same pressure outside.
/// sources, forces (N,3), points (M,3) -> out (M). tolerance: relative to the rms of out. judged: another sum, whose
/// error this one is to show. If the judged sum goes over all pairs, this one does too, because only the sources are
/// judged then. Otherwise it takes other means. Throws RefusedError if the memory does not suffice.
PressureSum pressure_sum(const Box& box, ConstVectors<Kokkos::DefaultHostExecutionSpace> sources,
                         ConstVectors<Kokkos::DefaultHostExecutionSpace> forces, std::span<const double> points,
                         double tolerance, const EwaldOptions& options, std::span<double> out,
                         const std::optional<PressureSum>& judged = {});

/// Throws RefusedError if the sum of a plan does not fit into the memory that is available. what, needs: the beginning
/// of the sentence, such as "the pressure", "needs".
void refuse_memory(const SumPlan& plan, const EwaldOptions& options, const char* what, const char* needs);

}  // namespace slurry
