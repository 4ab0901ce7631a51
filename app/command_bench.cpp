// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "bench_rates.hpp"
#include "bench_sums.hpp"
#include "bench_uneven_sets.hpp"
#include "commands.hpp"
#include "option_checks.hpp"
#include "rates_file.hpp"
#include "slurry/bench.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "slurry/session.hpp"

#ifdef SLURRY_WITH_UI
#include "window_main.hpp"
#endif

namespace slurry::app {
namespace {

struct BenchArguments {
  std::string what = "all", json;
  std::size_t points = 100000;
  int steps = 30;
  double seconds = 5;
  int threads = 0;  ///< 0: one for a sum, all for a scenario
  bool redo = false;
};

/// The direct sum against a bare loop over the same pairs, on one thread as that loop.
nlohmann::json bench_direct_sums() {
  const Runtime runtime(RuntimeOptions{1});
  nlohmann::json rows = nlohmann::json::array();
  for (const Precision terms : {Precision::fp64, Precision::fp32}) {
    DirectBenchCase c;
    c.terms = terms;
    const DirectBenchResult r = bench_direct(c);
    rows.push_back({{"terms", terms == Precision::fp64 ? "fp64" : "fp32"},
                    {"points", c.points},
                    {"cpu_seconds", r.engine_seconds},
                    {"bare_cpu_seconds", r.bare_seconds},
                    {"times_the_bare_loop", r.engine_seconds / r.bare_seconds},
                    {"nanoseconds_per_pair", 1e9 * r.engine_seconds / (double(c.points) * double(c.points))},
                    {"difference_from_fp64", r.difference}});
  }
  return rows;
}

/// Steps per second of two scenarios, by the engine that the window uses.
nlohmann::json bench_pipe(const BenchArguments& a) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int threads = a.threads > 0 ? a.threads : cores;
  Session session(RuntimeOptions{threads, stored_rates(threads, Precision::fp64)});
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

/// Steps and frames per second of the welcome scenario in the window; null where no window can be shown.
nlohmann::json bench_window([[maybe_unused]] const BenchArguments& a) {
#ifdef SLURRY_WITH_UI
  if (have_display()) {
    std::fprintf(stderr, "slurry bench: the window for %.0f s ...\n", a.seconds);
    const WindowFigures f = measure_window(a.seconds);
    return {{"scenario", f.scenario},
            {"seconds_until_it_moves", f.seconds_until_it_moves},
            {"steps_per_second", f.steps_per_second},
            {"frames_per_second", f.frames_per_second},
            {"longest_stall_milliseconds", 1e3 * f.longest_stall}};
  }
  std::fprintf(stderr, "slurry bench: no display, so the window is left out\n");
#else
  std::fprintf(stderr, "slurry bench: this build has no window, so it is left out\n");
#endif
  return nullptr;
}

/// One part in a process of its own: Kokkos starts once per process and with one number of threads.
nlohmann::json bench_part(const std::string& part, const BenchArguments& a) {
  std::string line = "exec '" + std::filesystem::read_symlink("/proc/self/exe").string() + "' bench " + part +
                     " --json - --points " + std::to_string(a.points) + " --steps " + std::to_string(a.steps) +
                     " --seconds " + std::to_string(a.seconds);
  if (a.threads > 0) line += " --threads " + std::to_string(a.threads);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(line.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
    text.append(buffer.data(), n);
  nlohmann::json rows = nlohmann::json::parse(text, nullptr, false);
  if (rows.is_discarded()) throw Error("'slurry bench " + part + "' did not end well");
  return rows;
}

void print_direct(const nlohmann::json& rows) {
  for (const auto& r : rows)
    std::printf("direct sum, terms in %s: %zu spheres in %.2f ms of CPU, %.2f ns per pair, %.2f times a bare loop\n",
                r["terms"].get<std::string>().c_str(), r["points"].get<std::size_t>(),
                1e3 * r["cpu_seconds"].get<double>(), r["nanoseconds_per_pair"].get<double>(),
                r["times_the_bare_loop"].get<double>());
}

void print_pipe(const nlohmann::json& rows) {
  for (const auto& r : rows)
    std::printf("%-14s %6zu bodies %8.1f steps/s on %d threads\n", r["scenario"].get<std::string>().c_str(),
                r["bodies"].get<std::size_t>(), r["steps_per_second"].get<double>(), r["threads"].get<int>());
}

void print_window(const nlohmann::json& r) {
  if (r.is_null()) return;
  std::printf("window, %s: moves after %.1f s; %.0f steps/s and %.0f frames/s together; longest stall %.0f ms\n",
              r["scenario"].get<std::string>().c_str(), r["seconds_until_it_moves"].get<double>(),
              r["steps_per_second"].get<double>(), r["frames_per_second"].get<double>(),
              r["longest_stall_milliseconds"].get<double>());
}

int run_bench(const BenchArguments& a) {
  nlohmann::json found;
  if (a.what == "all")
    for (const std::string part : {"ewald", "direct", "pipe", "window"}) found[part] = bench_part(part, a);
  else if (a.what == "direct")
    found[a.what] = bench_direct_sums();
  else if (a.what == "uneven")
    found[a.what] = bench_uneven_sets(a.points, a.threads);
  else if (a.what == "pipe")
    found[a.what] = bench_pipe(a);
  else if (a.what == "rates")
    found[a.what] = bench_rates({a.threads, a.redo, a.json.empty()});
  else if (a.what == "window")
    found[a.what] = bench_window(a);
  else
    found["ewald"] = bench_sums(a.points, a.threads > 0 ? a.threads : 1);
  if (!a.json.empty()) {
    std::printf("%s\n", (a.what == "all" ? found : *found.begin()).dump(2).c_str());
    return 0;
  }
  if (found.contains("ewald")) print_sums(found["ewald"], a.what == "stages");
  if (found.contains("direct")) print_direct(found["direct"]);
  if (found.contains("uneven")) print_uneven_sets(found["uneven"]);
  if (found.contains("pipe")) print_pipe(found["pipe"]);
  if (found.contains("rates")) print_rates(found["rates"]);
  if (found.contains("window")) print_window(found["window"]);
  return 0;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  auto* c = app.add_subcommand("bench", "Points, steps and frames per second on this machine");
  auto a = std::make_shared<BenchArguments>();
  c->add_option("what", a->what,
                "all (ewald, direct, pipe and window, the default), ewald, stages (ewald with a line per stage, "
                "predicted and measured), uneven (clustered sets of points beside an even one), direct (the direct sum "
                "against a bare loop over pairs), pipe, window, or rates (of this machine: measured once and stored, "
                "for all commands)")
      ->check(one_of({"all", "ewald", "stages", "uneven", "direct", "pipe", "window", "rates"}));
  c->add_flag("--redo", a->redo, "rates: measure again what is stored");
  c->add_option("--points", a->points, "points of a sum")->check(CLI::Range(std::size_t(100), std::size_t(100000000)));
  c->add_option("--steps", a->steps, "steps of a scenario")->check(positive_count());
  c->add_option("--seconds", a->seconds, "how long the window is watched")->check(CLI::Range(0.5, 3600.0));
  c->add_option("--threads", a->threads, "threads; when not given, 1 for a sum and all for a scenario")
      ->check(thread_count());
  c->add_option("--json", a->json, "'-': the figures as JSON on standard output")->check(one_of({"-"}));
  c->callback([a, &action] { action = [a] { return run_bench(*a); }; });
}

}  // namespace slurry::app
