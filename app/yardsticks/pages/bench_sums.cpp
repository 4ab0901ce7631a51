// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_sums.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "json_output.hpp"
#include "option_checks.hpp"
#include "rates_file.hpp"
#include "side_process.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

using Rates = std::shared_ptr<const MachineRates>;

Json row_of(const SumBenchCase& c, const SumBenchResult& r, int threads) {
  Json variants;
  for (const auto& [stage, variant] : r.variants) variants[stage] = variant;
  return {{"layer", std::string(word_of(c.layer))},
          {"asked", c.tolerance},
          {"reached", r.reached},
          {"truth", r.against_direct_sum ? "direct sum" : "another split at 1e-12"},
          {"points", c.points},
          {"threads", threads},
          {"device", std::string(name_of(r.device))},
          {"cpu_seconds", r.cpu_seconds},
          {"wall_seconds", r.wall_seconds},
          {"quickest_wall_seconds", r.quickest_seconds},
          {"points_per_cpu_second", double(c.points) / r.cpu_seconds},
          {"plan_seconds", r.plan_seconds},
          {"grid", r.parameters.grid},
          {"window", r.parameters.window_points},
          {"cutoff", r.parameters.cutoff_radius},
          {"rates", c.rates ? c.rates->origin : "built in"},
          {"variants", variants},
          {"stage_milliseconds", milliseconds(r.stages)},
          {"predicted_stage_milliseconds", milliseconds(r.predicted)},
          {"predicted_milliseconds", 1e3 * r.predicted.total()}};
}

/// A benchmark in a process of its own: "plan", "call", and "row" for the figures.
class SumProcess {
 public:
  SumProcess(const SumBenchCase& c, int threads)
      : process_([c, threads, runtime = std::make_shared<std::optional<Runtime>>(),
                  bench = std::make_shared<std::optional<SumBench>>()](const std::string& word) -> std::string {
          if (word == "plan") {
            runtime->emplace(RuntimeOptions{threads});
            bench->emplace(c);
          } else if (word == "call") {
            (*bench)->call();
          } else {
            return row_of(c, (*bench)->result(), (*runtime)->info().threads).text();
          }
          return {};
        }) {}
  void plan() { process_.ask("plan"); }
  void call() { process_.ask("call"); }
  Json row() { return Json::parse(process_.ask("row")).value(); }

 private:
  SideProcess process_;
};

/// The case on one thread and on several: the cutoff of both follows from the rates of several.
Json take_turns(const SumBenchCase& c, int threads) {
  SumProcess one(c, 1), several(c, threads);
  one.plan();
  several.plan();
  for (int i = -1; i < c.repeats; ++i) {
    one.call();
    several.call();
  }
  Json row = several.row();
  const Json alone = one.row();
  row["one_thread_quickest_wall_seconds"] = alone["quickest_wall_seconds"];
  row["speed_up"] = alone["quickest_wall_seconds"].number() / row["quickest_wall_seconds"].number();
  return row;
}

}  // namespace

Json bench_sums(std::size_t points, int threads, Device device, const StageVariantNames& variants) {
  const Rates rates = stored_rates(threads, Precision::fp64, device);
  std::fprintf(stderr, "slurry bench: rates %s\n", origin_of(rates.get()).c_str());
  std::optional<Runtime> runtime;
  if (threads == 1 || Runtime::device(device) != Device::host) runtime.emplace(RuntimeOptions{threads});
  Json rows = Json::list();
  for (const Layer layer : {Layer::single, Layer::combined})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      std::fprintf(stderr, "slurry bench: %s layer, tolerance %.0e, %zu points ...\n",
                   std::string(word_of(layer)).c_str(), tolerance, points);
      SumBenchCase c;
      c.layer = layer;
      c.tolerance = tolerance;
      c.points = points;
      c.rates = rates;
      c.variants = variants;
      c.device = device;
      rows.push_back(runtime ? row_of(c, bench_sum(c), runtime->info().threads) : take_turns(c, threads));
    }
  return rows;
}

void print_sums(const Json& rows, bool stages) {
  const bool several = !rows.elements().empty() && !rows.elements().front()["speed_up"].is_null();
  std::printf("%-9s %7s %9s %12s %8s %8s %8s %9s%s\n", "layer", "asked", "reached", "points/CPU s", "CPU ms", "wall ms",
              "plan s", "predicted", several ? "  speed-up over one thread" : "");
  for (const Json& r : rows.elements()) {
    std::printf("%-9s %7.0e %9.1e %12.0f %8.1f %8.1f %8.2f %9.1f", r["layer"].words().c_str(), r["asked"].number(),
                r["reached"].number(), r["points_per_cpu_second"].number(), 1e3 * r["cpu_seconds"].number(),
                1e3 * r["wall_seconds"].number(), r["plan_seconds"].number(), r["predicted_milliseconds"].number());
    if (several)
      std::printf("  %.2f (%.1f / %.1f ms, the quickest calls)", r["speed_up"].number(),
                  1e3 * r["one_thread_quickest_wall_seconds"].number(), 1e3 * r["quickest_wall_seconds"].number());
    std::printf("\n");
    if (!stages) continue;
    for (const auto& [stage, ms] : r["stage_milliseconds"].members())
      std::printf("    %-6s %8.2f ms, predicted %8.2f ms %8.1f ns/point\n", stage.c_str(), ms.number(),
                  r["predicted_stage_milliseconds"][stage].number(), 1e6 * ms.number() / r["points"].number());
  }
}

namespace {

void add_sums(Subcommand& c, bool stages) {
  auto a = std::make_shared<SubjectArguments>();
  auto variants = std::make_shared<std::vector<std::string>>();
  a->add_points(c, "number of points of each sum (default 100000)");
  a->add_threads(c, "1");
  a->add_device(c);
  add_variant_option(c, *variants);
  a->add_json(c);
  c.action([=] {
    const Json rows = bench_sums(a->points_or(100000), a->threads_of_a_sum(), a->on(), variants_of(*variants));
    if (a->for_a_person()) print_sums(rows, stages);
    return a->finish(rows);
  });
}

}  // namespace

const Subject& ewald_subject() {
  static constexpr Subject row{"ewald",
                               "Points per CPU second of Ewald sums, with the error that each reaches",
                               "measured here; nothing published is repeated",
                               "the layer, the tolerance asked for, the error reached, points per CPU second, CPU and "
                               "wall time, and the time to plan",
                               "20 s",
                               [](Subcommand& c) { add_sums(c, false); }};
  return row;
}

const Subject& stages_subject() {
  static constexpr Subject row{
      "stages",
      "The same sums stage by stage, predicted and measured",
      "measured here; nothing published is repeated",
      "the layer, the tolerance and the error; below it each stage with its measured and its predicted time",
      "20 s",
      [](Subcommand& c) { add_sums(c, true); }};
  return row;
}

}  // namespace slurry::app
