// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "option_checks.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench_m2l.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

/// Rates that the publication prints for fp32 on one GTX 1080 Ti. The compute bound reaches 8 of 11.6 Tflop/s, and the
/// memory bound 0.8 % of 11.6 Tflop/s.
constexpr double printed_compute = 8e12, printed_peak = 11.6e12, printed_memory = 0.008 * printed_peak;

/// Share of the compute bound on the publication's device; none where it prints nothing from which the share follows.
std::optional<double> printed_share(const M2lBenchRow& r) {
  if (r.scheme == "memory bound") return printed_memory / printed_compute;
  if (r.scheme == "symmetric" && r.order > 2 && r.order < 21) return 0.3;
  if (r.scheme == "nested" && r.order == 20) return 1.6e12 / printed_compute;
  if (r.scheme == "naive" && r.order == 19) return 0.02 * printed_peak / printed_compute;
  return std::nullopt;
}

Json row_of(const M2lBenchResult& all, const M2lBenchRow& r) {
  Json j{{"order", r.order},
         {"scheme", r.scheme},
         {"milliseconds", 1e3 * r.seconds},
         {"flops_per_second", 8 * m2l_products(r.order, all.depth) / r.seconds},
         {"share_of_compute_bound", r.compute_share},
         {"difference", r.difference}};
  if (const auto share = printed_share(r)) j["share_by_printed_figures"] = *share;
  return j;
}

void print_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%5ld %-14s %10.3f %9.2f %8.3f ", r["order"].integer(), r["scheme"].words().c_str(),
               r["milliseconds"].number(), 1e-9 * r["flops_per_second"].number(), r["share_of_compute_bound"].number());
  if (r["share_by_printed_figures"].is_null())
    std::fprintf(lines, "%9s", "");
  else
    std::fprintf(lines, "%9.3f", r["share_by_printed_figures"].number());
  std::fprintf(lines, " %10.1e\n", r["difference"].number());
}

Json bench_schemes(M2lBenchCase c, std::FILE* lines) {
  Json rows = Json::list();
  c.row_done = [&](const M2lBenchResult& so_far) {
    if (so_far.rows.empty()) {
      std::fprintf(lines, "%g boxes on %s\n", m2l_products(0, so_far.depth) / 189, so_far.space.c_str());
      std::fprintf(lines, "%5s %-14s %10s %9s %8s %9s %10s\n", "order", "scheme", "ms", "Gflop/s", "share", "printed",
                   "difference");
    } else {
      rows.push_back(row_of(so_far, so_far.rows.back()));
      print_row(lines, rows.elements().back());
    }
    std::fflush(lines);
  };
  const M2lBenchResult found = bench_m2l(c);
  return {{"depth", found.depth},
          {"device", std::string(name_of(found.device))},
          {"space", found.space},
          {"threads", found.threads},
          {"rows", rows}};
}

}  // namespace

const Subject& m2l_subject() {
  static constexpr Subject row{
      "m2l",
      "Every scheme of M2L between two bounds, over the order of expansions",
      "Kohnke et al. 2020, figures 15, 16, 18 and 23 (fp32 on a GTX 1080 Ti there, fp64 here)",
      "the order, the scheme, milliseconds, the operations of dense complex matrices over this time, the share of the "
      "compute bound, the share that follows from printed figures, and the difference from dense matrices",
      "some minutes",
      [](Subcommand& c) {
        struct M2lArguments : SubjectArguments {
          std::optional<long> order;
          int depth = 3;
        };
        auto a = std::make_shared<M2lArguments>();
        c.option("--order", a->order, "order of the expansions (default: ten orders from 0 to 20)")
            .check(number_between(0, 30));
        c.option("--depth", a->depth, "depth of the octree; its deepest level has 8^depth boxes (default 3)")
            .check(number_between(2, 5));
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          const Runtime runtime(RuntimeOptions{a->threads_of_a_sum()});
          M2lBenchCase m2l;
          m2l.depth = a->depth;
          m2l.device = a->on();
          if (a->order) m2l.orders = {static_cast<int>(*a->order)};
          return a->finish(bench_schemes(m2l, a->lines()));
        });
      }};
  return row;
}

}  // namespace slurry::app
