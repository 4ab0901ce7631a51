// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "above_asked.hpp"
#include "commands/commands.hpp"
#include "headless_run.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "rates_file.hpp"
#include "slurry/error.hpp"
#include "slurry/mobility.hpp"
#include "slurry/output_file.hpp"
#include "slurry/quantity.hpp"
#include "slurry/runtime.hpp"
#include "unknown_values.hpp"

namespace slurry::app {
namespace {

struct MobilityArguments {
  std::string input, group, output, net_flow;
  MobilityOptions options;
  RuntimeOptions runtime;
  bool overwrite = false;
  std::optional<long> ranks;
};

/// "zero-flux", "zero-gradient", "gradient=VALUE" or "flux=VALUE".
NetFlow parse_net_flow(const std::string& word) {
  const std::string wanted = "; give zero-flux, zero-gradient, gradient=VALUE or flux=VALUE";
  for (const NetFlowKind alone : {NetFlowKind::zero_flux, NetFlowKind::zero_gradient})
    if (word == word_of(alone)) return {alone, 0};
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const auto kind = value_of_word<NetFlowKind>(name);
  const bool has_value = kind == NetFlowKind::gradient || kind == NetFlowKind::flux;
  if (equals == std::string::npos || !has_value) throw InputError("--net-flow " + word + " is not known" + wanted);
  try {
    std::size_t used = 0;
    const std::string number = word.substr(equals + 1);
    const double value = std::stod(number, &used);
    if (used != number.size() || !std::isfinite(value)) throw std::invalid_argument(number);
    return {*kind, value};
  } catch (const std::logic_error&) {
    throw InputError("--net-flow " + word + " has no finite number after its =" + wanted);
  }
}

std::string domain_in_words(const Domain& d) {
  if (d.kind == DomainKind::pipe)
    return fmt::format("in a pipe of radius {:.6g} and period {:.6g}", d.radius, d.length);
  if (d.kind == DomainKind::periodic_1) return fmt::format("without a wall, with the period {:.6g}", d.length);
  return "in free space";
}

int run_mobility(const MobilityArguments& a) {
  refuse_senseless_tolerance(a.options.tolerance);
  const std::array<std::filesystem::path, 1> inputs{a.input};
  refuse_output(a.output, a.overwrite, inputs);
  MobilityOptions options = a.options;
  const MobilityProblem problem = read_mobility_problem(a.input, a.group, options.model);
  if (!a.net_flow.empty()) {
    options.net_flow = parse_net_flow(a.net_flow);
    if (problem.domain.kind != DomainKind::pipe)
      throw InputError("--net-flow is given, but group " + a.group + " has no R and so no pipe");
  }
  options.rates = stored_rates(a.runtime.threads, Precision::fp64, options.device);
  const Runtime runtime(a.runtime);
  share_sums(a.runtime.threads);
  const MobilityResult r = [&] {
    const std::size_t bodies = problem.positions.size() / 3, points = problem.points.size() / 3;
    const SignalGuard guard(FirstSignal::ends_at_once);
    const SaidWhenSlow slow(fmt::format(
        "slurry mobility: solving for {} {}{}; a second solver then measures the error; the output is written at the "
        "end",
        bodies, bodies == 1 ? "body" : "bodies", points > 0 ? fmt::format(" and {} points of the field", points) : ""));
    return solve_mobility(problem, options);
  }();
  write_mobility_result(a.output, a.overwrite, r, problem, options);
  const MobilityParameters& p = r.parameters;
  std::fprintf(stderr, "slurry mobility: %zu bodies %s, %zu points of the field", r.velocities.size() / 3,
               domain_in_words(problem.domain).c_str(), r.field.size() / 3);
  if (problem.domain.kind == DomainKind::pipe)
    std::fprintf(stderr, "; wall %d x %d points, spacing %.4g; flux %.9g, mean pressure gradient %.9g",
                 p.wall_points_axial, p.wall_points_angular, p.wall_spacing, r.flow.flux, r.flow.pressure_gradient);
  if (options.model == BodyModel::points) std::fputs("; V leaves out the mobility of each point itself", stderr);
  if (p.device != Device::host)
    std::fprintf(stderr, "; sums on %s, the wall's transforms and the measurement of errors on the host",
                 std::string(name_of(p.device)).c_str());
  const ErrorEntry& e = r.errors.total;
  const std::string measured = std::isfinite(e.measured)
                                   ? fmt::format("measured {:.2g}", e.measured)
                                   : std::string("not measured, because there was no independent evaluation");
  std::fprintf(stderr, "\nerror over S: asked %.2g, predicted %.2g, %s; %.3g s for V, %.3g s for u; rates %s\n",
               options.tolerance, e.predicted, measured.c_str(), r.solve_seconds, r.field_seconds,
               origin_of(options.rates.get()).c_str());
  if (const std::string s = error_scale_sentence(r.errors, "in units of the input"); !s.empty())
    std::fprintf(stderr, "%s%s\n", s.c_str(), depends_on_gauge(problem.domain, problem.forces) ? gauge_of_scale : "");
  if (const ErrorEntry& slow = r.errors.total_over_rms; std::isfinite(slow.predicted))
    std::fprintf(stderr, "error over the rms velocity: asked %.2g, predicted %.2g, measured %.2g\n", slow.asked,
                 slow.predicted, slow.measured);
  if (const std::string s = far_below_predicted(r.errors); !s.empty()) std::fprintf(stderr, "%s\n", s.c_str());
  std::fputs(not_used(problem.unknown).c_str(), stderr);
  tell_shared_sums();
  ErrorEntry velocity = r.errors.total;
  velocity.asked = options.tolerance;
  for (const auto& [of, error] : {std::pair{"V", velocity}, std::pair{"u", r.field_error}})
    tell_above_asked(above_asked(error, of, finer_tolerance));
  if (depends_on_gauge(problem.domain, problem.forces)) std::fprintf(stderr, "GAUGE: %s\n", gauge_sentence);
  return 0;
}

}  // namespace

constexpr const char* mobility_input_layout =
    R"(The group of the input holds these datasets or attributes, in any coherent system of units:
  Y (N,3)   centres of the bodies; the axis of a pipe is x
  F (N,3)   forces on the bodies
  X (M,3)   points at which the velocity u is wanted; may be left out.  Inside a body, u is the motion of the body, and
            `inside` in the output is the number of the body.  If bodies overlap, the body counts in which the point
            lies deepest
  eta       viscosity
  a         radius of the spheres, or one radius for each
  R         radius of the pipe; without R there is no wall
  L         period along x, at least the largest diameter; without L and R the fluid is unbounded
`slurry mobility --example FILE.h5` writes such a file, with the group 'example'.)";

void add_mobility_command(CommandLine& line) {
  Subcommand c = line.command("mobility", "Compute the velocities of bodies from the forces on them");
  auto a = std::make_shared<MobilityArguments>();
  c.option("input", a->input, "HDF5 file with the bodies (see below)").required();
  c.option("--group", a->group, "group of the file that holds the bodies, for example pipe/p1_axis").required();
  c.option("--output", a->output, "HDF5 file to write").required().check(file_name());
  c.option("--tolerance", a->options.tolerance,
           "largest allowed rms error of V over S; S is the rms of V, or the rms velocity that the bodies would have "
           "alone if that is larger (default 1e-3)")
      .check(tolerance_number());
  c.option(
      "--bodies", a->options.model, words_for<BodyModel>(),
      "model of the bodies: spheres (default) or points; V of points leaves out the mobility of each point itself, "
      "F/(6 pi eta a), because points have no radius");
  c.option(
      "--inside", a->options.inside, words_for<InsideBodies>(),
      "value of u at points of X inside a body: motion (default; the motion of the body, V + Omega x (X - Y)) or nan");
  c.option("--net-flow", a->net_flow,
           "mean flow along the pipe: zero-flux (default), zero-gradient, gradient=VALUE or flux=VALUE");
  const std::vector<std::string> engines = engines_to_ask_for();
  c.option("--engine", a->options.engine,
           "engine of the sums over bodies, wall and images: " + listed(engines, ", ") +
               " (default: automatic, the quickest engine)")
      .check(one_of(engines));
  add_device_option(c, a->options.device);
  c.option("--threads", a->runtime.threads, "number of threads (default: OMP_NUM_THREADS, otherwise all cores)")
      .check(thread_count());
  add_ranks_option(c, a->ranks);
  c.flag("--overwrite", a->overwrite, "replace an existing output file");
  c.instead(
      "--example",
      [](const std::string& file) {
        write_mobility_example(file);
        std::printf("%s: try slurry mobility %s --group example --output out.h5\n", file.c_str(), file.c_str());
        return 0;
      },
      "write an input that you can copy to this file, and solve nothing");
  c.footer([] { return mobility_input_layout; });
  c.action([a] { return with_ranks(a->ranks, [a] { return run_mobility(*a); }); });
}

}  // namespace slurry::app
