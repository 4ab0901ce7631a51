// SPDX-License-Identifier: BSD-3-Clause
#include "panels/timeline_bar.hpp"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "experiment/front.hpp"
#include "icons.hpp"

namespace slurry::ui {

TimelineBar::TimelineBar(Front* front, QWidget* parent)
    : QWidget(parent),
      front_(front),
      slider_(new QSlider(Qt::Horizontal, this)),
      label_(new QLabel(this)),
      live_(new QToolButton(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 10, 3);
  row->setSpacing(10);
  row->addWidget(live_);
  row->addWidget(slider_, 1);
  row->addWidget(label_);
  live_->setIcon(icon("live"));
  live_->setText(tr("Live"));
  live_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  live_->setAutoRaise(true);
  live_->setCheckable(true);
  live_->setToolTip(tr("Follow the running experiment (End)"));
  slider_->setMinimumWidth(60);
  slider_->setAccessibleName(tr("Time"));
  slider_->setToolTip(
      tr("Moments of the run that are kept in memory, or frames of the file.\nThe run continues while you look back"));
  label_->setForegroundRole(QPalette::PlaceholderText);
  label_->setMinimumWidth(label_->fontMetrics().horizontalAdvance(QStringLiteral("00000 / 00000   000 MB")));
  label_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  connect(live_, &QToolButton::clicked, this, [this] { timeline()->goLive(); });
  connect(slider_, &QSlider::valueChanged, this, [this](int v) { timeline()->seek(static_cast<std::size_t>(v)); });
  connect(front_, &Front::moved, this, &TimelineBar::refresh);
  refresh();
}

Timeline* TimelineBar::timeline() const {
  return front_->timeline();
}

void TimelineBar::refresh() {
  const std::size_t n = timeline()->count();
  const QSignalBlocker quiet(slider_);
  // While somebody drags, the range may grow but the handle stays under the mouse.
  slider_->setRange(0, n > 0 ? static_cast<int>(n) - 1 : 0);
  if (!slider_->isSliderDown()) slider_->setValue(static_cast<int>(timeline()->position()));
  slider_->setEnabled(n > 1);
  live_->setEnabled(timeline()->mode() != Timeline::Mode::file || timeline()->hasRun());
  live_->setChecked(timeline()->mode() == Timeline::Mode::live);
  QString text;
  if (timeline()->mode() == Timeline::Mode::file) {
    const QString name = QFileInfo(timeline()->fileName()).fileName();
    text = n > 0 ? tr("%1   frame %2 / %3").arg(name).arg(timeline()->position() + 1).arg(n)
                 : tr("%1   no frames").arg(name);
  } else {
    text =
        tr("%1 / %2   %3 MB").arg(n > 0 ? timeline()->position() + 1 : 0).arg(n).arg(timeline()->historyBytes() >> 20);
  }
  if (label_->text() != text) label_->setText(text);
}

}  // namespace slurry::ui
