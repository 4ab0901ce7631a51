// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "planning/engines.hpp"
#include "slurry/stage_survey.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// One sum over given points and densities.
struct VariantCase {
  PlanRequest request;                   ///< request to one engine, with counts and rates
  std::optional<Parameters> parameters;  ///< parameters that replace those of the best plan
  Vectors<Host> sources, targets;        ///< points; the same view if the targets are the sources
  SumDensity<Host> density;
  double radius = 0;                  ///< radius of each sphere [length]; 0: points
  std::string stage;                  ///< a stage of the engine; empty: all
  std::vector<std::string> variants;  ///< variants that are timed; empty: every row of the tables
  StageVariantNames others;           ///< variants of the stages that are not being timed
  int repeats = 3;
  std::optional<MachineCosts> costs;  ///< costs for the models; empty: they are measured first
};

/// The best plan for the request, or the plan of `parameters`.
SumPlan plan_of(const VariantCase& c);

/// Makes the plan's sum with these variants and calls it repeats + 1 times; the first call does not count. Returns the
/// stages of the call that is quickest by `seconds`. The velocities of the last call are left in `velocities`.
StageTimes quickest_call(const VariantCase& c, SumPlan plan, StageVariantNames variants,
                         const Vectors<Host>& velocities, const std::function<double(const StageTimes&)>& seconds);

}  // namespace slurry
