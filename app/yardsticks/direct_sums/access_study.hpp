// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <vector>

#include "base/execution.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

namespace slurry {

/// The study of access patterns: it computes only out[j] = in[j] + sum_k in[map(k)] over N items, with teams of 128
/// threads. The map is linear, k; strided, 131 k mod N; or unordered, (131 k + 32 j) mod N, where j is the thread that
/// loads. With the unordered map the tiled kernels sum other items than the naive kernel, and results are not compared.
template <class Space>
class AccessStudy {
 public:
  /// bytes: 4 (one float) or 16 (four floats). items: N >= 1. Throws InputError.
  AccessStudy(const Space& space, int bytes, int items);

  /// Runs one kernel, without a fence. Throws InputError for the symmetric kernel, which is not part of this study.
  void run(DirectKernel kernel, AccessMap map);
  /// Returns out[j]. The four floats of an item are added up.
  std::vector<double> result() const;

 private:
  Space space_;
  int bytes_, items_;
  Kokkos::View<float*, typename Space::memory_space> one_, one_out_;
  Kokkos::View<FourNumbers<float>*, typename Space::memory_space> four_, four_out_;
};

}  // namespace slurry
