// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

namespace slurry {

/// Returns the performance portability: the harmonic mean, over the platforms, of achieved over achievable performance.
/// It is 0 if one platform cannot run the program (an empty value). Source: S. J. Pennycook, J. D. Sewall and V. W.
/// Lee, Future Gener. Comput. Syst. 92 (2019) 947.
double performance_portability(std::span<const std::optional<double>> efficiencies);

}  // namespace slurry
