// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "yardsticks/plain_ewald/performance_portability.hpp"

namespace slurry {

/// Cycles per operation of a core, or of a multiprocessor of a device. simple: add, multiply, or both together. Any
/// other unit, such as seconds, works as well; the results then have that unit.
struct OperationCycles {
  double simple = 0, divide = 0, square_root = 0, exponential = 0, sine = 0, cosine = 0, erfc = 0;
};

/// Number of times that each operation is done.
struct OperationCounts {
  double simple = 0, divide = 0, square_root = 0, exponential = 0, sine = 0, cosine = 0, erfc = 0;
  double all() const { return simple + divide + square_root + exponential + sine + cosine + erfc; }
  double cycles(const OperationCycles& c) const {
    return simple * c.simple + divide * c.divide + square_root * c.square_root + exponential * c.exponential +
           sine * c.sine + cosine * c.cosine + erfc * c.erfc;
  }
};

/// Returns the published counts for the plain Ewald sum of N charges in a cube (Halver et al., performance portability
/// of Coulomb sums with Kokkos):
///   real space: N^2 [3 sub + 2 fma + 1 mul + 1 sqrt + V (2 mul + 1 div + 1 erfc)] + N fma,
///   modes:      M [3 simple + V' (9 simple + 3 div + 1 exp + N (1 sin + 1 cos + 3 simple))].
/// V is the share of pairs within the cutoff, and V' the share of the cube's M modes within the sphere.
OperationCounts published_pair_counts(double charges, double share_within);
OperationCounts published_mode_counts(double charges, double modes, double share_within);

/// Returns the counts of the balanced sum, which visits for each charge the candidates in its cells, and half of the
/// modes of the sphere.
OperationCounts balanced_pair_counts(double charges, double candidates, double within);
OperationCounts balanced_mode_counts(double charges, double half_modes);

/// Returns the coefficients of the least cycles, (pair + pair_within V) N^2 + charge N and (cube_mode + (mode +
/// mode_charge N) V') M.
struct LeastCycles {
  double pair = 0, pair_within = 0, charge = 0, cube_mode = 0, mode = 0, mode_charge = 0;
};
LeastCycles least_cycles(const OperationCycles& c);

}  // namespace slurry
