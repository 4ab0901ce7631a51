// SPDX-License-Identifier: BSD-3-Clause
#include <chrono>

#include "base/text.hpp"
#include "mobility/mobility.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double s = std::chrono::duration<double>(now - start_).count();
    start_ = now;
    return s;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

MobilityResult solve_mobility(const MobilityProblem& problem, const MobilityOptions& options) {
  for (const auto* v : {&problem.positions, &problem.forces, &problem.points})
    if (v->size() % 3 != 0) throw InputError("an array of vectors has a length that is no multiple of three");
  if (problem.domain.kind != DomainKind::pipe && options.net_flow.kind != NetFlowKind::zero_flux)
    throw InputError("a net flow is asked for, but there is no pipe");
  MobilitySetup setup;
  setup.domain = problem.domain;
  setup.viscosity = problem.viscosity;
  setup.radii = problem.radii;
  setup.model = options.model;
  setup.net_flow = options.net_flow;
  setup.tolerance = options.tolerance;
  setup.method = options.method;
  setup.expected_solves = 1;
  setup.memory_limit = options.memory_limit;
  setup.rates = options.rates;
  Stopwatch watch;
  const auto mobility = make_mobility(setup);
  MobilityResult r;
  r.velocities.resize(problem.positions.size());
  mobility->solve(problem.positions, problem.forces, r.velocities);
  r.solve_seconds = watch.lap();
  r.flow = mobility->mean_flow();
  r.wall_drag = mobility->wall_drag();
  r.parameters = mobility->parameters();
  r.errors =
      options.measured_targets > 0 ? mobility->measure(options.measured_targets, options.seed) : mobility->predict();
  r.measure_seconds = watch.lap();
  r.field.resize(problem.points.size());
  mobility->field_to_tolerance(problem.points, r.field);
  r.field_seconds = watch.lap();
  r.times = mobility->take_stage_times();
  return r;
}

}  // namespace slurry
