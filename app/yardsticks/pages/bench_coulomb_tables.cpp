// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_coulomb_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "yardsticks/measures/bench_coulomb.hpp"
#include "yardsticks/pages/bench_operations.hpp"
#include "yardsticks/pages/coulomb_printed.hpp"

namespace slurry::app {
namespace {

/// Rows of one figure here and on the printed platforms; each is printed when it is added.
class PlatformTable {
 public:
  PlatformTable(std::FILE* lines, const std::string& name, const std::string& title, const std::string& unit)
      : lines_(lines), head_{{"table", "Coulomb " + name}, {"title", title}, {"unit", unit}} {
    std::fprintf(lines_, "\ntable Coulomb %s: %s [%s]\n%-20s %10s", name.c_str(), title.c_str(), unit.c_str(), "",
                 "here");
    for (const char* platform : printed_platforms) std::fprintf(lines_, " %15s", platform);
    std::fprintf(lines_, "\n");
  }
  /// here: not positive where there is none.
  void add(const std::string& what, double here, const OnPlatforms& printed, const Json& more = {},
           const std::vector<Recomputed>& recomputed = {}) {
    Json row{{"what", what}};
    if (here > 0) row["here"] = here;
    std::array<bool, printed_platforms.size()> marked{};
    for (const Recomputed& r : recomputed) {
      marked[r.platform] = true;
      row["recomputed"][printed_platforms[r.platform]] = printed[r.platform];
      if (r.printed) row["printed"][printed_platforms[r.platform]] = *r.printed;
    }
    for (std::size_t k = 0; k < printed.size(); ++k)
      if (!marked[k]) row["printed"][printed_platforms[k]] = printed[k];
    for (const auto& [name, value] : more.members()) row[name] = value;
    std::fprintf(lines_, "%-20s ", what.c_str());
    if (here > 0)
      std::fprintf(lines_, "%10.4g", here);
    else
      std::fprintf(lines_, "%10s", "-");
    for (std::size_t k = 0; k < printed.size(); ++k)
      std::fprintf(lines_, " %14.4g%s", printed[k], marked[k] ? "*" : " ");
    for (const auto& [name, value] : more.members()) std::fprintf(lines_, "  %s %.3g", name.c_str(), value.number());
    std::fprintf(lines_, "\n");
    std::fflush(lines_);
    rows_.push_back(std::move(row));
  }
  Json whole() const {
    Json all = head_;
    all["rows"] = rows_;
    return all;
  }

 private:
  std::FILE* lines_;
  Json head_, rows_ = Json::list();
};

Json cycles_table(std::FILE* lines, const OperationBenchResult& o) {
  PlatformTable rows(lines, "1", "cycles per operation", "cycles of a core or multiprocessor");
  for (const PrintedCycles& p : printed_cycles) rows.add(p.operation, o.cycles(o.least_seconds(p.operation)), p.cycles);
  return rows.whole();
}

Json least_table(std::FILE* lines, const OperationBenchResult& o) {
  const PlainEwaldCosts c = plain_ewald_costs(o);
  const double here[] = {c.pair, c.pair_within, c.charge, c.cube_mode, c.mode, c.mode_charge};
  PlatformTable rows(lines, "2", "least cycles of the counted operations", "cycles of a core or multiprocessor");
  int k = 0;
  for (const PrintedLeast& p : printed_least()) rows.add(p.what, o.cycles(here[k++]), p.cycles, {}, p.recomputed);
  std::fprintf(lines,
               "* recomputed from table 1, because the figure of the paper does not follow from it; skylake: with "
               "vectors of 512 bits (SKXZ)\n");
  return rows.whole();
}

/// Tables 3 and 4 with figure 2: times, and times that are multiplied with the peak.
void add_times(const BenchTables& asked, const OperationBenchResult& o, Json& tables) {
  PlatformTable times(asked.lines, "3", "all ordered pairs and the whole cube of modes, 1e-12", "s");
  std::vector<std::pair<const PrintedTimes*, double>> normalised;
  for (const PrintedTimes& p : printed_times) {
    Json more{{"printed_portability", p.portability}};
    double here = 0;
    if (std::pow(p.edge, 3) <= double(asked.points)) {
      CoulombBenchCase c;
      c.edge = p.edge;
      c.published = true;
      c.repeats = 1;
      c.device = asked.device;
      c.operations = o;
      std::fprintf(stderr, "slurry bench: rock salt of edge %d ...\n", p.edge);
      const CoulombBenchResult r = bench_coulomb(c);
      here = r.pair_seconds + r.mode_seconds;
      more["achieved_over_achievable"] = (r.least_pair_seconds + r.least_mode_seconds) / here;
      more["relative_error_of_energy"] = r.error;
    }
    times.add("edge " + std::to_string(p.edge), here, p.seconds, more);
    normalised.emplace_back(&p, here);
  }
  tables.push_back(times.whole());
  const double peak = 2e-12 / o.seconds("fused");
  PlatformTable peaks(asked.lines, "4", "peak rates, and times multiplied by them", "Tflop/s, Tflop");
  peaks.add("peak", peak, printed_peaks);
  for (const auto& [p, here] : normalised) {
    OnPlatforms printed{};
    for (std::size_t k = 0; k < printed.size(); ++k) printed[k] = p->seconds[k] * printed_peaks[k];
    peaks.add("edge " + std::to_string(p->edge), here * peak, printed);
  }
  tables.push_back(peaks.whole());
}

}  // namespace

Json coulomb_tables(const BenchTables& asked) {
  const OperationBenchResult o = bench_operations({Precision::fp64, asked.device, false});
  std::fprintf(asked.lines, "\nHalver, Meinke and Sutmann, plain Ewald sums of rock salt; here on %s\n",
               cores_of(o).c_str());
  Json tables = Json::list();
  tables.push_back(cycles_table(asked.lines, o));
  tables.push_back(least_table(asked.lines, o));
  add_times(asked, o, tables);
  return tables;
}

}  // namespace slurry::app
