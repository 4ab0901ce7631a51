// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/bench_variants.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <type_traits>
#include <utility>

#include "base/execution.hpp"
#include "base/stage_model.hpp"
#include "base/text.hpp"
#include "bench/machine_costs.hpp"
#include "far_field/far_stages.hpp"
#include "near_field/near_stages.hpp"
#include "planning/cost_model.hpp"
#include "planning/engine_parameters.hpp"
#include "planning/engines.hpp"
#include "planning/published_parameters.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Points and densities of all sums.
struct Cloud {
  Vectors<Host> x, f, q, n;
  Cloud(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform;
    std::normal_distribution<double> normal;
    for (Vectors<Host>* v : {&x, &f, &q, &n}) {
      *v = Vectors<Host>("slurry::bench::cloud", count);
      for (std::size_t i = 0; i < 3 * count; ++i) v->data()[i] = v == &x ? uniform(random) : normal(random);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double length = std::hypot(n(i, 0), n(i, 1), n(i, 2));
      for (int d = 0; d < 3; ++d) n(i, d) /= length;
    }
  }
  SumDensity<Host> density(Layer layer) const {
    SumDensity<Host> d;
    if (layer != Layer::double_layer) d.layers.forces = f;
    if (layer != Layer::single) {
      d.layers.dipoles = q;
      d.layers.normals = n;
    }
    return d;
  }
};

/// Operations of a pair within the cutoff, its special function weighed as table 1 of Kosmacher et al. 2026 weighs it
/// (an inverse square root as 30.2): two polynomials, or three of the combined layer, by Horner's rule, and what the
/// densities take (NearPair).
double pair_flops(const EwaldParameters& p) {
  return p.layer == Layer::single ? 4.0 * p.near_degree + 53 : 6.0 * p.near_degree + 88;
}

StageSizes sizes_of(const EwaldParameters& p, std::size_t points, const FarGrid& grid) {
  StageSizes s;
  s.targets = s.sources = double(points);
  s.near_cell = double(points) * std::pow(p.cutoff_radius, 3) / p.box.volume();
  s.pair_flops = pair_flops(p);
  s.window_points = p.window_points;
  s.window_degree = p.window_degree;
  s.grid_nodes = double(grid.total[0]) * grid.total[1] * grid.total[2];
  return s;
}

double relative_difference(const Vectors<Host>& u, const Vectors<Host>& v) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    difference += std::pow(u.data()[i] - v.data()[i], 2);
    norm += v.data()[i] * v.data()[i];
  }
  return std::sqrt(difference / norm);
}

class VariantBench {
 public:
  explicit VariantBench(const VariantBenchCase& c) : c_(c), cloud_(c.points, c.seed), u_("slurry::bench::u", c.points) {
    PlanRequest request;
    SumTask& task = request.task;
    task.box.periodicity = c.periodicity;
    task.options.tolerance = c.tolerance;
    task.options.layer = c.layer;
    task.options.split = c.split;
    task.options.precision = c.precision;
    task.options.rates = c.rates;
    task.options.device = c.device;
    task.options.cutoff_radius = c.cutoff_radius;
    request.engine = "ewald";
    request.counts.sources = request.counts.targets = c.points;
    request.counts.squared_force_sum = c.layer == Layer::double_layer ? 0.0 : 3.0 * double(c.points);
    request.counts.dipole_norm = c.layer == Layer::single ? 0.0 : 7.0 / 9 * 3 * double(c.points);
    request.rates = rates_for(task.options, Host().concurrency());
    plan_ = best(candidates(request));
    if (c.published_per_cell) {
      plan_.parameters = published_ewald_parameters({c.tolerance, *c.published_per_cell, c.points}, c.periodicity,
                                                    c.layer, c.precision);
      plan_.predicted = CostModel(request.counts, request.rates).stages(plan_.parameters.as<EwaldParameters>());
    }
  }

  VariantBenchResult run() {
    VariantBenchResult r;
    r.parameters = plan_.parameters.as<EwaldParameters>();
    r.device = device_of(plan_.task);
    const FarGrid grid = make_sum_grid(r.parameters);
    sizes_ = sizes_of(r.parameters, c_.points, grid);
    r.per_cell = sizes_.near_cell;
    r.grid_nodes = static_cast<std::size_t>(sizes_.grid_nodes);
    const bool fp32 = c_.precision == Precision::fp32;
    with_space(name_of(r.device), [&](const auto& space) {
      using Space = std::decay_t<decltype(space)>;
      costs_ = measure_stage_costs(space);
      if (fp32)
        rows_in<Space, float>(r.rows);
      else
        rows_in<Space, double>(r.rows);
    });
    r.costs = {1 / costs_.second_per_flop, 1 / costs_.second_per_byte, costs_.l1, costs_.l2};
    if (r.rows.empty()) throw InputError(text("no stage is called '{}'; P2P, P2G, FFT, CNV, IFFT, G2P are", c_.stage));
    return r;
  }

 private:
  template <class Space, class Real>
  void rows_in(std::vector<VariantBenchRow>& rows) {
    add_slot<Space, Real>(near_slots().velocities, rows);
    add_slot<Space, Real>(far_slots().spread, rows);
    add_slot<Space, Real>(far_slots().transform, rows);
    add_slot<Space, Real>(far_slots().gather, rows);
  }

  template <class Space, class Real, class Forms>
  void add_slot(const StageSlot<Forms>& slot, std::vector<VariantBenchRow>& rows) {
    if (!c_.stage.empty() && !slot.covers(c_.stage)) return;
    bool first = true;
    for (const auto& row : slot.variants) {
      if (!row.forms.template get<Space, Real>()) continue;
      VariantBenchRow& r = rows.emplace_back();
      r.stage = slot.name;
      r.variant = row.name;
      r.source = row.source;
      try {
        time(slot.stages, r);
      } catch (const InputError& refused) {
        r.refused = refused.what();
        continue;
      }
      if (std::exchange(first, false))
        for (const auto stage : slot.stages) r.predicted += plan_.predicted[stage];
      if (c_.precision == Precision::fp64 && row.model) model(row.model(sizes_), r);
    }
  }

  void time(const std::vector<std::string_view>& stages, VariantBenchRow& r) {
    SumPlan plan = plan_;
    plan.task.variants = {{r.stage, r.variant}};
    const auto sum = make_sum(plan);
    SumFields<Host> wanted;
    wanted.velocity = u_;
    r.seconds = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= c_.repeats; ++i) {
      sum->set_points({cloud_.x, 0, {}}, {{cloud_.x, 0, true, {}}});
      sum->apply(cloud_.density(c_.layer), {wanted});
      const StageTimes times = sum->take_stage_times();
      double seconds = 0;
      for (const auto stage : stages) seconds += times[stage];
      if (i == 0 || seconds >= r.seconds) continue;  // the first call takes the memory
      r.seconds = seconds;
      r.sort = times["sort"];
    }
    if (first_.extent(0) == 0) {
      first_ = Vectors<Host>("slurry::bench::first", c_.points);
      Kokkos::deep_copy(first_, u_);
    }
    r.difference = relative_difference(u_, first_);
  }

  void model(const StageWork& work, VariantBenchRow& r) const {
    const StageModelTimes t = model_times(work, costs_);
    r.model = ModelFigures{t.no_caches, t.l2, t.l1, t.flops, work.flops, intensity(work, costs_)};
    r.useful_flops = r.stage != "P2P" ? work.flops : sizes_.targets * sizes_.near_cell * 4 / 3 * pi * sizes_.pair_flops;
  }

  VariantBenchCase c_;
  Cloud cloud_;
  Vectors<Host> u_, first_;
  SumPlan plan_;
  StageSizes sizes_;
  StageCosts costs_;
};

}  // namespace

VariantBenchResult bench_variants(const VariantBenchCase& c) {
  return VariantBench(c).run();
}

}  // namespace slurry
