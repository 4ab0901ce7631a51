// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/orbit_plot.hpp"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

#include "panels/custom_plot.hpp"
#include "theme.hpp"

namespace slurry::ui {
namespace {

constexpr double exact_period = 517.03598403;  // in free space, by an integrator of order 8
/// Where an exact 0 is drawn on the logarithmic axis, and where the axis ends.
constexpr double zero_at = 1e-18, lowest = 1e-19, highest = 100;
/// Durations that are shown: what a broken orbit does afterwards is no cycle of it.
constexpr double shortest_shown = 450, longest_shown = 900;
constexpr int left_margin = 62;

/// Told apart in both themes and by those who see no red, green or blue; dashes say the same again.
QColor colour_of(std::size_t line) {
  static const std::array<const char*, 6> dark{"#5b9dd3", "#f28433", "#54e498", "#b8708a", "#dcf3f0", "#9780fe"};
  static const std::array<const char*, 6> light{"#1f78d1", "#c64f01", "#2d6236", "#b35594", "#403548", "#4f2cbf"};
  return QColor(QLatin1String((is_dark() ? dark : light)[line % 6]));
}

/// Powers of ten as 10^n, and the last line as what it is: an exact 0.
class PlaneTicks final : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
    if (tick < 1e-17) return QStringLiteral("0");
    return QCPAxisTickerLog::getTickLabel(tick, locale, format, precision);
  }
  QVector<double> createTickVector(double, const QCPRange&) override {
    return {zero_at, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1};
  }
  int getSubTickCount(double) override { return 0; }
};

QCPItemText* add_word(QCustomPlot* plot) {
  auto* word = new QCPItemText(plot);
  word->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  word->position->setTypeY(QCPItemPosition::ptPlotCoords);
  word->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
  return word;
}

}  // namespace

QColor OrbitPlot::referenceColour() {
  return is_dark() ? QColor(240, 201, 95) : QColor(125, 90, 0);
}

QPen OrbitPlot::penOf(std::size_t line) {
  static const std::array<QList<qreal>, 6> dashes{QList<qreal>{}, {7, 3}, {5, 4}, {8, 3, 2, 3}, {1.2, 2.5}, {12, 3}};
  QPen pen(colour_of(line), 1.6);
  const QList<qreal>& dash = dashes[(line + line / 6) % 6];
  if (!dash.empty()) pen.setDashPattern(dash);
  pen.setCapStyle(Qt::FlatCap);
  return pen;
}

QCustomPlot* OrbitPlot::addPlot(const QString& title, const char* name) {
  auto* head = new QLabel(title, this);
  head->setContentsMargins(left_margin, 0, 0, 0);
  auto* plot = new QCustomPlot(this);
  plot->setObjectName(QString::fromLatin1(name));
  plot->setAccessibleName(title);
  plot->setMinimumHeight(86);
  plot->axisRect()->setAutoMargins(QCP::msBottom);
  plot->axisRect()->setMargins(QMargins(left_margin, 4, 12, 0));
  plot->xAxis->setLabelPadding(1);
  plot->xAxis->setRange(0, 800);
  layout()->addWidget(head);
  static_cast<QVBoxLayout*>(layout())->addWidget(plot, 1);
  return plot;
}

OrbitPlot::OrbitPlot(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  durations_ = addPlot(tr("Duration of a cycle [τ]"), "orbit.durations");
  planes_ = addPlot(tr("Largest |y₁| of a cycle [a]; it is 0 on the orbit, and above 1 the orbit is broken (×)"),
                    "orbit.planes");
  durations_->yAxis->setRange(500, 860);
  durations_->yAxis->ticker()->setTickCount(4);
  planes_->xAxis->setLabel(tr("number of the cycle"));
  planes_->yAxis->setScaleType(QCPAxis::stLogarithmic);
  planes_->yAxis->setTicker(QSharedPointer<PlaneTicks>::create());
  planes_->yAxis->setNumberFormat("eb");
  planes_->yAxis->setNumberPrecision(0);
  planes_->yAxis->setRange(lowest, highest);
  exact_ = new QCPItemStraightLine(durations_);
  exact_->point1->setCoords(0, exact_period);
  exact_->point2->setCoords(1, exact_period);
  exact_word_ = add_word(durations_);
  exact_word_->setText(tr("exact period 517.036"));
  exact_word_->position->setCoords(0.995, exact_period);
  zero_word_ = add_word(planes_);
  zero_word_->setText(tr("exactly 0"));
  zero_word_->position->setCoords(0.995, zero_at);
  restyle();
}

OrbitPlot::Curves& OrbitPlot::curvesOf(std::size_t line) {
  const auto cross = [](QCustomPlot* plot) {
    QCPGraph* graph = plot->addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    return graph;
  };
  while (curves_.size() <= line)
    curves_.push_back({durations_->addGraph(), planes_->addGraph(), cross(durations_), cross(planes_)});
  return curves_[line];
}

void OrbitPlot::draw(const OrbitLine& line, std::size_t number, double& low, double& high, double& longest) {
  Curves& curves = curvesOf(number);
  const std::optional<int> broken = broken_after(line);
  QVector<double> n, duration, plane, n_break, d_break, y_break;
  for (const OrbitCycle& c : line.cycles) {
    // The first cycle out of its plane ends the curve: what follows is another motion.
    if (broken && c.number > *broken + 1) break;
    n.append(c.number);
    duration.append(c.duration);
    plane.append(c.largest_y == 0 ? zero_at : std::clamp(c.largest_y, zero_at, highest));
    low = std::min(low, std::max(c.duration, shortest_shown));
    high = std::max(high, std::min(c.duration, longest_shown));
  }
  if (!n.isEmpty()) longest = std::max(longest, n.last());
  if (broken && !n.isEmpty()) {
    n_break = {n.last()};
    d_break = {duration.last()};
    y_break = {plane.last()};
  }
  curves.duration->setData(n, duration, true);
  curves.plane->setData(n, plane, true);
  curves.duration_break->setData(n_break, d_break, true);
  curves.plane_break->setData(n_break, y_break, true);
}

void OrbitPlot::show(const OrbitBoard& board) {
  double low = 515, high = 560, longest = 50;
  for (std::size_t i = 0; i < board.lines().size(); ++i) draw(board.lines()[i], i, low, high, longest);
  const double room = 0.06 * (high - low);
  durations_->yAxis->setRange(low - room, high + room);
  for (QCustomPlot* plot : {durations_, planes_}) plot->xAxis->setRange(0, 1.02 * longest);
  restyle();
}

void OrbitPlot::restyle() {
  for (QCustomPlot* plot : {durations_, planes_}) style_plot(plot);
  exact_->setPen(QPen(referenceColour(), 1, Qt::DashLine));
  exact_word_->setColor(referenceColour());
  zero_word_->setColor(signal_colours().faint);
  for (QCPItemText* word : {exact_word_, zero_word_}) word->setFont(durations_->xAxis->tickLabelFont());
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    QPen pen = penOf(i);
    if (static_cast<int>(i) == selected_) pen.setWidthF(3.2);
    curves_[i].duration->setPen(pen);
    curves_[i].plane->setPen(pen);
    const QCPScatterStyle cross(QCPScatterStyle::ssCross, QPen(pen.color(), 2), Qt::NoBrush, 9);
    curves_[i].duration_break->setScatterStyle(cross);
    curves_[i].plane_break->setScatterStyle(cross);
  }
  for (QCustomPlot* plot : {durations_, planes_}) plot->replot(QCustomPlot::rpQueuedReplot);
}

void OrbitPlot::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) restyle();
  QWidget::changeEvent(event);
}

QImage OrbitPlot::picture(const OrbitBoard& board) {
  constexpr int scale = 2;
  const int row = fontMetrics().height() + 4;
  int rows = 0;
  for (const OrbitLine& line : board.lines()) rows += line.cycles.empty() ? 0 : 1;
  QImage image(QSize(width(), height() + rows * row + 8) * scale, QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  image.fill(palette().color(QPalette::Window));
  render(&image, QPoint(), QRegion(), QWidget::DrawChildren);
  QPainter painter(&image);
  // Sharp: the widgets themselves are drawn at the size of the screen.
  for (QCustomPlot* plot : {durations_, planes_})
    painter.drawPixmap(plot->geometry(), plot->toPixmap(plot->width(), plot->height(), scale));
  int y = height() + 4;
  painter.setFont(font());  // the key, which the table is on the screen
  for (std::size_t i = 0; i < board.lines().size(); ++i) {
    const OrbitLine& line = board.lines()[i];
    if (line.cycles.empty()) continue;
    painter.setPen(penOf(i));
    painter.drawLine(left_margin, y + row / 2, left_margin + 40, y + row / 2);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(left_margin + 50, y, width() - left_margin - 50, row), Qt::AlignVCenter,
                     QString::fromStdString(key_text(line)));
    y += row;
  }
  return image;
}

}  // namespace slurry::ui
