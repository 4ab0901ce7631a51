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
  double expected_calls = 1000;  ///< over which the time of planning is spread
  bool several_radii = false;    ///< they differ from sphere to sphere
};

/// A sum to be made: what is asked of it, over points in a box.
struct SumTask {
  Box box;  ///< that the points are given in; a plan may have free lengths of its own
  EwaldOptions options;
  bool targets_are_sources = true;
  std::optional<MovingPoints> moving{};      ///< empty: the sum is done once, over the points that are at hand
  Precision direct_terms = Precision::fp64;  ///< of a direct sum; fp32 in free space on the host alone
  StageVariantNames variants{};              ///< of stages, by name; of those that are not named, what suits
};

/// One named number of an engine's parameters, for people, files and checkpoints.
struct Field {
  std::string name;
  double value = 0;
};
using Fields = std::vector<Field>;

/// An engine's own parameters: of any type, read as that type where the engine is known, and as named numbers
/// everywhere else (`fields_of(const T&)` stands beside T).
class Parameters {
 public:
  Parameters() = default;
  template <class T>
  requires(!std::same_as<T, Parameters>) Parameters(T value)
      : fields_(fields_of(value)), value_(std::move(value)) {}  // NOLINT: an engine returns its own

  /// Throws std::bad_any_cast for the parameters of another engine.
  template <class T>
  const T& as() const {
    return std::any_cast<const T&>(value_);
  }
  template <class T>
  bool holds() const {
    return std::any_cast<T>(&value_) != nullptr;
  }
  const Fields& fields() const { return fields_; }

 private:
  Fields fields_;
  std::any value_;
};

/// A sum that is decided on: whatever makes it needs nothing else.
struct SumPlan {
  SumTask task;
  SumCounts counts;
  std::string engine;   ///< row of the table that makes it
  std::string variant;  ///< which of the engine's plans, for a person
  Parameters parameters;
  StageTimes predicted;     ///< seconds, by the engine's own stages
  double error_factor = 1;  ///< of the sum's own expected error where points are few or cluster (safety.hpp)
  double clustering = 1;    ///< the same of one grid whose points cluster, where error_factor leaves that out
  double overhead = 0;      ///< seconds of one call beside the stages: planning, spread over the calls
  /// Expected rms over the targets of the velocity's error, in units of velocity, by formula; of all pairs 0.  NaN: it
  /// depends on how the densities lie in the clustered parts, and is known when they are there.
  double error = std::numeric_limits<double>::quiet_NaN();
  /// That the sum takes at most at once, beside what is given; NaN until somebody asked who knows what is held besides.
  double bytes = std::numeric_limits<double>::quiet_NaN();

  double seconds() const { return predicted.total() + overhead; }
};

/// What an engine cannot do: planning returns it beside the plans.
struct Refusal {
  enum class Why { not_its_task, tolerance, memory };
  std::string engine;
  Why why = Why::not_its_task;
  std::string sentence;
};

struct Candidates {
  std::vector<SumPlan> plans;  ///< cheapest first, as predicted
  std::vector<Refusal> refusals;
};

}  // namespace slurry
