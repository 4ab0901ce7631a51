// SPDX-License-Identifier: BSD-3-Clause
#include "bench_coulomb.hpp"

#include <cmath>
#include <cstdio>

#include "slurry/runtime.hpp"

namespace slurry::app {

Json bench_crystals(const CoulombBenchCase& c, const std::vector<int>& edges) {
  Json rows = Json::list();
  for (const int edge : edges) {
    std::fprintf(stderr, "slurry bench: rock salt of edge %d ...\n", edge);
    CoulombBenchCase one = c;
    one.edge = edge;
    const CoulombBenchResult r = bench_coulomb(one);
    rows.push_back({{"edge", edge},
                    {"charges", r.charges},
                    {"variant", c.published ? "published" : "balanced"},
                    {"jitter", c.jitter},
                    {"tolerance", c.tolerance},
                    {"device", std::string(name_of(r.device))},
                    {"cutoff_over_edge", r.cutoff},
                    {"largest_mode", r.largest_mode},
                    {"sort_milliseconds", 1e3 * r.sort_seconds},
                    {"pair_milliseconds", 1e3 * r.pair_seconds},
                    {"mode_milliseconds", 1e3 * r.mode_seconds},
                    {"candidate_pairs", r.candidates},
                    {"modes", r.modes},
                    {"relative_error_of_energy", r.error}});
  }
  return rows;
}

void print_crystals(const Json& rows) {
  std::printf("%5s %9s %10s %8s %7s %10s %10s %12s %9s\n", "edge", "ions", "variant", "r_c/L", "|n|", "pairs ms",
              "modes ms", "ps per pair", "error");
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, count = 0;
  for (const Json& r : rows.elements()) {
    const double ions = r["charges"].number(), pairs = r["pair_milliseconds"].number(),
                 modes = r["mode_milliseconds"].number();
    std::printf("%5ld %9.0f %10s %8.3f %7.1f %10.2f %10.2f %12.1f %9.1e\n", r["edge"].integer(), ions,
                r["variant"].words().c_str(), r["cutoff_over_edge"].number(), r["largest_mode"].number(), pairs, modes,
                1e9 * (pairs + modes) / (ions * ions), r["relative_error_of_energy"].number());
    const double x = std::log(ions), y = std::log(pairs + modes);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    ++count;
  }
  if (count > 1)
    std::printf("time grows as N^%.2f\n", (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x));
}

}  // namespace slurry::app
