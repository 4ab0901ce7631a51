// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_uneven_sets.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "json_output.hpp"
#include "rates_file.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

constexpr std::array<const char*, 4> set_names{"uniform", "sphere surface", "gaussian cloud", "1 % of the box"};

Json row_of(const UnevenBenchCase& c, const UnevenBenchRow& r, double uniform_seconds) {
  Json row = {{"set", set_names[static_cast<std::size_t>(r.set)]},
              {"periodicity", c.periodicity},
              {"layer", std::string(word_of(c.layer))},
              {"asked", r.asked},
              {"reached", r.reached},
              {"points", c.points},
              {"cpu_seconds", r.cpu_seconds},
              {"over_uniform", r.cpu_seconds / uniform_seconds},
              {"grid", r.parameters.grid},
              {"cutoff", r.parameters.cutoff_radius},
              {"stage_milliseconds", milliseconds(r.stages)},
              {"predicted_stage_milliseconds", milliseconds(r.predicted)}};
  row["patches"] = Json::list();
  for (const RefinedPatch& patch : r.patches)
    row["patches"].push_back({{"lower", patch.lower},
                              {"lengths", patch.lengths},
                              {"grid", patch.parameters.grid},
                              {"cutoff", patch.parameters.cutoff_radius}});
  return row;
}

}  // namespace

Json bench_uneven_sets(std::size_t points, int threads) {
  const Runtime runtime(RuntimeOptions{threads > 0 ? threads : 1});
  const auto rates = stored_rates(threads > 0 ? threads : 1, Precision::fp64);
  std::fprintf(stderr, "slurry bench: rates %s\n", origin_of(rates.get()).c_str());
  Json rows = Json::list();
  for (const int periodicity : {1, 3})
    for (const Layer layer : {Layer::single, Layer::combined})
      for (const double tolerance : {1e-3, 1e-6}) {
        UnevenBenchCase c;
        c.layer = layer;
        c.tolerance = tolerance;
        c.points = points;
        c.periodicity = periodicity;
        c.rates = rates;
        std::fprintf(stderr, "slurry bench: %dP, %s layer, tolerance %.0e, %zu points ...\n", periodicity,
                     std::string(word_of(layer)).c_str(), tolerance, points);
        const auto sets = bench_uneven(c);
        for (const UnevenBenchRow& r : sets) {
          rows.push_back(row_of(c, r, sets.front().cpu_seconds));
          std::fprintf(stderr, "    %-15s %7.1f ms, %.2f x uniform, reached %.1e\n",
                       set_names[static_cast<std::size_t>(r.set)], 1e3 * r.cpu_seconds,
                       r.cpu_seconds / sets.front().cpu_seconds, r.reached);
        }
      }
  return rows;
}

void print_uneven_sets(const Json& rows) {
  std::printf("%-2s %-9s %-15s %8s %9s %8s %9s\n", "", "layer", "points", "asked", "reached", "CPU ms", "x uniform");
  for (const Json& r : rows.elements())
    std::printf("%ldP %-9s %-15s %8.1e %9.1e %8.1f %9.2f\n", r["periodicity"].integer(), r["layer"].words().c_str(),
                r["set"].words().c_str(), r["asked"].number(), r["reached"].number(), 1e3 * r["cpu_seconds"].number(),
                r["over_uniform"].number());
}

const Subject& uneven_subject() {
  static constexpr Subject row{
      "uneven",
      "The cost of clustered sets of points, beside a uniform set at the same error",
      "measured here; nothing published is repeated",
      "the set, the layer, the reached error, the CPU time, and its ratio to that of the uniform set",
      "some minutes",
      [](Subcommand& c) {
        auto a = std::make_shared<SubjectArguments>();
        a->add_points(c, "number of points of each set (default 100000)");
        a->add_threads(c, "1");
        a->add_json(c);
        c.action([a] {
          const Json rows = bench_uneven_sets(a->points_or(100000), a->threads);
          if (a->for_a_person()) print_uneven_sets(rows);
          return a->finish(rows);
        });
      }};
  return row;
}

}  // namespace slurry::app
