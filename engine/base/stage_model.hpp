// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Estimates the time of a stage's variant by counting operations and the bytes of each level of memory. From the counts
// it forms the four times of Kosmacher et al. 2026 (arXiv 2606.19059, section "performance models").
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

/// Number of operations, and of bytes by their source, if no access finds its data in a cache.
struct StageWork {
  double flops = 0;
  double bytes = 0;          ///< m: each input and output once
  double global_bytes = 0;   ///< m_G: every access to global memory
  double scratch_bytes = 0;  ///< m_S: every access to a team's scratch memory
  double atomics = 0;        ///< additions to memory to which other threads add; the published models leave them out
  bool one_by_one = false;   ///< on a host, no part of the work uses vectors
};

/// Time that a machine needs for one operation, one byte and so on.
struct StageCosts {
  double second_per_flop = 0, second_per_byte = 0;
  double l1 = 0.1, l2 = 0.25;  ///< time per byte from the L1 or L2 cache, relative to memory; scratch memory is in L1
  /// Seconds of an operation on a host without vectors, and of an atomic addition. 0: an operation takes the time
  /// above, and an atomic addition takes no time.
  double second_per_single_flop = 0, second_per_atomic = 0;
};

/// Predicted seconds.
struct StageModelTimes {
  double no_caches = 0;  ///< T_0: every access goes to memory
  double l2 = 0;         ///< T_inf: each byte comes once from memory, then from L2
  double l1 = 0;         ///< T_inf,l1: each byte comes once from L2, then from L1
  double flops = 0;      ///< T_f: operations alone
  /// T_inf plus the work that the published models leave out: atomic additions, scalar loops of a host
  double expected = 0;
};
StageModelTimes model_times(const StageWork& work, const StageCosts& costs);

/// Operations per byte of the accesses without caches, the abscissa of a roofline.
double intensity(const StageWork& work, const StageCosts& costs);

}  // namespace slurry
