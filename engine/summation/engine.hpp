// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/execution.hpp"
#include "base/stage_model.hpp"
#include "slurry/communicator.hpp"
#include "slurry/error.hpp"
#include "slurry/machine_rates.hpp"
#include "summation/pair_counts.hpp"
#include "summation/sum_plan.hpp"
#include "summation/summation.hpp"
#include "summation/survey.hpp"

// An engine is a folder and a row of this type.  The table of all rows is planning/engines.cpp, the only place that
// names engines; everything else asks the rows.
namespace slurry {

/// Function that makes an engine's sum in one space. It is null if the engine has no form for that space.
template <class Space>
using MakeSum = std::unique_ptr<Summation<Space>> (*)(const Space& space, const SumPlan& plan);
template <class List>
struct MakeSumPerSpaceOf;
template <class... Space>
struct MakeSumPerSpaceOf<SpaceList<Space...>> : std::tuple<MakeSum<Space>...> {
  using std::tuple<MakeSum<Space>...>::tuple;
};
using MakeSumPerSpace = MakeSumPerSpaceOf<Spaces>;

/// Table of the variants of a stage, as people see it. --variant may name its rows; the help and the window list them.
struct StageView {
  std::string_view name;
  std::vector<std::string_view> covers;  ///< stages of StageTimes
  struct Row {
    std::string_view name, source;  ///< `source` is "own", or says where the variant was published
  };
  std::vector<Row> rows{};  ///< empty if there is only one way to do the stage

  /// Whether the table covers the stage of this name.
  bool is(std::string_view stage) const;
  bool has(std::string_view variant) const;
};

/// What people see of an engine's own table (StageSlot of base/stage_variant.hpp).
template <class Slot>
StageView stage_view_of(const Slot& slot) {
  StageView view{slot.name, slot.stages};
  for (const auto& row : slot.variants) view.rows.push_back({row.name, row.source});
  return view;
}

/// A wish that only one engine knows, as in SumWishes::own: "direct.terms".
struct OwnWish {
  std::string_view name, allowed, help;
};

/// Rate on which the predictions of an engine rest: seconds per unit of work, by name, for example "brute/pair".
struct NamedRate {
  std::string_view name;
  double built_in = 0;  ///< rate of one thread of a host in fp64
};

struct Engine;

/// Request from which plans are made.
struct PlanRequest {
  SumTask task;
  SumCounts counts;
  PairCounts pairs;                ///< counts from the points; empty: not counted
  const Survey* points = nullptr;  ///< null: they are spread evenly, or move
  MachineRates rates;
  std::string engine;  ///< name of the engine that is asked for; empty: any
  /// factor on the task's tolerance; below 1 if a sum made for the tolerance itself predicts a larger error
  double tighten = 1;
  bool every_plan = false;                     ///< also return plans that an engine expects to be slower than its best
  bool look_for_parts = true;                  ///< search for clustered parts, the longest part of planning
  const std::vector<Engine>* table = nullptr;  ///< null: engines()
  double tolerance_asked = 0;                  ///< tolerance of the task before it was tightened; candidates() sets it
};

/// Bytes of the densities of one source in fp64.
constexpr double density_bytes(Layer layer) {
  constexpr double vector = 3 * sizeof(double);
  switch (layer) {
    case Layer::single:
      return vector;
    case Layer::double_layer:
      return 2 * vector;
    case Layer::combined:
      return 3 * vector;
    case Layer::coulomb:
      return sizeof(double);
  }
  return 0;
}

/// Properties of a sum that decide its memory, in addition to its plan.
struct SumLoad {
  const Survey* points = nullptr;  ///< null: they are spread evenly
  bool net_source = true;          ///< some q.n is not 0
  int threads = 1;                 ///< threads of the host; each has its own memory
  bool first = false;              ///< no sum of this process came before
};

/// No grid fits the box, whatever is asked of the sum, because one side is too long compared with another. Plans of
/// engines with a grid throw this error. Another engine may still do the sum.
class NoGridError : public InputError {
 public:
  using InputError::InputError;
};

/// Kind of second opinion on a sum. A second opinion uses other means, so that it does not share the errors of the sum.
enum class Opinion {
  first,   ///< differs from the sum in everything that can differ
  second,  ///< differs from the sum and from the first opinion
  other    ///< same method as the sum with other parameters, for points that move
};

/// One variant of a stage within the sum of a plan, with what is known of it before it is timed.
struct VariantForecast {
  std::string_view stage, variant, source;  ///< `source` is "own", or says where the variant was published
  std::vector<std::string_view> covers;     ///< stages of StageTimes
  bool usual = false;                       ///< the sum takes this variant if nobody asks for another one
  std::optional<double> predicted{};        ///< seconds of a call; empty: plans do not know this variant
  std::optional<StageWork> work{};          ///< work by the model of the variant; empty: there is no model
  double useful_flops = 0;                  ///< operations of `work` without those whose results are dropped
};

/// Takes part, on any other rank, in the sums of an engine that rank 0 makes.
class RankHelper {
 public:
  virtual ~RankHelper() = default;
  /// Takes part in what rank 0 does next, as the words say. Throws what the sum itself throws.
  virtual void answer(const std::string& words) = 0;
};

/// An engine's form over the ranks of a program. Rank 0 has all points and results. Null functions: there is none.
struct OverRanks {
  /// Why rank 0 computes a plan's sum alone, as the end of a sentence. Empty: all ranks compute it.
  std::string (*why_alone)(const SumPlan& plan) = nullptr;
  std::unique_ptr<Summation<Host>> (*make)(Communicator& ranks, const SumPlan& plan) = nullptr;
  std::unique_ptr<RankHelper> (*helper)(Communicator& ranks) = nullptr;
};

/// An engine, that is, one way to sum. Each engine is a row of the table.
struct Engine {
  std::string_view name;
  std::string_view title;                 ///< for a person: "all pairs"
  std::string_view help{};                ///< what it does, in words that follow its name; empty: nothing to add
  std::vector<StageView> stages;          ///< in the order of the work
  std::vector<std::string_view> times{};  ///< stages to which its sums assign their seconds, in the order of the work
  std::vector<OwnWish> own{};             ///< wishes that only this engine knows
  std::string_view terms_wish{};          ///< the one of `own` that sets the precision of single terms; empty: none
  std::vector<NamedRate> rates{};         ///< rates on which its predictions rest
  /// Returns nothing if the engine can do the task, otherwise the reason why it cannot.
  std::optional<Refusal> (*can_do)(const SumTask& task) = nullptr;
  /// Throws InputError or RefusedError if the engine cannot satisfy its own wishes in this task. Null: it always can.
  void (*check_own)(const SumTask& task) = nullptr;
  /// Adds the plans of the engine for a task that it can do, or the reason why there is no plan.
  void (*plan)(const PlanRequest& request, Candidates& candidates) = nullptr;
  /// Makes a plan by other means for the tolerance of the task. If that tolerance is too tight for these means, the
  /// plan has the tightest possible tolerance (in SumTask::options of the plan). Null: the engine has no other means.
  std::optional<SumPlan> (*opinion)(const PlanRequest& request, Opinion which) = nullptr;
  /// Makes a plan that differs only in a long_wave_alias of at most `alias`. Returns the same plan if it satisfies this
  /// already, and nothing if there is no such plan. Null: only a tighter tolerance reduces the alias.
  std::optional<SumPlan> (*smoother)(const PlanRequest& request, const SumPlan& plan, double alias) = nullptr;
  /// Lists the variants of the stages within the sum of this plan. The request has its counts and rates. Null, or no
  /// variants: the plans with one variant each say what it takes.
  std::vector<VariantForecast> (*forecasts)(const PlanRequest& request, const SumPlan& plan) = nullptr;
  /// Bytes that the sum takes on the host, without points, densities and results. Null: a negligible number.
  double (*bytes)(const SumPlan& plan, const SumLoad& load) = nullptr;
  /// Smallest number of seconds that a call takes for any number of points; it is known without a plan. Null: 0.
  double (*least_seconds)(const SumTask& task) = nullptr;
  /// Tightest tolerance for the kind and the precision of the task. Null: any tolerance can be asked for.
  double (*tightest)(const SumTask& task) = nullptr;
  /// Measures the named rates of the engine on this machine. Null: the built-in rates stay.
  void (*measure_rates)(MachineRates& rates) = nullptr;
  /// Random targets at which the error of a sum is measured, if that takes moments: many where a few targets have most
  /// of the error.
  std::size_t measured_targets = 64;
  /// Returns why the predicted error of a plan may be far off, as a sentence, or nothing. Null: never.
  std::string (*doubt)(const SumPlan& plan) = nullptr;
  bool usual = false;      ///< used if nobody asks for another engine
  bool exact = false;      ///< has rounding errors only, and accepts points anywhere
  bool has_cells = false;  ///< its sums on the host show the boxes in which they keep points (Summation::cells)
  MakeSumPerSpace make{};
  OverRanks over_ranks{};
};
using EngineTable = std::vector<Engine>;

}  // namespace slurry
