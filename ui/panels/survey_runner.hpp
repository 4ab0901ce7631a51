// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <memory>

#include "base/mailbox.hpp"
#include "models/survey_port.hpp"

namespace slurry::ui {

/// Runs one survey at a time, and sends its news as a signal. Nothing here waits for the engine, not even when a survey
/// is ended.
class SurveyRunner : public QObject {
  Q_OBJECT
 public:
  explicit SurveyRunner(QObject* parent = nullptr);
  ~SurveyRunner() override;
  /// Sets the function that starts a survey. Without it nothing is found.
  void setStart(StartSurvey start) { start_ = std::move(start); }
  bool canStart() const { return start_ != nullptr; }

  /// Begins a survey in place of the present one.
  void begin(VariantProblem problem, bool measure);
  void stop();
  /// Whether a survey with measurements is running.
  bool measuring() const { return survey_ && measure_; }
  bool busy() const { return survey_ != nullptr; }

 Q_SIGNALS:
  void found(const slurry::VariantSurveyState& state);
  /// The survey is over, or was stopped.
  void ended();

 private:
  struct Found {};
  void look();
  void retire();
  StartSurvey start_;
  std::shared_ptr<Mailbox<Found>> mailbox_;
  std::unique_ptr<SurveyPort> survey_;
  bool measure_ = false;
};

}  // namespace slurry::ui
