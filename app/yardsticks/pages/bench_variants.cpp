// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_variants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "option_checks.hpp"
#include "rates_file.hpp"
#include "slurry/runtime.hpp"
#include "timing/machine_costs.hpp"
#include "yardsticks/pages/subject.hpp"
#include "yardsticks/published_rules/published_cutoff.hpp"

namespace slurry::app {
namespace {

Json row_of(const VariantRow& r) {
  Json j{{"stage", r.stage}, {"variant", r.variant}, {"source", r.source}};
  if (!r.refused.empty()) {
    j["refused"] = r.refused;
    return j;
  }
  j["milliseconds"] = 1e3 * r.seconds;
  j["sort_milliseconds"] = 1e3 * r.sort;
  if (r.predicted > 0) j["predicted_milliseconds"] = 1e3 * r.predicted;
  j["taken"] = r.taken;
  j["difference"] = r.difference;
  if (!r.model) return j;
  const ModelFigures& m = *r.model;
  j["model_milliseconds"] = {{"no_caches", 1e3 * m.no_caches},
                             {"l2", 1e3 * m.l2},
                             {"l1", 1e3 * m.l1},
                             {"flops", 1e3 * m.flops},
                             {"expected", 1e3 * m.expected}};
  j["flops"] = m.flop_count;
  j["flops_per_second"] = m.flop_count / r.seconds;
  j["flops_per_byte"] = m.intensity;
  j["roofline"] = {{"flops_per_byte", m.intensity}, {"flops_per_second", m.flop_count / r.seconds}};
  // efficiencies as they were published: of P2P over operations, of P2G and G2P over all accesses
  j["published_efficiency"] = (r.stage == "P2P" ? m.flops : m.no_caches) / r.seconds;
  // the least time: operations, memory once, L2 once, the rest from L1
  j["achieved_over_achievable"] = m.l1 / r.seconds;
  j["useful_efficiency"] = m.flops * r.useful_flops / m.flop_count / r.seconds;
  return j;
}

void print_heading(std::FILE* lines, const VariantBenchCase& c, const VariantBenchResult& r) {
  const MachineCosts& costs = r.sum.costs;
  std::fprintf(lines, "%zu points on %s: cutoff %.4f (%.0f sources per cell), window %d, %zu grid nodes\n", c.points,
               std::string(name_of(r.sum.device)).c_str(), r.parameters.cutoff_radius, r.per_cell,
               r.parameters.window_points, r.grid_nodes);
  std::fprintf(lines,
               "this machine: %.1f Gflop/s, %.1f GB/s; relative to a byte from memory, a byte from L1 costs %.2f and a "
               "byte from L2 %.2f\n",
               1e-9 * costs.flops_per_second, 1e-9 * costs.bytes_per_second, costs.l1, costs.l2);
  if (costs.single_flops_per_second > 0)
    std::fprintf(lines, "without vectors: %.1f Gflop/s; ", 1e-9 * costs.single_flops_per_second);
  std::fprintf(
      lines,
      "atomic additions: %.2f G/s\n"
      "* marks the published prediction T_inf at these rates; it stands where plans have no rates for a variant\n",
      1e-9 * costs.atomics_per_second);
  std::fprintf(lines, "%-10s %-15s %9s %10s  %9s %9s %9s %9s   %5s %6s %8s %10s  %s\n", "stage", "variant", "ms",
               "predicted", "T_0", "T_inf", "T_inf,l1", "T_f", "eff %", "useful", "flop/B", "difference", "source");
}

void print_variant_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%-10s %-15s ", r["stage"].words().c_str(), r["variant"].words().c_str());
  if (!r["refused"].is_null()) {
    std::fprintf(lines, "%s\n", r["refused"].words().c_str());
    return;
  }
  std::fprintf(lines, "%9.2f ", r["milliseconds"].number());
  const Json& m = r["model_milliseconds"];
  if (!r["predicted_milliseconds"].is_null())
    std::fprintf(lines, "%9.2f   ", r["predicted_milliseconds"].number());
  else if (!m.is_null())
    std::fprintf(lines, "%9.2f*  ", m["expected"].number());
  else
    std::fprintf(lines, "%9s   ", "-");
  if (m.is_null())
    std::fprintf(lines, "%9s %9s %9s %9s   %5s %6s %8s", "-", "-", "-", "-", "-", "-", "-");
  else
    std::fprintf(lines, "%9.2f %9.2f %9.2f %9.2f   %5.0f %6.0f %8.2f", m["no_caches"].number(), m["l2"].number(),
                 m["l1"].number(), m["flops"].number(), 100 * r["published_efficiency"].number(),
                 100 * r["useful_efficiency"].number(), r["flops_per_byte"].number());
  std::fprintf(lines, " %10.1e  %s\n", r["difference"].number(), r["source"].words().c_str());
}

double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::sort(v.begin(), v.end());
  return 0.5 * (v[v.size() / 2] + v[(v.size() - 1) / 2]);
}

/// How well the models did, over one table or several.
struct ModelCheck {
  std::vector<double> predicted;  ///< measured over predicted, of the rows that plans are made with
  std::vector<double> expected;   ///< measured over expected, of all rows
  std::vector<double> taken;      ///< times of the row that a sum takes, over those of the quickest row of its stage

  void add(const Json& rows) {
    std::set<std::string> stages;
    for (const Json& r : rows.elements()) {
      if (!r["refused"].is_null()) continue;
      stages.insert(r["stage"].words());
      const double measured = r["milliseconds"].number();
      const Json &known = r["predicted_milliseconds"], &model = r["model_milliseconds"];
      if (!known.is_null()) predicted.push_back(measured / known.number());
      if (!known.is_null() || !model.is_null())
        expected.push_back(measured / (known.is_null() ? model["expected"].number() : known.number()));
    }
    for (const std::string& stage : stages) {
      double quickest = 0, of_taken = 0;
      for (const Json& r : rows.elements()) {
        if (r["stage"].words() != stage || !r["refused"].is_null()) continue;
        const double t = r["milliseconds"].number();
        quickest = quickest > 0 ? std::min(quickest, t) : t;
        if (r["taken"] == Json(true)) of_taken = t;
      }
      if (of_taken > 0) taken.push_back(of_taken / quickest);
    }
  }
  /// Factor by which times are off, whether above or below.
  static double factor(const std::vector<double>& ratios) {
    std::vector<double> off;
    for (const double r : ratios) off.push_back(std::max(r, 1 / r));
    return median(off);
  }
  void print(std::FILE* lines) const {
    std::fprintf(lines,
                 "measured over predicted, for rows that plans know: median %.2f; median factor of the deviation %.2f "
                 "(%zu rows)\n",
                 median(predicted), factor(predicted), predicted.size());
    std::fprintf(lines,
                 "measured over predicted, for all rows: median %.2f; median factor of the deviation %.2f (%zu rows)\n",
                 median(expected), factor(expected), expected.size());
    if (!taken.empty())
      std::fprintf(lines,
                   "time of the chosen row over that of the quickest row: median %.2f, worst %.2f (%zu stages)\n",
                   median(taken), *std::max_element(taken.begin(), taken.end()), taken.size());
  }
};

}  // namespace

Json bench_stage_variants(VariantBenchCase c, std::FILE* lines) {
  Json rows = Json::list();
  c.row_done = [&](const VariantBenchResult& so_far) {
    if (so_far.rows.empty()) {
      print_heading(lines, c, so_far);
    } else {
      rows.push_back(row_of(so_far.rows.back()));
      print_variant_row(lines, rows.elements().back());
    }
    std::fflush(lines);
  };
  const VariantBenchResult found = bench_variants(c);
  ModelCheck check;
  check.add(rows);
  check.print(lines);
  return {{"points", c.points},
          {"device", std::string(name_of(found.sum.device))},
          {"space", found.sum.space},
          {"threads", found.sum.threads},
          {"layer", std::string(word_of(c.layer))},
          {"precision", std::string(word_of(c.precision))},
          {"tolerance", c.tolerance},
          {"periodicity", c.periodicity},
          {"grid", found.parameters.grid},
          {"grid_nodes", found.grid_nodes},
          {"window", found.parameters.window_points},
          {"cutoff", found.parameters.cutoff_radius},
          {"sources_per_cell", found.per_cell},
          {"flops_per_second", found.sum.costs.flops_per_second},
          {"bytes_per_second", found.sum.costs.bytes_per_second},
          {"l1_cost", found.sum.costs.l1},
          {"l2_cost", found.sum.costs.l2},
          {"rows", rows}};
}

Json bench_variant_models(VariantBenchCase c, std::FILE* lines) {
  // windows of 4 to 14 points
  constexpr std::array tolerances{1e-2, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11};
  constexpr std::array per_cell{32, 64, 128, 256, 512};
  c.costs = measure_machine_costs(c.device, c.precision);
  const bool on_host = Runtime::device(c.device) == Device::host;
  std::vector<std::string> published{"GM-1D", "hybrid", "target"};
  // of the others on a device those that are the quickest somewhere
  if (!on_host)
    published.insert(published.end(), {"SM-1D", "GM-2D:16x8", "hybrid:32", "hybrid:64", "hybrid:128", "source"});
  std::string named;
  for (const std::string& name : published) named += (named.empty() ? "" : ", ") + name;
  std::fprintf(lines, "%zu points, the variants of Slurry and %s\n", c.points, named.c_str());
  c.variants = {"symmetric", "grouped", "per_target", "interleaved", "rows", "per_point", "fused", "batched"};
  c.variants.insert(c.variants.end(), published.begin(), published.end());
  std::fprintf(lines, "%6s %8s %3s  %9s %9s %9s\n", "s", "asked", "P", "predicted", "all rows", "taken");
  ModelCheck all;
  Json cases = Json::list();
  for (const double tolerance : tolerances)
    for (const int s : per_cell) {
      c.tolerance = tolerance;
      c.cutoff_radius = std::cbrt(double(s) / double(c.points));
      Json rows = Json::list();
      c.row_done = [&](const VariantBenchResult& so_far) {
        if (!so_far.rows.empty()) rows.push_back(row_of(so_far.rows.back()));
      };
      const VariantBenchResult found = bench_variants(c);
      ModelCheck one;
      one.add(rows);
      all.add(rows);
      std::fprintf(lines, "%6d %8.0e %3d  %9.2f %9.2f %9.2f\n", s, tolerance, found.parameters.window_points,
                   ModelCheck::factor(one.predicted), ModelCheck::factor(one.expected),
                   one.taken.empty() ? 0 : *std::max_element(one.taken.begin(), one.taken.end()));
      std::fflush(lines);
      cases.push_back({{"sources_per_cell", s},
                       {"tolerance", tolerance},
                       {"window", found.parameters.window_points},
                       {"rows", rows}});
    }
  all.print(lines);
  return cases;
}

Json bench_published_cutoffs(VariantBenchCase c, std::FILE* lines) {
  c.costs = measure_machine_costs(c.device, c.precision);
  const std::vector<PublishedCutoff> found =
      published_cutoffs({c.layer, c.precision, c.tolerance, c.points, c.periodicity, c.device, c.costs});
  std::vector<PublishedCutoff> by_size = found;
  std::sort(by_size.begin(), by_size.end(),
            [](const PublishedCutoff& a, const PublishedCutoff& b) { return a.per_cell < b.per_cell; });
  c.others = published_stages();
  std::fprintf(lines, "%zu points by the published stages and rules, %g\n%8s %3s %12s %12s\n", c.points, c.tolerance,
               "s", "P", "expected ms", "measured ms");
  Json rows = Json::list();
  double quickest = 0, chosen = 0;
  for (const PublishedCutoff& one : by_size) {
    c.published_per_cell = one.per_cell;
    const double seconds = bench_whole_sum(c).stages.total();
    if (quickest == 0 || seconds < quickest) quickest = seconds;
    const bool of_models = one.per_cell == found.front().per_cell;
    if (of_models) chosen = seconds;
    std::fprintf(lines, "%8.1f %3d %12.2f %12.2f%s\n", one.per_cell, one.window_points, 1e3 * one.expected.total(),
                 1e3 * seconds, of_models ? "  the models' choice" : "");
    std::fflush(lines);
    rows.push_back({{"sources_per_cell", one.per_cell},
                    {"window", one.window_points},
                    {"expected_milliseconds", 1e3 * one.expected.total()},
                    {"milliseconds", 1e3 * seconds}});
  }
  std::fprintf(lines, "time of the models' choice over that of the quickest: %.2f\n", chosen / quickest);
  return rows;
}

namespace {

struct VariantArguments : SubjectArguments {
  std::string sweep;
  VariantBenchCase sum;
};

Json bench_variants_of(const VariantArguments& a) {
  const int threads = a.threads_of_a_sum();
  const Runtime runtime(RuntimeOptions{threads});
  VariantBenchCase c = a.sum;
  c.points = a.points_or(a.sweep == "model" ? 20000 : 100000);
  c.rates = stored_rates(threads, c.precision, a.on());
  c.device = a.on();
  if (a.sweep == "model") return bench_variant_models(c, a.lines());
  if (a.sweep == "cutoff") return bench_published_cutoffs(c, a.lines());
  return bench_stage_variants(c, a.lines());
}

}  // namespace

const Subject& variants_subject() {
  static constexpr Subject row{
      "variants",
      "Every variant of every stage of a sum, measured and compared with its model",
      "Kosmacher et al. 2026, arXiv 2606.19059, for the published variants and models",
      "the stage, the variant, its milliseconds, the prediction, the published models, efficiencies, and the "
      "difference from the first row",
      "2 minutes",
      [](Subcommand& c) {
        auto a = std::make_shared<VariantArguments>();
        VariantBenchCase& sum = a->sum;
        c.option("--stage", sum.stage, "time only this stage: P2P, P2G, FFT, CNV, IFFT or G2P")
            .check(one_of({"P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"}));
        c.option("--layer", sum.layer, words_for({Layer::single, Layer::double_layer, Layer::combined}),
                 "layer: single, double or combined (default)");
        c.option("--split", sum.split, words_for<Split>(),
                 "split into near and far field: prolate (default) or hasimoto");
        c.option("--precision", sum.precision, words_for<Precision>(), "precision: fp64 (default) or fp32");
        c.option("--tolerance", sum.tolerance, "tolerance of the sum (default 1e-4)").check(number_between(1e-13, 0.5));
        c.option("--periodicity", sum.periodicity, "number of periodic directions (default 1)")
            .check(number_between(0, 3));
        c.option("--cutoff", sum.cutoff_radius, "cutoff radius in box lengths (default: the quickest one)");
        c.option("--published", sum.published_per_cell,
                 "take parameters by the rules of Kosmacher et al. 2026 with this number of sources per cell; "
                 "--tolerance is then the tolerance of their scripts (1e-1, 1e-4, 1e-12)")
            .check(number_between(1, 1e5));
        c.option("--sweep", a->sweep,
                 "model: vary the sources per cell and the width of the window (20000 points by default); cutoff: time "
                 "whole sums by the published stages and rules as a function of the sources per cell")
            .check(one_of({"model", "cutoff"}));
        a->add_points(c, "number of points of the sum (default 100000)");
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] { return a->finish(bench_variants_of(*a)); });
      }};
  return row;
}

}  // namespace slurry::app
