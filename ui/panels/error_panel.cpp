// SPDX-License-Identifier: BSD-3-Clause
#include "panels/error_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "models/error_budget.hpp"
#include "models/quantity_text.hpp"
#include "panels/error_bars.hpp"

namespace slurry::ui {

ErrorPanel::ErrorPanel(QWidget* parent)
    : QWidget(parent), bars_(new ErrorBars(this)), note_(new QLabel(this)), model_(new QLabel(this)), throttle_([this] {
        refresh();
      }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  column->addWidget(bars_);
  column->addWidget(note_);
  column->addWidget(model_);
  column->addStretch();
  for (QLabel* label : {note_, model_}) {
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
  }
  model_->setObjectName("model_error");
  model_->setToolTip(
      tr("Difference between the model of the bodies and true bodies, where the exact motion is known.\n"
         "The numbers hold for these situations only, not for the whole suspension."));
}

void ErrorPanel::show(const SnapshotPtr& snapshot, bool of_file) {
  of_file_ = of_file;
  snapshot_ = snapshot;
  throttle_.request();
}

void ErrorPanel::refresh() {
  if (!snapshot_) return;
  const auto rows = error_rows(snapshot_->errors);
  bars_->setRows(rows);
  const ErrorEntry& velocity = snapshot_->errors.velocity;
  QString text;
  const bool measured =
      std::any_of(rows.begin(), rows.end(), [](const ErrorRow& row) { return std::isfinite(row.entry.measured); });
  if (of_file_ && measured) {
    text = tr("Errors stored in the file");
  } else if (of_file_) {
    text = tr("Not measured at this frame: predicted errors");
  } else if (snapshot_->errors.measured_at_step < 0) {
    text = tr("Error not measured yet");
  } else if (!std::isfinite(velocity.measured) || !std::isfinite(velocity.asked)) {
    text = tr("Measured at step %1").arg(snapshot_->errors.measured_at_step);
  } else {
    const double ratio = velocity.measured / velocity.asked;
    // digits of round-off tell nothing
    const bool tiny = ratio > 0 && ratio < 1e-4;
    text = tr("%1 % of the allowed error (step %2)")
               .arg(tiny ? tr("Less than 0.01") : QString::fromStdString(number_text(100 * ratio, ratio < 10 ? 2 : 3)))
               .arg(snapshot_->errors.measured_at_step);
  }
  const bool si = snapshot_->scenario && snapshot_->scenario->units == Units::si;
  if (const std::string scale = error_scale_sentence(snapshot_->errors, si ? "m/s" : "U₀"); !scale.empty())
    text += "\n" + tr("Errors are relative to %1").arg(QString::fromStdString(scale));
  note_->setText(text);
  model_->setText(QString::fromStdString(model_error_text(*snapshot_)));
}

}  // namespace slurry::ui
