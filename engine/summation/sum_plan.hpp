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

/// Points that move from call to call. The plan is made for their number and for how they cluster at that time.
struct MovingPoints {
  bool several_radii = false;  ///< radii differ from sphere to sphere
  /// SumCounts::squared_force_sum for the errors of a grid, if bodies crowd closer than its spacing. 0: that of the
  /// counts holds.
  double squared_forces_on_grid = 0;
};

/// Task for a sum: the options that are asked for, and the box of the points.
struct SumTask {
  Box box;  ///< box in which the points are given; a plan may use other lengths in free directions
  EwaldOptions options;
  bool targets_are_sources = true;
  std::optional<MovingPoints> moving{};  ///< empty: the sum is done once, over the given points

  /// Value of a wish that only one engine knows; empty if nothing is wished.
  std::string own(const std::string& wish) const {
    const auto at = options.own.find(wish);
    return at == options.own.end() ? std::string() : at->second;
  }
};

/// Parameters of an engine, of any type. Only the engine's folder knows that type. Files, the window and checkpoints
/// see the report, which the function `report_of(const T&)` beside the type T makes.
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

/// A sum in which every choice is made. Whoever makes the sum needs nothing else.
struct SumPlan {
  SumTask task;  ///< the box is that of the plan, which may have other lengths in free directions
  SumCounts counts;
  std::string engine;   ///< name of the engine that makes the sum
  std::string variant;  ///< which of the engine's plans this is, in words for the reader
  Parameters parameters;
  StageTimes predicted;  ///< seconds, by the engine's own stages
  /// Factor on the error that the sum itself expects. It accounts for few points, for clustering, and for targets that
  /// are sources and see themselves.
  double error_factor = 1;
  /// Factor on the expected error of one grid for points that cluster, if error_factor does not contain it.
  double clustering = 1;
  /// Squared relative error of the sum in a field that is smooth over the whole box (theory/error-control.md (E7)).
  double long_wave_alias = 0;
  /// Mean number of sources at the place of a target, for the sum whose error is predicted.
  double sources_at_target = 0;
  /// Additional error of a value per unit of net force, for points that move.
  double error_of_net_force = 0;
  double overhead = 0;  ///< seconds of a call in addition to the stages: the time of planning, spread over all calls
  /// Expected error of the velocity by formula, rms over the targets, in units of velocity. A sum of all pairs has 0.
  /// NaN: the error depends on how the densities lie in the clustered parts, and is known once they are given.
  double error = std::numeric_limits<double>::quiet_NaN();
  /// Largest number of bytes that the sum takes at one time, without its input. NaN until the caller has computed it,
  /// because only the caller knows what else is in memory.
  double bytes = std::numeric_limits<double>::quiet_NaN();
  /// Distance [length] within which sources act one by one, so that errors differ from place to place. NaN: the engine
  /// has no such distance.
  double near = std::numeric_limits<double>::quiet_NaN();
  /// Largest spacing of the grid [length]. Forces that differ over less than it err together. NaN: there is no grid.
  double spacing = std::numeric_limits<double>::quiet_NaN();
  /// Rounding error of the velocities, relative to the rms far field of random forces.
  double rounding = 0;
  /// Part of the box in which the points cluster, if the plan relies on it. The plan is then as fast as for a box of
  /// this size.
  std::optional<Box> clustered_in{};
  /// Stages whose prediction is for other loops than those asked for. Their time is not known.
  std::vector<std::string> not_predicted{};
  bool exact = false;         ///< the sum has rounding errors only
  bool worth_timing = false;  ///< timing the variants of a stage before the first call saves more time than it takes

  double seconds() const { return predicted.total() + overhead; }
  /// Predicted seconds per stage for the reader; NaN for stages whose time is not known.
  StageTimes told() const {
    StageTimes t = predicted;
    for (const std::string& stage : not_predicted) t[stage] = std::numeric_limits<double>::quiet_NaN();
    return t;
  }
};

/// Reason why an engine cannot do a task. Planning returns refusals together with the plans.
struct Refusal {
  enum class Why { not_its_task, no_such_variant, tolerance, memory };
  std::string engine;
  Why why = Why::not_its_task;
  std::string sentence;
};

/// All plans that engines offer for a task, and their refusals.
struct Candidates {
  std::vector<SumPlan> plans;  ///< cheapest first, as predicted
  std::vector<Refusal> refusals;
};

}  // namespace slurry
