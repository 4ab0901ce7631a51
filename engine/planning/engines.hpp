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

/// Table of all engines.
const EngineTable& engines();
/// Table of all engines, for a program with engines of its own. The program adds its rows before its first sum.
EngineTable& engine_table();

/// Engine of this name; null if there is none.
const Engine* find_engine(std::string_view name, const EngineTable& table = engines());
/// Engine of this name. Throws RefusedError if there is none.
const Engine& engine_of(std::string_view name, const EngineTable& table = engines());
/// Engine that is used if nobody asks for another one.
const Engine& the_usual_engine(const EngineTable& table = engines());
/// Engine whose sums have rounding errors only. Other sums are measured against it.
const Engine& the_exact_engine(const EngineTable& table = engines());

/// Checks the name of an engine. Throws InputError for a name that SumWishes::engine may not have.
void check_engine_name(const std::string& name, const EngineTable& table = engines());
/// Checks names of stages and variants. Throws InputError for a stage that no engine has, and for a variant that is not
/// in the table of its stage.
void check_stage_variants(const StageVariantNames& asked, const EngineTable& table = engines());

/// Checks the wishes that only one engine knows. Throws InputError for a wish that no engine knows or for a value that
/// it may not have, and the errors of the engine itself.
void check_own_wishes(const SumTask& task, const EngineTable& table = engines());

/// All plans for a task, cheapest first, and the reasons why other engines have no plan.
Candidates candidates(const PlanRequest& request);

/// Plan of a second opinion. It is made by other means of the same engine, or by another engine if this one has no such
/// means or leaves the opinion to others. Nothing if no engine has other means for this task.
std::optional<SumPlan> opinion_of(std::string_view engine, const PlanRequest& request, Opinion which);

/// The cheapest plan. If there is none, throws RefusedError with the reasons, because a person asked for the sum.
const SumPlan& best(const Candidates& candidates);

/// Drops the plans before the first plan that fits in memory. A plan that is more than `slowest_worth_its_memory` times
/// as slow as the quickest one does not count. bytes: memory of a plan. refusal: the sentence that says what would fit,
/// for the quickest plan; called only if no plan fits.
void drop_what_does_not_fit(Candidates& candidates, double available,
                            const std::function<double(const SumPlan&)>& bytes,
                            const std::function<Refusal(const SumPlan&)>& refusal);
constexpr double slowest_worth_its_memory = 4;

/// Makes the sum of a plan in a space, where its points and results are kept.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_in(const Space& space, const SumPlan& plan,
                                              const EngineTable& table = engines()) {
  if (const auto make = std::get<MakeSum<Space>>(engine_of(plan.engine, table).make)) return make(space, plan);
  throw RefusedError(text("the engine {} has no form for the space {}", plan.engine, space_name<Space>));
}

/// Device on which the task is done. Throws InputError if the device does not exist.
Device device_of(const SumTask& task);

/// Why rank 0 computes the sum of a plan alone where ranks are in use (slurry/rank_work.hpp), as the end of a sentence.
/// Empty: all ranks compute it.
std::string why_alone(const SumPlan& plan, const EngineTable& table = engines());

/// Makes the sum of a plan for points on the host. All ranks in use compute it if it has a form over ranks. The sum is
/// evaluated on the device that its task asks for.
std::unique_ptr<Summation<Host>> make_sum(const SumPlan& plan, const EngineTable& table = engines());

/// Makes the sum over all pairs of forces on points or spheres, on the host. Other sums are measured against it, and it
/// is used for a few bodies. Throws RefusedError for a box that has no such sum.
std::unique_ptr<Summation<Host>> make_exact_sum(const Box& box, bool several_radii = false);

/// Choice of a plan in the form that code outside of planning uses.
Candidate candidate_of(const SumPlan& plan);

}  // namespace slurry
