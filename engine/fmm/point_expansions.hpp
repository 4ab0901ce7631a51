// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "base/simd.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/sorted_sources.hpp"

// Operators from points to expansions and back: P2M, P2L, L2P, M2P (theory/fast-multipole.md (M11) to (M16)).
namespace slurry::fmm {

/// Count of numbers in a vector.
template <class Real>
inline constexpr int lanes_of = static_cast<int>(simd::Wide<Real>::size());

/// Scratch memory of one thread.
template <class Real>
struct PointWork {
  using Wide = simd::Wide<Real>;
  static constexpr std::size_t arrays = 12;
  /// Vectors of the basis, its derivatives and its second derivatives.
  std::unique_ptr<Wide[]> basis = std::make_unique<Wide[]>(arrays * most_basis);
  std::unique_ptr<Wide[]> sums = std::make_unique<Wide[]>(std::size_t(4) * most_coefficients);
  std::unique_ptr<Real[]> scaled = std::make_unique<Real[]>(std::size_t(4) * most_coefficients);
  std::unique_ptr<Real[]> divergence = std::make_unique<Real[]>(most_basis);
  Wide* array(std::size_t k) const { return basis.get() + k * most_basis; }
};

/// Place and unit of length of a box's expansion.
struct Frame {
  double centre[3];  ///< [length]
  double unit;       ///< unit of lengths in the expansion: the box's side along x over units_per_side [length]
};

/// Adds the expansions of the sources [first, last) about the box to `out`, [coefficient][set]. regular: M (P2M);
/// irregular: E (P2L). Distances to the centre of the box are taken in double precision and then rounded to Real.
template <Family family, class Real>
void add_sources(int p, const SortedSources& sources, int first, int last, const Frame& frame, const double shift[3],
                 Real* out, const PointWork<Real>& work);

/// Results that are wanted at targets.
struct Wanted {
  bool gradient = false, pressure = false;
};

/// Results at a vector of targets: velocity (or, for charges, the potential alone), gradient [3 i + l], pressure.
template <class Real>
struct LaneFields {
  using Wide = simd::Wide<Real>;
  Wide value[3] = {Wide(Real(0)), Wide(Real(0)), Wide(Real(0))};
  Wide gradient[9];
  Wide pressure = Real(0);
  LaneFields() {
    for (Wide& g : gradient) g = Real(0);
  }
};

/// Adds the field of an expansion at a vector of targets that begins at x, one array per axis [length]. regular: of E
/// (L2P); irregular: of M (M2P). No target may be at the centre of an irregular expansion. radius: of targets that are
/// spheres, over which the velocity is averaged, (1 + radius^2/6 Lap) u; null for points.
template <Family family, class Real>
void add_field(int p, int sets, const Real* expansion, const Frame& frame, const double* const x[3],
               const simd::Wide<Real>* radius, const Wanted& wanted, LaneFields<Real>& fields,
               const PointWork<Real>& work);

/// Square of the contribution of the highest degree of a local expansion at targets x, over all components. It
/// indicates how much the degrees beyond it would contribute.
template <class Real>
simd::Wide<Real> last_degree_square(int p, int sets, const Real* expansion, const Frame& frame,
                                    const double* const x[3], const PointWork<Real>& work);

}  // namespace slurry::fmm
