// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <any>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Points that move from call to call: a plan is made for how many they are, and for how they cluster when it is made.
struct MovingPoints {
  bool several_radii = false;  ///< they differ from sphere to sphere
};

/// A sum to be made: what is asked of it, over points in a box.
struct SumTask {
  Box box;  ///< that the points are given in; a plan may have free lengths of its own
  EwaldOptions options;
  bool targets_are_sources = true;
  std::optional<MovingPoints> moving{};  ///< empty: the sum is done once, over the points that are at hand

  /// What is asked of an engine by one of its own wishes; empty: nothing.
  std::string own(const std::string& wish) const {
    const auto at = options.own.find(wish);
    return at == options.own.end() ? std::string() : at->second;
  }
};

/// An engine's own parameters: of any type, known as that type in the engine's folder alone.  `report_of(const T&)`
/// stands beside T; files, window and checkpoints see the report.
class Parameters {
 public:
  Parameters() = default;
  template <class T>
  requires(!std::same_as<T, Parameters>) Parameters(T value)
      : report_(report_of(value)), value_(std::move(value)) {}  // NOLINT: an engine returns its own

  /// Throws std::bad_any_cast for the parameters of another engine.
  template <class T>
  const T& as() const {
    return std::any_cast<const T&>(value_);
  }
  template <class T>
  bool holds() const {
    return std::any_cast<T>(&value_) != nullptr;
  }
  const ParameterReport& report() const { return report_; }

 private:
  ParameterReport report_;
  std::any value_;
};

/// A sum that is decided on: whatever makes it needs nothing else.
struct SumPlan {
  SumTask task;  ///< its box as the plan has it, which may have free lengths of its own
  SumCounts counts;
  std::string engine;   ///< row of the table that makes it
  std::string variant;  ///< which of the engine's plans, for a person
  Parameters parameters;
  StageTimes predicted;  ///< seconds, by the engine's own stages
  /// Of the sum's own expected error, where points are few or cluster, or targets that are sources see themselves.
  double error_factor = 1;
  /// The same factor of one grid whose points cluster, if error_factor leaves that out.
  double clustering = 1;
  /// Squared share that the sum misses of a field that is smooth over the whole box (theory/error-control.md (E7)).
  double long_wave_alias = 0;
  /// Mean number of sources at the very place of a target; the sum's own where it is to be predicted.
  double sources_at_target = 0;
  /// Error of a value per unit of net force beside that, of points that move.
  double error_of_net_force = 0;
  double overhead = 0;  ///< seconds of one call beside the stages: planning, spread over the calls
  /// Expected rms over the targets of the velocity's error, in units of velocity, by formula; of all pairs 0.  NaN: it
  /// depends on how the densities lie in the clustered parts, and is known when they are there.
  double error = std::numeric_limits<double>::quiet_NaN();
  /// That the sum takes at most at once, beside what is given; NaN until somebody asked who knows what is held besides.
  double bytes = std::numeric_limits<double>::quiet_NaN();
  /// Distance [length] within which sources act one by one, and errors differ from place to place.  NaN: the engine has
  /// no such distance.
  double near = std::numeric_limits<double>::quiet_NaN();
  /// What rounding leaves of velocities, over the rms far field of forces without order.
  double rounding = 0;
  /// The part of the box where points cluster, if the plan rests on it: they are as fast as if it were all there is.
  std::optional<Box> clustered_in{};
  /// Stages whose prediction is for other loops than those asked for: nobody knows what these take.
  std::vector<std::string> not_predicted{};
  bool exact = false;         ///< it errs by rounding alone
  bool worth_timing = false;  ///< it pays to time the ways to do a stage before the first call

  double seconds() const { return predicted.total() + overhead; }
  /// The stages as a person is told of them: NaN where nobody knows.
  StageTimes told() const {
    StageTimes t = predicted;
    for (const std::string& stage : not_predicted) t[stage] = std::numeric_limits<double>::quiet_NaN();
    return t;
  }
};

/// What an engine cannot do: planning returns it beside the plans.
struct Refusal {
  enum class Why { not_its_task, no_such_variant, tolerance, memory };
  std::string engine;
  Why why = Why::not_its_task;
  std::string sentence;
};

/// What engines can do for a task.
struct Candidates {
  std::vector<SumPlan> plans;  ///< cheapest first, as predicted
  std::vector<Refusal> refusals;
};

}  // namespace slurry
