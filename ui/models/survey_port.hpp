// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "slurry/stage_survey.hpp"

namespace slurry::ui {

/// The part of slurry::VariantSurvey that the window needs, so that tests can put something else in its place.
class SurveyPort {
 public:
  virtual ~SurveyPort() = default;  ///< may wait for a row
  /// Never null; may be called from any thread.
  virtual std::shared_ptr<const VariantSurveyState> latest() const = 0;
};

/// Problem, whether to measure, and what to call whenever there is more, on any thread.
using StartSurvey = std::function<std::unique_ptr<SurveyPort>(VariantProblem, bool, std::function<void()>)>;

}  // namespace slurry::ui
