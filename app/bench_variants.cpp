// SPDX-License-Identifier: BSD-3-Clause
#include "bench_variants.hpp"

#include <cstdio>

#include "slurry/runtime.hpp"

namespace slurry::app {
namespace {

Json row_of(const VariantBenchRow& r) {
  Json j{{"stage", r.stage}, {"variant", r.variant}, {"source", r.source}};
  if (!r.refused.empty()) {
    j["refused"] = r.refused;
    return j;
  }
  j["milliseconds"] = 1e3 * r.seconds;
  j["sort_milliseconds"] = 1e3 * r.sort;
  if (r.predicted > 0) j["predicted_milliseconds"] = 1e3 * r.predicted;
  j["difference"] = r.difference;
  if (!r.model) return j;
  const ModelFigures& m = *r.model;
  j["model_milliseconds"] = {
      {"no_caches", 1e3 * m.no_caches}, {"l2", 1e3 * m.l2}, {"l1", 1e3 * m.l1}, {"flops", 1e3 * m.flops}};
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
  std::fprintf(lines, "%zu points on %s: cutoff %.4f (%.0f sources per cell), window %d, %zu grid nodes\n", c.points,
               std::string(name_of(r.device)).c_str(), r.parameters.cutoff_radius, r.per_cell,
               r.parameters.window_points, r.grid_nodes);
  std::fprintf(lines,
               "this machine: %.1f Gflop/s, %.1f GB/s; a byte from L1 costs %.2f, from L2 %.2f of one from memory\n",
               1e-9 * r.costs.flops_per_second, 1e-9 * r.costs.bytes_per_second, r.costs.l1, r.costs.l2);
  std::fprintf(lines, "%-10s %-15s %9s %9s   %9s %9s %9s %9s   %5s %6s %8s %10s  %s\n", "stage", "variant", "ms",
               "predicted", "T_0", "T_inf", "T_inf,l1", "T_f", "eff %", "useful", "flop/B", "difference", "source");
}

void print_variant_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%-10s %-15s ", r["stage"].words().c_str(), r["variant"].words().c_str());
  if (!r["refused"].is_null()) {
    std::fprintf(lines, "%s\n", r["refused"].words().c_str());
    return;
  }
  std::fprintf(lines, "%9.2f ", r["milliseconds"].number());
  if (r["predicted_milliseconds"].is_null())
    std::fprintf(lines, "%9s   ", "-");
  else
    std::fprintf(lines, "%9.2f   ", r["predicted_milliseconds"].number());
  const Json& m = r["model_milliseconds"];
  if (m.is_null())
    std::fprintf(lines, "%9s %9s %9s %9s   %5s %6s %8s", "-", "-", "-", "-", "-", "-", "-");
  else
    std::fprintf(lines, "%9.2f %9.2f %9.2f %9.2f   %5.0f %6.0f %8.2f", m["no_caches"].number(), m["l2"].number(),
                 m["l1"].number(), m["flops"].number(), 100 * r["published_efficiency"].number(),
                 100 * r["useful_efficiency"].number(), r["flops_per_byte"].number());
  std::fprintf(lines, " %10.1e  %s\n", r["difference"].number(), r["source"].words().c_str());
}

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
  return {{"points", c.points},
          {"device", std::string(name_of(found.device))},
          {"space", found.space},
          {"threads", found.threads},
          {"layer", c.layer == Layer::single         ? "single"
                    : c.layer == Layer::double_layer ? "double"
                                                     : "combined"},
          {"precision", c.precision == Precision::fp32 ? "fp32" : "fp64"},
          {"tolerance", c.tolerance},
          {"periodicity", c.periodicity},
          {"grid", found.parameters.grid},
          {"grid_nodes", found.grid_nodes},
          {"window", found.parameters.window_points},
          {"cutoff", found.parameters.cutoff_radius},
          {"sources_per_cell", found.per_cell},
          {"flops_per_second", found.costs.flops_per_second},
          {"bytes_per_second", found.costs.bytes_per_second},
          {"l1_cost", found.costs.l1},
          {"l2_cost", found.costs.l2},
          {"rows", rows}};
}

}  // namespace slurry::app
