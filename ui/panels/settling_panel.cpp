// SPDX-License-Identifier: BSD-3-Clause
#include "panels/settling_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

#include "models/quantity_text.hpp"
#include "panels/custom_plot.hpp"
#include "slurry/expectations.hpp"
#include "theme.hpp"

namespace slurry::ui {

SettlingPanel::SettlingPanel(QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)), note_(new QLabel(this)), throttle_(200, [this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  column->addWidget(plot_, 1);
  column->addWidget(note_);
  note_->setForegroundRole(QPalette::PlaceholderText);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  plot_->setMinimumHeight(90);
  plot_->setToolTip(
      tr("Mean velocity of the spheres along gravity, ⟨v·g⟩, and its standard deviation over the spheres (band).\n"
         "Dashed: the value that the scenario expects, where it names one"));
  upper_ = plot_->addGraph();
  lower_ = plot_->addGraph();
  mean_ = plot_->addGraph();
  upper_->setChannelFillGraph(lower_);
  expected_ = new QCPItemStraightLine(plot_);
  expected_->setVisible(false);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->ticker()->setTickCount(4);
    axis->setLabelPadding(0);
    axis->setNumberFormat("g");
    axis->setNumberPrecision(4);
  }
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 4, 8, 0));
  restyle();
}

void SettlingPanel::restyle() {
  style_plot(plot_);
  const SignalColours colours = signal_colours();
  upper_->setPen(Qt::NoPen);
  lower_->setPen(Qt::NoPen);
  upper_->setBrush(colours.band);
  mean_->setPen(QPen(colours.line, 2));
  expected_->setPen(QPen(colours.faint, 1, Qt::DashLine));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void SettlingPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) restyle();
  QWidget::changeEvent(event);
}

void SettlingPanel::show(const SnapshotPtr& s) {
  if (!s) return;
  snapshot_ = s;
  if (series_.add(*s)) throttle_.request();
}

void SettlingPanel::refresh() {
  if (!isVisible() || series_.times().empty()) return;
  const auto n = static_cast<qsizetype>(series_.times().size());
  QVector<double> t(n), mean(n), up(n), down(n);
  double low = 1e300, high = -1e300;
  for (qsizetype i = 0; i < n; ++i) {
    t[i] = series_.times()[i];
    mean[i] = series_.means()[i];
    up[i] = mean[i] + series_.spreads()[i];
    down[i] = mean[i] - series_.spreads()[i];
    low = std::min(low, down[i]);
    high = std::max(high, up[i]);
  }
  mean_->setData(t, mean, true);
  upper_->setData(t, up, true);
  lower_->setData(t, down, true);
  const Units units = snapshot_->scenario ? snapshot_->scenario->units : Units::reduced;
  expected_->setVisible(false);
  if (snapshot_->scenario)
    for (const Expectation& e : snapshot_->scenario->expect)
      if (!e.qualitative && applies(e, *snapshot_->scenario) &&
          e.quantity.find("settling_velocity") != std::string::npos) {
        expected_->point1->setCoords(0, e.value);
        expected_->point2->setCoords(1, e.value);
        expected_->setVisible(true);
        low = std::min(low, e.value);
        high = std::max(high, e.value);
      }
  const double room = std::max(0.08 * (high - low), 1e-3 * std::max(std::abs(high), 1e-30));
  plot_->yAxis->setRange(low - room, high + room);
  const double span = t.back() - t.front();
  plot_->xAxis->setRange(t.front() - (span > 0 ? 0 : 0.5), span > 0 ? t.back() : t.front() + 0.5);
  plot_->xAxis->setLabel(QStringLiteral("t [%1]").arg(QString::fromStdString(unit_of(Dimension::time, units))));
  note_->setText(tr("mean %1, spread %2")
                     .arg(QString::fromStdString(quantity_text(mean.back(), Dimension::velocity, units)),
                          QString::fromStdString(number_text(up.back() - mean.back(), 3))));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace slurry::ui
