// SPDX-License-Identifier: BSD-3-Clause
#include "panels/survey_runner.hpp"

#include <QThreadPool>

#include <utility>
#include <vector>

namespace slurry::ui {

SurveyRunner::SurveyRunner(QObject* parent) : QObject(parent) {}

SurveyRunner::~SurveyRunner() {
  retire();
}

void SurveyRunner::begin(VariantProblem problem, bool measure) {
  if (!start_) return;
  retire();
  measure_ = measure;
  mailbox_ = Mailbox<Found>::make(this, [this](const std::vector<Found>&) { look(); });
  survey_ = start_(std::move(problem), measure, [mailbox = mailbox_] { mailbox->put({}); });
  if (survey_) mailbox_->put({});
}

void SurveyRunner::stop() {
  if (!survey_) return;
  retire();
  Q_EMIT ended();
}

/// The end waits for the row under way, elsewhere.
void SurveyRunner::retire() {
  if (mailbox_) mailbox_->detach();
  mailbox_.reset();
  if (!survey_) return;
  std::shared_ptr<SurveyPort> last = std::move(survey_);
  QThreadPool::globalInstance()->start([last = std::move(last)]() mutable { last.reset(); });
}

void SurveyRunner::look() {
  if (!survey_) return;
  const auto state = survey_->latest();
  const bool done = state->done;
  if (done) retire();
  Q_EMIT found(*state);
  if (done) Q_EMIT ended();
}

}  // namespace slurry::ui
