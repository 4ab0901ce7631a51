// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.hpp"
#include "slurry/bench.hpp"
#include "slurry/runtime.hpp"
#include "slurry/session.hpp"

namespace slurry::app {
namespace {

struct BenchArguments {
  std::string what = "ewald", json;
  std::size_t points = 100000;
  int steps = 30;
  RuntimeOptions runtime{1};
};

nlohmann::json stages_json(const StageTimes& t) {
  nlohmann::json j;
  for (std::size_t s = 0; s < stage_count; ++s)
    if (t.seconds[s] > 0) j[std::string(stage_names[s])] = 1e3 * t.seconds[s];
  return j;
}

/// Points per CPU second of the sum, with the reached error beside every rate.
nlohmann::json bench_sums(const BenchArguments& a) {
  const Runtime runtime(a.runtime);
  nlohmann::json rows = nlohmann::json::array();
  for (const Layer layer : {Layer::single, Layer::combined})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const std::string name = layer == Layer::single ? "single" : "combined";
      std::fprintf(stderr, "slurry bench: %s layer, tolerance %.0e, %zu points ...\n", name.c_str(), tolerance,
                   a.points);
      SumBenchCase c;
      c.layer = layer;
      c.tolerance = tolerance;
      c.points = a.points;
      const SumBenchResult r = bench_sum(c);
      rows.push_back({{"layer", name},
                      {"asked", tolerance},
                      {"reached", r.reached},
                      {"truth", r.against_direct_sum ? "direct sum" : "another split at 1e-12"},
                      {"points", a.points},
                      {"threads", runtime.info().threads},
                      {"cpu_seconds", r.cpu_seconds},
                      {"points_per_cpu_second", double(a.points) / r.cpu_seconds},
                      {"plan_seconds", r.plan_seconds},
                      {"grid", r.parameters.grid},
                      {"window", r.parameters.window_points},
                      {"cutoff", r.parameters.cutoff_radius},
                      {"stage_milliseconds", stages_json(r.stages)}});
    }
  return rows;
}

/// Steps per second of two scenarios, by the engine that the window uses.
nlohmann::json bench_pipe(const BenchArguments& a) {
  Session session(RuntimeOptions{a.runtime.threads});
  nlohmann::json rows = nlohmann::json::array();
  for (const std::string name : {"welcome", "ten_thousand"}) {
    std::fprintf(stderr, "slurry bench: scenario %s, %d steps ...\n", name.c_str(), a.steps);
    session.wait_for(session.post(LoadScenario{find_scenario(name)}));
    session.wait_for(session.post(SetErrorBudget{0}));
    auto s = session.wait_for(session.post(Run{{}, a.steps}));
    while (s->state == SessionState::running) s = session.wait_newer(s->number, 1.0);
    rows.push_back({{"scenario", name},
                    {"bodies", s->radii.size()},
                    {"threads", session.runtime().threads},
                    {"steps", s->step},
                    {"steps_per_second", s->seconds_per_step > 0 ? 1 / s->seconds_per_step : 0.0},
                    {"smallest_gap", s->observables.smallest_gap},
                    {"message", s->message}});
  }
  return rows;
}

void print_sums(const nlohmann::json& rows, bool stages) {
  std::printf("%-9s %7s %9s %12s %8s %8s\n", "layer", "asked", "reached", "points/CPU s", "ms/call", "plan s");
  for (const auto& r : rows) {
    std::printf("%-9s %7.0e %9.1e %12.0f %8.1f %8.2f\n", r["layer"].get<std::string>().c_str(),
                r["asked"].get<double>(), r["reached"].get<double>(), r["points_per_cpu_second"].get<double>(),
                1e3 * r["cpu_seconds"].get<double>(), r["plan_seconds"].get<double>());
    if (!stages) continue;
    for (const auto& [stage, ms] : r["stage_milliseconds"].items())
      std::printf("    %-6s %8.2f ms %8.1f ns/point\n", stage.c_str(), ms.get<double>(),
                  1e6 * ms.get<double>() / r["points"].get<double>());
  }
}

int run_bench(const BenchArguments& a) {
  const bool pipe = a.what == "pipe";
  const nlohmann::json rows = pipe ? bench_pipe(a) : bench_sums(a);
  if (!a.json.empty()) {
    std::printf("%s\n", rows.dump(2).c_str());
  } else if (pipe) {
    for (const auto& r : rows)
      std::printf("%-14s %6zu bodies %8.1f steps/s on %d threads\n", r["scenario"].get<std::string>().c_str(),
                  r["bodies"].get<std::size_t>(), r["steps_per_second"].get<double>(), r["threads"].get<int>());
  } else {
    print_sums(rows, a.what == "stages");
  }
  return 0;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  auto* c = app.add_subcommand("bench", "Points and steps per second on this machine");
  auto a = std::make_shared<BenchArguments>();
  c->add_option("what", a->what, "ewald, stages (the same with a line per stage) or pipe")
      ->check(CLI::IsMember({"ewald", "stages", "pipe"}));
  c->add_option("--points", a->points, "points of a sum")->check(CLI::Range(std::size_t(100), std::size_t(100000000)));
  c->add_option("--steps", a->steps, "steps of a scenario")->check(CLI::PositiveNumber);
  c->add_option("--threads", a->runtime.threads, "threads; 1 when not given")->check(CLI::PositiveNumber);
  c->add_option("--json", a->json, "'-': the figures as JSON on standard output")->check(CLI::IsMember({"-"}));
  c->callback([a, &action] { action = [a] { return run_bench(*a); }; });
}

}  // namespace slurry::app
