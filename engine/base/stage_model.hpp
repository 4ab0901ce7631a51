// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// How long a stage's variant may take, by counting: operations and bytes per level of memory, and the four times that
// Kosmacher et al. 2026 (arXiv 2606.19059, section "performance models") form of them.
namespace slurry {

/// The sizes of a sum on which the counts of operations and bytes depend.
struct StageSizes {
  double targets = 0, sources = 0;
  double near_cell = 0;                   ///< s = N r_c^3: sources in a cell as wide as the cutoff, in the mean
  double pair_flops = 0;                  ///< C: of an evaluated pair, special functions in flop equivalents
  double rational_flops = 0;              ///< C where erf(x)/x is a rational function
  int window_points = 0;                  ///< P, in each direction
  int window_degree = 0;                  ///< degree of the window's polynomials; 0: published_window_degree()
  double grid_nodes = 0;                  ///< N_g, of the grid that points are spread on
  double transform_flops = 0, modes = 0;  ///< operations and complex numbers of one component, one way (stage_work.hpp)
  double padded_flops = 0, padded_modes = 0;  ///< operations and numbers if all modes have the same padding
  int density_numbers = 0;                    ///< numbers of a source besides its position: 3, or 9 with dipoles
  int components = 0;                         ///< components that our own P2G spreads: 3, or 4 with dipoles
  int block = 64, lanes = 1;                  ///< b_x threads, times b_y lanes each
  double number = 8;                          ///< bytes of a number on the grid and in staged memory: 4 in fp32

  /// s_f: sources in a cell of P/2 grid nodes a side, in the mean.
  double far_cell() const;
  /// Sources of a cell that a block stages at once: min(b_x, s_f).
  double staged() const;
  int degree() const;
};

/// Degree that the published code takes: P/2 + 1, and above P = 10 min(P/2 + 2, 9).
int published_window_degree(int window_points);

/// Operations, and bytes by where they come from if nothing is found in a cache.
struct StageWork {
  double flops = 0;
  double bytes = 0;          ///< m: each input and output once
  double global_bytes = 0;   ///< m_G: every access to global memory
  double scratch_bytes = 0;  ///< m_S: every access to a team's scratch memory
  double atomics = 0;        ///< additions to memory that others add to, which the published models leave out
  bool one_by_one = false;   ///< on a host nothing of it goes through vectors
};

/// Time that a machine needs for one operation, one byte and so on.
struct StageCosts {
  double second_per_flop = 0, second_per_byte = 0;
  double l1 = 0.1, l2 = 0.25;  ///< time per byte from the caches L1 and L2 over that from memory; scratch lies in L1
  /// Times of a host that treats one number after another, and of an atomic addition.  On a device they are as above.
  /// 0: the time is as above, and an atomic addition takes nothing.
  double second_per_single_flop = 0, second_per_atomic = 0;
};

/// Predicted seconds.
struct StageModelTimes {
  double no_caches = 0;  ///< T_0: every access goes to memory
  double l2 = 0;         ///< T_inf: memory once, then from L2
  double l1 = 0;         ///< T_inf,l1: L2 once, then from L1
  double flops = 0;      ///< T_f: operations alone
  double expected = 0;   ///< T_inf with what theirs leave out: atomic additions, a host's loops without vectors
};
StageModelTimes model_times(const StageWork& work, const StageCosts& costs);

/// Operations per byte of the accesses without caches, the abscissa of a roofline.
double intensity(const StageWork& work, const StageCosts& costs);

}  // namespace slurry
