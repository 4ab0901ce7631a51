// SPDX-License-Identifier: BSD-3-Clause
#include "panels/stage_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include "models/quantity_text.hpp"
#include "panels/stage_bars.hpp"

namespace slurry::ui {

StagePanel::StagePanel(QWidget* parent)
    : QWidget(parent), bars_(new StageBars(this)), total_(new QLabel(this)), throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(6);
  column->addWidget(total_);
  column->addWidget(bars_);
  column->addStretch();
  total_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  total_->setWordWrap(true);
  total_->setToolTip(tr("Wall time of a step, smoothed over the steps that were seen"));
}

void StagePanel::runGoesOn(const SnapshotPtr& s) {
  if (!s) return;
  if (s->scenario_generation != generation_) {
    rates_.clear();
    generation_ = s->scenario_generation;
  }
  rates_.add(*s);
  if (live_) throttle_.request();
}

void StagePanel::show(const SnapshotPtr& s, bool live) {
  if (!s) return;
  shown_ = s;
  live_ = live;
  throttle_.request();
}

void StagePanel::forget() {
  generation_ = 0;
  rates_.clear();
}

/// Sentence on the time of the stages.  For one step the engine tells the times of its stages, but not their total,
/// which is smoothed.
QString StagePanel::sentence(double total) const {
  const auto text = [](double seconds) { return QString::fromStdString(duration_text(seconds)); };
  if (!live_) return tr("Step %1: %2 in these stages").arg(shown_->step).arg(text(total));
  const double in_all = shown_ ? shown_->seconds_per_step : 0;
  if (in_all >= total) return tr("%1 per step, %2 of it in these stages").arg(text(in_all), text(total));
  return tr("%1 per step in these stages").arg(text(total));
}

void StagePanel::showNothing() {
  bars_->setShares({});
  total_->setText(QString());
}

void StagePanel::refresh() {
  if (!isVisible()) return;
  if (live_ ? rates_.empty() : seconds().total() <= 0) return showNothing();
  const double in_all = live_ && shown_ ? shown_->seconds_per_step : 0;
  bars_->setShares(time_shares(seconds(), in_all));
  total_->setText(sentence(seconds().total()));
}

}  // namespace slurry::ui
