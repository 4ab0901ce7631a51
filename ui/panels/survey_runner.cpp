// SPDX-License-Identifier: BSD-3-Clause
#include "panels/survey_runner.hpp"

#include <QCoreApplication>
#include <QEvent>
#include <QThreadPool>

#include <mutex>
#include <utility>

namespace slurry::ui {
namespace {

constexpr auto news = QEvent::Type(QEvent::User + 2);

}  // namespace

/// Place where a survey leaves word; it outlives the runner for as long as the survey may use it.
struct SurveyRunner::Mailbox {
  std::mutex guard;
  QObject* reader = nullptr;
  bool full = false;

  void put() {
    const std::lock_guard lock(guard);
    if (reader == nullptr || full) return;
    full = true;
    QCoreApplication::postEvent(reader, new QEvent(news));
  }
};

SurveyRunner::SurveyRunner(QObject* parent) : QObject(parent) {}

SurveyRunner::~SurveyRunner() {
  retire();
}

void SurveyRunner::begin(VariantProblem problem, bool measure) {
  if (!start_) return;
  retire();
  measure_ = measure;
  mailbox_ = std::make_shared<Mailbox>();
  mailbox_->reader = this;
  survey_ = start_(std::move(problem), measure, [mailbox = mailbox_] { mailbox->put(); });
  if (survey_) mailbox_->put();
}

void SurveyRunner::stop() {
  if (!survey_) return;
  retire();
  Q_EMIT ended();
}

/// The end waits for the row under way, elsewhere.
void SurveyRunner::retire() {
  if (mailbox_) {
    const std::lock_guard lock(mailbox_->guard);
    mailbox_->reader = nullptr;
  }
  mailbox_.reset();
  if (!survey_) return;
  std::shared_ptr<SurveyPort> last = std::move(survey_);
  QThreadPool::globalInstance()->start([last = std::move(last)]() mutable { last.reset(); });
}

bool SurveyRunner::event(QEvent* event) {
  if (event->type() != news) return QObject::event(event);
  if (!mailbox_ || !survey_) return true;
  {
    const std::lock_guard lock(mailbox_->guard);
    mailbox_->full = false;
  }
  const auto state = survey_->latest();
  const bool done = state->done;
  if (done) retire();
  Q_EMIT found(*state);
  if (done) Q_EMIT ended();
  return true;
}

}  // namespace slurry::ui
