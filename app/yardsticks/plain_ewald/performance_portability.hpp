// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

namespace slurry {

/// Performance portability: harmonic mean of achieved over achievable over the platforms; 0 where one cannot run it
/// (an empty one).  S. J. Pennycook, J. D. Sewall and V. W. Lee, Future Gener. Comput. Syst. 92 (2019) 947.
double performance_portability(std::span<const std::optional<double>> efficiencies);

}  // namespace slurry
