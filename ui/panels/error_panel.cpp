// SPDX-License-Identifier: BSD-3-Clause
#include "panels/error_panel.hpp"

#include <QLabel>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "models/error_budget.hpp"
#include "models/number_text.hpp"
#include "models/round_off.hpp"
#include "panels/error_bars.hpp"
#include "slurry/quantity.hpp"
#include "slurry/unit.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

/// A sentence in which no line breaks between a number and its unit.
QString whole_values(const std::string& sentence, const std::string& unit) {
  const QString of = QString::fromStdString(unit);
  return QString::fromStdString(sentence).replace("e-", "e−").replace(' ' + of, QChar(0x00A0) + of);
}

}  // namespace

ErrorPanel::ErrorPanel(QWidget* parent, SayModel say_model)
    : QWidget(parent),
      verdict_(new QLabel(this)),
      bars_(new ErrorBars(this)),
      note_(new QLabel(this)),
      model_(new QLabel(this)),
      say_model_(std::move(say_model)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(4);
  column->addWidget(verdict_);
  column->addWidget(bars_);
  column->addWidget(note_);
  column->addWidget(model_);
  column->addStretch();
  set_type(verdict_, Type::text, true);
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  for (QLabel* label : {note_, model_}) {
    set_type(label, Type::caption);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
  }
  model_rest_.setSingleShot(true);
  connect(&model_rest_, &QTimer::timeout, this, &ErrorPanel::findModel);
  // At most once a second: sentences that change more often cannot be read.
  model_found_ = Mailbox<std::string>::make(this, [this](const std::vector<std::string>& found) {
    constexpr int rest_ms = 1000;
    model_busy_ = false;
    model_->setText(QString::fromStdString(found.back()));
    model_rest_.start(rest_ms);
  });
  model_->setObjectName("model_error");
  model_->setToolTip(
      tr("Difference between the model of the bodies and true bodies, where the exact motion is known.\n"
         "The numbers hold for these situations only, not for the whole suspension."));
}

ErrorPanel::~ErrorPanel() {
  model_found_->detach();
}

void ErrorPanel::show(const SnapshotPtr& snapshot, bool of_file) {
  of_file_ = of_file;
  snapshot_ = snapshot;
  throttle_.request();
}

/// The verdict: what the numbers are of, and when they were found.
QString ErrorPanel::headline(const ErrorBudget& budget) const {
  const ErrorReport& errors = snapshot_->errors;
  const auto rows = error_rows(errors);
  const bool measured =
      std::any_of(rows.begin(), rows.end(), [](const ErrorRow& row) { return std::isfinite(row.entry.measured); });
  if (of_file_) return measured ? tr("Errors stored in the file") : tr("Not measured at this frame: predicted errors");
  if (errors.measured_at_step < 0) return tr("Error not measured yet");
  const QString verdict = QString::fromStdString(budget_verdict(budget));
  if (verdict.isEmpty()) return tr("Measured at step %1").arg(errors.measured_at_step);
  return tr("%1 (step %2)").arg(verdict).arg(errors.measured_at_step);
}

void ErrorPanel::refresh() {
  if (!snapshot_) return;
  const ErrorReport& errors = snapshot_->errors;
  const ErrorBudget budget = error_budget(errors);
  bars_->setBudget(budget);
  const QString said = headline(budget);
  verdict_->setText(of_file_ && !budget_verdict(budget).empty()
                        ? said + '\n' + QString::fromStdString(budget_verdict(budget))
                        : said);
  QPalette colours = QPalette();
  colours.setColor(QPalette::WindowText, budget.used() > 1 ? tokens().err : tokens().tx1);
  verdict_->setPalette(colours);

  QStringList notes;
  const std::string unit = snapshot_->scenario ? unit_text("velocity", *snapshot_->scenario) : "U₀";
  const bool still =
      snapshot_->scenario && errors.scale > 0 && errors.scale <= round_off_of("velocity", *snapshot_->scenario);
  if (still)
    notes << tr("The centres of the bodies do not move, so there is no velocity that errors could be compared with.");
  if (const std::string scale = error_scale_sentence(errors, unit); !scale.empty() && !still)
    notes << tr("Errors are relative to %1").arg(whole_values(scale, unit)) +
                 (snapshot_->scenario && depends_on_gauge(step_of(*snapshot_))
                      ? tr("; S depends on the gauge, like the velocities")
                      : QString());
  if (!of_file_ && !snapshot_->measured_by_sources.empty())
    notes << QString::fromStdString(snapshot_->measured_by_sources);
  if (std::any_of(budget.shares.begin(), budget.shares.end(), [](const ErrorShare& s) { return !s.measured; }))
    notes << tr("Outlined bars and grey numbers are predicted, not measured.");
  const ErrorEntry& over = errors.total_over_rms;
  if (const double worse = std::isfinite(over.measured) ? over.measured : over.predicted; std::isfinite(worse))
    notes << tr("The error is %1 of the actual rms velocity of the bodies.")
                 .arg(QString::fromStdString(error_text(worse)));
  if (const double step = errors.time_step.measured; std::isfinite(step) && !std::isfinite(errors.time_step.asked))
    notes << tr("The time step adds an error of %1, for which fixed steps have no limit.")
                 .arg(QString::fromStdString(error_text(step)));
  const ErrorEntry& slip = errors.wall_slip;
  if (std::isfinite(slip.measured))
    notes << tr("Slip at the wall: %1 measured, %2 allowed. It is not part of the error.")
                 .arg(QString::fromStdString(error_text(slip.measured)),
                      QString::fromStdString(error_text(slip.asked)));
  note_->setText(notes.join('\n'));
  model_waits_ = true;
  if (!model_rest_.isActive()) findModel();
}

/// Of the moment that is shown now, on another thread.
void ErrorPanel::findModel() {
  if (!model_waits_ || model_busy_ || !snapshot_) return;
  model_waits_ = false;
  model_busy_ = true;
  QThreadPool::globalInstance()->start(
      [say = say_model_, moment = snapshot_, found = model_found_] { found->put(say(*moment)); });
}

}  // namespace slurry::ui
