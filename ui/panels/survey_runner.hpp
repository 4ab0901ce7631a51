// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <memory>

#include "base/mailbox.hpp"
#include "models/survey_port.hpp"

namespace slurry::ui {

/// One survey at a time, whose news come as a signal; nothing here waits for the engine, not even an end.
class SurveyRunner : public QObject {
  Q_OBJECT
 public:
  explicit SurveyRunner(QObject* parent = nullptr);
  ~SurveyRunner() override;
  /// Without, nothing is ever found.
  void setStart(StartSurvey start) { start_ = std::move(start); }
  bool canStart() const { return start_ != nullptr; }

  /// In place of the one under way.
  void begin(VariantProblem problem, bool measure);
  void stop();
  /// Whether one is under way that measures.
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
