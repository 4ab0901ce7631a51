// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "base/execution.hpp"
#include "planning/cost_model.hpp"
#include "planning/engines.hpp"
#include "planning/parameter_selection.hpp"
#include "slurry/runtime.hpp"
#include "summation/direct.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

template <class Space>
using Scalars = Kokkos::View<double*, typename Space::memory_space>;

/// A device is not full with fewer.
template <class Space>
constexpr std::size_t points = is_host_space<Space> ? 50000 : 500000;
constexpr int calls = 4;  // the quickest counts: others share the machine
constexpr Layer layers[rate_layers] = {Layer::single, Layer::combined, Layer::coulomb};

template <class View>
void fill(const View& v, bool uniform, std::uint64_t seed) {
  const auto host = Kokkos::create_mirror_view(v);
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> places;
  std::normal_distribution<double> strengths;
  for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = uniform ? places(random) : strengths(random);
  Kokkos::deep_copy(v, host);
}

template <class Space>
Vectors<Space> vectors(std::size_t count, bool uniform, std::uint64_t seed) {
  Vectors<Space> v("slurry::rates::vectors", count);
  fill(v, uniform, seed);
  return v;
}

/// Shortest time of every stage over some calls.
template <class Call>
StageTimes quickest(const Call& call) {
  StageTimes best = call();  // takes the memory
  best = call();
  for (int i = 1; i < calls; ++i) {
    const StageTimes t = call();
    for (auto& [stage, seconds] : best) seconds = std::min(seconds, t[stage]);
  }
  return best;
}

template <class Space>
StageTimes time_sum(const EwaldParameters& p) {
  const std::size_t n = points<Space>;
  const auto x = vectors<Space>(n, true, 1), f = vectors<Space>(n, false, 2);
  SpectralEwald<Space> ewald(Space(), p, EwaldStages{.sources = double(n)});
  if (p.layer == Layer::coulomb) {
    const Scalars<Space> charges("slurry::rates::charges", n);
    fill(charges, false, 3);
    const FieldScalars<Space> potential("slurry::rates::potential", n);
    const FieldGradients<Space> gradient("slurry::rates::gradient", n, 3);
    return quickest([&] {
      ewald.set_points(x, 0, {{x, 0, true}});
      ewald.apply(charges, potential, gradient);
      return ewald.take_stage_times();
    });
  }
  const Vectors<Space> u("slurry::rates::u", n);
  Density<Space> density{f, {}, {}};
  if (p.layer != Layer::single) {
    density.dipoles = vectors<Space>(n, false, 4);
    density.normals = vectors<Space>(n, false, 5);
  }
  return quickest([&] {
    ewald.set_points(x, 0, {{x, 0, true}});
    ewald.apply(density, {u});
    return ewald.take_stage_times();
  });
}

/// Rates from which the time of a stage is computed.
struct StageRates {
  std::string_view stage;
  std::vector<double SumRates::*> rates;
};
/// P2G and G2P apart.
const StageRates stage_rates[] = {{"sort", {&SumRates::sort}},
                                  {"P2P", {&SumRates::pair, &SumRates::pair_degree, &SumRates::row}},
                                  {"FFT", {&SumRates::fft}},
                                  {"CNV", {&SumRates::multiply}},
                                  {"IFFT", {&SumRates::ifft}}};

/// P2G or G2P: what a number of the grid takes, which may have to come from memory, and what a point takes.
struct GridStage {
  std::string_view stage;
  double SumRates::*number;
  std::vector<double SumRates::*> point;
};
const GridStage grid_stages[] = {{"P2G", &SumRates::spread_number, {&SumRates::spread_point, &SumRates::spread}},
                                 {"G2P", &SumRates::gather_number, {&SumRates::gather_point, &SumRates::gather}}};

template <class Space>
SumCounts sizes_of_sums() {
  SumCounts sizes;
  sizes.sources = sizes.targets = points<Space>;
  sizes.squared_force_sum = sizes.dipole_norm = double(points<Space>);
  return sizes;
}

/// The built-in rates of both times what makes them fit the sum of `p`, timed already, and one with the same window on
/// a finer grid; to the power `share`.
template <class Space>
void measure_grid_stages(const MachineRates& rates, const EwaldOptions& options, const EwaldParameters& p,
                         const StageTimes& measured, double share, SumRates& found) {
  constexpr double finer = 0.7;  // of the cutoff
  EwaldOptions o = options;
  o.cutoff_radius = finer * p.cutoff_radius;
  o.deterministic = true;  // quickly planned
  const SumCounts sizes = sizes_of_sums<Space>();
  const EwaldParameters fine = select_ewald_parameters(p.box, o, sizes);
  const StageTimes fine_measured = time_sum<Space>(fine);
  for (const GridStage& g : grid_stages) {
    MachineRates of_points = rates;
    for (auto& r : of_points.sums) r.*g.number = 0;
    const double point = CostModel(sizes, of_points).stages(p)[g.stage],
                 number = CostModel(sizes, rates).stages(p)[g.stage] - point,
                 more = CostModel(sizes, rates).stages(fine)[g.stage] - point - number;
    // noise must not make either of them nothing
    const double number_factor = std::clamp((fine_measured[g.stage] - measured[g.stage]) / more, 0.1, 10.0),
                 point_factor = std::max(0.1, (measured[g.stage] - number_factor * number) / point);
    found.*g.number *= std::pow(number_factor, share);
    for (double SumRates::*rate : g.point) found.*rate *= std::pow(point_factor, share);
  }
}

/// The built-in rates of a layer times measured over predicted time, stage by stage, in the mean over two tolerances.
/// Transforms are the same for all layers: they are measured once, for the tight single layer, with the plan that sums
/// use, which takes long to find.
template <class Space>
void measure_layer(Layer layer, Precision precision, const MachineRates& rates, SumRates& found,
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
  const auto scale = [&](std::string_view stage, double SumRates::*rate) { found.*rate *= std::exp(logarithm[stage]); };
  for (const StageRates& s : stage_rates)
    for (double SumRates::*rate : s.rates) scale(s.stage, rate);
  // a device's grid is in its caches or is not, and P2G has two forms there: what a number takes stays in proportion
  if (is_host_space<Space>) return;
  for (const GridStage& g : grid_stages) {
    scale(g.stage, g.number);
    for (double SumRates::*rate : g.point) scale(g.stage, rate);
  }
}

/// Seconds per pair of a direct sum of `count` points, and as many targets more as are to spare.
template <class Space>
double direct_rate(int periodicity, std::size_t count, double spare) {
  const auto x = vectors<Space>(count, true, 6), f = vectors<Space>(count, false, 7);
  const Vectors<Space> u("slurry::rates::u", count);
  DirectSum<Space> sum(Space(), Box{{1, 1, 1}, periodicity});
  sum.set_points(x, 0, {{x, 0, true}});
  const StageTimes t = quickest([&] {
    sum.apply(f, {u});
    return sum.take_stage_times();
  });
  return t.total() / (double(count) * (double(count) + spare));
}

}  // namespace

MachineRates measure_rates(Precision precision, Device device) {
  return with_space(name_of(device), [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    const MachineRates rates = built_in_rates(space.concurrency(), precision, device);
    MachineRates found = rates;
    StageTimes transform_factors;  // of the single layer, the first
    for (std::size_t l = 0; l < rate_layers; ++l)
      measure_layer<Space>(layers[l], precision, rates, found.sums[l], transform_factors);
    const std::size_t more = is_host_space<Space> ? 1 : 10;
    found.direct_free = direct_rate<Space>(0, 2000 * more, rates.spare_targets);
    found.direct_periodic = direct_rate<Space>(1, 500 * more, rates.spare_targets);
    for (const Engine& row : engines())
      if (row.measure_rates) row.measure_rates(found);
    found.origin = "measured";
    return found;
  });
}

}  // namespace slurry
