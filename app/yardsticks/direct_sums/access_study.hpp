// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <vector>

#include "base/execution.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

namespace slurry {

/// The study of access patterns: out[j] = in[j] + sum_k in[map(k)] over N items, nothing else.  Teams of 128 threads.
/// Maps: linear k; strided 131 k mod N; unordered (131 k + 32 j) mod N, j the thread that loads: the tiled kernels then
/// sum other items than the naive one, and results are not compared.
template <class Space>
class AccessStudy {
 public:
  /// bytes: 4 (a float) or 16 (four).  items: N >= 1.  Throws InputError.
  AccessStudy(const Space& space, int bytes, int items);

  /// Does not fence.  Throws InputError for the symmetric kernel, which is none of this study.
  void run(DirectKernel kernel, AccessMap map);
  /// out[j], the four floats of an item added up.
  std::vector<double> result() const;

 private:
  Space space_;
  int bytes_, items_;
  Kokkos::View<float*, typename Space::memory_space> one_, one_out_;
  Kokkos::View<FourNumbers<float>*, typename Space::memory_space> four_, four_out_;
};

}  // namespace slurry
