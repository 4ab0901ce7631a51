// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "base/simd.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/sorted_sources.hpp"

// Operators from points to expansions and back: P2M, P2L, L2P, M2P (theory/fast-multipole.md (M11) to (M16)).
namespace slurry::fmm {

using Wide = simd::Wide<double>;
inline constexpr int lanes = static_cast<int>(Wide::size());

/// Scratch memory of one thread.
struct PointWork {
  static constexpr std::size_t arrays = 12;
  /// Vectors of the basis, its derivatives and its second derivatives.
  std::unique_ptr<Wide[]> basis = std::make_unique<Wide[]>(arrays * most_basis);
  std::unique_ptr<Wide[]> sums = std::make_unique<Wide[]>(std::size_t(4) * most_coefficients);
  std::unique_ptr<double[]> scaled = std::make_unique<double[]>(std::size_t(4) * most_coefficients);
  std::unique_ptr<double[]> divergence = std::make_unique<double[]>(most_basis);
  Wide* array(std::size_t k) const { return basis.get() + k * most_basis; }
};

/// Place and unit of length of a box's expansion.
struct Frame {
  double centre[3];  ///< [length]
  double side;       ///< unit of length of the expansion [length]
};

/// Adds the expansions of the sources [first, last) about the box to `out`, [coefficient][set]. regular: M (P2M);
/// irregular: E (P2L).
template <Family family>
void add_sources(int p, const SortedSources& sources, int first, int last, const Frame& frame, const double shift[3],
                 double* out, const PointWork& work);

/// Results that are wanted at targets.
struct Wanted {
  bool gradient = false, pressure = false;
};

/// Results at a vector of targets: velocity (or, for charges, the potential alone), gradient [3 i + l], pressure.
struct LaneFields {
  Wide value[3] = {Wide(0.0), Wide(0.0), Wide(0.0)};
  Wide gradient[9];
  Wide pressure = 0.0;
  LaneFields() {
    for (Wide& g : gradient) g = 0.0;
  }
};

/// Adds the field of an expansion at targets x [length]. regular: of E (L2P); irregular: of M (M2P). No target may be
/// at the centre of an irregular expansion. radius: of targets that are spheres, over which the velocity is averaged,
/// (1 + radius^2/6 Lap) u; null for points.
template <Family family>
void add_field(int p, int sets, const double* expansion, const Frame& frame, const Wide x[3], const Wide* radius,
               const Wanted& wanted, LaneFields& fields, const PointWork& work);

/// Square of the contribution of the highest degree of a local expansion at targets x, over all components. It
/// indicates how much the degrees beyond it would contribute.
Wide last_degree_square(int p, int sets, const double* expansion, const Frame& frame, const Wide x[3],
                        const PointWork& work);

}  // namespace slurry::fmm
