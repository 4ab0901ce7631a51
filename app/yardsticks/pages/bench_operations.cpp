// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_operations.hpp"

#include <memory>

#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

Json row_of(const OperationBenchResult& fp64, const OperationBenchResult& fp32, const OperationCost& o) {
  Json r{{"operation", o.name},
         {"nanoseconds", 1e9 * o.seconds},
         {"flop_equivalents", 2 * o.seconds / fp64.seconds("fused")}};
  if (o.error > 0) r["error"] = o.error;
  if (fp64.clock > 0) r["cycles"] = fp64.cycles(o.seconds);
  if (const double seconds = fp32.seconds(o.name); seconds > 0) {
    r["fp32_nanoseconds"] = 1e9 * seconds;
    if (o.error > 0) r["fp32_error"] = fp32.error(o.name);
    if (fp32.clock > 0) r["fp32_cycles"] = fp32.cycles(seconds);
  }
  if (const PrintedOperation* printed = printed_operation(o.name)) {
    r["printed_millicycles"] = printed->millicycles;
    r["printed_flop_equivalents"] = printed->flop_equivalents;
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
    print_number(lines, r[name], " %9.4g");
  for (const char* name : {"flop_equivalents", "printed_flop_equivalents"}) print_number(lines, r[name], " %9.1f");
  if (!r["error"].is_null())
    std::fprintf(lines, "   error %.1e, fp32 %.1e", r["error"].number(), r["fp32_error"].number());
  std::fprintf(lines, "\n");
}

}  // namespace

const PrintedOperation* printed_operation(std::string_view name) {
  static constexpr PrintedOperation printed[] = {
      {"add", .127, 2.10},  {"multiply", .127, 2.10}, {"fused", .121, 2},
      {"divide", 2.11, 35}, {"root", 2.50, 41.5},     {"reciprocal root", 1.82, 30.2},
      {"exp", 3.07, 50.8},  {"erf", 9.33, 155},       {"erfc", 16.1, 267},
      {"sinh", 21.8, 361},  {"I0", 5, 82.9},          {"J0", 15.8, 262},
      {"J1", 39.4, 654}};
  for (const PrintedOperation& p : printed)
    if (p.name == name) return &p;
  return nullptr;
}

std::string cores_of(const OperationBenchResult& o) {
  std::string words =
      o.space + ", " + std::to_string(o.cores) + (o.device == Device::host ? " thread" : " multiprocessor");
  if (o.cores != 1) words += "s";
  if (char clock[32]; o.clock > 0 && std::snprintf(clock, sizeof clock, " at %.2f GHz", 1e-9 * o.clock) > 0)
    words += clock;
  return words;
}

Json bench_single_operations(OperationBenchCase c, std::FILE* lines) {
  c.precision = Precision::fp64;
  const OperationBenchResult fp64 = bench_operations(c);
  c.precision = Precision::fp32;
  const OperationBenchResult fp32 = bench_operations(c);
  std::fprintf(lines, "%s; ns: the time of many operations at once, divided by their number; cycles: per core\n",
               cores_of(fp64).c_str());
  std::fprintf(lines, "%-20s %9s %9s %9s %9s %9s %9s\n", "", "ns", "cycles", "fp32 ns", "cycles", "flops", "of H200");
  Json rows = Json::list();
  for (const OperationCost& o : fp64.operations) {
    rows.push_back(row_of(fp64, fp32, o));
    print_operation_row(lines, rows.elements().back());
  }
  std::fprintf(
      lines,
      "flops: number of floating-point operations that take the same time; a fused multiply-add counts as two\n");
  Json found{{"device", std::string(name_of(fp64.device))}, {"space", fp64.space}};
  found[fp64.device == Device::host ? "threads" : "multiprocessors"] = fp64.cores;
  if (fp64.clock > 0) found["clock_gigahertz"] = 1e-9 * fp64.clock;
  found["rows"] = rows;
  return found;
}

const Subject& operations_subject() {
  static constexpr Subject row{
      "operations",
      "How long an addition, a division or an error function takes",
      "Kosmacher et al. 2026, arXiv 2606.19059, table 1; Halver, Meinke and Sutmann, table 1",
      "the operation, nanoseconds, cycles of a core, and the number of multiply-adds that take the same time, with the "
      "figure of the first paper for an H200",
      "3 s",
      [](Subcommand& c) {
        struct OperationArguments : SubjectArguments {
          bool serial = false;
        };
        auto a = std::make_shared<OperationArguments>();
        c.flag("--serial", a->serial, "use Kokkos' Serial space instead of the host's threads");
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          if (a->serial && (a->device.value_or(Device::host) == Device::cuda || a->threads > 1))
            throw InputError("--serial means one thread of the host; leave out --device cuda and --threads");
          const Runtime runtime(RuntimeOptions{a->threads_of_a_sum()});
          return a->finish(bench_single_operations({Precision::fp64, a->on(), a->serial}, a->lines()));
        });
      }};
  return row;
}

}  // namespace slurry::app
