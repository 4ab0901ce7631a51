// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_pairs.hpp"

#include <memory>
#include <optional>
#include <string>

#include "option_checks.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

Json row_of(const PairBenchCase& c, const PairBenchRow& r) {
  Json j{{"sources_per_cell", r.per_cell}, {"pair", r.pair}, {"loop", r.loop}};
  if (!r.refused.empty()) {
    j["refused"] = r.refused;
    return j;
  }
  j["milliseconds"] = 1e3 * r.seconds;
  j["targets_per_microsecond"] = 1e-6 * double(c.points) / r.seconds;
  j["flops_of_a_pair"] = r.pair_flops;
  j["published_efficiency"] = r.model.flops / r.seconds;
  j["useful_efficiency"] = r.model.flops * r.useful_flops / r.model.flop_count / r.seconds;
  j["achieved_over_achievable"] = r.model.l1 / r.seconds;
  j["roofline"] = {{"flops_per_byte", r.model.intensity}, {"flops_per_second", r.model.flop_count / r.seconds}};
  j["difference"] = r.difference;
  return j;
}

void print_heading(std::FILE* lines, const PairBenchCase& c, const PairBenchResult& r) {
  std::fprintf(lines, "%zu points on %s: %.1f Gflop/s, %.1f GB/s\n", c.points, r.space.c_str(),
               1e-9 * r.costs.flops_per_second, 1e-9 * r.costs.bytes_per_second);
  std::fprintf(lines, "%6s %-23s %-6s %9s %10s %6s %7s %8s %8s %10s\n", "s", "pair", "loop", "ms", "targets/us",
               "eff %", "useful", "flop/B", "Gflop/s", "difference");
}

void print_pair_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%6.0f %-23s %-6s ", r["sources_per_cell"].number(), r["pair"].words().c_str(),
               r["loop"].words().c_str());
  if (!r["refused"].is_null()) {
    std::fprintf(lines, "%s\n", r["refused"].words().c_str());
    return;
  }
  std::fprintf(lines, "%9.2f %10.3f %6.1f %7.1f %8.2f %8.2f %10.1e\n", r["milliseconds"].number(),
               r["targets_per_microsecond"].number(), 100 * r["published_efficiency"].number(),
               100 * r["useful_efficiency"].number(), r["roofline"]["flops_per_byte"].number(),
               1e-9 * r["roofline"]["flops_per_second"].number(), r["difference"].number());
}

}  // namespace

Json bench_pair_functions(PairBenchCase c, std::FILE* lines) {
  Json rows = Json::list();
  c.row_done = [&](const PairBenchResult& so_far) {
    if (so_far.rows.empty()) {
      print_heading(lines, c, so_far);
    } else {
      rows.push_back(row_of(c, so_far.rows.back()));
      print_pair_row(lines, rows.elements().back());
    }
    std::fflush(lines);
  };
  const PairBenchResult found = bench_pairs(c);
  return {{"points", c.points},
          {"tolerance", c.tolerance},
          {"precision", std::string(word_of(c.precision))},
          {"device", std::string(name_of(found.device))},
          {"space", found.space},
          {"threads", found.threads},
          {"flops_per_second", found.costs.flops_per_second},
          {"bytes_per_second", found.costs.bytes_per_second},
          {"rows", rows}};
}

const Subject& pairs_subject() {
  static constexpr Subject row{
      "pairs",
      "The speed of loops over cells for each pair function and number of sources",
      "Kosmacher et al. 2026, arXiv 2606.19059, figure 6",
      "sources per cell, the pair function, the loop, milliseconds, the published models, and the difference from the "
      "first loop",
      "some minutes",
      [](Subcommand& c) {
        struct PairArguments : SubjectArguments {
          PairBenchCase pairs;
          std::optional<double> per_cell;
        };
        auto a = std::make_shared<PairArguments>();
        c.option("--per-cell", a->per_cell, "number of sources in a cell as wide as the cutoff (default: 16 to 512)")
            .check(number_between(1, 1e5));
        c.option("--tolerance", a->pairs.tolerance, "tolerance of the published rules (default 1e-4)")
            .check(number_between(1e-13, 0.5));
        c.option("--precision", a->pairs.precision, words_for<Precision>(), "precision: fp64 (default) or fp32");
        a->add_points(c, "number of points (default 100000)");
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          const Runtime runtime(RuntimeOptions{a->threads_of_a_sum()});
          PairBenchCase pairs = a->pairs;
          pairs.points = a->points_or(100000);
          pairs.device = a->on();
          if (a->per_cell) pairs.per_cell = {*a->per_cell};
          return a->finish(bench_pair_functions(pairs, a->lines()));
        });
      }};
  return row;
}

}  // namespace slurry::app
