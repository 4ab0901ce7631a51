// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "option_checks.hpp"
#include "rates_file.hpp"
#include "slurry/runtime.hpp"
#include "slurry/session.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

struct PipeArguments : SubjectArguments {
  int steps = 30;
};

/// Steps per second of two scenarios, by the engine that the window uses.
Json bench_pipe(const PipeArguments& a) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int threads = a.threads > 0 ? a.threads : cores;
  Session session(RuntimeOptions{threads, stored_rates(threads, Precision::fp64, a.on())});
  Json rows = Json::list();
  for (const std::string name : {"welcome", "ten_thousand"}) {
    std::fprintf(stderr, "slurry bench: scenario %s, %d step%s ...\n", name.c_str(), a.steps, a.steps == 1 ? "" : "s");
    Scenario scenario = find_scenario(name);
    if (a.device) scenario.solver.device = *a.device;
    session.wait_for(session.post(LoadScenario{scenario}));
    session.wait_for(session.post(SetErrorBudget{0}));
    auto s = session.wait_for(session.post(Run{{}, a.steps}));
    while (s->state == SessionState::running) s = session.wait_newer(s->number, 1.0);
    rows.push_back({{"scenario", name},
                    {"bodies", s->radii.size()},
                    {"threads", session.runtime().threads},
                    {"steps", s->step},
                    {"steps_per_second", s->seconds_per_step > 0 ? 1 / s->seconds_per_step : 0.0},
                    {"smallest_gap", s->values.number("min_gap")},
                    {"message", s->message}});
  }
  return rows;
}

void print_pipe(const Json& rows) {
  for (const Json& r : rows.elements())
    std::printf("%-14s %6ld bodies %8.1f steps/s on %ld threads\n", r["scenario"].words().c_str(),
                r["bodies"].integer(), r["steps_per_second"].number(), r["threads"].integer());
}

}  // namespace

const Subject& pipe_subject() {
  static constexpr Subject row{
      "pipe",
      "Steps per second of two scenarios in a pipe, by the engine that the window uses",
      "measured here; nothing published is repeated",
      "the scenario, its number of bodies, steps per second and threads",
      "3 s",
      [](Subcommand& c) {
        auto a = std::make_shared<PipeArguments>();
        c.option("--steps", a->steps, "number of steps of each scenario (default 30)").check(positive_count());
        a->add_threads(c, "all cores");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          const Json rows = bench_pipe(*a);
          if (a->for_a_person()) print_pipe(rows);
          return a->finish(rows);
        });
      }};
  return row;
}

}  // namespace slurry::app
