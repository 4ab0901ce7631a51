// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "fmm/level_arrays.hpp"
#include "fmm/m2l.hpp"

// M2L over the arrays of a level, in any space: the three schemes of Kohnke et al. and ours
// (theory/fast-multipole.md (M17) to (M24), (M36) to (M38)).
namespace slurry::fmm {

/// Real: of expansions and operators.
template <class Space, class Real = double>
class LevelKernel {
 public:
  virtual ~LevelKernel() = default;
  /// The order in which this kernel reads the multipoles.
  virtual MultipoleOrder order() const { return MultipoleOrder::by_box; }
  /// Adds the interaction lists of the targets to their local expansions.
  virtual void run(const Space& space, const LevelView<Space, Real>& level) const = 0;
};

/// cell: sides of a box in units of length of its expansions. Throws InputError for plane waves in a box that is no
/// cube.
template <class Space, class Real = double>
std::unique_ptr<LevelKernel<Space, Real>> make_level_kernel(const M2lOptions& options, const ExpansionShape& shape,
                                                            const Vector3& cell);

/// Makes a scheme that uses its kernel in Space. Each level is copied there, and its local expansions are copied back.
template <class Real = double, class Space>
std::unique_ptr<M2lOf<Real>> make_m2l_in(const Space& space, const M2lOptions& options, const ExpansionShape& shape,
                                         const Vector3& cell);

}  // namespace slurry::fmm
