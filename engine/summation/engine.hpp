// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/execution.hpp"
#include "slurry/error.hpp"
#include "slurry/machine_rates.hpp"
#include "summation/pair_counts.hpp"
#include "summation/sum_plan.hpp"
#include "summation/summation.hpp"

// An engine is a folder and a row of this type.  The table of all rows is planning/engines.cpp, the only place that
// names engines; everything else asks the rows.
namespace slurry {

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

/// A table of a stage's variants as people see it: what --variant may name, what help and window list.
struct StageView {
  std::string_view name;
  std::vector<std::string_view> covers;  ///< stages of StageTimes
  struct Row {
    std::string_view name, source;  ///< source: "own", or where it was published
  };
  std::vector<Row> rows{};  ///< empty: there is one way to do it, and nothing to choose

  /// Whether a stage of this name is the table's.
  bool is(std::string_view stage) const;
  bool has(std::string_view variant) const;
};

/// A wish of one engine alone, as SumWishes::own has it: "direct.terms".
struct OwnWish {
  std::string_view name, allowed, help;
};

/// Seconds per unit of work that an engine's predictions rest on, by name: "brute/pair".
struct NamedRate {
  std::string_view name;
  double built_in = 0;
};

struct Engine;

/// What a plan is made from.  The points are read by the search for clustered parts alone.
struct PlanRequest {
  SumTask task;
  SumCounts counts;
  PairCounts pairs;  ///< counted from the points, or empty
  const std::vector<double>* sources = nullptr;
  const std::vector<double>* targets = nullptr;
  MachineRates rates;
  std::string engine;          ///< asked for; empty: any
  double tighten = 1;          ///< of the task's tolerance: less than 1 where a sum made for it predicts more than that
  bool every_plan = false;     ///< also those that an engine holds for slower than its best
  bool look_for_parts = true;  ///< search for clustered parts, which takes longer than all else
  const std::vector<Engine>* table = nullptr;  ///< null: engines()
  double tolerance_asked = 0;                  ///< the task's, before it was tightened: set by candidates()

  /// Seconds per unit of work of this name: the machine's, else as built in.
  double rate(const NamedRate& of) const {
    const auto at = rates.named.find(std::string(of.name));
    return at == rates.named.end() ? of.built_in : at->second;
  }
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

/// A sum as its memory sees it, beside its plan.
struct SumLoad {
  const std::vector<double>* sources = nullptr;  ///< (N,3) [length]; null: they are spread evenly
  const std::vector<double>* targets = nullptr;
  bool net_source = true;  ///< some q.n is not 0
  int threads = 1;         ///< of the host, each with memory of its own
  bool first = false;      ///< no sum of this process came before
};

/// No grid fits a box, whatever is asked of the sum: one side is too long compared with another.  Thrown by the plans
/// of an engine that has a grid; another engine may do without.
class NoGridError : public InputError {
 public:
  using InputError::InputError;
};

/// A second opinion of a sum: by other means, so that it shares no error with the first.
enum class Opinion {
  first,   ///< differs from the sum itself in everything that it can
  second,  ///< differs from the sum and from the first opinion
  other    ///< as the sum is, with other numbers, for points that move
};

/// A way to sum: a row of the table.
struct Engine {
  std::string_view name;
  std::string_view title;                 ///< for a person: "all pairs"
  std::vector<StageView> stages;          ///< in the order of the work
  std::vector<std::string_view> times{};  ///< stages that its sums book their seconds under, in the order of the work
  std::vector<OwnWish> own{};             ///< wishes that it heeds
  std::vector<NamedRate> rates{};         ///< that its predictions rest on, beside those of MachineRates
  /// Nothing where it can do the task.
  std::optional<Refusal> (*can_do)(const SumTask& task) = nullptr;
  /// Throws InputError or RefusedError where what it is asked by its own wishes cannot be had.  Null: it always can.
  void (*check_own)(const SumTask& task) = nullptr;
  /// Adds its plans for a task that it can do, or why there is none.
  void (*plan)(const PlanRequest& request, Candidates& candidates) = nullptr;
  /// A plan by other means, for the tolerance of the task or the tightest there is above it (SumTask::options of the
  /// plan says which).  Null: the engine has no other means.
  std::optional<SumPlan> (*opinion)(const PlanRequest& request, Opinion which) = nullptr;
  /// A plan with long_wave_alias of at most `alias` and nothing else changed; the plan itself where that holds already,
  /// nothing where it cannot be had.  Null: a tighter tolerance is the only way.
  std::optional<SumPlan> (*smoother)(const PlanRequest& request, const SumPlan& plan, double alias) = nullptr;
  /// Bytes that its sum takes on the host beside points, densities and results.  Null: nothing to speak of.
  double (*bytes)(const SumPlan& plan, const SumLoad& load) = nullptr;
  /// Least seconds of a call, whatever there is to sum, known without a plan.  Null: 0.
  double (*least_seconds)(const SumTask& task) = nullptr;
  /// The tightest tolerance of the task's kind and precision.  Null: any can be asked for.
  double (*tightest)(const SumTask& task) = nullptr;
  /// Measures its named rates on this machine.  Null: they stay as built in.
  void (*measure_rates)(MachineRates& rates) = nullptr;
  bool usual = false;  ///< does sums where nobody asks for another
  bool exact = false;  ///< errs by rounding alone, and takes points wherever they are
  MakeSumPerSpace make{};
};
using EngineTable = std::vector<Engine>;

}  // namespace slurry
