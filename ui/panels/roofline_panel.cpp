// SPDX-License-Identifier: BSD-3-Clause
#include "panels/roofline_panel.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "models/quantity_text.hpp"
#include "panels/custom_plot.hpp"
#include "panels/decade_ticks.hpp"
#include "theme.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr double giga = 1e-9;
constexpr int lowest_for_note = 260;  // pixels

/// A series for each stage: colour and shape.
struct Look {
  QColor colour;
  QCPScatterStyle::ScatterShape shape;
};
Look look_of(const std::string& stage) {
  const bool dark = is_dark();
  if (stage == "P2P") return {dark ? QColor(0x5b, 0x9d, 0xd3) : QColor(0x1f, 0x78, 0xd1), QCPScatterStyle::ssCircle};
  if (stage == "P2G") return {dark ? QColor(0xf2, 0x84, 0x33) : QColor(0xc6, 0x4f, 0x01), QCPScatterStyle::ssSquare};
  return {dark ? QColor(0x54, 0xe4, 0x98) : QColor(0x2d, 0x62, 0x36), QCPScatterStyle::ssDiamond};
}

QString number(double v) {
  return QString::fromStdString(number_text(v, 3));
}

}  // namespace

RooflinePanel::RooflinePanel(QWidget* parent)
    : QWidget(parent),
      plot_(new QCustomPlot(this)),
      note_(new QLabel(this)),
      measure_(new QPushButton(tr("Measure all"), this)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  column->addWidget(plot_, 1);
  auto* below = new QHBoxLayout;
  below->addWidget(note_, 1);
  below->addStretch();
  below->addWidget(measure_, 0, Qt::AlignTop);
  column->addLayout(below);
  note_->setWordWrap(true);
  set_type(note_, Type::caption);
  note_->setForegroundRole(QPalette::PlaceholderText);
  plot_->setMinimumHeight(120);
  plot_->setPlottingHint(QCP::phImmediateRefresh, false);  // as in the chart
  plot_->setToolTip(
      tr("Operations per second over operations per byte, both as the models of the variants count them.\nPublished "
         "near fields count π/6 of all candidates, about three times the pairs within the cutoff. Ours count the pairs "
         "only. Spreading counts the work of both layers, more than that of the one layer of this sum.\nBytes are "
         "counted as if there were no caches. A point above the slope gets its bytes from caches."));
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTicker(QSharedPointer<DecadeTicks>::create());
    axis->setNumberFormat("g");
    axis->setNumberPrecision(3);
    axis->setLabelPadding(0);
  }
  plot_->xAxis->setLabel(tr("flop per byte"));
  plot_->yAxis->setLabel(tr("Gflop/s"));
  plot_->xAxis->setRange(0.1, 20);
  plot_->yAxis->setRange(0.1, 200);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 4, 6, 0));
  roof_ = plot_->addGraph();
  for (QCPItemText** text : {&memory_, &peak_}) {
    *text = new QCPItemText(plot_);
    (*text)->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
  }
  memory_->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);  // left of a short slope there is no room
  connect(measure_, &QPushButton::clicked, this, &RooflinePanel::measureAsked);
  style_plot(plot_);
}

void RooflinePanel::show(const VariantList& list) {
  points_ = roofline_points(list.entries());
  costs_ = list.costs();
  measured_ = 0;
  for (const VariantEntry& e : list.entries()) measured_ += e.alone > 0 && e.base().empty();
  throttle_.request();
}

void RooflinePanel::refresh() {
  if (!isVisible()) return;
  drawRoofs();
  drawPoints();
  plot_->replot();  // where pixels are, by which names find room
  drawNames();
  plot_->replot(QCustomPlot::rpQueuedReplot);
  // In a low panel the note has the height of the button.
  const QString caches = tr("Points above the slope get their bytes from caches.");
  if (points_.empty())
    note_->setText(tr("Nothing is measured yet."));
  else if (height() <= lowest_for_note)
    note_->setText(tr("● near, ■ spread, ◆ gather. ") + caches);
  else
    note_->setText(tr("● near field, ■ spread, ◆ gather; filled: ours, hollow: published. %1 The operations "
                      "of %2 more variants are not counted.")
                       .arg(caches)
                       .arg(measured_ - points_.size()));
}

void RooflinePanel::drawRoofs() {
  const bool known = costs_.flops_per_second > 0 && costs_.bytes_per_second > 0;
  roof_->setVisible(known);
  memory_->setVisible(known);
  peak_->setVisible(known);
  if (!known) return;
  double left = 0.5 * ridge(costs_), right = 4 * ridge(costs_), low = costs_.flops_per_second;
  for (const RooflinePoint& p : points_) {
    left = std::min(left, p.intensity);
    right = std::max(right, p.intensity);
    low = std::min(low, p.rate);
  }
  left /= 2;
  right *= 2;
  low = std::min(low, attainable(costs_, left)) / 2;
  plot_->xAxis->setRange(left, right);
  plot_->yAxis->setRange(giga * low, giga * 2.5 * costs_.flops_per_second);
  QVector<double> x, y;
  for (const double at : {left, ridge(costs_), right}) {
    x.append(at);
    y.append(giga * attainable(costs_, at));
  }
  roof_->setData(x, y, true);
  const QColor colour = palette().color(QPalette::WindowText);
  roof_->setPen(QPen(colour, 1.5));
  memory_->setText(tr("%1 GB/s").arg(number(giga * costs_.bytes_per_second)));
  const double middle = std::sqrt(left * ridge(costs_));
  memory_->position->setCoords(middle, giga * attainable(costs_, middle));
  peak_->setText(tr(costs_.precision == Precision::fp32 ? "%1 Gflop/s in fp32" : "%1 Gflop/s in fp64")
                     .arg(number(giga * costs_.flops_per_second)));
  peak_->position->setCoords(right, 1.05 * giga * costs_.flops_per_second);
  for (QCPItemText* text : {memory_, peak_}) {
    text->setColor(signal_colours().faint);
    text->setFont(plot_->xAxis->tickLabelFont());
  }
}

void RooflinePanel::drawPoints() {
  for (QCPGraph* mark : marks_) plot_->removeGraph(mark);
  marks_.clear();
  for (const RooflinePoint& p : points_) {
    const Look look = look_of(p.stage);
    QCPGraph* mark = plot_->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(QCPScatterStyle(look.shape, QPen(look.colour, 1.6),
                                          p.own ? QBrush(look.colour) : QBrush(Qt::NoBrush), p.in_use ? 10 : 7));
    mark->addData(p.intensity, giga * p.rate);
    marks_.push_back(mark);
  }
}

void RooflinePanel::drawNames() {
  for (QCPAbstractItem* item : names_) plot_->removeItem(item);
  names_.clear();
  std::vector<QRectF> taken;
  if (memory_->visible()) taken.emplace_back(memory_->topLeft->pixelPosition(), memory_->bottomRight->pixelPosition());
  std::vector<QPointF> places;
  for (const RooflinePoint& p : points_) {
    places.emplace_back(plot_->xAxis->coordToPixel(p.intensity), plot_->yAxis->coordToPixel(giga * p.rate));
    taken.emplace_back(places.back() - QPointF(4, 4), QSizeF(8, 8));
  }
  for (std::size_t i = 0; i < points_.size(); ++i)
    drawName(places[i], QString::fromStdString(points_[i].variant), points_[i].in_use, taken);
}

/// Beside its point, right or left, or as near as there is room; then with a line to it.
void RooflinePanel::drawName(const QPointF& at, const QString& name, bool bold, std::vector<QRectF>& taken) {
  QFont font = plot_->xAxis->tickLabelFont();
  font.setBold(bold);
  const QFontMetrics metrics(font);
  const QSizeF size(metrics.horizontalAdvance(name) + 2, metrics.height() - 2);
  const QRectF frame = plot_->axisRect()->rect();
  QRectF place;
  bool fits = false;
  for (int k = 0; k < 40 && !fits; ++k) {
    const double away = (k / 4 + 1) / 2 * (k / 4 % 2 ? 1 : -1) * size.height() * 0.8;
    const double gap = k % 4 < 2 ? 7 : 24;
    const QPointF corner(k % 2 ? at.x() - gap - size.width() : at.x() + gap, at.y() - size.height() / 2 + away);
    place = QRectF(corner, size);
    const bool free = std::none_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(place); });
    fits = free && frame.contains(place);
  }
  if (!fits) return;  // the plot can be made larger
  taken.push_back(place);
  auto* text = new QCPItemText(plot_);
  names_.push_back(text);
  text->setText(name);
  text->setFont(font);
  text->setColor(palette().color(QPalette::WindowText));
  text->position->setType(QCPItemPosition::ptAbsolute);
  text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
  text->position->setCoords(place.topLeft());
  text->setPadding(QMargins());
  const QPointF end(place.left() > at.x() ? place.left() : place.right(), place.center().y());
  if (std::hypot(end.x() - at.x(), end.y() - at.y()) < 12) return;
  auto* line = new QCPItemLine(plot_);
  names_.push_back(line);
  line->setPen(QPen(signal_colours().faint, 0.7));
  for (QCPItemPosition* p : {line->start, line->end}) p->setType(QCPItemPosition::ptAbsolute);
  line->start->setCoords(at);
  line->end->setCoords(end);
}

void RooflinePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.request();
}

void RooflinePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  throttle_.request();
}

void RooflinePanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    style_plot(plot_);
    throttle_.request();
  }
  QWidget::changeEvent(event);
}

}  // namespace slurry::ui
