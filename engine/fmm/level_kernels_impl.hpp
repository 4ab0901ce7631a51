// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/dense_kernel.hpp"
#include "fmm/level_kernels.hpp"
#include "fmm/naive_nested_kernels.hpp"
#include "fmm/parity_kernel.hpp"
#include "fmm/rotation_kernel.hpp"
#include "fmm/symmetric_kernel.hpp"
#include "fmm/wave_kernel.hpp"

namespace slurry::fmm {

template <class Space, class Real>
std::unique_ptr<LevelKernel<Space, Real>> make_level_kernel(const M2lOptions& options, const ExpansionShape& shape,
                                                            const Vector3& cell) {
  switch (options.scheme) {
    case M2lScheme::naive:
      return std::make_unique<NaiveKernel<Space, Real>>(shape, cell);
    case M2lScheme::nested:
      return std::make_unique<NestedKernel<Space, Real>>(shape, cell);
    case M2lScheme::symmetric:
      return std::make_unique<SymmetricKernel<Space, Real>>(shape, cell);
    case M2lScheme::dense:
      return std::make_unique<DenseKernel<Space, Real>>(shape, cell);
    case M2lScheme::parity:
      return std::make_unique<ParityKernel<Space, Real>>(shape, cell);
    case M2lScheme::rotation:
      return std::make_unique<RotationKernel<Space, Real>>(shape, cell);
    case M2lScheme::plane_waves:
      break;
  }
  check_plane_waves(cell);
  return std::make_unique<WaveKernel<Space, Real>>(shape, cell[0], options.node_error);
}

template <class Space, class Real>
class SpaceM2l final : public M2lOf<Real> {
 public:
  SpaceM2l(const Space& space, const M2lOptions& options, const ExpansionShape& shape, const Vector3& cell)
      : space_(space), shape_(shape), cell_(cell), kernel_(make_level_kernel<Space, Real>(options, shape, cell)) {}
  void apply(const Tree& tree, int level, const ExpansionsOf<Real>& multipoles,
             ExpansionsOf<Real>& locals) const override {
    const LevelBoxes boxes = boxes_of_level(tree, level);
    if (boxes.targets.empty() || boxes.sources.empty()) return;
    const LevelView<Space, Real> view = level_in<Space>(boxes, shape_, cell_, multipoles, kernel_->order());
    kernel_->run(space_, view);
    add_level(view, boxes, locals);
  }

 private:
  Space space_;
  ExpansionShape shape_;
  Vector3 cell_;
  std::unique_ptr<LevelKernel<Space, Real>> kernel_;
};

template <class Real, class Space>
std::unique_ptr<M2lOf<Real>> make_m2l_in(const Space& space, const M2lOptions& options, const ExpansionShape& shape,
                                         const Vector3& cell) {
  return std::make_unique<SpaceM2l<Space, Real>>(space, options, shape, cell);
}

}  // namespace slurry::fmm
