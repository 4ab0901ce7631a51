// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/operators.hpp"

namespace slurry::fmm {

/// Sums over the images n = (n_1 L_1, n_2 L_2, n_3 L_3), directions 1..periodicity, with some |n_i| > near_i:
///   s0_lm = sum S_lm(-n),   s1_lm[a] = sum n_a S_lm(-n),   l <= degree,
/// in real storage, regularised as in theory/fast-multipole.md (M25) to (M29). Lengths may be in any unit. unit: this
/// unit in the caller's lengths; in one periodic direction the logarithm is of the caller's lengths.
struct LatticeSums {
  std::vector<double> s0;
  std::array<std::vector<double>, 3> s1;
};
LatticeSums lattice_sums(int degree, const Vector3& periods, int periodicity, const std::array<int, 3>& near,
                         double unit);

}  // namespace slurry::fmm
