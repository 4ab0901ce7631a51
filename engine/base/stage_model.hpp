// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Estimates the time of a stage's variant by counting operations and the bytes of each level of memory. From the counts
// it forms the four times of Kosmacher et al. 2026 (arXiv 2606.19059, section "performance models").
namespace slurry {

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
