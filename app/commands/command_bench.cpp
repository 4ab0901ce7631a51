// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench_access.hpp"
#include "bench_coulomb.hpp"
#include "bench_fcc.hpp"
#include "bench_operations.hpp"
#include "bench_orbit.hpp"
#include "bench_pairs.hpp"
#include "bench_portability.hpp"
#include "bench_rates.hpp"
#include "bench_spread.hpp"
#include "bench_sums.hpp"
#include "bench_tables.hpp"
#include "bench_uneven_sets.hpp"
#include "bench_variants.hpp"
#include "commands/commands.hpp"
#include "option_checks.hpp"
#include "own_program.hpp"
#include "rates_file.hpp"
#include "slurry/bench.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "slurry/session.hpp"
#include "window.hpp"

namespace slurry::app {
namespace {

struct BenchArguments {
  std::string what = "all", json;
  std::size_t points = 100000;
  std::optional<long> given_points;
  int steps = 30;
  double seconds = 5;
  int threads = 0;  ///< 0: one for a sum, all for a scenario
  bool redo = false;
  std::vector<std::string> variants, files;
  std::optional<Device> device;  ///< empty: none was asked for
  // of variants alone
  std::string stage, layer = "combined", split = "prolate", precision = "fp64";
  double tolerance = 1e-4;
  int periodicity = 1;
  std::optional<double> cutoff, published;
  std::optional<double> per_cell;  ///< of pairs alone
  // of coulomb alone
  int edge = 0;  ///< 0: some
  double jitter = 0;
  bool all_pairs = false, serial = false;
  SpreadArguments spread;
  OrbitArguments orbit;

  /// The device where there is one, unless another is asked for.
  Device on() const { return device.value_or(Device::automatic); }
};

/// Where rows go while they are measured: standard output, which JSON keeps for itself.
std::FILE* lines_of(const BenchArguments& a) {
  return a.json.empty() ? stdout : stderr;
}

/// Every variant of the stages, on one thread where no number is given.
Json bench_variants_of(const BenchArguments& a) {
  const int threads = a.threads > 0 ? a.threads : 1;
  const Runtime runtime(RuntimeOptions{threads});
  VariantBenchCase c;
  c.stage = a.stage;
  c.layer = a.layer == "single" ? Layer::single : a.layer == "double" ? Layer::double_layer : Layer::combined;
  c.split = a.split == "hasimoto" ? Split::hasimoto : Split::prolate;
  c.precision = a.precision == "fp32" ? Precision::fp32 : Precision::fp64;
  c.tolerance = a.tolerance;
  c.points = a.points;
  c.periodicity = a.periodicity;
  c.cutoff_radius = a.cutoff;
  c.published_per_cell = a.published;
  c.rates = stored_rates(threads, c.precision, a.on());
  c.device = a.on();
  if (a.spread.sweep == "model") {
    if (!a.given_points) c.points = 20000;
    return bench_variant_models(c, lines_of(a));
  }
  if (a.spread.sweep == "cutoff") return bench_published_cutoffs(c, lines_of(a));
  return bench_stage_variants(c, lines_of(a));
}

/// The plain Ewald sum of rock salt, on one thread where no number is given.
Json bench_coulomb_of(const BenchArguments& a) {
  const Runtime runtime(RuntimeOptions{a.threads > 0 ? a.threads : 1});
  CoulombBenchCase c;
  c.published = a.all_pairs;
  c.jitter = a.jitter;
  c.serial = a.serial;
  c.device = a.on();
  const std::vector<int> series{8, 12, 16, 20, 24, 32, 48, 64, 80, 96, 112, 128};
  return bench_crystals(c, a.edge == 0 ? series : std::vector<int>{a.edge}, lines_of(a));
}

/// Single operations, on one thread where no number is given.
Json bench_operations_of(const BenchArguments& a) {
  const Runtime runtime(RuntimeOptions{a.threads > 0 ? a.threads : 1});
  return bench_single_operations({Precision::fp64, a.on(), a.serial}, lines_of(a));
}

/// Pair functions by loops over cells, on one thread where no number is given.
Json bench_pairs_of(const BenchArguments& a) {
  const Runtime runtime(RuntimeOptions{a.threads > 0 ? a.threads : 1});
  PairBenchCase c;
  c.points = a.points;
  c.tolerance = a.tolerance;
  c.precision = a.precision == "fp32" ? Precision::fp32 : Precision::fp64;
  c.device = a.on();
  if (a.per_cell) c.per_cell = {*a.per_cell};
  return bench_pair_functions(c, lines_of(a));
}

/// The published direct sums over a crystal, on one thread where no number is given.
Json bench_fcc_of(const BenchArguments& a) {
  const Runtime runtime(RuntimeOptions{a.threads > 0 ? a.threads : 1});
  FccArguments f{a.given_points, a.orbit.terms, a.orbit.sums, a.orbit.positions};
  f.device = a.on();
  return bench_fcc(f, a.json.empty());
}

Json bench_access_of(const BenchArguments& a) {
  const Runtime runtime(RuntimeOptions{a.threads > 0 ? a.threads : 1});
  return bench_accesses(a.given_points, a.on(), a.json.empty());
}

Json bench_tables_of(const BenchArguments& a) {
  const int threads = a.threads > 0 ? a.threads : 1;
  const Runtime runtime(RuntimeOptions{threads});
  return bench_tables({a.points, 3, a.on(), stored_rates(threads, Precision::fp64, a.on()), lines_of(a)});
}

/// The direct sum against a bare loop over the same pairs, on one thread as that loop.
Json bench_direct_sums() {
  const Runtime runtime(RuntimeOptions{1});
  Json rows = Json::list();
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
Json bench_pipe(const BenchArguments& a) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int threads = a.threads > 0 ? a.threads : cores;
  Session session(RuntimeOptions{threads, stored_rates(threads, Precision::fp64, a.on())});
  Json rows = Json::list();
  for (const std::string name : {"welcome", "ten_thousand"}) {
    std::fprintf(stderr, "slurry bench: scenario %s, %d steps ...\n", name.c_str(), a.steps);
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

/// Steps and frames per second of the welcome scenario in the window; null where no window can be shown.
Json bench_window(const BenchArguments& a) {
  if (const std::string why = no_window_because(); !why.empty()) {
    std::fprintf(stderr, "slurry bench: %s, so the window is left out\n", why.c_str());
    return nullptr;
  }
  std::fprintf(stderr, "slurry bench: the window for %.0f s ...\n", a.seconds);
  const WindowFigures f = measure_window(a.seconds);
  return {{"scenario", f.scenario},
          {"seconds_until_it_moves", f.seconds_until_it_moves},
          {"steps_per_second", f.steps_per_second},
          {"frames_per_second", f.frames_per_second},
          {"longest_stall_milliseconds", 1e3 * f.longest_stall}};
}

/// One part in a process of its own: Kokkos starts once per process and with one number of threads.
Json bench_part(const std::string& part, const BenchArguments& a) {
  std::string line = "exec '" + own_program().string() + "' bench " + part + " --json - --points " +
                     std::to_string(a.points) + " --steps " + std::to_string(a.steps) + " --seconds " +
                     std::to_string(a.seconds);
  if (a.threads > 0) line += " --threads " + std::to_string(a.threads);
  if (a.device && part != "direct" && part != "window") line += " --device " + std::string(name_of(*a.device));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(line.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
    text.append(buffer.data(), n);
  std::optional<Json> rows = Json::parse(text);
  if (!rows) throw Error("'slurry bench " + part + "' did not end well");
  return std::move(*rows);
}

void print_direct(const Json& rows) {
  for (const Json& r : rows.elements())
    std::printf("direct sum, terms in %s: %ld spheres in %.2f ms of CPU, %.2f ns per pair, %.2f times a bare loop\n",
                r["terms"].words().c_str(), r["points"].integer(), 1e3 * r["cpu_seconds"].number(),
                r["nanoseconds_per_pair"].number(), r["times_the_bare_loop"].number());
}

void print_pipe(const Json& rows) {
  for (const Json& r : rows.elements())
    std::printf("%-14s %6ld bodies %8.1f steps/s on %ld threads\n", r["scenario"].words().c_str(),
                r["bodies"].integer(), r["steps_per_second"].number(), r["threads"].integer());
}

void print_window(const Json& r) {
  if (r.is_null()) return;
  std::printf("window, %s: moves after %.1f s; %.0f steps/s and %.0f frames/s together; longest stall %.0f ms\n",
              r["scenario"].words().c_str(), r["seconds_until_it_moves"].number(), r["steps_per_second"].number(),
              r["frames_per_second"].number(), r["longest_stall_milliseconds"].number());
}

/// Throws InputError for options that this part does not take.
void check_arguments(const BenchArguments& a) {
  if (!a.variants.empty() && a.what != "ewald" && a.what != "stages")
    throw InputError("--variant is for 'bench ewald' and 'bench stages'; 'bench " + a.what + "' does not take it");
  const bool of_variants = !a.stage.empty() || a.cutoff || a.published;
  if (of_variants && a.what != "variants")
    throw InputError("--stage, --cutoff and --published are for 'bench variants'; 'bench " + a.what +
                     "' does not take them");
  const bool sweeps_variants = a.spread.sweep == "model" || a.spread.sweep == "cutoff";
  if (!a.spread.sweep.empty() && a.what != (sweeps_variants ? "variants" : "spread"))
    throw InputError("--sweep model and cutoff are for 'bench variants', the other sweeps are for 'bench spread'");
  if ((a.edge != 0 || a.jitter > 0 || a.all_pairs) && a.what != "coulomb")
    throw InputError("--edge, --jitter and --all-pairs are for 'bench coulomb'; 'bench " + a.what +
                     "' does not take them");
  if (a.orbit.asks() && a.what != "orbit")
    throw InputError(
        "--stepping, --step, --duration, --box, --quick, --output and --overwrite are for 'bench orbit'; "
        "'bench " +
        a.what + "' does not take them");
  if (!(a.orbit.terms + a.orbit.sums + a.orbit.positions).empty() && a.what != "orbit" && a.what != "fcc")
    throw InputError("--terms, --sums and --positions are for 'bench orbit' and 'bench fcc'; 'bench " + a.what +
                     "' does not take them");
  if (a.per_cell && a.what != "pairs")
    throw InputError("--per-cell is for 'bench pairs'; 'bench variants' has --published for it");
  if (!a.files.empty() && a.what != "portability")
    throw InputError("'bench " + a.what + "' takes no file; '" + a.files.front() + "' is one too many");
  if (a.serial && a.what != "coulomb" && a.what != "operations")
    throw InputError("--serial is for 'bench coulomb' and 'bench operations'; 'bench " + a.what +
                     "' runs on the host's threads, of which --threads 1 leaves one");
  if (a.serial && (a.device.value_or(Device::host) == Device::cuda || a.threads > 1))
    throw InputError("--serial is one thread of the host; leave --device cuda and --threads out");
  if (a.device && (a.what == "direct" || a.what == "orbit" || a.what == "uneven" || a.what == "window"))
    throw InputError("--device is for 'bench ewald', 'stages', 'pipe', 'rates' and 'all'; 'bench " + a.what +
                     "' runs on the host alone");
}

Precision precision_of(const BenchArguments& a) {
  return a.precision == "fp32" ? Precision::fp32 : Precision::fp64;
}

Json every_part(const BenchArguments& a) {
  Json found;
  for (const std::string part : {"ewald", "direct", "pipe", "window"}) found[part] = bench_part(part, a);
  return found;
}
Json bench_ewald(const BenchArguments& a) {
  return bench_sums(a.points, a.threads > 0 ? a.threads : 1, a.on(), variants_of(a.variants));
}

/// What can be measured, by its word.
struct Part {
  std::string_view word;
  Json (*measure)(const BenchArguments&);
  void (*print)(const Json&) = nullptr;  ///< null: each row was printed when it was there
};
constexpr Part parts[] = {
    {"ewald", bench_ewald, [](const Json& rows) { print_sums(rows, false); }},
    {"stages", bench_ewald, [](const Json& rows) { print_sums(rows, true); }},
    {"direct", [](const BenchArguments&) { return bench_direct_sums(); }, print_direct},
    {"uneven", [](const BenchArguments& a) { return bench_uneven_sets(a.points, a.threads); }, print_uneven_sets},
    {"pipe", bench_pipe, print_pipe},
    {"window", bench_window, print_window},
    {"spread",
     [](const BenchArguments& a) {
       return bench_spreads(a.spread, a.points, a.threads, a.on(), precision_of(a), lines_of(a));
     }},
    {"variants", bench_variants_of},
    {"coulomb", bench_coulomb_of},
    {"fcc", bench_fcc_of},
    {"access", bench_access_of},
    {"orbit", [](const BenchArguments& a) { return bench_orbits(a.orbit, a.json.empty()); }},
    {"operations", bench_operations_of},
    {"pairs", bench_pairs_of},
    {"portability", [](const BenchArguments& a) { return bench_portability(a.files, lines_of(a)); }},
    {"tables", bench_tables_of}};

const Part& part_of(std::string_view word) {
  return *std::find_if(std::begin(parts), std::end(parts), [&](const Part& p) { return p.word == word; });
}

int run_bench(const BenchArguments& a) {
  if (a.what == "rates") throw InputError("'slurry bench rates' is now 'slurry rates'; it takes the same options");
  check_arguments(a);
  const bool all = a.what == "all";
  const Json found = all ? every_part(a) : part_of(a.what).measure(a);
  if (!a.json.empty()) {
    std::printf("%s\n", found.text(2).c_str());
    return 0;
  }
  if (!all) {
    if (const Part& part = part_of(a.what); part.print) part.print(found);
    return 0;
  }
  for (const auto& [word, figures] : found.members()) part_of(word).print(figures);
  return 0;
}

}  // namespace

void add_bench_command(CommandLine& line) {
  Subcommand c = line.command("bench", "Points, steps and frames per second on this machine");
  auto a = std::make_shared<BenchArguments>();
  c.option(
       "what", a->what,
       "all (ewald, direct, pipe and window, the default), ewald, stages (ewald with a line per stage, "
       "predicted and measured), uneven (clustered sets of points beside an even one), direct (the direct sum "
       "against a bare loop over pairs), spread (spreading as a sparse operator, by every method), pipe, window, "
       "variants (every way to do a stage, "
       "measured beside its model), tables (those of the paper that these variants come from, with its figures "
       "beside), coulomb (the plain Ewald sum of a crystal of rock salt, with the least time of its operations), "
       "pairs (the published loops over cells with every pair function, over sources per cell), "
       "fcc (published direct sums over a settling crystal, by kernel and size, and where Ewald's is quicker), access "
       "(what the order of reading costs), orbit (the orbit of four spheres by every kind of sum, some minutes), "
       "operations (what an addition, a division, an error function takes), or portability (the metric of how much "
       "of what is achievable is achieved, over machines: from files of 'coulomb' and 'variants')")
      .check(one_of({"all", "ewald", "stages", "uneven", "direct", "spread", "pipe", "window", "rates", "variants",
                     "tables", "coulomb", "fcc", "access", "orbit", "pairs", "operations", "portability"}));
  c.option("files", a->files,
           "portability: what --json - of 'bench coulomb' or 'bench variants' wrote, one of a machine");
  c.flag("--redo", a->redo, "of the former 'bench rates'; see 'slurry rates'");
  c.option("--points", a->given_points, "points of a sum; fcc, access: this size alone")
      .check(number_between(100, 1e8));
  c.option("--steps", a->steps, "steps of a scenario").check(positive_count());
  c.option("--seconds", a->seconds, "how long the window is watched").check(number_between(0.5, 3600));
  c.option("--threads", a->threads, "threads; when not given, 1 for a sum and all for a scenario")
      .check(thread_count());
  a->spread.add_to(c);
  a->orbit.add_to(c);
  add_variant_option(c, a->variants);
  add_device_option(c, a->device);
  c.option("--stage", a->stage, "variants: P2P, P2G, FFT, CNV, IFFT or G2P alone")
      .check(one_of({"P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"}));
  c.option("--layer", a->layer, "variants: single, double or combined").check(one_of({"single", "double", "combined"}));
  c.option("--split", a->split, "variants: prolate or hasimoto").check(one_of({"prolate", "hasimoto"}));
  c.option("--precision", a->precision, "variants, spread, pairs: fp64 or fp32").check(one_of({"fp64", "fp32"}));
  c.option("--tolerance", a->tolerance, "variants: of the sum; pairs: of the published rules")
      .check(number_between(1e-13, 0.5));
  c.option("--periodicity", a->periodicity, "variants: periodic directions").check(number_between(0, 3));
  c.option("--cutoff", a->cutoff, "variants: the cutoff radius in box lengths, instead of the quickest");
  c.option("--published", a->published,
           "variants: parameters by the rules of Kosmacher et al. 2026 with so many sources per cell; --tolerance is "
           "then the one of their scripts (1e-1, 1e-4, 1e-12)")
      .check(number_between(1, 1e5));
  c.option("--per-cell", a->per_cell, "pairs: sources of a cell as wide as the cutoff; else 16 to 512")
      .check(number_between(1, 1e5));
  c.option("--edge", a->edge,
           "coulomb: ions along an edge of the crystal, even; else 8 to 128, long ones by a sample, and the exponents "
           "of the time")
      .check(number_between(4, longest_crystal_edge));
  c.option("--jitter", a->jitter, "coulomb: ions moved at random by up to so many spacings")
      .check(number_between(0, 0.4));
  c.flag("--all-pairs", a->all_pairs, "coulomb: all ordered pairs and the whole cube of modes, as published");
  c.flag("--serial", a->serial, "coulomb, operations: on Kokkos' Serial space, instead of the host's threads");
  c.option("--json", a->json, "'-': the figures as JSON on standard output").check(one_of({"-"}));
  c.action([a] {
    if (a->given_points) a->points = static_cast<std::size_t>(*a->given_points);
    return run_bench(*a);
  });
}

void add_rates_command(CommandLine& line) {
  Subcommand c = line.command("rates", "Measure how fast this machine is and store it");
  auto a = std::make_shared<BenchArguments>();
  c.flag("--redo", a->redo, "measure again what is stored");
  c.option("--threads", a->threads, "threads that the rates are for; one and all cores when not given")
      .check(thread_count());
  add_device_option(c, a->device);
  c.option("--json", a->json, "'-': the rates as JSON on standard output").check(one_of({"-"}));
  c.footer([] {
    return std::string(
        "All commands predict times and choose parameters by the stored rates. Deterministic runs use the "
        "built-in rates.");
  });
  c.action([a] {
    const Json rows = bench_rates({a->threads, a->on(), a->redo, a->json.empty()});
    if (a->json.empty())
      print_rates(rows);
    else
      std::printf("%s\n", rows.text(2).c_str());
    return 0;
  });
}

}  // namespace slurry::app
