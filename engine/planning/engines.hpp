// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/execution.hpp"
#include "base/text.hpp"
#include "planning/pair_counts.hpp"
#include "planning/sum_plan.hpp"
#include "slurry/error.hpp"
#include "slurry/machine_rates.hpp"
#include "summation/summation.hpp"

namespace slurry {

struct PlanRequest;

/// How an engine's sum is made in each space; null where it has no form for one.
template <class Space>
using MakeSum = std::unique_ptr<Summation<Space>> (*)(const Space& space, const SumPlan& plan);
template <class List>
struct MakeSumPerSpaceOf;
template <class... Space>
struct MakeSumPerSpaceOf<SpaceList<Space...>> : std::tuple<MakeSum<Space>...> {
  using std::tuple<MakeSum<Space>...>::tuple;
};
using MakeSumPerSpace = MakeSumPerSpaceOf<Spaces>;

/// A way to sum: a row of the table.
struct Engine {
  std::string_view name;
  std::vector<std::string_view> stages;  ///< in the order of the work
  /// Nothing where it can do the task.
  std::optional<Refusal> (*can_do)(const SumTask& task);
  /// Adds its plans for a task that it can do, or why there is none.
  void (*plan)(const PlanRequest& request, Candidates& candidates);
  MakeSumPerSpace make;
};

/// All engines that there are.
const std::vector<Engine>& engines();

/// What a plan is made from.  The points are read by the search for clustered parts alone.
struct PlanRequest {
  SumTask task;
  SumCounts counts;
  PairCounts pairs;  ///< counted from the points, or empty
  const std::vector<double>* sources = nullptr;
  const std::vector<double>* targets = nullptr;
  MachineRates rates;
  std::string engine;       ///< asked for; empty: any
  double tighten = 1;       ///< of the task's tolerance: less than 1 where a sum made for it predicts more than that
  bool every_plan = false;  ///< also those that an engine holds for slower than its best
  const std::vector<Engine>* table = &engines();
};

/// All plans that can do a task, cheapest first, and why other engines have none.
Candidates candidates(const PlanRequest& request);

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
                                              const std::vector<Engine>& table = engines()) {
  for (const Engine& e : table)
    if (e.name == plan.engine) {
      if (const auto make = std::get<MakeSum<Space>>(e.make)) return make(space, plan);
      throw RefusedError(text("the engine {} has no form for the space {}", e.name, space_name<Space>));
    }
  throw RefusedError(text("there is no engine {}", plan.engine));
}

/// Where the task is done.  Throws InputError for a device that is not there.
Device device_of(const SumTask& task);

/// The sum that a plan stands for, of the host's points, on the device that its task asks for.
std::unique_ptr<Summation<Host>> make_sum(const SumPlan& plan, const std::vector<Engine>& table = engines());

}  // namespace slurry
