// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_evaluation.hpp"

#include <chrono>
#include <type_traits>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "far_field/quick_transforms.hpp"
#include "planning/cost_model.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/coulomb_ewald.hpp"
#include "summation/direct.hpp"
#include "summation/direct_layers.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

/// Densities of the layer in the memory of the execution space.
template <class Space>
Density<Space> densities(const SumProblem& p, Layer layer) {
  Density<Space> d;
  if (layer != Layer::double_layer) d.forces = to_space<Space>(p.forces, "slurry::sum::forces");
  if (layer == Layer::single) return d;
  d.dipoles = to_space<Space>(p.dipoles, "slurry::sum::dipoles");
  d.normals = to_space<Space>(p.normals, "slurry::sum::normals");
  return d;
}

/// A view of any shape, flattened.
template <class View>
std::vector<double> in_host_memory(const View& v) {
  std::vector<double> host(v.size());
  using Unmanaged = Kokkos::View<typename View::non_const_data_type, typename View::array_layout, Kokkos::HostSpace>;
  Kokkos::deep_copy(Unmanaged(host.data(), v.layout()), v);
  return host;
}

template <class Space>
Kokkos::View<double*, typename Space::memory_space> charges_of(const SumProblem& p) {
  const Kokkos::View<double*, typename Space::memory_space> charges(
      Kokkos::view_alloc("slurry::sum::charges", Kokkos::WithoutInitializing), p.charges.size());
  Kokkos::deep_copy(charges, Kokkos::View<const double*, Kokkos::HostSpace>(p.charges.data(), p.charges.size()));
  return charges;
}

/// Memory for the fields that are wanted.
template <class Space>
TargetFields<Space> wanted_fields(bool gradient, bool pressure, std::size_t count) {
  TargetFields<Space> fields;
  if (gradient) fields.gradient = FieldGradients<Space>("slurry::sum::gradient", count, 9);
  if (pressure) fields.pressure = FieldScalars<Space>("slurry::sum::pressure", count);
  return fields;
}

/// same: the targets are the sources.
template <class Space>
void evaluate(const SumProblem& p, const SumCounts& counts, CoulombEwald<Space>& ewald, const Vectors<Space>& sources,
              const Vectors<Space>& targets, bool same, SumEvaluation& e) {
  const auto charges = charges_of<Space>(p);
  const FieldScalars<Space> potential("slurry::sum::potential", targets.extent(0));
  const FieldGradients<Space> gradient("slurry::sum::gradient", targets.extent(0), 3);
  ewald.set_points(sources, targets, same);
  ewald.apply(charges, potential, gradient);
  e.potentials = in_host_memory(potential);
  if (ewald.parameters().gradient) e.gradients = in_host_memory(gradient);
  e.predicted = ewald.predicted_rms_error(counts.squared_force_sum);
  if (ewald.parameters().gradient) e.predicted_gradient = ewald.predicted_gradient_error(counts.squared_force_sum);
  e.times = ewald.take_stage_times();
}

template <class Space>
void evaluate(const SumProblem& p, const SumCounts& counts, SpectralEwald<Space>& ewald, const Vectors<Space>& sources,
              const Vectors<Space>& targets, bool same, SumEvaluation& e) {
  const auto& used = ewald.parameters();
  const auto density = densities<Space>(p, used.layer);
  const std::size_t count = targets.extent(0);
  const Vectors<Space> u(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing), count);
  std::vector<TargetFields<Space>> fields;
  if (used.gradient || used.pressure) fields.push_back(wanted_fields<Space>(used.gradient, used.pressure, count));
  ewald.set_points(sources, 0, {{targets, 0, same}});
  ewald.apply(density, {u}, fields);
  e.velocities = in_host_memory(u);
  if (used.gradient) e.gradients = in_host_memory(fields[0].gradient);
  if (used.pressure) e.pressures = in_host_memory(fields[0].pressure);
  e.predicted = ewald.predicted_rms_error(counts.squared_force_sum, counts.dipole_norm);
  e.zero_mode_constant = ewald.zero_mode_constant();
  if (used.gradient)
    e.predicted_gradient = ewald.predicted_gradient_error(counts.squared_force_sum, counts.dipole_norm);
  if (used.pressure)
    e.predicted_pressure = ewald.predicted_pressure_error(counts.squared_force_sum, counts.dipole_norm);
  e.times = ewald.take_stage_times();
}

/// Whether it pays to time the ways to transform for one call: what it takes does not grow with the grid, and a tenth
/// to a third of the transforms is what it gains.
bool worth_timing(const EwaldParameters& p, const SumCounts& counts) {
  constexpr double seconds = 3;
  const StageTimes t = CostModel(counts, rates_for({})).stages(p);
  return t["FFT"] + t["IFFT"] > seconds;
}

template <class Sum, class Space>
SumEvaluation evaluate_by(const Space& space, const SumProblem& p, const EwaldParameters& parameters,
                          const SumCounts& counts, const std::vector<double>& targets, bool same,
                          const EwaldStages& stages) {
  const auto start = std::chrono::steady_clock::now();
  const QuickTransforms quick(!worth_timing(parameters, counts));
  SumEvaluation e;
  Sum ewald(space, parameters, stages);
  e.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu = process_seconds();
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
  evaluate(p, counts, ewald, y, x, same, e);
  e.variants = ewald.variants();
  e.cpu_seconds = process_seconds() - cpu;
  return e;
}

template <class Space>
SumEvaluation evaluate_nested_on(const Space& space, const SumProblem& p, const NestedParameters& parameters,
                                 const SumCounts& counts, const std::vector<double>& targets, bool same,
                                 const EwaldStages& stages) {
  const auto start = std::chrono::steady_clock::now();
  const QuickTransforms quick(!worth_timing(parameters.cores.back().parameters, counts));
  SumEvaluation e;
  NestedEwald<Space> ewald(space, parameters, stages);
  e.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu = process_seconds();
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
  const auto density = densities<Space>(p, parameters.whole.layer);
  const Vectors<Space> u(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing), x.extent(0));
  ewald.set_points(y, x, same);
  ewald.apply(density, u);
  e.velocities = in_host_memory(u);
  e.predicted = ewald.predicted_rms_error(counts.squared_force_sum, counts.dipole_norm);
  e.zero_mode_constant = ewald.zero_mode_constant();
  e.times = ewald.take_stage_times();
  e.variants = ewald.variants();
  e.cpu_seconds = process_seconds() - cpu;
  return e;
}

template <class Space>
SumEvaluation evaluate_directly_on(const Space& space, const SumProblem& p, const EwaldOptions& options,
                                   const std::vector<double>& targets) {
  SumEvaluation e;
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto x = to_space<Space>(targets, "slurry::sum::targets");
  const std::size_t count = x.extent(0);
  if (options.layer == Layer::coulomb) {
    const FieldScalars<Space> potential("slurry::sum::potential", count);
    const FieldGradients<Space> gradient("slurry::sum::gradient", options.gradient ? count : 0, 3);
    direct::free_space_charges<Space>(space, x, y, charges_of<Space>(p), potential, gradient);
    e.potentials = in_host_memory(potential);
    if (options.gradient) e.gradients = in_host_memory(gradient);
    return e;
  }
  const auto density = densities<Space>(p, options.layer);
  const Vectors<Space> u(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing), count);
  if (p.box.periodicity == 1) {
    DirectSum<Space> sum(space, p.box);
    sum.set_points(y, 0, {{x, 0, false}});
    sum.apply(density.forces, {u});
    e.velocities = in_host_memory(u);
    return e;
  }
  const auto fields = wanted_fields<Space>(options.gradient, options.pressure, count);
  direct::free_space_layers<Space>(space, x, y, density, u, fields);
  e.velocities = in_host_memory(u);
  if (options.gradient) e.gradients = in_host_memory(fields.gradient);
  if (options.pressure) e.pressures = in_host_memory(fields.pressure);
  return e;
}

}  // namespace

SumEvaluation evaluate_with(const SumProblem& p, const EwaldParameters& parameters, const SumCounts& counts,
                            const std::vector<double>& targets, bool same, Device device, const EwaldStages& stages) {
  return with_space(name_of(Runtime::device(device)), [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    if (parameters.layer == Layer::coulomb)
      return evaluate_by<CoulombEwald<Space>>(space, p, parameters, counts, targets, same, stages);
    return evaluate_by<SpectralEwald<Space>>(space, p, parameters, counts, targets, same, stages);
  });
}

SumEvaluation evaluate_nested(const SumProblem& p, const NestedParameters& parameters, const SumCounts& counts,
                              const std::vector<double>& targets, bool same, Device device, const EwaldStages& stages) {
  return with_space(name_of(Runtime::device(device)), [&](const auto& space) {
    return evaluate_nested_on(space, p, parameters, counts, targets, same, stages);
  });
}

bool direct_sum_exists(const SumProblem& p, const EwaldOptions& options) {
  if (p.box.periodicity == 0) return true;
  return p.box.periodicity == 1 && options.layer == Layer::single && !options.gradient && !options.pressure;
}

SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets) {
  if (!direct_sum_exists(p, options))
    throw InputError("there is no direct sum of this layer in this box; use the Ewald sum");
  return with_space(name_of(Runtime::device(options.device)),
                    [&](const auto& space) { return evaluate_directly_on(space, p, options, targets); });
}

}  // namespace slurry
