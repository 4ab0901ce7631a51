// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include "base/views.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {

/// Spectral Ewald sum of the Coulomb (Laplace) potential with 0 to 3 periodic directions and of its gradient,
///   phi(x) = sum_s sum_p charge_s/|x - y_s + p|,   a source at the target itself is left out.
/// 1/r is half the Laplacian of r, so that the split of the Stokes sums serves here too, with one grid component in and
/// one out.  Gauge where the image sum does not converge (net charge Q): 3 periodic directions: the k = 0 coefficient
/// is dropped, a uniform background and a potential of mean zero; 2: the mode that is constant along both is
/// -(2 pi/A) |z|; 1: the mode that is constant along x is -(2/L) ln rho, lengths in units of the caller.
template <class Space>
class CoulombEwald {
 public:
  using Charges = PointCharges<Space>;

  /// parameters: of Layer::coulomb (select_ewald_parameters; SumCounts::squared_force_sum is the sum of charge^2).
  CoulombEwald(const Space& space, const EwaldParameters& parameters, const EwaldStages& stages = {});

  const EwaldParameters& parameters() const { return p_; }

  /// sources (N,3), targets (M,3) [length]; targets_are_sources: the targets are the sources, `targets` is not read.
  /// Free directions as in SpectralEwald::set_points.  Throws InputError.
  void set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool targets_are_sources);

  /// charges (N) -> potential (M) and its gradient (M,3), both overwritten.  The gradient is the negative of the field;
  /// it is accurate to the tolerance if the parameters ask for gradients.  Throws InputError for a wrong length.
  void apply(Charges charges, const FieldScalars<Space>& potential, const FieldGradients<Space>& gradient);

  /// Expected rms over targets of |error| of the potential and of its gradient; theory/coulomb.md, errors: 4 pi/k^2 in
  /// place of 8 pi/k^2 (I - kk/k^2).
  double predicted_rms_error(double squared_charge_sum) const;
  double predicted_gradient_error(double squared_charge_sum) const;

  /// Those that do the stages.
  StageVariantNames variants() const {
    StageVariantNames all = near_->variants();
    add_variants(far_->variants(), all);
    return all;
  }

  StageTimes take_stage_times() { return std::exchange(times_, StageTimes(ewald_stages)); }

 private:
  Space space_;
  EwaldParameters p_;
  std::unique_ptr<const EwaldSplit> split_;
  PointLayouts<Space> points_;
  std::unique_ptr<NearField<Space>> near_;
  std::unique_ptr<FarField<Space>> far_;
  double dropped_self_ = 0;  // potential of a charge by itself that the grid drops, over the charge
  StageTimes times_{ewald_stages};
};

}  // namespace slurry
