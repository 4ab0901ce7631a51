// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rates_file.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "timing/machine_costs.hpp"
#include "yardsticks/measures/bench_variants.hpp"
#include "yardsticks/pages/bench_coulomb_tables.hpp"
#include "yardsticks/pages/bench_operations.hpp"
#include "yardsticks/pages/printed_ranks.hpp"
#include "yardsticks/pages/subject.hpp"
#include "yardsticks/published_rules/published_cutoff.hpp"

namespace slurry::app {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
/// Points of the printed sums; of tables 3 and 6 in the columns that stand here.
constexpr std::size_t printed_points = 4000000, printed_points_of_pairs = 1000000;

/// One of their runs: the tolerance of their scripts and the sources per cell.
struct MeshRun {
  double tolerance, per_cell;
  int window;
};
constexpr MeshRun loose{1e-1, 160, 4}, middle{1e-4, 224, 8}, tight{1e-12, 1008, 14};

VariantBenchCase case_of(const BenchTables& asked, const MeshRun& run) {
  VariantBenchCase c;
  c.tolerance = run.tolerance;
  c.published_per_cell = run.per_cell;
  c.split = Split::hasimoto;
  c.points = asked.points;
  c.repeats = asked.repeats;
  c.device = asked.device;
  c.rates = asked.rates;
  c.costs = asked.costs;
  return c;
}

/// Row of a table: points per microsecond, here and printed.
Json row_of(const std::string& what, double here, double printed, Json more = {}) {
  Json row{{"what", what}, {"here", here}, {"printed", printed}};
  for (const auto& [name, value] : more.members()) row[name] = value;
  return row;
}

void print_table_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%-28s ", r["what"].words().c_str());
  if (!r["refused"].is_null()) {
    std::fprintf(lines, "%s\n", r["refused"].words().c_str());
    return;
  }
  if (r["here"].number() > 0)
    std::fprintf(lines, "%9.3f ", r["here"].number());
  else
    std::fprintf(lines, "%9s ", "-");
  for (const auto& [name, format] : {std::pair{"printed", "%9.2f "}, std::pair{"ratio", "%7.3f "}})
    if (r[name].number() > 0)
      std::fprintf(lines, format, r[name].number());
    else
      std::fprintf(lines, "%*s ", name == std::string("printed") ? 9 : 7, "-");
  if (r["milliseconds"].is_null())
    std::fprintf(lines, "%10s", "-");
  else
    std::fprintf(lines, "%10.2f", r["milliseconds"].number());
  if (r["reached"].is_null())
    std::fprintf(lines, " %9s  ", "-");
  else
    std::fprintf(lines, " %9.1e  ", r["reached"].number());
  for (const char* model : {"T_0", "T_inf", "T_inf_l1", "T_f"})
    if (!r[model].is_null()) std::fprintf(lines, " %.2f", r[model].number());
  for (const auto& [stage, ms] : r["stages"].members()) std::fprintf(lines, " %s %.1f", stage.c_str(), ms.number());
  if (!r["printed_stages"].is_null()) std::fprintf(lines, " printed:");
  for (const auto& [stage, ms] : r["printed_stages"].members())
    std::fprintf(lines, " %s %.1f", stage.c_str(), ms.number());
  if (!r["exchange_model_milliseconds"].is_null())
    std::fprintf(lines, "; exchange of transforms by the model %.0f", r["exchange_model_milliseconds"].number());
  std::fprintf(lines, "\n");
}

/// A table while it is filled: its heading and each of its rows are printed at once.
class Table {
 public:
  /// Begins a table.  of: number of points of the printed sums; a ratio is printed if the sums here have the same
  /// number.  0: the figures do not depend on a number of points.
  Table(const BenchTables& asked, const std::string& name, const std::string& title, const std::string& unit,
        std::size_t of)
      : lines_(asked.lines),
        comparable_(of == 0 || of == asked.points),
        head_{{"table", name}, {"title", title}, {"unit", unit}} {
    if (of > 0) head_["printed_points"] = of;
    std::fprintf(
        lines_, "\ntable %s: %s [%s]%s\n%-28s %9s %9s %7s %10s %9s   %s\n", name.c_str(), title.c_str(), unit.c_str(),
        comparable_ ? "" : (", printed for " + std::to_string(of) + " points, so no ratio is given").c_str(), "",
        "here", "printed", "ratio", "ms", "reached", "ms by stage, or by the models T_0 T_inf T_inf,l1 T_f");
    std::fflush(lines_);
  }
  void add(Json row) {
    const double ratio = row["here"].number() / row["printed"].number();
    if (comparable_ && std::isfinite(ratio)) row["ratio"] = ratio;
    print_table_row(lines_, row);
    std::fflush(lines_);
    rows_.push_back(std::move(row));
  }
  const Json& last() const { return rows_.elements().back(); }
  Json whole() const {
    Json all = head_;
    all["rows"] = rows_;
    return all;
  }

 private:
  std::FILE* lines_;
  bool comparable_;
  Json head_, rows_ = Json::list();
};

struct PrintedVariant {
  std::string name, on_device;  ///< with the block that was best there
  double printed;
};

/// Rows of one stage.
void add_variants(const BenchTables& asked, const MeshRun& run, const std::string& stage, const std::string& label,
                  const std::vector<PrintedVariant>& variants, Table& rows) {
  const bool host = Runtime::device(asked.device) == Device::host;
  VariantBenchCase c = case_of(asked, run);
  c.stage = stage;
  // their P2G spreads 12 components, for which their transforms are made
  if (stage == "P2G") c.others = {{"transform", "published"}};
  for (const PrintedVariant& v : variants) {
    c.variants = {host ? v.name : v.on_device};
    std::fprintf(stderr, "slurry bench: %s %s, %s ...\n", stage.c_str(), v.name.c_str(), label.c_str());
    try {
      const VariantRow r = bench_variants(c).rows.front();
      if (!r.refused.empty()) throw InputError(r.refused);
      Json more;
      if (r.model)
        more = {{"milliseconds", 1e3 * r.seconds},
                {"T_0", 1e3 * r.model->no_caches},
                {"T_inf", 1e3 * r.model->l2},
                {"T_inf_l1", 1e3 * r.model->l1},
                {"T_f", 1e3 * r.model->flops},
                {"roofline",
                 {{"flops_per_byte", r.model->intensity}, {"flops_per_second", r.model->flop_count / r.seconds}}}};
      rows.add(row_of(label + " " + c.variants.front(), 1e-6 * double(c.points) / r.seconds, v.printed, more));
    } catch (const Error& e) {
      rows.add({{"what", label + " " + c.variants.front()}, {"refused", std::string(e.what())}});
    }
  }
}

/// Table 1: functions, in the time of operations of which a fused multiply-add does two.
Json table_1(const BenchTables& asked) {
  Table rows(asked, "1", "special functions of random arguments, fp64", "flop equivalents", 0);
  const OperationBenchResult here = bench_operations({Precision::fp64, asked.device, false});
  for (const OperationCost& o : here.operations)
    if (const PrintedOperation* printed = printed_operation(o.name))
      rows.add(row_of(o.name, 2 * o.seconds / here.seconds("fused"), printed->flop_equivalents,
                      {{"nanoseconds", 1e9 * o.seconds}}));
  return rows.whole();
}

/// Tables 3 and 6: variants of P2P with the published pair, erf(x)/x by a rational function.  Printed: targets per
/// microsecond, N = 1e6.
Json table_6(const BenchTables& asked) {
  Table rows(asked, "3 and 6", "P2P of the combined layer, with T_0 to T_f from the costs of this machine",
             "targets per microsecond", printed_points_of_pairs);
  const struct {
    MeshRun run;
    double gm_1d, sm_1d, gm_2d, sm_2d;
  } printed[] = {{{1e-4, 256, 8}, 14.8, 15.2, 11.8, 12.4}, {{1e-4, 512, 8}, 8.0, 8.2, 6.7, 6.6}};
  for (const auto& p : printed)
    add_variants(asked, p.run, "P2P", "s = " + std::to_string(int(p.run.per_cell)),
                 {{"GM-1D+rational", "GM-1D+rational", p.gm_1d},
                  {"SM-1D+rational", "SM-1D+rational", p.sm_1d},
                  {"GM-2D+rational", "GM-2D+rational", p.gm_2d},
                  {"SM-2D+rational", "SM-2D+rational", p.sm_2d}},
                 rows);
  return rows.whole();
}

/// Tables 5 and 7: variants of P2G.  Printed: sources per microsecond, N = 4e6.
Json table_7(const BenchTables& asked) {
  Table rows(asked, "5 and 7", "P2G of the combined layer", "sources per microsecond", printed_points);
  const struct {
    MeshRun run;
    double base, source, grid, hybrid;
  } printed[] = {
      {loose, 80.57, 54.17, 82.52, 178.23}, {middle, 8.38, 11.3, 16.28, 101.28}, {tight, 1.49, 2.52, 3.39, 24.05}};
  for (const auto& p : printed)
    add_variants(asked, p.run, "P2G", "P = " + std::to_string(p.run.window),
                 {{"base", "base:256", p.base},
                  {"source", "source:512", p.source},
                  {"grid", "grid:128", p.grid},
                  {"hybrid", "hybrid:64", p.hybrid}},
                 rows);
  return rows.whole();
}

/// Table 8: variants of G2P.
Json table_8(const BenchTables& asked) {
  Table rows(asked, "8", "G2P", "targets per microsecond", printed_points);
  const struct {
    MeshRun run;
    double base, target;
  } printed[] = {{loose, 523.13, 760.22}, {middle, 63.68, 141.38}};
  for (const auto& p : printed)
    add_variants(asked, p.run, "G2P", "P = " + std::to_string(p.run.window),
                 {{"base", "base:32", p.base}, {"target", "target:32", p.target}}, rows);
  return rows.whole();
}

Json whole_row(const std::string& what, const VariantBenchCase& c, double printed) {
  std::fprintf(stderr, "slurry bench: whole sum, %s ...\n", what.c_str());
  try {
    const WholeSumResult r = bench_whole_sum(c);
    Json stages;
    for (const auto& [stage, seconds] : r.stages) stages[stage] = 1e3 * seconds;
    return row_of(what, 1e-6 * double(c.points) / r.stages.total(), printed,
                  {{"milliseconds", 1e3 * r.stages.total()}, {"reached", r.reached}, {"stages", stages}});
  } catch (const Error& e) {
    return {{"what", what}, {"refused", std::string(e.what())}};
  }
}

/// Their sum, and ours with the tolerance that theirs reached.
void add_pair(const std::string& what, VariantBenchCase c, double printed_milliseconds, Table& rows) {
  c.others = published_stages();
  rows.add(whole_row(what + ", theirs", c, 4e6 / (1e3 * printed_milliseconds)));
  const double reached = rows.last()["reached"].number();
  if (!(reached > 0)) return;
  c.others.clear();
  c.published_per_cell.reset();
  c.split = Split::prolate;
  c.tolerance = std::clamp(reached, c.precision == Precision::fp32 ? 3e-7 : 1e-12, 0.1);
  rows.add(whole_row(what + ", ours", c, none));
}

/// Table 9: distributions of sources and targets.
Json table_9(const BenchTables& asked) {
  Table rows(asked, "9", "whole sums of the combined layer, sources/targets uniform, normal, on a sphere",
             "points per microsecond", printed_points);
  const struct {
    const char* name;
    Distribution sources, targets;
    double printed;
  } printed[] = {{"U/U", Distribution::uniform, Distribution::uniform, 402.8},
                 {"N/N", Distribution::normal, Distribution::normal, 545.4},
                 {"N/U", Distribution::normal, Distribution::uniform, 441.9},
                 {"S/S", Distribution::sphere, Distribution::sphere, 1063.0},
                 {"S/U", Distribution::sphere, Distribution::uniform, 444.8}};
  for (const auto& p : printed) {
    VariantBenchCase c = case_of(asked, middle);
    c.sources = p.sources;
    c.targets = p.targets;
    c.apart = p.sources != p.targets;
    add_pair(p.name, c, p.printed, rows);
  }
  return rows.whole();
}

/// Table 10: in both precisions.  (The printed FFT is 12 transforms forward for three back, the combined layer's.)
Json table_10(const BenchTables& asked) {
  Table rows(asked, "10", "whole sums of the combined layer in both precisions", "points per microsecond",
             printed_points);
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    VariantBenchCase c = case_of(asked, loose);
    c.precision = precision;
    add_pair(std::string(word_of(precision)), c, precision == Precision::fp32 ? 141.65 : 267.3, rows);
  }
  return rows.whole();
}

/// Table 11: from 1 to 64 ranks, each a device with as many points.  Here there is one rank: the others stand as they
/// are printed, beside the model of what their transforms exchange,
///   12 (1 - 1/n) (N_g/2n) 16 bytes at 50 GB/s,  N_g = 256 n x 692 x 692.
Json table_11(const BenchTables& asked) {
  Table rows(asked, "11", "weak scaling of the combined layer; here one rank alone", "points per microsecond and rank",
             printed_points);
  for (const PrintedRanks& p : printed_ranks) {
    const double per_rank = 4e6 / (1e3 * p.total()), n = p.ranks;
    Json more{{"printed_stages",
               {{"P2P", p.p2p},
                {"P2G", p.p2g},
                {"FFT", p.fft},
                {"CNV", p.cnv},
                {"IFFT", p.ifft},
                {"G2P", p.g2p},
                {"sort", p.sort},
                {"ghost sources", p.ghost_sources},
                {"ghost grid", p.ghost_grid}}}};
    const std::string what = "ranks: " + std::to_string(p.ranks);
    if (p.ranks > 1) {
      more["exchange_model_milliseconds"] = 1e3 * 12 * (1 - 1 / n) * (256 * 692.0 * 692 / 2) * 16 / 50e9;
      rows.add(row_of(what, none, per_rank, more));
      continue;
    }
    VariantBenchCase c = case_of(asked, middle);
    c.others = published_stages();
    Json one = whole_row(what, c, per_rank);
    for (const auto& [name, value] : more.members()) one[name] = value;
    rows.add(std::move(one));
  }
  return rows.whole();
}

}  // namespace

Json bench_tables(BenchTables asked) {
  const std::string source = "Kosmacher et al. 2026, arXiv 2606.19059", device(name_of(Runtime::device(asked.device)));
  std::fprintf(asked.lines, "%s, printed for an H200; here %zu points on %s\n", source.c_str(), asked.points,
               device.c_str());
  if (!asked.costs) asked.costs = measure_machine_costs(asked.device);
  Json tables = Json::list();
  for (const auto make : {table_1, table_6, table_7, table_8, table_9, table_10, table_11})
    tables.push_back(make(asked));
  const Json of_charges = coulomb_tables(asked);
  for (const Json& t : of_charges.elements()) tables.push_back(t);
  return {{"points", asked.points}, {"device", device}, {"source", source}, {"tables", tables}};
}

const Subject& tables_subject() {
  static constexpr Subject row{
      "tables",
      "The tables of two publications, with the figures of this machine",
      "Kosmacher et al. 2026, arXiv 2606.19059; Halver, Meinke and Sutmann",
      "the measured quantity, its value here and, if the paper prints one, the value of the paper; then milliseconds, "
      "errors and stages",
      "some minutes",
      [](Subcommand& c) {
        auto a = std::make_shared<SubjectArguments>();
        a->add_points(c, "number of points of each sum (default 100000)");
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          const int threads = a->threads_of_a_sum();
          const Runtime runtime(RuntimeOptions{threads});
          return a->finish(bench_tables(
              {a->points_or(100000), 3, a->on(), stored_rates(threads, Precision::fp64, a->on()), a->lines()}));
        });
      }};
  return row;
}

}  // namespace slurry::app
