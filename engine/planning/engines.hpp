// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/execution.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "summation/engine.hpp"

namespace slurry {

/// All engines that there are.
const EngineTable& engines();
/// The same, for a program that has engines of its own: it adds their rows before its first sum.
EngineTable& engine_table();

/// The row of this name; null where there is none.
const Engine* find_engine(std::string_view name, const EngineTable& table = engines());
/// The row of this name.  Throws RefusedError where there is none.
const Engine& engine_of(std::string_view name, const EngineTable& table = engines());
/// The row that does sums where nobody asks for another.
const Engine& the_usual_engine(const EngineTable& table = engines());
/// The row whose sums err by rounding alone, which others are measured against.
const Engine& the_exact_engine(const EngineTable& table = engines());

/// Throws InputError for a name that SumWishes::engine may not have.
void check_engine_name(const std::string& name, const EngineTable& table = engines());
/// Throws InputError for a stage that no engine has, or a variant that its table has not.
void check_stage_variants(const StageVariantNames& asked, const EngineTable& table = engines());

/// Throws InputError for a wish of one engine alone that no engine knows, or a value that it may not have, and what the
/// engine itself throws.
void check_own_wishes(const SumTask& task, const EngineTable& table = engines());

/// All plans that can do a task, cheapest first, and why other engines have none.
Candidates candidates(const PlanRequest& request);

/// The plan of a second opinion: by the engine's own other means, else by another engine's where it has none or leaves
/// this opinion to others; nothing where no engine has other means for this task.
std::optional<SumPlan> opinion_of(std::string_view engine, const PlanRequest& request, Opinion which);

/// The first plan.  Throws RefusedError, with what was refused and why, where there is none: a person asked.
const SumPlan& best(const Candidates& candidates);

/// Drops the plans before the first that fits in memory.  One that is more than `slowest_worth_its_memory` times as
/// slow as the quickest is not what was asked for and counts as none.  bytes: of a plan.  refusal: of the quickest,
/// what would fit; asked where no plan does.
void drop_what_does_not_fit(Candidates& candidates, double available,
                            const std::function<double(const SumPlan&)>& bytes,
                            const std::function<Refusal(const SumPlan&)>& refusal);
constexpr double slowest_worth_its_memory = 4;

/// The sum that a plan stands for, in a space; its points and results are there.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_in(const Space& space, const SumPlan& plan,
                                              const EngineTable& table = engines()) {
  if (const auto make = std::get<MakeSum<Space>>(engine_of(plan.engine, table).make)) return make(space, plan);
  throw RefusedError(text("the engine {} has no form for the space {}", plan.engine, space_name<Space>));
}

/// Where the task is done.  Throws InputError for a device that is not there.
Device device_of(const SumTask& task);

/// The sum that a plan stands for, of the host's points, on the device that its task asks for.
std::unique_ptr<Summation<Host>> make_sum(const SumPlan& plan, const EngineTable& table = engines());

/// The sum of all pairs of forces on points or spheres, on the host: a truth to measure others against, and what a few
/// bodies take.  Throws RefusedError for a box that has no such sum.
std::unique_ptr<Summation<Host>> make_exact_sum(const Box& box, bool several_radii = false);

/// A plan as everybody outside of planning sees it.
Candidate candidate_of(const SumPlan& plan);

}  // namespace slurry
