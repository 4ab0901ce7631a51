// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "commands.hpp"
#include "slurry/runtime.hpp"
#include "slurry/sum.hpp"

namespace slurry::app {
namespace {

struct SumArguments {
  std::string input, group, output;
  SumOptions options;
  RuntimeOptions runtime;
  bool absolute = false, overwrite = false;
};

int run_sum(const SumArguments& a) {
  refuse_existing_output(a.output, a.overwrite);
  SumOptions options = a.options;
  if (a.absolute) options.tolerance_kind = ToleranceKind::absolute_rms;
  const SumProblem problem = read_sum_problem(a.input, a.group, options.layer);
  const Runtime runtime(a.runtime);
  const SumResult r = evaluate_sum(problem, options);
  write_sum_result(a.output, a.overwrite, r, options);
  const auto& p = r.parameters;
  std::fprintf(stderr,
               "slurry sum: %zu sources, %zu targets, %d-periodic; grid %d x %d x %d, cutoff %.4g, window %d\n"
               "error (%s): asked %.2g, predicted %.2g, measured %.2g; %.3g s of CPU, %.3g s to plan\n",
               problem.sources.size() / 3, r.velocities.size() / 3, p.box.periodicity, p.grid[0], p.grid[1], p.grid[2],
               p.cutoff_radius, p.window_points, a.absolute ? "rms" : "relative", r.error.asked, r.error.predicted,
               r.error.measured, r.cpu_seconds, r.plan_seconds);
  return 0;
}

}  // namespace

void add_sum_command(CLI::App& app, Action& action) {
  auto* c = app.add_subcommand("sum", "Sum Stokes kernels over the points of an HDF5 group");
  auto a = std::make_shared<SumArguments>();
  const std::map<std::string, Layer> layers{
      {"single", Layer::single}, {"double", Layer::double_layer}, {"combined", Layer::combined}};
  const std::map<std::string, Precision> precisions{{"fp64", Precision::fp64}, {"fp32", Precision::fp32}};
  const std::map<std::string, Split> splits{{"prolate", Split::prolate}, {"hasimoto", Split::hasimoto}};
  c->add_option("input", a->input, "HDF5 file with sources, targets and densities")->required();
  c->add_option("--group", a->group, "group of the file, e.g. 1P_cubic")->required();
  c->add_option("--layer", a->options.layer, "single, double or combined")
      ->required()
      ->transform(CLI::CheckedTransformer(layers));
  c->add_option("--tolerance", a->options.tolerance, "l2 error over all targets, relative unless --absolute")
      ->required();
  c->add_option("--output", a->output, "HDF5 file to write")->required();
  c->add_flag("--absolute", a->absolute, "the tolerance is the rms over the targets of |error|");
  c->add_option("--precision", a->options.precision, "fp64 or fp32")->transform(CLI::CheckedTransformer(precisions));
  c->add_option("--split", a->options.split, "prolate or hasimoto")->transform(CLI::CheckedTransformer(splits));
  c->add_option("--threads", a->runtime.threads, "threads; all cores when not given")->check(CLI::PositiveNumber);
  c->add_flag("--overwrite", a->overwrite, "replace an existing output file");
  c->callback([a, &action] { action = [a] { return run_sum(*a); }; });
}

}  // namespace slurry::app
