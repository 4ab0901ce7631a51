// SPDX-License-Identifier: BSD-3-Clause
#include "panels/task_chip.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>

#include "theme.hpp"

namespace slurry::ui {
namespace {

constexpr int shown_after_ms = 250, width_of_bar = 110, from_top = 40;

}  // namespace

TaskChip::TaskChip(QWidget* over)
    : QFrame(over), label_(new QLabel(this)), bar_(new QProgressBar(this)), cross_(new QToolButton(this)) {
  setObjectName("task");
  setAutoFillBackground(true);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 6, 6);
  row->setSpacing(10);
  row->addWidget(label_);
  row->addWidget(bar_);
  row->addWidget(cross_);
  bar_->setFixedWidth(width_of_bar);
  bar_->setTextVisible(false);
  bar_->setMaximumHeight(8);
  bar_->setAccessibleName(tr("Progress"));
  cross_->setObjectName("task.cancel");
  cross_->setText(QStringLiteral("\u2715"));
  cross_->setAutoRaise(true);
  cross_->setToolTip(tr("Cancel; the previous experiment stays"));
  cross_->setAccessibleName(tr("Cancel"));
  hide();
  over->installEventFilter(this);
  soon_.setSingleShot(true);
  soon_.setInterval(shown_after_ms);
  connect(&soon_, &QTimer::timeout, this, [this] {
    place();
    setVisible(true);
    raise();
  });
  connect(cross_, &QToolButton::clicked, this, [this] {
    if (command_ == 0) return;
    cross_->setEnabled(false);
    label_->setText(tr("cancelling …"));
    Q_EMIT cancelAsked(command_);
  });
}

void TaskChip::show(const SnapshotPtr& s) {
  if (!s || s->task.empty() || s->task_command == 0) {
    soon_.stop();
    command_ = 0;
    setVisible(false);
    return;
  }
  if (s->task_command != command_) cross_->setEnabled(true);
  command_ = s->task_command;
  if (cross_->isEnabled()) label_->setText(QString::fromStdString(s->task));
  // how long what has no measure takes is not known
  bar_->setRange(0, s->task_done > 0 ? 100 : 0);
  if (s->task_done > 0) bar_->setValue(static_cast<int>(std::lround(100 * std::min(s->task_done, 1.0))));
  if (isVisible())
    place();
  else if (!soon_.isActive())
    soon_.start();
}

void TaskChip::place() {
  setStyleSheet(QStringLiteral("#task { background: %1; border-left: 4px solid %2; }")
                    .arg(palette().color(QPalette::Window).name(), signal_colours().line.name()));
  adjustSize();
  move((parentWidget()->width() - width()) / 2, from_top);
}

bool TaskChip::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

}  // namespace slurry::ui
