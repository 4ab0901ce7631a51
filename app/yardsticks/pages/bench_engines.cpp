// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "option_checks.hpp"
#include "rates_file.hpp"
#include "slurry/engine_times.hpp"
#include "slurry/runtime.hpp"
#include "timing/engine_timer.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

constexpr std::array<EngineSet, 5> engine_sets{EngineSet::uniform, EngineSet::sphere_surface, EngineSet::helix,
                                               EngineSet::two_clusters, EngineSet::gaussian_cloud};

struct EngineArguments : SubjectArguments {
  int periodic = 0;
  double seconds = 5;
};

Json row_of_engines(const EngineTimesCase& c, const EngineTimesRow& r) {
  Json row = {{"set", std::string(word_of(c.set))},
              {"points", c.points},
              {"periodicity", c.periodicity},
              {"asked", c.tolerance},
              {"automatic", r.automatic}};
  if (r.over_quickest > 0) row["automatic_over_quickest"] = r.over_quickest;
  row["engines"] = Json::list();
  for (const EngineTime& t : r.engines) {
    Json engine = {{"engine", t.engine}, {"predicted_seconds", t.predicted}, {"by_name_alone", t.chosen_by_name}};
    if (t.cpu_seconds > 0) {
      engine["cpu_seconds"] = t.cpu_seconds;
      engine["reached"] = t.reached;
    }
    row["engines"].push_back(engine);
  }
  return row;
}

void print_engines(std::FILE* to, const EngineTimesCase& c, const EngineTimesRow& r) {
  std::fprintf(to, "%-14s %8zu %dP %.0e", word_of(c.set).data(), c.points, c.periodicity, c.tolerance);
  for (const EngineTime& t : r.engines)
    if (t.cpu_seconds > 0)
      std::fprintf(to, "  %-6s %9.2f ms %7.1e", t.engine.c_str(), 1e3 * t.cpu_seconds, t.reached);
    else
      std::fprintf(to, "  %-6s about %3.0f s        ", t.engine.c_str(), t.predicted);
  std::fprintf(to, "  takes %-6s", r.automatic.c_str());
  if (r.over_quickest > 0) std::fprintf(to, " %5.2f", r.over_quickest);
  std::fprintf(to, "\n");
  std::fflush(to);
}

/// Every case, and how often `automatic` takes an engine that is not much slower than the quickest.
Json bench_all_engines(const EngineArguments& a) {
  const Runtime runtime(RuntimeOptions{a.threads_of_a_sum()});
  const auto rates = stored_rates(a.threads_of_a_sum(), Precision::fp64);
  std::fprintf(stderr, "slurry bench: rates %s\n", origin_of(rates.get()).c_str());
  std::vector<std::size_t> counts{100, 1000, 10000, 100000};
  if (a.points) counts = {static_cast<std::size_t>(*a.points)};
  constexpr double little = 1.2, much = 1.6;
  long cases = 0, within_little = 0, within_much = 0;
  Json found = {{"rows", Json::list()}};
  for (const double tolerance : {1e-3, 1e-6})
    for (const EngineSet set : engine_sets)
      for (const std::size_t points : counts) {
        EngineTimesCase c;
        c.set = set;
        c.points = points;
        c.periodicity = a.periodic;
        c.tolerance = tolerance;
        c.most_seconds = a.seconds;
        c.rates = rates;
        EngineTimer timer(c);
        while (timer.go_on()) {
        }
        const EngineTimesRow& r = timer.row();
        print_engines(a.lines(), c, r);
        found["rows"].push_back(row_of_engines(c, r));
        if (!(r.over_quickest > 0)) continue;
        ++cases;
        within_little += r.over_quickest <= little ? 1 : 0;
        within_much += r.over_quickest <= much ? 1 : 0;
      }
  std::fprintf(
      a.lines(),
      "In %ld of %ld cases automatic takes at most %.1f times as long as the quickest engine, in %ld at most %.1f "
      "times.\n",
      within_little, cases, little, within_much, much);
  found["cases"] = cases;
  found["within_1.2"] = within_little;
  found["within_1.6"] = within_much;
  return found;
}

}  // namespace

const Subject& engines_subject() {
  static constexpr Subject row{
      "engines",
      "Three ways to sum: all pairs, the Ewald sum and the tree, on even and on crowded points",
      "measured here; nothing published is repeated",
      "the set, the number of points, the periodic directions, the tolerance, CPU milliseconds and reached error of "
      "each "
      "engine, the engine that automatic takes, and its time over that of the quickest engine",
      "some minutes",
      [](Subcommand& c) {
        auto a = std::make_shared<EngineArguments>();
        a->add_points(c, "number of points of each set (default: 100, 1000, 10000 and 100000)");
        c.option("--periodic", a->periodic, "number of periodic directions (default 0)").check(number_between(0, 3));
        c.option("--seconds", a->seconds, "an engine that would take longer for one sum is not timed (default 5)")
            .check(number_between(0.001, 1e4));
        a->add_threads(c, "1");
        a->add_json(c);
        c.action([a] { return a->finish(bench_all_engines(*a)); });
      }};
  return row;
}

}  // namespace slurry::app
