// SPDX-License-Identifier: BSD-3-Clause
#include "bench_coulomb.hpp"

#include <cmath>
#include <string>

#include "coulomb_printed.hpp"
#include "slurry/runtime.hpp"

namespace slurry::app {
namespace {

Json row_of(const CoulombBenchCase& c, const CoulombBenchResult& r) {
  Json row{{"edge", c.edge},
           {"charges", r.charges},
           {"variant", c.published ? "published" : "balanced"},
           {"jitter", c.jitter},
           {"tolerance", c.tolerance},
           {"device", std::string(name_of(r.device))},
           {"space", r.space},
           {"threads", r.threads},
           {"cutoff_over_edge", r.cutoff},
           {"largest_mode", r.largest_mode},
           {"sort_milliseconds", 1e3 * r.sort_seconds},
           {"pair_milliseconds", 1e3 * r.pair_seconds},
           {"mode_milliseconds", 1e3 * r.mode_seconds},
           {"least_pair_milliseconds", 1e3 * r.least_pair_seconds},
           {"least_mode_milliseconds", 1e3 * r.least_mode_seconds},
           {"achieved_over_achievable",
            {{"pairs", r.least_pair_seconds / r.pair_seconds},
             {"modes", r.least_mode_seconds / r.mode_seconds},
             {"sum", (r.least_pair_seconds + r.least_mode_seconds) / (r.pair_seconds + r.mode_seconds)}}},
           {"operations", r.operations},
           {"peak_flops_per_second", r.peak},
           {"seconds_times_peak_flops", r.flops_of_seconds},
           {"candidate_pairs", r.candidates},
           {"modes", r.modes},
           {"relative_error_of_energy", r.error}};
  if (!c.published) return row;
  for (const PrintedTimes& p : printed_times) {
    if (p.edge != c.edge) continue;
    for (std::size_t k = 0; k < p.seconds.size(); ++k) row["printed_seconds"][printed_platforms[k]] = p.seconds[k];
    row["printed_portability"] = p.portability;
  }
  return row;
}

/// In cycles of a core where its clock is known, else in nanoseconds of the whole device; as their table 2.
void print_least_costs(std::FILE* lines, const OperationBenchResult& o) {
  const PlainEwaldCosts c = plain_ewald_costs(o);
  const double unit = o.clock > 0 ? o.clock * o.threads : 1e9;
  std::fprintf(lines, "%s", o.space.c_str());
  if (o.threads > 0) std::fprintf(lines, ", %d thread%s", o.threads, o.threads == 1 ? "" : "s");
  std::fprintf(lines, "; least %s: pairs (%.3g + %.3g V) N^2 + %.3g N, modes (%.3g + (%.3g + %.3g N) V') M\n",
               o.clock > 0 ? "cycles of a core" : "nanoseconds", unit * c.pair, unit * c.pair_within, unit * c.charge,
               unit * c.cube_mode, unit * c.mode, unit * c.mode_charge);
}

void print_heading(std::FILE* lines) {
  std::fprintf(lines, "%5s %9s %10s %8s %7s %10s %10s %10s %10s %7s %9s %12s %9s\n", "edge", "ions", "variant", "r_c/L",
               "|n|", "pairs ms", "least", "modes ms", "least", "share %", "peak Tflop", "ps per pair", "error");
}

void print_coulomb_row(std::FILE* lines, const Json& r) {
  const double ions = r["charges"].number(), pairs = r["pair_milliseconds"].number(),
               modes = r["mode_milliseconds"].number();
  std::fprintf(lines, "%5ld %9.0f %10s %8.3f %7.1f %10.2f %10.2f %10.2f %10.2f %7.1f %9.3g %12.1f %9.1e\n",
               r["edge"].integer(), ions, r["variant"].words().c_str(), r["cutoff_over_edge"].number(),
               r["largest_mode"].number(), pairs, r["least_pair_milliseconds"].number(), modes,
               r["least_mode_milliseconds"].number(), 100 * r["achieved_over_achievable"]["sum"].number(),
               1e-12 * r["seconds_times_peak_flops"].number(), 1e9 * (pairs + modes) / (ions * ions),
               r["relative_error_of_energy"].number());
  const Json& printed = r["printed_seconds"];
  if (printed.is_null()) return;
  std::fprintf(lines, "      printed:");
  for (const auto& [machine, seconds] : printed.members())
    std::fprintf(lines, " %s %.3g s", machine.c_str(), seconds.number());
  std::fprintf(lines, "\n");
}

/// Slope of the logarithm of the time over that of the number of ions, by least squares.
void print_exponent(std::FILE* lines, const Json& rows) {
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, count = 0;
  for (const Json& r : rows.elements()) {
    const double x = std::log(r["charges"].number()),
                 y = std::log(r["pair_milliseconds"].number() + r["mode_milliseconds"].number());
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    ++count;
  }
  if (count > 1)
    std::fprintf(lines, "time grows as N^%.2f\n", (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x));
}

}  // namespace

Json bench_crystals(CoulombBenchCase c, const std::vector<int>& edges, std::FILE* lines) {
  c.operations = bench_operations({Precision::fp64, c.device, c.serial});
  Json rows = Json::list();
  for (const int edge : edges) {
    std::fprintf(stderr, "slurry bench: rock salt of edge %d ...\n", edge);
    c.edge = edge;
    rows.push_back(row_of(c, bench_coulomb(c)));
    if (rows.elements().size() == 1) {
      print_least_costs(lines, *c.operations);
      print_heading(lines);
    }
    print_coulomb_row(lines, rows.elements().back());
    std::fflush(lines);
  }
  print_exponent(lines, rows);
  return rows;
}

}  // namespace slurry::app
