// SPDX-License-Identifier: BSD-3-Clause
#include "summation/spectral_ewald.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "accuracy/ewald_stages.hpp"
#include "summation/spectral_ewald_impl.hpp"
#include "summation/spectral_ewald_stages.hpp"

namespace slurry {

template <class Space>
SpectralEwald<Space>::SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldLevel& level) {
  if (parameters.precision == Precision::fp32)
    impl_ = std::make_unique<EwaldStages<Space, float, Impl>>(space, parameters, level);
  else
    impl_ = std::make_unique<EwaldStages<Space, double, Impl>>(space, parameters, level);
}
template <class Space>
SpectralEwald<Space>::~SpectralEwald() = default;
template <class Space>
SpectralEwald<Space>::SpectralEwald(SpectralEwald&&) noexcept = default;
template <class Space>
SpectralEwald<Space>& SpectralEwald<Space>::operator=(SpectralEwald&&) noexcept = default;

template <class Space>
const EwaldParameters& SpectralEwald<Space>::parameters() const {
  return impl_->p;
}
template <class Space>
void SpectralEwald<Space>::set_points(ConstVectors<Space> sources, double source_radius,
                                      const std::vector<TargetSet<Space>>& targets, const PointExtent* within,
                                      const MetPoints<Space>& met) {
  impl_->set_points(sources, source_radius, targets, within, met);
}
template <class Space>
void SpectralEwald<Space>::near(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                                const Density<Space>& density_met, const Vectors<Space>& velocities_met) {
  impl_->near_parts(density, velocities, density_met, velocities_met);
}
template <class Space>
void SpectralEwald<Space>::spread(const Density<Space>& density, int components) {
  impl_->spread_density(density, components);
}
template <class Space>
void SpectralEwald<Space>::convolve() {
  impl_->convolve();
}
template <class Space>
void SpectralEwald<Space>::gather(const std::vector<Vectors<Space>>& velocities) {
  impl_->gather_parts(velocities);
}
template <class Space>
double SpectralEwald<Space>::dropped_self() const {
  return impl_->dropped_self(0);
}
template <class Space>
bool SpectralEwald<Space>::has_net_source() const {
  return impl_->net_source;
}
template <class Space>
std::array<double, 3> SpectralEwald<Space>::zero_mode_constant() const {
  return impl_->constant();
}
template <class Space>
void SpectralEwald<Space>::spread_to(SpectralEwald& coarse, const std::array<double, 3>& first,
                                     const std::array<int, 3>& nodes) {
  impl_->spread_to(*coarse.impl_, first, nodes);
}
template <class Space>
void SpectralEwald<Space>::gather_from(const SpectralEwald& coarse) {
  impl_->gather_from(*coarse.impl_);
}
template <class Space>
void SpectralEwald<Space>::apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities) {
  impl_->apply(density, velocities, {});
}
template <class Space>
void SpectralEwald<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  impl_->apply(Density<Space>{forces, {}, {}}, velocities, {});
}
template <class Space>
void SpectralEwald<Space>::apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                                 const std::vector<TargetFields<Space>>& fields) {
  impl_->apply(density, velocities, fields);
}
template <class Space>
double SpectralEwald<Space>::predicted_gradient_error(double squared_force_sum, double dipole_norm) const {
  return impl_->predicted_field(false, squared_force_sum, dipole_norm);
}
template <class Space>
double SpectralEwald<Space>::predicted_pressure_error(double squared_force_sum, double dipole_norm) const {
  return impl_->predicted_field(true, squared_force_sum, dipole_norm);
}
template <class Space>
double SpectralEwald<Space>::predicted_rms_error(double squared_force_sum, double dipole_norm) const {
  return impl_->predicted(squared_force_sum, dipole_norm);
}
template <class Space>
typename SpectralEwald<Space>::Work SpectralEwald<Space>::last_work() const {
  return impl_->work;
}
template <class Space>
StageTimes SpectralEwald<Space>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes(ewald_stages));
}

#define SLURRY_INSTANTIATE(Space) template class SpectralEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
