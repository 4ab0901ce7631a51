// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/bench_fcc.hpp"

namespace slurry {

/// What is wrong with the two timing models, found at the published benchmark's own crystal by the kernels themselves
/// in fp64 on the host.  points: up to some thousands (each of about 350 sums takes points^2 pairs).
/// Throws InputError for no sphere.
TimingModelFaults timing_model_faults(std::size_t points);

}  // namespace slurry
