// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "commands/sum_way.hpp"
#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "yardsticks/pages/subject.hpp"
#include "yardsticks/published_rules/published_cutoff.hpp"
#include "yardsticks/published_rules/published_sum.hpp"

namespace slurry::app {
namespace {

enum class Rule { published, modelled };
struct RuleArguments {
  Rule rule = Rule::published;
  std::optional<double> per_cell;
};

/// Sources per cell for which the published models expect the least time, told on standard error.  What their rules are
/// not for is refused before the machine is measured for them.
double modelled_per_cell(const SumProblem& problem, const SumOptions& options) {
  check_published(problem, options);
  const std::vector<PublishedCutoff> found =
      published_cutoffs({options.layer, options.precision, options.tolerance, problem.sources.size() / 3,
                         problem.box.periodicity, options.device});
  std::fprintf(stderr,
               "among %zu cutoffs, the models of the published stages predict the least time, %.3g ms, for %.0f "
               "sources per cell\n",
               found.size(), 1e3 * found[0].expected.total(), found[0].per_cell);
  return found[0].per_cell;
}

double per_cell_of(const RuleArguments& a, const SumProblem& problem, const SumOptions& options) {
  return a.rule == Rule::modelled ? modelled_per_cell(problem, options) : a.per_cell.value_or(224);
}

void add_published_sum(Subcommand& c) {
  auto a = std::make_shared<RuleArguments>();
  c.option("--parameters", a->rule, Words<Rule>{{"published", Rule::published}, {"modelled", Rule::modelled}},
           "published (default): the rules of Kosmacher et al. 2026, for velocities of points in a cube. modelled: the "
           "same rules, with the cutoff for which the models of the published stages predict the least time; the speed "
           "of this machine is measured first, for a second");
  c.option("--per-cell", a->per_cell,
           "number of sources in a cell as wide as the cutoff (default 224); only with --parameters published")
      .check(number_between(1, 1e5));
  SumWay way;
  way.command = "slurry bench sum";
  way.input = "('slurry sum --help' describes it)";
  way.try_with = "--tolerance 1e-4 --per-cell 50";
  way.tolerance =
      "tolerance of the published rules, with the meaning and the values of the paper (1e-1, 1e-4, 1e-12): it is "
      "absolute in a unit cube with sum |f|^2 = 1";
  way.velocities_only = true;
  way.check = [a](const std::optional<Split>& split) {
    if (a->per_cell && a->rule != Rule::published)
      throw InputError("--per-cell belongs to --parameters published; give both options or neither");
    if (split == Split::prolate)
      throw InputError("the published parameters are for Hasimoto's split; leave out --split prolate");
  };
  way.evaluate = [a](const SumProblem& p, const SumOptions& o) {
    return evaluate_published_sum(p, o, per_cell_of(*a, p, o));
  };
  way.forecast = [a](const SumProblem& p, const SumOptions& o) {
    return forecast_published_sum(p, o, per_cell_of(*a, p, o));
  };
  add_sum_options(c, std::move(way));
}

}  // namespace

const Subject& sum_subject() {
  static constexpr Subject row{"sum",
                               "A sum over the points of a file with published parameters",
                               "Kosmacher et al. 2026, arXiv 2606.19059, and their package ParkiPy",
                               "the figures that 'slurry sum' prints",
                               "one sum",
                               [](Subcommand& c) { add_published_sum(c); }};
  return row;
}

}  // namespace slurry::app
