// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/ewald_rates.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/execution.hpp"
#include "ewald/plan/cost_model.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/runtime.hpp"
#include "summation/rate_timing.hpp"

namespace slurry {
namespace {

template <class Space>
using Scalars = Kokkos::View<double*, typename Space::memory_space>;

template <class Space>
StageTimes time_sum(const EwaldParameters& p) {
  const std::size_t n = rate_timing::points<Space>;
  const auto x = rate_timing::vectors<Space>(n, true, 1), f = rate_timing::vectors<Space>(n, false, 2);
  SpectralEwald<Space> ewald(Space(), p, EwaldStages{.sources = double(n)});
  if (p.layer == Layer::coulomb) {
    const Scalars<Space> charges("slurry::rates::charges", n);
    rate_timing::fill(charges, false, 3);
    const FieldScalars<Space> potential("slurry::rates::potential", n);
    const FieldGradients<Space> gradient("slurry::rates::gradient", n, 3);
    return rate_timing::quickest([&] {
      ewald.set_points(x, 0, {{x, 0, true}});
      ewald.apply(charges, potential, gradient);
      return ewald.take_stage_times();
    });
  }
  const Vectors<Space> u("slurry::rates::u", n);
  Density<Space> density{f, {}, {}};
  if (p.layer != Layer::single) {
    density.dipoles = rate_timing::vectors<Space>(n, false, 4);
    density.normals = rate_timing::vectors<Space>(n, false, 5);
  }
  return rate_timing::quickest([&] {
    ewald.set_points(x, 0, {{x, 0, true}});
    ewald.apply(density, {u});
    return ewald.take_stage_times();
  });
}

/// Rates from which the time of a stage is computed.
struct StageRates {
  std::string_view stage;
  std::vector<double EwaldRates::*> rates;
};
/// P2G and G2P apart.
const StageRates stage_rates[] = {{"sort", {&EwaldRates::sort}},
                                  {"P2P", {&EwaldRates::pair, &EwaldRates::pair_degree, &EwaldRates::row}},
                                  {"FFT", {&EwaldRates::fft}},
                                  {"CNV", {&EwaldRates::multiply}},
                                  {"IFFT", {&EwaldRates::ifft}}};

/// P2G or G2P: what a number of the grid takes, which may have to come from memory, and what a point takes.
struct GridStage {
  std::string_view stage;
  double EwaldRates::*number;
  std::vector<double EwaldRates::*> point;
};
const GridStage grid_stages[] = {{"P2G", &EwaldRates::spread_number, {&EwaldRates::spread_point, &EwaldRates::spread}},
                                 {"G2P", &EwaldRates::gather_number, {&EwaldRates::gather_point, &EwaldRates::gather}}};

template <class Space>
SumCounts sizes_of_sums() {
  SumCounts sizes;
  sizes.sources = sizes.targets = rate_timing::points<Space>;
  sizes.squared_force_sum = sizes.dipole_norm = double(rate_timing::points<Space>);
  return sizes;
}

/// The built-in rates of both times what makes them fit the sum of `p`, timed already, and one with the same window on
/// a finer grid; to the power `share`.
template <class Space>
void measure_grid_stages(const EwaldMachine& rates, const EwaldOptions& options, const EwaldParameters& p,
                         const StageTimes& measured, double share, EwaldRates& found) {
  constexpr double finer = 0.7;  // of the cutoff
  EwaldOptions o = options;
  o.cutoff_radius = finer * p.cutoff_radius;
  o.deterministic = true;  // quickly planned
  const SumCounts sizes = sizes_of_sums<Space>();
  const EwaldParameters fine = select_ewald_parameters(p.box, o, sizes);
  const StageTimes fine_measured = time_sum<Space>(fine);
  for (const GridStage& g : grid_stages) {
    EwaldMachine of_points = rates;
    for (EwaldRates& r : of_points.rates) r.*g.number = 0;
    const double point = CostModel(sizes, of_points).stages(p)[g.stage],
                 number = CostModel(sizes, rates).stages(p)[g.stage] - point,
                 more = CostModel(sizes, rates).stages(fine)[g.stage] - point - number;
    // noise must not make either of them nothing
    const double number_factor = std::clamp((fine_measured[g.stage] - measured[g.stage]) / more, 0.1, 10.0),
                 point_factor = std::max(0.1, (measured[g.stage] - number_factor * number) / point);
    found.*g.number *= std::pow(number_factor, share);
    for (double EwaldRates::*rate : g.point) found.*rate *= std::pow(point_factor, share);
  }
}

/// The built-in rates of a layer times measured over predicted time, stage by stage, in the mean over two tolerances.
/// Transforms are the same for all layers: they are measured once, for the tight single layer, with the plan that sums
/// use, which takes long to find.
template <class Space>
void measure_layer(Layer layer, Precision precision, const EwaldMachine& rates, EwaldRates& found,
                   StageTimes& transform_factors) {
  constexpr double loose = 1e-3, tight64 = 1e-8, tight32 = 1e-4;
  StageTimes logarithm;
  for (const double tolerance : {loose, precision == Precision::fp32 ? tight32 : tight64}) {
    const bool planned = layer == Layer::single && tolerance != loose;
    EwaldOptions options;
    options.layer = layer;
    options.precision = precision;
    options.tolerance = tolerance;
    options.deterministic = !planned;  // quickly planned
    options.device = rates.device;
    const SumCounts sizes = sizes_of_sums<Space>();
    const EwaldParameters p = select_ewald_parameters(Box{{1, 1, 1}, 1}, options, sizes);
    const StageTimes predicted = CostModel(sizes, rates).stages(p), measured = time_sum<Space>(p);
    if constexpr (is_host_space<Space>) measure_grid_stages<Space>(rates, options, p, measured, 0.5, found);
    for (const auto& [stage, seconds] : predicted)
      if (seconds > 0 && measured[stage] > 0) logarithm[stage] += std::log(measured[stage] / seconds) / 2;
    for (const char* s : {"FFT", "IFFT"})
      if (planned) transform_factors[s] = std::log(measured[s] / predicted[s]);
  }
  for (const char* s : {"FFT", "IFFT"}) logarithm[s] = transform_factors[s];
  const auto scale = [&](std::string_view stage, double EwaldRates::*rate) {
    found.*rate *= std::exp(logarithm[stage]);
  };
  for (const StageRates& s : stage_rates)
    for (double EwaldRates::*rate : s.rates) scale(s.stage, rate);
  // a device's grid is in its caches or is not, and P2G has two forms there: what a number takes stays in proportion
  if (is_host_space<Space>) return;
  for (const GridStage& g : grid_stages) {
    scale(g.stage, g.number);
    for (double EwaldRates::*rate : g.point) scale(g.stage, rate);
  }
}

}  // namespace

void measure_ewald_rates(MachineRates& found) {
  with_space(name_of(found.device), [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    const EwaldMachine built_in(built_in_rates(found.threads, found.precision, found.device));
    EwaldMachine measured = built_in;
    StageTimes transform_factors;  // of the single layer, the first
    for (std::size_t l = 0; l < EwaldMachine::layers.size(); ++l)
      measure_layer<Space>(EwaldMachine::layers[l], found.precision, built_in, measured.rates[l], transform_factors);
    measured.store(found);
  });
}

}  // namespace slurry
