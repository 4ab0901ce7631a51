// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "slurry/stage_survey.hpp"

namespace slurry::ui {

/// The part of slurry::VariantSurvey that the window needs, so that tests can put something else in its place.
class SurveyPort {
 public:
  virtual ~SurveyPort() = default;  ///< the destructor may wait for a row
  /// Returns the newest state, never null. May be called from any thread.
  virtual std::shared_ptr<const VariantSurveyState> latest() const = 0;
};

/// Starts a survey: of this problem, with measurements or without. The last argument is called on any thread after each
/// new result.
using StartSurvey = std::function<std::unique_ptr<SurveyPort>(VariantProblem, bool, std::function<void()>)>;

}  // namespace slurry::ui
