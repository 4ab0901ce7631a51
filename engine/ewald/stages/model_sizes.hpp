// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Sizes of an Ewald sum, from which the models of its stages (base/stage_model.hpp) count operations and bytes.
namespace slurry {

/// The sizes of a sum on which the counts of operations and bytes depend.
struct StageSizes {
  double targets = 0, sources = 0;
  double near_cell = 0;       ///< s = N r_c^3: mean number of sources in a cell as wide as the cutoff
  double pair_flops = 0;      ///< C: operations of an evaluated pair, with special functions in flop equivalents
  double rational_flops = 0;  ///< C if erf(x)/x is computed by a rational function
  int window_points = 0;      ///< P, window points per direction
  int window_degree = 0;      ///< degree of the window's polynomials; 0: published_window_degree()
  double grid_nodes = 0;      ///< N_g, number of nodes of the grid for spreading
  double transform_flops = 0, modes = 0;  ///< operations and complex numbers of one component, one way (stage_work.hpp)
  double padded_flops = 0, padded_modes = 0;  ///< operations and numbers if all modes have the same padding
  int density_numbers = 0;                    ///< numbers of a source besides its position: 3, or 9 with dipoles
  int components = 0;                         ///< components that our own P2G spreads: 3, or 4 with dipoles
  int block = 64, lanes = 1;                  ///< b_x threads with b_y lanes each
  double number = 8;                          ///< bytes of a number on the grid and in staged memory; 4 in fp32

  /// s_f: mean number of sources in a cell of P/2 grid nodes per side.
  double far_cell() const;
  /// Number of sources of a cell that a block stages at one time: min(b_x, s_f).
  double staged() const;
  int degree() const;
};

/// Degree of the window in the published code: P/2 + 1, and for P > 10 min(P/2 + 2, 9).
int published_window_degree(int window_points);

}  // namespace slurry
