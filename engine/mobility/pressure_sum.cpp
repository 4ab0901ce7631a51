// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pressure_sum.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/margins.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "mobility/point_mobility.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "summation/rates.hpp"

namespace slurry {

namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
constexpr double tightest = 1e-12;

double rms_of(std::span<const double> p) {
  double sum = 0;
  for (const double x : p) sum += x * x;
  return p.empty() ? 0 : std::sqrt(sum / static_cast<double>(p.size()));
}

}  // namespace

void refuse_memory(const SumPlan& plan, const EwaldOptions& options, const char* what, const char* needs) {
  const Engine& row = engine_of(plan.engine);
  SumLoad load;
  load.threads = Space().concurrency();
  const double needed = row.bytes ? row.bytes(plan, load) : 0;
  if (const double available = options.memory_limit.value_or(available_memory()); needed > available)
    throw RefusedError(text("{} at {} points {} {} of memory, but {} are available", what, plan.counts.targets, needs,
                            bytes_text(needed), bytes_text(std::max(0.0, available))));
}

PressureSum pressure_sum(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces,
                         std::span<const double> points, double tolerance, const EwaldOptions& given,
                         std::span<double> out, const std::optional<PressureSum>& judged) {
  PlanRequest request;
  request.task.box = box;
  request.task.options = given;
  request.task.options.tolerance_kind = ToleranceKind::relative;
  request.task.options.pressure = true;
  request.task.options.device = Device::host;
  request.task.targets_are_sources = false;
  request.counts.sources = sources.extent(0);
  request.counts.targets = std::min(out.size(), most_field_points);
  for (std::size_t i = 0; i < sources.extent(0); ++i)
    for (std::size_t c = 0; c < 3; ++c) request.counts.squared_force_sum += forces(i, c) * forces(i, c);
  request.rates = rates_for(request.task.options);
  if (judged && judged->all_pairs) request.engine = the_exact_engine().name;
  double asked = std::max(tightest, tolerance), scale = 0;
  PressureSum done;
  for (int attempt = 0; attempt < 8; ++attempt) {
    request.task.options.tolerance = asked;
    SumPlan plan = best(candidates(request));
    if (judged && !judged->all_pairs)
      if (const auto other = opinion_of(plan.engine, request, Opinion::first)) plan = *other;
    refuse_memory(plan, request.task.options, "the pressure", "needs");
    const auto sum = make_sum(plan);
    for (std::size_t first = 0; first < out.size(); first += most_field_points) {
      const std::size_t count = std::min(most_field_points, out.size() - first);
      const Vectors<Space> x = to_space<Space>(points.subspan(3 * first, 3 * count), "slurry::mobility::points");
      SumFields<Space> fields;
      fields.velocity = Vectors<Space>("slurry::mobility::field", count);
      fields.pressure = FieldScalars<Space>("slurry::mobility::pressure", count);
      sum->set_points({sources, 0, {}}, {{x, 0, false, {}}});
      sum->apply({{forces, {}, {}}, {}}, {fields});
      Kokkos::fence();
      for (std::size_t i = 0; i < count; ++i) out[first + i] = fields.pressure(i);
    }
    scale = rms_of(out);
    done.all_pairs = plan.exact;
    done.error = plan.exact ? rounding_floor(Layer::single, Precision::fp64) * scale
                            : sum->expected_errors(request.counts).pressure;
    if (done.error <= 1.2 * tolerance * scale || asked <= tightest) break;
    asked = std::clamp(0.7 * asked * tolerance * scale / done.error, tightest, 0.5 * asked);
  }
  return done;
}

}  // namespace slurry
