// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_evaluation.hpp"

#include <chrono>
#include <span>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "far_field/quick_transforms.hpp"
#include "planning/cost_model.hpp"
#include "planning/engine_parameters.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

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
  if (!host.empty()) Kokkos::deep_copy(Unmanaged(host.data(), v.layout()), v);
  return host;
}

template <class Space>
Kokkos::View<double*, typename Space::memory_space> charges_of(const SumProblem& p) {
  const Kokkos::View<double*, typename Space::memory_space> charges(
      Kokkos::view_alloc("slurry::sum::charges", Kokkos::WithoutInitializing), p.charges.size());
  Kokkos::deep_copy(charges, Kokkos::View<const double*, Kokkos::HostSpace>(p.charges.data(), p.charges.size()));
  return charges;
}

/// Views for what the options ask for.
template <class Space>
SumFields<Space> wanted(const EwaldOptions& o, std::size_t count) {
  SumFields<Space> r;
  if (kernel_of(o.layer) == Kernel::coulomb) {
    r.potential = FieldScalars<Space>("slurry::sum::potential", count);
    if (o.gradient) r.gradient = FieldGradients<Space>("slurry::sum::gradient", count, 3);
    return r;
  }
  r.velocity = Vectors<Space>(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing), count);
  if (o.gradient) r.gradient = FieldGradients<Space>("slurry::sum::gradient", count, 9);
  if (o.pressure) r.pressure = FieldScalars<Space>("slurry::sum::pressure", count);
  return r;
}

/// Whether it pays to time the ways to transform for one call: what it takes does not grow with the grid, and a tenth
/// to a third of the transforms is what it gains.
bool worth_timing(const StageTimes& predicted) {
  constexpr double seconds = 3;
  double transforms = 0;
  for (const auto& [name, time] : predicted) transforms += name == "FFT" || name == "IFFT" ? time : 0;
  return transforms > seconds;
}

template <class Space>
SumEvaluation evaluate_on(const Space& space, const SumProblem& p, const SumPlan& plan,
                          const std::vector<double>& targets) {
  const auto start = std::chrono::steady_clock::now();
  const EwaldOptions& o = plan.task.options;
  const bool same = plan.task.targets_are_sources, coulomb = kernel_of(o.layer) == Kernel::coulomb;
  const QuickTransforms quick(!worth_timing(plan.predicted));
  SumEvaluation e;
  const auto sum = make_sum(space, plan);
  e.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu = process_seconds();
  const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
  const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
  SumDensity<Space> density;
  if (coulomb)
    density.charges = charges_of<Space>(p);
  else
    density.layers = densities<Space>(p, o.layer);
  const SumFields<Space> r = wanted<Space>(o, x.extent(0));
  sum->set_points({y, 0}, {{x, 0, same}});
  sum->apply(density, {r});
  e.velocities = in_host_memory(r.velocity);
  e.potentials = in_host_memory(r.potential);
  e.gradients = in_host_memory(r.gradient);
  e.pressures = in_host_memory(r.pressure);
  const SumErrors errors = sum->expected_errors(plan.counts);
  e.predicted = errors.value * plan.error_factor;
  e.predicted_gradient = errors.gradient;
  e.predicted_pressure = errors.pressure;
  e.zero_mode_constant = errors.zero_mode_constant;
  e.times = sum->take_stage_times();
  e.cpu_seconds = process_seconds() - cpu;
  return e;
}

}  // namespace

SumEvaluation evaluate_plan(const SumProblem& p, const SumPlan& plan, const std::vector<double>& targets) {
  return with_space(name_of(Runtime::device(plan.task.options.device)),
                    [&](const auto& space) { return evaluate_on(space, p, plan, targets); });
}

SumEvaluation evaluate_with(const SumProblem& p, const EwaldOptions& options, const EwaldParameters& parameters,
                            const SumCounts& counts, const std::vector<double>& targets, bool same) {
  const StageTimes predicted = CostModel(counts, rates_for(options)).stages(parameters, same);
  return evaluate_plan(p, {{p.box, options, same}, counts, "ewald", "one grid", parameters, predicted, 1}, targets);
}

bool direct_sum_exists(const Box& box, const EwaldOptions& options) {
  PlanRequest request;
  request.task = {box, options, false};
  request.engine = "direct";
  return !candidates(request).plans.empty();
}

SumEvaluation evaluate_directly(const SumProblem& p, const EwaldOptions& options, const std::vector<double>& targets) {
  PlanRequest request{{p.box, options, false}, {}, {}, nullptr, nullptr, rates_for(options), "direct"};
  const Candidates found = candidates(request);
  if (found.plans.empty()) throw InputError(found.refusals.at(0).sentence);
  return evaluate_plan(p, found.plans[0], targets);
}

}  // namespace slurry
