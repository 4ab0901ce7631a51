// SPDX-License-Identifier: BSD-3-Clause
#include "bench_tables.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "slurry/bench_variants.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry::app {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One of their runs: the tolerance of their scripts and the sources per cell.
struct Run {
  double tolerance, per_cell;
  int window;
};
constexpr Run loose{1e-1, 160, 4}, middle{1e-4, 224, 8}, tight{1e-12, 1008, 14};

VariantBenchCase case_of(const BenchTables& asked, const Run& run) {
  VariantBenchCase c;
  c.tolerance = run.tolerance;
  c.published_per_cell = run.per_cell;
  c.split = Split::hasimoto;
  c.points = asked.points;
  c.repeats = asked.repeats;
  c.device = asked.device;
  c.rates = asked.rates;
  return c;
}

/// What stands beside a variant's time: points per microsecond, here and printed.
Json row_of(const std::string& what, double here, double printed, Json more = {}) {
  Json row{{"what", what}, {"here", here}, {"printed", printed}, {"ratio", here / printed}};
  for (const auto& [name, value] : more.members()) row[name] = value;
  return row;
}

void print_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%-28s ", r["what"].words().c_str());
  if (!r["refused"].is_null()) {
    std::fprintf(lines, "%s\n", r["refused"].words().c_str());
    return;
  }
  std::fprintf(lines, "%9.3f ", r["here"].number());
  if (r["printed"].number() > 0)
    std::fprintf(lines, "%9.2f %7.3f", r["printed"].number(), r["ratio"].number());
  else
    std::fprintf(lines, "%9s %7s", "-", "-");
  std::fprintf(lines, " %10.2f", r["milliseconds"].number());
  if (r["reached"].is_null())
    std::fprintf(lines, " %9s  ", "-");
  else
    std::fprintf(lines, " %9.1e  ", r["reached"].number());
  for (const char* model : {"T_0", "T_inf", "T_inf_l1", "T_f"})
    if (!r[model].is_null()) std::fprintf(lines, " %.2f", r[model].number());
  for (const auto& [stage, ms] : r["stages"].members()) std::fprintf(lines, " %s %.1f", stage.c_str(), ms.number());
  std::fprintf(lines, "\n");
}

/// A table while it is filled: its heading and each of its rows are printed at once.
class Table {
 public:
  Table(const BenchTables& asked, const std::string& name, const std::string& title, const std::string& unit)
      : lines_(asked.lines), head_{{"table", name}, {"title", title}, {"unit", unit}} {
    std::fprintf(lines_, "\ntable %s: %s [%s]\n%-28s %9s %9s %7s %10s %9s   %s\n", name.c_str(), title.c_str(),
                 unit.c_str(), "", "here", "printed", "ratio", "ms", "reached",
                 "ms by stage, or by the models T_0 T_inf T_inf,l1 T_f");
    std::fflush(lines_);
  }
  void add(Json row) {
    print_row(lines_, row);
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
  Json head_, rows_ = Json::list();
};

struct PrintedVariant {
  std::string name, on_device;  ///< with the block that was best there
  double printed;
};

/// Rows of one stage.
void add_variants(const BenchTables& asked, const Run& run, const std::string& stage, const std::string& label,
                  const std::vector<PrintedVariant>& variants, Table& rows) {
  const bool host = Runtime::device(asked.device) == Device::host;
  VariantBenchCase c = case_of(asked, run);
  c.stage = stage;
  for (const PrintedVariant& v : variants) {
    c.variants = {host ? v.name : v.on_device};
    std::fprintf(stderr, "slurry bench: %s %s, %s ...\n", stage.c_str(), v.name.c_str(), label.c_str());
    try {
      const VariantBenchRow r = bench_variants(c).rows.front();
      if (!r.refused.empty()) throw InputError(r.refused);
      Json more;
      if (r.model)
        more = {{"milliseconds", 1e3 * r.seconds},
                {"T_0", 1e3 * r.model->no_caches},
                {"T_inf", 1e3 * r.model->l2},
                {"T_inf_l1", 1e3 * r.model->l1},
                {"T_f", 1e3 * r.model->flops}};
      rows.add(row_of(label + " " + c.variants.front(), 1e-6 * double(c.points) / r.seconds, v.printed, more));
    } catch (const Error& e) {
      rows.add({{"what", label + " " + c.variants.front()}, {"refused", std::string(e.what())}});
    }
  }
}

/// Tables 3 and 6: variants of P2P.  Printed: targets per microsecond, N = 1e6.
Json table_6(const BenchTables& asked) {
  Table rows(asked, "3 and 6", "P2P of the combined layer, their T_0 .. T_f from this machine's costs",
             "targets per microsecond");
  const Run few{1e-4, 256, 8}, many{1e-4, 512, 8};
  add_variants(
      asked, few, "P2P", "s = 256",
      {{"GM-1D", "GM-1D", 14.8}, {"SM-1D", "SM-1D", 15.2}, {"GM-2D", "GM-2D:1x32", 11.8}, {"SM-2D", "SM-2D", 12.4}},
      rows);
  add_variants(
      asked, many, "P2P", "s = 512",
      {{"GM-1D", "GM-1D", 8.0}, {"SM-1D", "SM-1D", 8.2}, {"GM-2D", "GM-2D:2x32", 6.7}, {"SM-2D", "SM-2D:128x2", 6.6}},
      rows);
  return rows.whole();
}

/// Tables 5 and 7: variants of P2G.  Printed: sources per microsecond, N = 4e6.
Json table_7(const BenchTables& asked) {
  Table rows(asked, "5 and 7", "P2G of the combined layer", "sources per microsecond");
  const struct {
    Run run;
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
  Table rows(asked, "8", "G2P", "targets per microsecond");
  const struct {
    Run run;
    double base, target;
  } printed[] = {{loose, 523.13, 760.22}, {middle, 63.68, 141.38}};
  for (const auto& p : printed)
    add_variants(asked, p.run, "G2P", "P = " + std::to_string(p.run.window),
                 {{"base", "base:32", p.base}, {"target", "target:32", p.target}}, rows);
  return rows.whole();
}

StageVariantNames published_stages() {
  return {{"P2P", "GM-1D"}, {"P2G", "hybrid"}, {"transform", "published"}, {"G2P", "target"}};
}

Json whole_row(const std::string& what, const VariantBenchCase& c, double printed) {
  std::fprintf(stderr, "slurry bench: whole sum, %s ...\n", what.c_str());
  try {
    const VariantBenchResult r = bench_whole_sum(c);
    Json stages;
    for (const auto& [stage, seconds] : r.whole) stages[stage] = 1e3 * seconds;
    return row_of(what, 1e-6 * double(c.points) / r.whole.total(), printed,
                  {{"milliseconds", 1e3 * r.whole.total()}, {"reached", r.reached}, {"stages", stages}});
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
             "points per microsecond");
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

/// Table 10: precision, single layer.
Json table_10(const BenchTables& asked) {
  Table rows(asked, "10", "whole sums of the single layer", "points per microsecond");
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    VariantBenchCase c = case_of(asked, loose);
    c.layer = Layer::single;
    c.precision = precision;
    add_pair(precision == Precision::fp32 ? "fp32" : "fp64", c, precision == Precision::fp32 ? 141.65 : 267.3, rows);
  }
  return rows.whole();
}

}  // namespace

Json bench_tables(const BenchTables& asked) {
  const std::string source = "Kosmacher et al. 2026, arXiv 2606.19059", device(name_of(Runtime::device(asked.device)));
  std::fprintf(asked.lines, "%s, printed for an H200; here %zu points on %s\n", source.c_str(), asked.points,
               device.c_str());
  Json tables = Json::list();
  for (const auto make : {table_6, table_7, table_8, table_9, table_10}) tables.push_back(make(asked));
  return {{"points", asked.points}, {"device", device}, {"source", source}, {"tables", tables}};
}

}  // namespace slurry::app
