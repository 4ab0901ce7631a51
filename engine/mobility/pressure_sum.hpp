// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "base/execution.hpp"
#include "base/views.hpp"
#include "slurry/options.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Pressure of point forces, p(x) = sum_s sum_p 2 f_s.r/|r|^3, r = x - y_s + p, so that grad p = Lap u for u = sum of
/// G f (theory/fields.md).  It is harmonic, so that finite spheres have the same outside.  sources, forces (N,3),
/// points (M,3) -> out (M).  tolerance: relative to the rms of out.  Returns the expected rms error; 0: rounding alone,
/// a sum over all pairs.  Throws RefusedError where the memory does not suffice.
double pressure_sum(const Box& box, ConstVectors<Kokkos::DefaultHostExecutionSpace> sources,
                    ConstVectors<Kokkos::DefaultHostExecutionSpace> forces, std::span<const double> points,
                    double tolerance, const EwaldOptions& options, std::span<double> out);

/// Throws RefusedError where a plan's sum does not fit into the memory there is.  what needs: how the sentence begins,
/// such as "the pressure", "needs".
void refuse_memory(const SumPlan& plan, const EwaldOptions& options, const char* what, const char* needs);

}  // namespace slurry
