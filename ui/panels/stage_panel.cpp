// SPDX-License-Identifier: BSD-3-Clause
#include "panels/stage_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include "models/quantity_text.hpp"
#include "panels/custom_plot.hpp"
#include "theme.hpp"

namespace slurry::ui {

StagePanel::StagePanel(QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)), total_(new QLabel(this)), throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  column->addWidget(plot_, 1);
  column->addWidget(total_);
  total_->setForegroundRole(QPalette::PlaceholderText);
  total_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  total_->setWordWrap(true);
  plot_->setMinimumHeight(175);
  plot_->setToolTip(tr(
      "Wall time of each stage of a step, smoothed.\nsort: cells; P2P: near field; P2G, FFT, CNV, IFFT, G2P: far field "
      "on the grid;\nwall: no-slip condition; contact: overlaps; integrate: time step; write: recording"));
  bars_ = new QCPBars(plot_->yAxis, plot_->xAxis);
  bars_->setWidth(0.72);
  plot_->yAxis->setRangeReversed(true);
  plot_->yAxis->grid()->setVisible(false);
  plot_->xAxis->ticker()->setTickCount(4);
  plot_->xAxis->setNumberFormat("g");
  plot_->xAxis->setNumberPrecision(3);
  plot_->xAxis->setLabel("ms");
  plot_->xAxis->setLabelPadding(0);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 2, 6, 0));
  restyle();
}

/// The rows of the panel: the stages that the steps seen so far have.
void StagePanel::nameStages() {
  for (QCPItemText* label : labels_) plot_->removeItem(label);
  labels_.clear();
  QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  for (const auto& [stage, seconds] : seconds()) {
    const auto row = static_cast<double>(labels_.size());
    names->addTick(row, QString::fromStdString(stage));
    auto* label = new QCPItemText(plot_);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    label->position->setCoords(0, row);
    label->setClipToAxisRect(false);
    label->setText(QString());
    labels_.push_back(label);
  }
  plot_->yAxis->setTicker(names);
  plot_->yAxis->setRange(-0.6, static_cast<double>(labels_.size()) - 0.4);
  restyle();
}

void StagePanel::restyle() {
  style_plot(plot_);
  const SignalColours colours = signal_colours();
  bars_->setPen(Qt::NoPen);
  bars_->setBrush(colours.line);
  for (QCPItemText* label : labels_) {
    label->setColor(palette().color(QPalette::WindowText));
    label->setFont(plot_->xAxis->tickLabelFont());
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void StagePanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) restyle();
  QWidget::changeEvent(event);
}

void StagePanel::runGoesOn(const SnapshotPtr& s) {
  if (!s) return;
  if (s->scenario_generation != generation_) {
    rates_.clear();
    scale_ = 0;
    generation_ = s->scenario_generation;
  }
  rates_.add(*s);
  if (live_) throttle_.request();
}

void StagePanel::show(const SnapshotPtr& s, bool live) {
  if (!s) return;
  if (!live || !live_) scale_ = 0;
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
  bars_->setData(QVector<double>(), QVector<double>());
  for (QCPItemText* label : labels_) label->setText(QString());
  total_->setText(QString());
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void StagePanel::refresh() {
  if (!isVisible()) return;
  if (live_ ? rates_.empty() : seconds().total() <= 0) return showNothing();
  if (labels_.size() != static_cast<std::size_t>(std::distance(seconds().begin(), seconds().end()))) nameStages();
  QVector<double> keys, values;
  double largest = 0;
  for (const auto& [stage, seconds] : seconds()) {
    keys.push_back(static_cast<double>(keys.size()));
    values.push_back(1e3 * seconds);
    largest = std::max(largest, values.back());
  }
  bars_->setData(keys, values, true);
  // The scale grows at once and shrinks seldom, so that bars can be compared by eye.
  if (largest > 0 && (1.45 * largest > scale_ || largest < 0.3 * scale_)) scale_ = nice_ceiling(1.6 * largest);
  plot_->xAxis->setRange(0, scale_);
  const double total = seconds().total();
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const double ms = values[static_cast<qsizetype>(i)];
    labels_[i]->position->setCoords(ms + 0.012 * scale_, static_cast<double>(i));
    labels_[i]->setText(ms < 2 * total ? QString()
                                       : QStringLiteral("%1  %2 %")
                                             .arg(QString::fromStdString(duration_text(1e-3 * ms)))
                                             .arg(qRound(ms / (10 * total))));
  }
  total_->setText(sentence(total));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace slurry::ui
