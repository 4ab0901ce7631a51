// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

namespace slurry {

/// Points of the wall r = 1 and of the image cylinder r = image_radius, at the same angles and the same places along x.
/// All lengths of the wall code are in units of the pipe radius R. The degenerate scales of plane Stokes flow (radius
/// 1/e in the gauge of the sums, theory/pipe-wall.md) are then always far away.
struct WallGrid {
  double length = 1;        ///< L/R
  int axial = 1;            ///< Nx, odd
  int angular = 1;          ///< Nt, odd
  double image_radius = 1;  ///< R_s/R
  bool deterministic = false;
  std::size_t points() const { return static_cast<std::size_t>(axial) * static_cast<std::size_t>(angular); }
  /// The larger of the two spacings.
  double spacing() const;
};

/// Makes a grid whose spacings are at most `spacing`. Its sizes are odd and have no large prime factors. The images are
/// one spacing behind the wall.
WallGrid make_wall_grid(double length, double spacing);

/// A real 3x3 matrix, row-major.
using Block = std::array<double, 9>;

/// Velocity modes on the wall of a unit point force on the image cylinder at (x, th) = (0, 0), in closed form.
///
/// With w_pm = u_r +- i u_th, f_pm = f_r +- i f_th and i u_x, i f_x as the axial components, the block of mode exp(i (k
/// x + n th)) is real. Graf's addition theorem is K_0(k |y - y0|) = sum_n I_n(k r) K_n(k r0) exp(i n th) for r < r0.
/// With Phi = K_0, the k-th mode of the 1-periodic Stokeslet is (theory/pipe-wall.md (P1))
///   G_xx = 4 Phi + 2 rho.grad Phi,   G_xj = -2 i k rho_j Phi,   G_jl = 2 Phi d_jl - 2 rho_l d_j Phi.
/// All entries of the block are therefore I_a(kR) K_b(kR_s) with |a - b| <= 1. They are formed from p_n = I_n K_n and
/// ratios of neighbouring orders, so nothing overflows. The block is not divided by L. Gauge at k = 0:
/// theory/conventions-and-gauges.md (C8), with lengths in R.
class WallBlocks {
 public:
  /// Computes the blocks for wavenumbers k R = 2 pi m/length with m = 0..modes_axial-1, and for orders n =
  /// 0..modes_angular-1.
  WallBlocks(double length, double image_radius, int modes_axial, int modes_angular);
  int axial() const { return axial_; }
  int angular() const { return angular_; }
  /// Block of order n >= 0. The block of order -n is the same with + and - exchanged.
  const Block& at(int m, int n) const { return blocks_[static_cast<std::size_t>(m * angular_ + n)]; }

 private:
  int axial_, angular_;
  std::vector<Block> blocks_;
};

/// Inverse of a block, by elimination with pivots and scaled rows.
Block inverse(const Block& block);

}  // namespace slurry
