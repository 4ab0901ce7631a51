// SPDX-License-Identifier: BSD-3-Clause
#include "summation/sum_evaluation.hpp"

#include <chrono>
#include <ctime>
#include <span>

#include "base/execution.hpp"
#include "summation/coulomb_ewald.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

using Space = CoreSpace;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Densities of the layer in the memory of the execution space.
Density<Space> densities(const SumProblem& p, Layer layer) {
  Density<Space> d;
  if (layer != Layer::double_layer) d.forces = to_space<Space>(p.forces, "slurry::sum::forces");
  if (layer == Layer::single) return d;
  d.dipoles = to_space<Space>(p.dipoles, "slurry::sum::dipoles");
  d.normals = to_space<Space>(p.normals, "slurry::sum::normals");
  return d;
}

std::vector<double> in_host_memory(const FieldScalars<Space>& v) {
  std::vector<double> host(v.size());
  Kokkos::deep_copy(Kokkos::View<double*, Kokkos::HostSpace>(host.data(), host.size()), v);
  return host;
}
std::vector<double> in_host_memory(const FieldGradients<Space>& v) {
  std::vector<double> host(v.size());
  Kokkos::deep_copy(
      Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>(host.data(), v.extent(0), v.extent(1)), v);
  return host;
}
std::vector<double> in_host_memory(const Vectors<Space>& v) {
  std::vector<double> host(v.size());
  Kokkos::deep_copy(host_vectors(std::span<double>(host)), v);
  return host;
}

/// same: the targets are the sources.
void evaluate(const SumProblem& p, const SumCounts& counts, CoulombEwald<Space>& ewald, const Vectors<Space>& sources,
              const Vectors<Space>& targets, bool same, SumEvaluation& e) {
  const Kokkos::View<double*, typename Space::memory_space> charges(
      Kokkos::view_alloc("slurry::sum::charges", Kokkos::WithoutInitializing), p.charges.size());
  Kokkos::deep_copy(charges, Kokkos::View<const double*, Kokkos::HostSpace>(p.charges.data(), p.charges.size()));
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

void evaluate(const SumProblem& p, const SumCounts& counts, SpectralEwald<Space>& ewald, const Vectors<Space>& sources,
              const Vectors<Space>& targets, bool same, SumEvaluation& e) {
  const auto& used = ewald.parameters();
  const auto density = densities(p, used.layer);
  const std::size_t count = targets.extent(0);
  const Vectors<Space> u(Kokkos::view_alloc("slurry::sum::velocities", Kokkos::WithoutInitializing), count);
  std::vector<TargetFields<Space>> fields;
  if (used.gradient || used.pressure) {
    fields.resize(1);
    if (used.gradient) fields[0].gradient = FieldGradients<Space>("slurry::sum::gradient", count, 9);
    if (used.pressure) fields[0].pressure = FieldScalars<Space>("slurry::sum::pressure", count);
  }
  ewald.set_points(sources, 0, {{targets, 0, same}});
  ewald.apply(density, {u}, fields);
  e.velocities = in_host_memory(u);
  if (used.gradient) e.gradients = in_host_memory(fields[0].gradient);
  if (used.pressure) e.pressures = in_host_memory(fields[0].pressure);
  e.predicted = ewald.predicted_rms_error(counts.squared_force_sum, counts.dipole_norm);
  if (used.gradient)
    e.predicted_gradient = ewald.predicted_gradient_error(counts.squared_force_sum, counts.dipole_norm);
  if (used.pressure)
    e.predicted_pressure = ewald.predicted_pressure_error(counts.squared_force_sum, counts.dipole_norm);
  e.times = ewald.take_stage_times();
}

}  // namespace

SumEvaluation evaluate_with(const SumProblem& p, const EwaldParameters& parameters, const SumCounts& counts,
                            const std::vector<double>& targets, bool same) {
  const auto start = std::chrono::steady_clock::now();
  const Space space;
  SumEvaluation e;
  const auto with = [&](auto ewald) {
    e.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double cpu = cpu_seconds();
    const auto y = to_space<Space>(p.sources, "slurry::sum::sources");
    const auto x = same ? y : to_space<Space>(targets, "slurry::sum::targets");
    evaluate(p, counts, ewald, y, x, same, e);
    e.cpu_seconds = cpu_seconds() - cpu;
  };
  if (parameters.layer == Layer::coulomb)
    with(CoulombEwald<Space>(space, parameters));
  else
    with(SpectralEwald<Space>(space, parameters));
  return e;
}

}  // namespace slurry
