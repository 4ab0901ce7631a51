// SPDX-License-Identifier: BSD-3-Clause
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "planning/engines.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/runtime.hpp"
#include "support/error_norms.hpp"
#include "support/tree_cases.hpp"

// Prints milliseconds per stage of sums in free space by the tree and by the Ewald sum, in the default space, with the
// parameters that their plans choose:
//   measure_tree_everywhere POINTS KIND [ENGINE ...]
// for charges and the single layer, 1e-3 and 1e-6.  ENGINE: fmm, ewald, direct, or automatic, which is what a sum
// takes; fmm/SCHEME takes that scheme of M2L; fp32:ENGINE sums in single precision, at 1e-3 and 1e-5.  The rates are
// measured first; those of the tree are printed.  KIND: as in support/tree_cases.hpp.  Points and results are where the
// sum is.  Times are medians of 3 calls with new points and one density.  Errors are against all pairs at 200 targets,
// on the host.
namespace {

using namespace slurry;

template <class Space>
using SpaceNumbers = Kokkos::View<double*, typename Space::memory_space>;

constexpr std::string_view single_word = "fp32:";

bool is_single(const std::string& engine) {
  return engine.starts_with(single_word);
}

template <class Space>
void measure(const Space& space, const MachineRates& rates, const test::TreeCase& c, const std::string& kind,
             double tolerance, const std::string& engine, const std::vector<double>& targets,
             const std::vector<double>& truth) {
  using clock = std::chrono::steady_clock;
  const bool charges = c.layer == Layer::coulomb;
  const std::size_t n = c.sources.size() / 3, components = charges ? 1 : 3;
  std::vector<double> q(charges ? n : 0);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = c.f[3 * i];
  PlanRequest r;
  r.task.box = c.box;
  r.task.options.layer = c.layer;
  r.task.options.tolerance = tolerance;
  r.task.options.device = std::is_same_v<Space, Host> ? Device::host : Device::cuda;
  Survey survey = Survey::of(c.box, c.sources, c.sources);
  survey.add_densities(c.layer, charges ? std::vector<double>() : c.f, {}, {}, q);
  r.points = &survey;
  r.counts = survey.counts();
  r.pairs = count_pairs(c.box, survey);
  r.rates = rates;
  r.task.options.precision = is_single(engine) ? Precision::fp32 : Precision::fp64;
  const std::string name = is_single(engine) ? engine.substr(single_word.size()) : engine;
  r.engine = name.substr(0, name.find('/'));
  if (r.engine == "automatic") r.engine.clear();
  if (!r.engine.empty() && r.engine != name)
    r.task.options.variants.emplace_back("M2L", name.substr(r.engine.size() + 1));
  auto start = clock::now();
  const SumPlan plan = best(candidates(r));
  const auto sum = make_sum_in(space, plan);
  const double planned = std::chrono::duration<double>(clock::now() - start).count();
  const auto y = to_space<Space>(c.sources, "y"), f = to_space<Space>(c.f, "f");
  const SpaceNumbers<Space> charge("q", q.size());
  Kokkos::deep_copy(charge, Kokkos::View<const double*, Kokkos::HostSpace>(q.data(), q.size()));
  SumDensity<Space> density;
  SumFields<Space> fields;
  if (charges) {
    density.charges = charge;
    fields.potential = FieldScalars<Space>("u", n);
  } else {
    density.layers = {f, {}, {}};
    fields.velocity = Vectors<Space>("u", n);
  }
  std::vector<std::pair<double, StageTimes>> runs;
  for (int i = 0; i < 4; ++i) {
    Kokkos::fence();
    start = clock::now();
    sum->set_points({y, 0}, {{y, 0, true}});
    sum->apply(density, {fields});
    Kokkos::fence();
    const double wall = std::chrono::duration<double>(clock::now() - start).count();
    const StageTimes times = sum->take_stage_times();
    if (i > 0) runs.emplace_back(wall, times);  // the first one takes memory
  }
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const SpaceNumbers<Space> flat =
      charges ? SpaceNumbers<Space>(fields.potential.data(), n) : SpaceNumbers<Space>(fields.velocity.data(), 3 * n);
  const auto u = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), flat);
  std::vector<double> some;
  const std::size_t step = n / (targets.size() / 3);
  for (std::size_t i = 0; i < targets.size() / 3; ++i)
    for (std::size_t a = 0; a < components; ++a) some.push_back(u(i * step * components + a));
  std::printf("%s %s %.0e %s (%s): error %.2e, %.1f ms, planning %.0f ms;", kind.c_str(),
              charges ? "charges" : "single", tolerance, engine.c_str(), (plan.engine + ", " + plan.variant).c_str(),
              test::relative_l2(some, truth), 1e3 * runs[1].first, 1e3 * planned);
  for (const auto& [stage, time] : runs[1].second) std::printf(" %s %.2f", stage.c_str(), 1e3 * time);
  std::printf("; predicted");
  for (const auto& [stage, time] : plan.predicted) std::printf(" %s %.2f", stage.c_str(), 1e3 * time);
  std::printf("\n");
  std::fflush(stdout);
}

template <class Space>
void measure_all(const Space& space, int argc, char** argv) {
  const auto n = static_cast<std::size_t>(argc > 1 ? std::atof(argv[1]) : 1e5);
  const std::string kind = argc > 2 ? argv[2] : "uniform";
  std::vector<std::string> engines(argv + std::min(argc, 3), argv + argc);
  if (engines.empty()) engines = {"fmm", "ewald"};
  std::printf("%zu points, %s\n", n, Space::name());
  const Device device = is_host_space<Space> ? Device::host : Device::cuda;
  const MachineRates rates = measure_rates(Precision::fp64, device);
  const bool single = std::any_of(engines.begin(), engines.end(), is_single);
  const MachineRates single_rates = single ? measure_rates(Precision::fp32, device) : rates;
  for (const auto& [name, rate] : rates.named)
    if (name.starts_with("fmm/")) std::printf("  %s %.3g\n", name.c_str(), rate);
  for (const Layer layer : {Layer::coulomb, Layer::single}) {
    const test::TreeCase c(kind, n, layer, 7);
    test::TreeCase at_some = c;
    at_some.apart = true;
    at_some.targets.clear();
    const std::size_t count = std::min<std::size_t>(200, n), step = n / count;
    for (std::size_t i = 0; i < count; ++i)
      at_some.targets.insert(at_some.targets.end(), &c.sources[3 * i * step], &c.sources[3 * i * step] + 3);
    const auto all = make_sum_of_all_pairs(Host());
    const std::vector<double> truth = at_some.values(*all, false, false).value;
    for (const double tolerance : {1e-3, 1e-5, 1e-6})
      for (const std::string& engine : engines) try {
          if (tolerance == (is_single(engine) ? 1e-6 : 1e-5)) continue;
          measure(space, is_single(engine) ? single_rates : rates, c, kind, tolerance, engine, at_some.targets, truth);
        } catch (const std::exception& error) {
          std::printf("%s %.0e %s: %s\n", kind.c_str(), tolerance, engine.c_str(), error.what());
        }
  }
}

template <class... Space>
void in_last(SpaceList<Space...>, int argc, char** argv) {
  measure_all(std::get<sizeof...(Space) - 1>(std::tuple<Space...>()), argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  const slurry::Runtime runtime;
  in_last(slurry::Spaces(), argc, argv);
}
