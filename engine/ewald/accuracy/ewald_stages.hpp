// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

namespace slurry {

/// Names of the stages of a spectral Ewald sum, in the order in which they run.
inline constexpr std::array<std::string_view, 7> ewald_stages{"sort", "P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"};

}  // namespace slurry
