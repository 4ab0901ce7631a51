// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "above_asked.hpp"
#include "commands/commands.hpp"
#include "commands/sum_way.hpp"
#include "option_checks.hpp"
#include "ranks.hpp"
#include "rates_file.hpp"
#include "slurry/error.hpp"
#include "slurry/output_file.hpp"
#include "slurry/quantity.hpp"
#include "slurry/runtime.hpp"
#include "slurry/sum.hpp"
#include "unknown_values.hpp"

namespace slurry::app {
namespace {

struct SumArguments {
  std::string input, group, output, engine;
  SumOptions options;
  std::vector<std::string> variants;
  RuntimeOptions runtime;
  SumWay way;
  std::optional<Split> split;
  bool absolute = false, overwrite = false, plans = false;
  std::optional<long> ranks;
};

/// The ways to do a sum, with what each would take.
int print_plans(const SumForecasts& f, const SumOptions& options) {
  const char* const result = options.layer == Layer::coulomb ? "potential" : "velocity";
  const auto rms_error = [](double error) {
    return std::isnan(error) ? "known after the sum" : error == 0 ? "rounding alone" : fmt::format("{:.1e}", error);
  };
  for (const SumForecast& plan : f.plans) {
    const double total = 1e3 * plan.predicted.total();
    std::printf("%-8s %-32s %10s ms, %6.0f MB, rms error of the %s %s:", plan.engine.c_str(), plan.variant.c_str(),
                std::isnan(total) ? "unknown" : fmt::format("{:.3g}", total).c_str(), 1e-6 * plan.memory, result,
                rms_error(plan.error).c_str());
    for (const auto& [stage, seconds] : plan.predicted)
      if (seconds > 0) std::printf(" %s %.3g", stage.c_str(), 1e3 * seconds);
    std::printf("\n");
  }
  for (const std::string& refusal : f.refusals) std::printf("not by %s\n", refusal.c_str());
  const bool numbers = std::any_of(f.plans.begin(), f.plans.end(), [](const SumForecast& p) { return p.error > 0; });
  if (numbers && options.tolerance_kind == ToleranceKind::relative)
    std::fprintf(
        stderr,
        "These rms errors are in the units of the %s. The tolerance is relative to the rms %s, which is known after "
        "the sum.\n",
        result, result);
  return 0;
}

/// "-" where the cost model has no rates.
std::string milliseconds(double seconds) {
  return std::isnan(seconds) ? "-" : fmt::format("{:.3g}", 1e3 * seconds);
}

std::string stages_beside(const StageTimes& predicted, const StageTimes& measured) {
  std::string words;
  for (const auto& [stage, seconds] : measured)
    if (seconds > 0) words += fmt::format(" {} {}/{:.3g}", stage, milliseconds(predicted[stage]), 1e3 * seconds);
  return words + fmt::format(", total {}/{:.3g}", milliseconds(predicted.total()), 1e3 * measured.total());
}

/// Three numbers of a part of a sum; 0 where it has none of this name.
std::array<double, 3> triple_of(const ParameterReport::Part& part, const char* name) {
  std::array<double, 3> v{};
  if (const NamedValue* found = part.find(name))
    for (std::size_t d = 0; d < std::min(found->numbers.size(), v.size()); ++d) v[d] = found->numbers[d];
  return v;
}

/// Whether a patch is the box of all the points: it holds each of them and goes around every periodic direction.
bool is_box_of_points(const ParameterReport::Part& patch, const SumProblem& problem) {
  const Box& box = problem.box;
  const std::array<double, 3> lower = triple_of(patch, "lower"), lengths = triple_of(patch, "lengths");
  for (int d = 0; d < box.periodicity; ++d)
    if (lengths[d] < box.lengths[d]) return false;
  for (const std::vector<double>* points : {&problem.sources, &problem.targets})
    for (std::size_t i = 0; i < points->size(); ++i) {
      const auto d = static_cast<int>(i % 3);
      const double x = (*points)[i] - lower[d];
      if (d >= box.periodicity && (x < 0 || x > lengths[d])) return false;
    }
  return true;
}

std::string measured_in_words(const ErrorEntry& e) {
  return std::isnan(e.measured) ? "not measured" : fmt::format("measured {:.2g}", e.measured);
}

/// An engine may have terms of one precision alone.
void tell_finer_terms(const SumResult& r, Precision asked) {
  if (const NamedValue* terms = r.report.find("terms"); terms && terms->word != word_of(asked))
    std::fprintf(stderr, "The terms of this sum are in %s, which is finer than the %s that was asked for.\n",
                 terms->word.c_str(), std::string(word_of(asked)).c_str());
}

void tell_patches(const SumResult& r, const SumProblem& problem) {
  for (const ParameterReport::Part& patch : r.report.parts) {
    if (patch.title.empty()) continue;
    const std::array<double, 3> l = triple_of(patch, "lengths"), lower = triple_of(patch, "lower"),
                                points = triple_of(patch, "grid");
    const double cutoff = triple_of(patch, "cutoff_radius")[0];
    const std::string size = fmt::format("{:.3g} x {:.3g} x {:.3g}", l[0], l[1], l[2]),
                      grid = fmt::format("grid, {:.0f} x {:.0f} x {:.0f}", points[0], points[1], points[2]);
    const std::string sentence =
        is_box_of_points(patch, problem)
            ? fmt::format("{}: the box of the points, {}, gets its own {}, and cutoff, {:.4g}",
                          problem.box.periodicity == 0 ? "Free space" : "Free directions", size, grid, cutoff)
            : fmt::format(
                  "The points cluster: a patch of {} that begins at ({:.3g}, {:.3g}, {:.3g}) gets its own {}, and "
                  "cutoff, {:.4g}",
                  size, lower[0], lower[1], lower[2], grid, cutoff);
    std::fprintf(stderr, "%s\n", sentence.c_str());
  }
}

/// Grid, cutoff and window in words, if the engine has a grid; otherwise the summary of its report.
std::string grid_in_words(const ParameterReport& report) {
  const NamedValue* grid = report.find("grid");
  if (!grid) return report.parts.empty() ? std::string() : "; " + report.in_words();
  return fmt::format("; grid {:.0f} x {:.0f} x {:.0f}, cutoff {:.4g}, window {:.0f}", grid->numbers[0],
                     grid->numbers[1], grid->numbers[2], report.number("cutoff_radius"),
                     report.number("window_points"));
}

/// The sum is linear in the normals, which may carry the weights of a quadrature; that they do is said.
void tell_lengths_of_normals(const std::vector<double>& normals) {
  constexpr double rounding = 1e-6;  // normals may come from single precision
  double shortest = INFINITY, longest = 0;
  for (std::size_t i = 0; i + 3 <= normals.size(); i += 3) {
    const double length = std::hypot(normals[i], normals[i + 1], normals[i + 2]);
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  if (normals.empty() || (shortest >= 1 - rounding && longest <= 1 + rounding)) return;
  std::fprintf(
      stderr,
      "The normals n are not unit vectors: their lengths are from %.6g to %.6g. They are taken as they are, so "
      "each term of the double layer is multiplied by the length of its normal.\n",
      shortest, longest);
}

/// No constant makes the fluxes zero where a net sum of q.n leaves the cell.  Source: theory/conventions-and-gauges.md
/// (C10), whose flux through a face is 4 pi sum q.n into the cell.
void tell_face_fluxes(const SumProblem& p, const SumOptions& options) {
  if (options.zero_mode != ZeroMode::zero_face_flux || p.box.periodicity != 3) return;
  constexpr double rounding = 1e-12;
  double net = 0, size = 0;
  for (std::size_t i = 0; i < p.normals.size(); ++i) {
    net += p.dipoles[i] * p.normals[i];
    size += std::abs(p.dipoles[i] * p.normals[i]);
  }
  if (std::abs(net) <= rounding * size) return;
  std::fprintf(stderr,
               "The sum of q.n is %.6g. zero-face-flux is defined for a sum of zero: here the flux into the cell is "
               "4 pi times this sum, %.6g, through every face.\n",
               net, 4 * std::numbers::pi * net);
}

void tell_ranks(const SumResult& r) {
  const Communicator* const ranks = launched_ranks();
  if (!ranks || ranks->size() == 1) return;
  if (r.ranks > 1)
    std::fprintf(stderr, "All %d ranks computed the sum together.\n", r.ranks);
  else
    std::fprintf(stderr, "Of the %d ranks, rank 0 computed the sum alone, because %s.\n", ranks->size(),
                 r.alone_because.c_str());
}

int run_sum(const SumArguments& a) {
  SumOptions options = a.options;
  options.variants = variants_of(a.variants);
  options.engine = a.engine.empty() && a.split ? std::string(usual_engine) : a.engine;
  a.way.check(a.split);
  if (a.split) options.split = *a.split;
  if (a.absolute)
    options.tolerance_kind = ToleranceKind::absolute_rms;
  else
    refuse_senseless_tolerance(options.tolerance, ", or --absolute with it");
  const std::array<std::filesystem::path, 1> inputs{a.input};
  if (a.plans) {
    if (a.engine.empty()) options.engine = any_engine;
    const auto rates = stored_rates(a.runtime.threads, options.precision, options.device);
    options.rates = rates;
    const Runtime runtime(a.runtime);
    const SumProblem problem = read_sum_problem(a.input, a.group, options.layer);
    return print_plans(a.way.forecast(problem, options), options);
  }
  if (a.output.empty()) throw InputError("--output is required, unless --plans is given");
  refuse_output(a.output, a.overwrite, inputs);
  const SumProblem problem = read_sum_problem(a.input, a.group, options.layer);
  const auto rates = stored_rates(a.runtime.threads, options.precision, options.device);
  options.rates = rates;
  const Runtime runtime(a.runtime);
  share_sums(a.runtime.threads);
  const SumResult r = a.way.evaluate(problem, options);
  write_sum_result(a.output, a.overwrite, r, options);
  const std::size_t targets = options.layer == Layer::coulomb ? r.potentials.size() : r.velocities.size() / 3;
  std::fprintf(stderr,
               "%s: %zu sources, %zu targets, %d-periodic%s\n"
               "by %s (%s) on %s; error (%s): asked %.2g, predicted %.2g, %s; %.3g s of CPU, %.3g s to plan\n",
               a.way.command.c_str(), problem.sources.size() / 3, targets, r.periodicity,
               grid_in_words(r.report).c_str(), r.engine.c_str(), r.variant.c_str(),
               std::string(name_of(r.device)).c_str(), a.absolute ? "rms" : "relative", r.error.asked,
               r.error.predicted, measured_in_words(r.error).c_str(), r.cpu_seconds, r.plan_seconds);
  std::fputs(not_used(problem.unknown).c_str(), stderr);
  if (!r.doubt.empty()) std::fprintf(stderr, "the predicted errors may be far off: %s\n", r.doubt.c_str());
  tell_ranks(r);
  tell_finer_terms(r, options.precision);
  tell_above_asked(above_asked(r.error, options.layer == Layer::coulomb ? "phi" : "u",
                               std::string(finer_tolerance) + "; --guarantee sums again until it is below"));
  tell_patches(r, problem);
  tell_lengths_of_normals(problem.normals);
  tell_face_fluxes(problem, options);
  std::fprintf(stderr, "memory: forecast %.0f MB, %s\n", 1e-6 * r.memory.forecast,
               std::isnan(r.memory.measured) ? "not measured"
                                             : fmt::format("measured {:.0f} MB", 1e-6 * r.memory.measured).c_str());
  for (const auto& [name, e] : {std::pair{"gradient", r.gradient_error}, std::pair{"pressure", r.pressure_error}})
    if (!std::isnan(e.asked))
      std::fprintf(stderr, "error of the %s: predicted %.2g, %s\n", name, e.predicted, measured_in_words(e).c_str());
  std::fprintf(stderr, "milliseconds, predicted/measured:%s; rates %s\n",
               stages_beside(r.predicted_times, r.times).c_str(), origin_of(rates.get()).c_str());
  if (r.gauge_dependent) std::fprintf(stderr, "GAUGE: %s\n", gauge_sentence_of(options.layer));
  const GuaranteeReport& g = r.guarantee;
  if (g.rounds > 0)
    std::printf("guaranteed: error below %.2g (%s, %zu targets against %s); %d sum%s, the last at the tolerance %.2g\n",
                g.bound, g.confidence == 1 ? "every target" : "99 % confidence", g.targets,
                g.against_direct_sum ? "the direct sum" : "two other sums", g.rounds, g.rounds == 1 ? "" : "s",
                g.tolerance_used);
  return 0;
}

}  // namespace

constexpr const char* sum_input_layout =
    R"(The group of the input holds these datasets:
  src (N,3)      positions of the sources, from 0 to the lengths of the box
  trg (M,3)      positions of the targets; if it is left out, the targets are the sources
  box (3)        lengths of the cell; in a free direction any length is accepted
  f (N,3)        density of the single layer        --layer single, combined
  q, n (N,3)     density of the double layer, and its normals: unit vectors,
                 or unit vectors times a weight
                                                    --layer double, combined
  charge (N)     charges                            --layer coulomb
The group also has the attribute periodicity, 0 to 3.  This number of directions,
beginning with x, is periodic.
`slurry sum --example FILE.h5` writes such a file, with the group 'example'.)";

void add_sum_options(Subcommand& c, SumWay way) {
  auto a = std::make_shared<SumArguments>();
  a->way = std::move(way);
  const SumWay& w = a->way;
  const auto only_if_any = [&w](Option option) {
    if (w.velocities_only) option.unlisted();
  };
  c.option("input", a->input, "HDF5 file with sources, targets and densities " + w.input).required();
  c.option("--group", a->group, "group of the file that holds the points, for example 1P_cubic").required();
  if (w.velocities_only)
    c.option("--layer", a->options.layer, words_for({Layer::single, Layer::double_layer, Layer::combined}),
             "layer to sum: single (f), double (q, n) or combined (f, q, n)")
        .required();
  else
    c.option("--layer", a->options.layer, words_for<Layer>(),
             "layer to sum: single (f), double (q, n), combined (f, q, n), or coulomb (the potential of the charges)")
        .required();
  c.option("--tolerance", a->options.tolerance,
           !w.tolerance.empty()
               ? w.tolerance
               : "largest allowed l2 error of u (coulomb: of phi) over all targets, relative unless --absolute is "
                 "given. The errors of gradient and pressure may be larger; the group 'errors' of the output has them")
      .required()
      .check(tolerance_number());
  c.option("--output", a->output, "HDF5 file to write").check(file_name());
  c.flag("--plans", a->plans,
         std::string("list the ways to do the sum, cheapest first, with predicted times and memory, without summing") +
             (w.velocities_only ? "" : "; with --engine, list only the ways of this engine"));
  only_if_any(c.option("--engine", a->engine,
                       "engine of the sum: " + listed(engines_to_ask_for(), ", ") + ". " + engine_help()));
  only_if_any(c.flag("--absolute", a->absolute, "take the tolerance as the rms of |error| over the targets"));
  only_if_any(c.flag("--guarantee", a->options.guarantee,
                     "measure the error and sum again with a tighter tolerance, until an upper bound of the error is "
                     "below the tolerance; the sum is refused if this cannot be reached"));
  c.option("--precision", a->options.precision, words_for<Precision>(),
           "precision of the arithmetic: fp64 (default) or fp32");
  only_if_any(c.option("--split", a->split, words_for<Split>(),
                       "split into near and far field: prolate (default) or hasimoto"));
  only_if_any(c.option(
      "--zero-mode", a->options.zero_mode, words_for<ZeroMode>(),
      "gauge (mode k = 0) of the 3-periodic double layer: zero-mean-velocity (the mean over the cell is zero) or "
      "zero-face-flux (the flux through every face of the cell is zero if the sum of q.n is zero; takes positions "
      "as given, unwrapped)"));
  only_if_any(c.flag("--gradient", a->options.gradient,
                     "also write grad_u (M,3,3), [i][l] = du_i/dx_l; with coulomb, grad_phi (M,3)"));
  only_if_any(c.flag("--pressure", a->options.pressure,
                     "also write the pressure p (M), with grad p = Lap u; with a net force F in a "
                     "3-periodic box of volume V, grad p = Lap u - 8 pi F/V"));
  add_device_option(c, a->options.device);
  add_variant_option(c, a->variants);
  c.option("--threads", a->runtime.threads, "number of threads (default: OMP_NUM_THREADS, otherwise all cores)")
      .check(thread_count());
  add_ranks_option(c, a->ranks);
  c.flag("--overwrite", a->overwrite, "replace an existing output file");
  c.instead(
      "--example",
      [a](const std::string& file) {
        write_sum_example(file);
        std::printf("%s: try %s %s --group example --layer single %s --output out.h5\n", file.c_str(),
                    a->way.command.c_str(), file.c_str(), a->way.try_with.c_str());
        return 0;
      },
      "write an input that you can copy to this file, and sum nothing");
  c.footer([] { return sum_input_layout; });
  c.action([a] { return with_ranks(a->ranks, [a] { return run_sum(*a); }); });
}

void add_sum_command(CommandLine& line) {
  Subcommand c = line.command("sum", "Sum Stokes kernels over the points of an HDF5 group");
  auto parameters = std::make_shared<std::optional<std::string>>();
  auto per_cell = std::make_shared<std::optional<std::string>>();
  c.option("--parameters", *parameters, "moved to 'slurry bench sum'").unlisted();
  c.option("--per-cell", *per_cell, "moved to 'slurry bench sum'").unlisted();
  SumWay way;
  way.check = [parameters, per_cell](const std::optional<Split>&) {
    const std::vector<std::string> rules{"chosen", "published", "modelled"};
    const std::string rule = parameters->value_or(rules.front());
    if (std::find(rules.begin(), rules.end(), rule) == rules.end())
      throw InputError("sum: --parameters: " + unknown_word(rule, rules));
    if (rule != rules.front())
      throw InputError("'slurry sum --parameters " + rule + "' is now 'slurry bench sum --parameters " + rule +
                       "'; it takes the same options");
    if (*per_cell) throw InputError("--per-cell is now an option of 'slurry bench sum --parameters published'");
  };
  way.evaluate = evaluate_sum;
  way.forecast = forecast_sum;
  add_sum_options(c, std::move(way));
}

}  // namespace slurry::app
