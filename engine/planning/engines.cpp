// SPDX-License-Identifier: BSD-3-Clause
#include "planning/engines.hpp"

#include <algorithm>
#include <exception>
#include <type_traits>
#include <utility>

#include "base/pace.hpp"
#include "base/text.hpp"
#include "direct/direct_row.hpp"
#include "ewald/ewald_row.hpp"
#include "fmm/fmm_row.hpp"
#include "planning/count_made_sum.hpp"
#include "slurry/cells.hpp"
#include "slurry/error.hpp"
#include "slurry/rank_work.hpp"
#include "slurry/runtime.hpp"
#include "slurry/sum.hpp"
#include "summation/rates.hpp"
#include "summation/sum_elsewhere.hpp"

namespace slurry {

EngineTable& engine_table() {
  static EngineTable table{ewald_row(), direct_row(), fmm_row()};
  return table;
}

const EngineTable& engines() {
  return engine_table();
}

std::vector<std::string_view> engine_names() {
  std::vector<std::string_view> names;
  for (const Engine& row : engines()) names.push_back(row.name);
  return names;
}

std::string engine_help() {
  std::string words;
  for (const Engine& row : engines())
    if (!row.help.empty()) words += text("{} {}. ", row.name, row.help);
  return words + text(
                     "{} takes the engine with the least predicted time. The default is {}. If points lie far apart in "
                     "free directions, so that a grid would take far more time or memory than all pairs, the default "
                     "is {}",
                     any_engine, the_usual_engine().name, the_exact_engine().name);
}

std::vector<std::string_view> engine_rate_names() {
  std::vector<std::string_view> names;
  for (const Engine& row : engines())
    for (const NamedRate& rate : row.rates) names.push_back(rate.name);
  return names;
}

const Engine* find_engine(std::string_view name, const EngineTable& table) {
  const auto at = std::find_if(table.begin(), table.end(), [&](const Engine& row) { return row.name == name; });
  return at == table.end() ? nullptr : &*at;
}

const Engine& engine_of(std::string_view name, const EngineTable& table) {
  if (const Engine* row = find_engine(name, table)) return *row;
  throw RefusedError(text("there is no engine '{}'", name));
}

const Engine& the_usual_engine(const EngineTable& table) {
  return *std::find_if(table.begin(), table.end(), [](const Engine& row) { return row.usual; });
}

const Engine& the_exact_engine(const EngineTable& table) {
  return *std::find_if(table.begin(), table.end(), [](const Engine& row) { return row.exact; });
}

std::string why_no_cells(std::string_view engine) {
  const Engine* const used = find_engine(engine);
  if (!used || used->has_cells) return {};
  std::string others;
  for (const Engine& row : engines())
    if (row.has_cells) others += text("{}{} (the {})", others.empty() ? "" : " or ", row.name, row.title);
  return text("This run uses the {}, which has no boxes to draw. Set solver.method to {} to see boxes.", used->title,
              others);
}

void check_engine_name(const std::string& name, const EngineTable& table) {
  if (name.empty() || name == any_engine || name == usual_engine || find_engine(name, table)) return;
  std::string names(any_engine);
  for (const Engine& row : table) names += text(", {}", row.name);
  throw InputError(text("there is no engine \"{}\"; the engines are {}", name, names));
}

namespace {

void add_once(std::string_view word, std::string& words) {
  if ((", " + words + ",").find(text(", {},", word)) == std::string::npos)
    words += (words.empty() ? "" : ", ") + std::string(word);
}

/// Why an engine cannot do its stages by the variants that are asked for.
std::optional<Refusal> refused_variant(const Engine& row, const StageVariantNames& asked) {
  for (const auto& [stage, variant] : asked) {
    std::string variants;
    for (const StageView& view : row.stages)
      if (view.is(stage))
        for (const auto& other : view.rows) add_once(other.name, variants);
    const bool has = std::any_of(
        row.stages.begin(), row.stages.end(),
        [&, &stage = stage, &variant = variant](const StageView& view) { return view.is(stage) && view.has(variant); });
    if (has) continue;
    if (variants.empty())
      return Refusal{
          std::string(row.name), Refusal::Why::no_such_variant,
          text("the engine {} has no variants of {}; leave this variant out or use another engine", row.name, stage)};
    return Refusal{
        std::string(row.name), Refusal::Why::no_such_variant,
        text("the engine {} has no variant '{}' of {}; its variants are {}", row.name, variant, stage, variants)};
  }
  return std::nullopt;
}

}  // namespace

void check_stage_variants(const StageVariantNames& asked, const EngineTable& table) {
  for (const auto& [stage, variant] : asked) {
    std::string stages, variants;
    bool found = false;
    for (const Engine& row : table)
      for (const StageView& view : row.stages) {
        if (view.rows.empty()) continue;
        for (const auto s : view.covers) add_once(s, stages);
        if (!view.is(stage)) continue;
        for (const auto& other : view.rows) add_once(other.name, variants);
        found = found || view.has(variant);
        for (const auto& other : asked)
          if (view.is(other.stage) && view.has(variant) && view.has(other.variant) && other.variant != variant)
            throw InputError(
                text("{} can have only one variant, but '{}' and '{}' were given", stage, variant, other.variant));
      }
    if (variants.empty())
      throw InputError(text("there is no stage '{}' with variants; the stages with variants are {}", stage, stages));
    if (!found) throw InputError(text("{} has no variant '{}'; its variants are {}", stage, variant, variants));
  }
}

void check_own_wishes(const SumTask& task, const EngineTable& table) {
  for (const auto& [wish, value] : task.options.own) {
    std::string known;
    const OwnWish* found = nullptr;
    for (const Engine& row : table)
      for (const OwnWish& own : row.own) {
        add_once(own.name, known);
        if (own.name == wish) found = &own;
      }
    if (!found) throw InputError(text("no engine has an option '{}'; the known options are {}", wish, known));
    if ((", " + std::string(found->allowed) + ",").find(text(", {},", value)) == std::string::npos)
      throw InputError(text("{} is \"{}\"; allowed are {}", wish, value, found->allowed));
  }
  for (const Engine& row : table)
    if (row.check_own) row.check_own(task);
}

Candidates candidates(const PlanRequest& r) {
  Candidates found;
  PlanRequest request = r;
  request.tolerance_asked = r.task.options.tolerance;
  request.task.options.tolerance *= r.tighten;
  std::exception_ptr no_grid;
  for (const Engine& e : r.table ? *r.table : engines()) {
    if (!r.engine.empty() && e.name != r.engine) continue;
    may_stop();
    auto refused = e.can_do(r.task);
    if (!refused) refused = refused_variant(e, r.task.options.variants);
    if (refused) {
      found.refusals.push_back(std::move(*refused));
      continue;
    }
    try {
      e.plan(request, found);
    } catch (const NoGridError& none) {  // another engine may do without
      found.refusals.push_back({std::string(e.name), Refusal::Why::not_its_task, none.what()});
      no_grid = std::current_exception();
    } catch (const RefusedError& refused_by_choice) {  // what only the choice of parameters finds out
      found.refusals.push_back({std::string(e.name), Refusal::Why::tolerance, refused_by_choice.what()});
    }
  }
  if (found.plans.empty() && no_grid) std::rethrow_exception(no_grid);
  std::stable_sort(found.plans.begin(), found.plans.end(),
                   [](const SumPlan& a, const SumPlan& b) { return a.seconds() < b.seconds(); });
  return found;
}

std::optional<SumPlan> opinion_of(std::string_view engine, const PlanRequest& request, Opinion which) {
  const EngineTable& table = request.table ? *request.table : engines();
  if (const Engine* own = find_engine(engine, table); own && own->opinion)
    if (std::optional<SumPlan> plan = own->opinion(request, which)) return plan;
  SumTask task = request.task;  // an opinion is as tight as it can be, whatever is asked of it
  task.options.tolerance = 1e-3;
  for (const Engine& other : table)
    if (other.name != engine && other.opinion && !other.can_do(task)) return other.opinion(request, which);
  return std::nullopt;
}

void drop_what_does_not_fit(Candidates& c, double available, const std::function<double(const SumPlan&)>& bytes,
                            const std::function<Refusal(const SumPlan&)>& refusal) {
  if (c.plans.empty()) return;
  const SumPlan quickest = c.plans.front();
  const double limit = slowest_worth_its_memory * quickest.seconds();
  const auto fits = std::find_if(c.plans.begin(), c.plans.end(), [&](SumPlan& plan) {
    if (plan.seconds() > limit) return false;
    plan.bytes = bytes(plan);
    return plan.bytes <= available;
  });
  c.plans.erase(c.plans.begin(), fits);
  if (c.plans.empty()) c.refusals.push_back(refusal(quickest));
}

Device device_of(const SumTask& task) {
  return Runtime::device(task.options.device);
}

std::string why_alone(const SumPlan& plan, const EngineTable& table) {
  const Engine& row = engine_of(plan.engine, table);
  if (!row.over_ranks.make) return text("ranks cannot share sums of the engine {} yet", row.name);
  return row.over_ranks.why_alone(plan);
}

std::unique_ptr<Summation<Host>> make_sum(const SumPlan& plan, const EngineTable& table) {
  Communicator* const ranks = ranks_in_use();
  if (ranks) {
    const std::string because = why_alone(plan, table);
    count_made_sum(because);
    if (because.empty()) return engine_of(plan.engine, table).over_ranks.make(*ranks, plan);
  }
  return with_space(name_of(device_of(plan.task)), [&](const auto& space) -> std::unique_ptr<Summation<Host>> {
    using Space = std::decay_t<decltype(space)>;
    auto sum = make_sum_in(space, plan, table);
    if constexpr (std::is_same_v<Space, Host>)
      return sum;
    else
      return std::make_unique<SumElsewhere<Space>>(std::move(sum));
  });
}

std::unique_ptr<Summation<Host>> make_exact_sum(const Box& box, bool several_radii) {
  PlanRequest r;
  r.task.box = box;
  r.task.options.device = Device::host;
  r.task.moving = MovingPoints{several_radii};
  r.engine = the_exact_engine().name;
  r.rates = rates_for(r.task.options);
  return make_sum(best(candidates(r)));
}

Candidate candidate_of(const SumPlan& plan) {
  Candidate c;
  c.engine = plan.engine;
  c.plan = plan.variant;
  c.predicted = plan.seconds();
  c.error = plan.error;
  c.bytes = plan.bytes;
  return c;
}

const SumPlan& best(const Candidates& c) {
  if (!c.plans.empty()) return c.plans.front();
  std::string words;
  for (const Refusal& r : c.refusals) words += (words.empty() ? "" : "; ") + r.sentence;
  throw RefusedError(words.empty() ? "there is no engine of this name" : words);
}

}  // namespace slurry
