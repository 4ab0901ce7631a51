// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/expansions.hpp"
#include "fmm/plane_wave_rules.hpp"
#include "fmm/tile_product.hpp"

// From multipoles to plane waves and from plane waves to local expansions (theory/fast-multipole.md (M22), (M24)).
namespace slurry::fmm {

/// The three coordinates seen from an axis: across u, across v, along a.
struct AxisFrame {
  std::array<int, 3> axes;  ///< u, v, a as x = 0, y = 1, z = 2
  bool wide_u, wide_v;
};
inline constexpr std::array<AxisFrame, 3> frames{AxisFrame{{0, 1, 2}, true, true}, AxisFrame{{0, 2, 1}, true, false},
                                                 AxisFrame{{1, 2, 0}, false, false}};

/// Transforms tiles of boxes between expansions and plane waves, in six directions: multipoles to waves, and waves to
/// local expansions.
template <class Real>
class WaveTransforms {
 public:
  /// Makes the transforms. waves: plane waves for the order p; they must outlive this object. side: side of a box in
  /// units of length of its expansions; the waves are in units of the side.
  WaveTransforms(int p, double side, const PlaneWaves& waves);

  /// Scratch memory in rows of tile_columns numbers.
  struct Work {
    TileBuffer<Real> in;  ///< an expansion: multipoles before `in`, local expansions after `out`
    TileBuffer<Real> turned, modes;
    TileBuffer<Real> waves;  ///< real parts of all exponentials, then imaginary parts
  };
  void resize(Work& w) const;
  /// Transforms w.in to w.waves. direction: +1 if sources lie below their targets along the axis, otherwise -1.
  void in(int axis, int direction, Work& w) const;
  /// Transforms w.waves to w.in.
  void out(int axis, int direction, Work& w) const;

 private:
  int p_;
  const PlaneWaves& waves_;
  std::array<std::vector<TileMatrix<Real>>, 2> powers_, powers_back_;  ///< [direction][m]
  std::vector<std::vector<int>> real_places_, imaginary_places_;       ///< places of (l, m), by m
  std::vector<std::vector<int>> real_modes_, imaginary_modes_;         ///< rows of the modes, by m
  std::vector<TileMatrix<Real>> even_, odd_, even_back_, odd_back_;    ///< by node
  std::vector<int> first_mode_, even_modes_;                           ///< by node
  int modes_ = 0;
  std::array<std::vector<TileMatrix<Real>>, 3> turn_, turn_back_;  ///< by axis and degree; none for z
};

}  // namespace slurry::fmm
