// SPDX-License-Identifier: BSD-3-Clause
#include "bench_operations.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "slurry/runtime.hpp"

namespace slurry::app {
namespace {

/// Of an H200, fp64, thousandths of a cycle of a multiprocessor (Kosmacher et al. 2026, table 1).
std::optional<double> printed_millicycles(std::string_view operation) {
  constexpr std::pair<std::string_view, double> printed[] = {
      {"fused", 0.121}, {"add", 0.127}, {"multiply", 0.127},
      {"divide", 2.11}, {"root", 2.50}, {"reciprocal root", 1.82},
      {"exp", 3.07},    {"erf", 9.33},  {"erfc", 16.1},
      {"sinh", 21.8},   {"I0", 5.0},    {"J0", 15.8},
      {"J1", 39.4}};
  for (const auto& [name, millicycles] : printed)
    if (name == operation) return millicycles;
  return {};
}

Json row_of(const OperationBenchResult& fp64, const OperationBenchResult& fp32, const OperationCost& o) {
  Json r{{"operation", o.name},
         {"nanoseconds", 1e9 * o.seconds},
         {"flop_equivalents", 2 * o.seconds / fp64.seconds("fused")}};
  if (o.error > 0) r["error"] = o.error;
  if (fp64.clock > 0) r["cycles"] = fp64.cycles(o);
  if (const double seconds = fp32.seconds(o.name); seconds > 0) {
    r["fp32_nanoseconds"] = 1e9 * seconds;
    if (o.error > 0) r["fp32_error"] = fp32.error(o.name);
    if (fp32.clock > 0) r["fp32_cycles"] = fp32.cycles({o.name, seconds});
  }
  if (const auto printed = printed_millicycles(o.name)) {
    r["printed_millicycles"] = *printed;
    r["printed_flop_equivalents"] = 2 * *printed / *printed_millicycles("fused");
  }
  return r;
}

void print_number(std::FILE* lines, const Json& n, const char* format) {
  if (n.is_null())
    std::fprintf(lines, " %9s", "-");
  else
    std::fprintf(lines, format, n.number());
}

void print_operation_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%-20s", r["operation"].words().c_str());
  for (const char* name : {"nanoseconds", "cycles", "fp32_nanoseconds", "fp32_cycles"})
    print_number(lines, r[name], " %9.4f");
  for (const char* name : {"flop_equivalents", "printed_flop_equivalents"}) print_number(lines, r[name], " %9.1f");
  if (!r["error"].is_null())
    std::fprintf(lines, "   error %.1e, fp32 %.1e", r["error"].number(), r["fp32_error"].number());
  std::fprintf(lines, "\n");
}

}  // namespace

Json bench_single_operations(OperationBenchCase c, std::FILE* lines) {
  c.precision = Precision::fp64;
  const OperationBenchResult fp64 = bench_operations(c);
  c.precision = Precision::fp32;
  const OperationBenchResult fp32 = bench_operations(c);
  std::fprintf(lines, "%s", fp64.space.c_str());
  if (fp64.threads > 0) std::fprintf(lines, ", %d thread%s", fp64.threads, fp64.threads == 1 ? "" : "s");
  if (fp64.clock > 0) std::fprintf(lines, " at %.2f GHz", 1e-9 * fp64.clock);
  std::fprintf(lines, ": of each operation, over all that are done at a time; cycles are those of a core\n");
  std::fprintf(lines, "%-20s %9s %9s %9s %9s %9s %9s\n", "", "ns", "cycles", "fp32 ns", "cycles", "flops", "of H200");
  Json rows = Json::list();
  for (const OperationCost& o : fp64.operations) {
    rows.push_back(row_of(fp64, fp32, o));
    print_operation_row(lines, rows.elements().back());
  }
  std::fprintf(lines, "flops: the time of how many, two to a fused multiply-add\n");
  Json found{{"device", std::string(name_of(fp64.device))}, {"space", fp64.space}};
  if (fp64.threads > 0) found["threads"] = fp64.threads;
  if (fp64.clock > 0) found["clock_gigahertz"] = 1e-9 * fp64.clock;
  found["rows"] = rows;
  return found;
}

}  // namespace slurry::app
