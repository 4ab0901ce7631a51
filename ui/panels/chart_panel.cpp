// SPDX-License-Identifier: BSD-3-Clause
#include "panels/chart_panel.hpp"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "models/number_text.hpp"
#include "models/qt_text.hpp"
#include "models/quantity_text.hpp"
#include "models/round_off.hpp"
#include "models/view_wishes.hpp"
#include "panels/custom_plot.hpp"
#include "slurry/expectations.hpp"
#include "slurry/option_table.hpp"
#include "slurry/unit.hpp"
#include "theme.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {

namespace {

QString axis_label(const QString& symbol, std::string_view words, const Scenario& scenario) {
  const std::string unit = unit_text(words, scenario);
  return unit.empty() ? symbol : QStringLiteral("%1 [%2]").arg(symbol, QString::fromStdString(unit));
}

/// Labels with as many digits as tell neighbours apart, and no more of them below each other than have room.
class DistinctTicks final : public QCPAxisTicker {
 public:
  explicit DistinctTicks(const QCPAxis* axis) : axis_(axis) {}

 protected:
  double getTickStep(const QCPRange& range) override {
    double step = QCPAxisTicker::getTickStep(range);
    const double length = axis_->axisRect()->height(), line = line_height();
    if (axis_->orientation() == Qt::Horizontal || length < line) return step;
    while (step < range.size() && step / range.size() * length < line) {
      const double next = cleanMantissa(1.3 * step);
      step = next > step ? next : cleanMantissa(2 * step);
    }
    return step;
  }
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar format,
                                     int precision) override {
    if (ticks.size() > 1) {
      const double largest = std::max(std::abs(ticks.first()), std::abs(ticks.last()));
      precision = std::max(precision, digits_to_tell(largest, ticks[1] - ticks[0]));
    }
    return QCPAxisTicker::createLabelVector(ticks, locale, format, precision);
  }

 private:
  /// Digits with a gap between them.
  double line_height() const { return QFontMetrics(axis_->tickLabelFont()).tightBoundingRect("0").height() + 2; }

  const QCPAxis* axis_;
};

}  // namespace

void ChartPanel::Range::include(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

ChartPanel::ChartPanel(QWidget* parent)
    : QWidget(parent),
      head_(new QBoxLayout(QBoxLayout::LeftToRight)),
      choice_(new QComboBox(this)),
      plot_(new QCustomPlot(this)),
      note_(new QLabel(this)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  head_->setSpacing(8);
  head_->addWidget(choice_, 2);
  head_->addWidget(note_, 3);
  column->addLayout(head_);
  column->addWidget(plot_, 1);
  choice_->setObjectName(QStringLiteral("chart.choice"));
  choice_->setAccessibleName(tr("Quantity"));
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice_->setMinimumContentsLength(12);
  note_->setForegroundRole(QPalette::PlaceholderText);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  note_->setWordWrap(true);
  plot_->setMinimumHeight(90);
  plot_->setPlottingHint(QCP::phImmediateRefresh,
                         false);  // drawn with all else, not in a turn with the X server of its own
  upper_ = plot_->addGraph();
  lower_ = plot_->addGraph();
  line_ = plot_->addGraph();
  upper_->setChannelFillGraph(lower_);
  expected_ = new QCPItemStraightLine(plot_);
  expected_->setVisible(false);
  moment_ = new QCPItemStraightLine(plot_);
  moment_->setVisible(false);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setTicker(QSharedPointer<DistinctTicks>::create(axis));
    axis->ticker()->setTickCount(4);
    axis->setLabelPadding(axis == plot_->yAxis ? 3 : 0);
    axis->setNumberFormat("g");
    axis->setNumberPrecision(4);
  }
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 4, 8, 0));
  connect(choice_, &QComboBox::currentIndexChanged, this, [this] { refresh(); });
  restyle();
}

const Quantity& ChartPanel::quantity() const {
  const std::string name = choice_->currentData().toString().toStdString();
  const Quantity* chosen = find_quantity(snapshot_->values.table(), name);
  return chosen ? *chosen : snapshot_->values.table()->front();
}

/// Offers the charts of this scenario.  A chosen chart stays chosen as long as it is among them.
void ChartPanel::offerCharts() {
  QStringList offered, wanted;
  for (int i = 0; i < choice_->count(); ++i) offered.append(choice_->itemData(i).toString());
  const std::vector<const Quantity*> charts =
      of_file_ ? chart_quantities_of_file(*snapshot_, *file_) : chart_quantities(*snapshot_, run_);
  for (const Quantity* q : charts) wanted.append(text_of(q->name));
  const std::uint64_t generation = snapshot_->scenario_generation;
  if (offered == wanted && wished_ == generation) return;
  if (choice_->view()->isVisible()) return;  // a list that is open keeps what a person is choosing from
  QVariant chosen = choice_->currentData();
  if (const std::string wish = view_wishes(*snapshot_->scenario).chart; !wish.empty() && wished_ != generation)
    chosen = text_of(wish);
  wished_ = generation;
  const QSignalBlocker quiet(choice_);
  choice_->clear();
  for (const Quantity* q : charts) {
    choice_->addItem(text_of(q->title), text_of(q->name));
    choice_->setItemData(choice_->count() - 1, help_of(*q), Qt::ToolTipRole);
  }
  choice_->setCurrentIndex(std::max(0, choice_->findData(chosen)));
}

QString ChartPanel::help_of(const Quantity& q) const {
  QString help = text_of(q.description);
  if (const Quantity* band = find_quantity(snapshot_->values.table(), q.band))
    help += tr("; band: %1").arg(text_of(band->title));
  return help;
}

void ChartPanel::restyle() {
  style_plot(plot_);
  const SignalColours colours = signal_colours();
  upper_->setPen(Qt::NoPen);
  lower_->setPen(Qt::NoPen);
  upper_->setBrush(colours.band);
  line_->setPen(QPen(colours.line, 2));
  expected_->setPen(QPen(colours.faint, 1, Qt::DashLine));
  for (QCPItemStraightLine* line : changes_) line->setPen(QPen(colours.faint, 1, Qt::DotLine));
  moment_->setPen(QPen(looking_back_ ? tokens().past : tokens().tx1, 1));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) restyle();
  QWidget::changeEvent(event);
}

/// The note stands beside the list, so that the plot has the height; in a narrow panel it stands below the list.
void ChartPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool beside = width() >= scaled(480);
  head_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  note_->setMinimumHeight(0);  // that of its former width
  throttle_.request();
}

void ChartPanel::setSeries(const ChartSeries* run, const ChartSeries* file) {
  run_ = run;
  file_ = file;
  costly_.clear();
  throttle_.request();
}

void ChartPanel::show(const SnapshotPtr& s, bool of_file, bool looking_back) {
  if (!s) return;
  snapshot_ = s;
  of_file_ = of_file;
  looking_back_ = looking_back;
  throttle_.request();
}

/// The run so far; with a band of its standard deviation, where there is one.
ChartPanel::Range ChartPanel::plotSeries() {
  Range range;
  const std::span<const double> values = series().values(quantity().name);
  const std::span<const double> deviations = series().values(quantity().band);
  const bool band = !deviations.empty(), sampled = quantity().costly && !of_file_;
  const double round_off = round_off_of(quantity().unit, *snapshot_->scenario);
  const std::vector<double>& times = series().times();
  QVector<double> t, y, up, down;
  for (std::size_t k = 0; k < values.size(); ++k) {
    // of what is sampled now and then, the samples are joined; elsewhere a gap is a gap
    if (sampled && !std::isfinite(values[k])) continue;
    t.append(times[k]);
    y.append(std::isfinite(values[k]) ? without_round_off(values[k], round_off) : qQNaN());
    range.include(y.back());
    if (!band) continue;
    up.append(y.back() + deviations[k]);
    down.append(y.back() - deviations[k]);
    range.include(up.back());
    range.include(down.back());
  }
  line_->setScatterStyle(sampled ? QCPScatterStyle(QCPScatterStyle::ssDisc, 5)
                                 : QCPScatterStyle(QCPScatterStyle::ssNone));
  line_->setData(t, y, true);
  upper_->setData(band ? t : QVector<double>(), up, true);
  lower_->setData(band ? t : QVector<double>(), down, true);
  const double span = times.back() - times.front();
  plot_->xAxis->setRange(times.front() - (span > 0 ? 0 : 0.5), span > 0 ? times.back() : times.front() + 0.5);
  return range;
}

/// The rings at the step that is shown: a staircase, since each value is a mean over its ring.
ChartPanel::Range ChartPanel::plotProfile() {
  Range range;
  const std::span<const double> rings = snapshot_->values.list(quantity().name);
  const double radius = snapshot_->scenario->domain.radius;
  const double round_off = round_off_of(quantity().unit, *snapshot_->scenario);
  QVector<double> r, y;
  for (std::size_t i = 0; i <= rings.size(); ++i) {
    r.append(radius * static_cast<double>(i) / static_cast<double>(rings.size()));
    y.append(without_round_off(rings[std::min(i, rings.size() - 1)], round_off));
    range.include(y.back());
  }
  range.include(0);
  line_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssNone));
  line_->setData(r, y, true);
  upper_->setData(QVector<double>(), QVector<double>());
  lower_->setData(QVector<double>(), QVector<double>());
  plot_->xAxis->setRange(0, radius);
  return range;
}

/// Marks the expected value with a dashed line; returns the text for the note below, empty if there is none.
QString ChartPanel::markExpected(Range& range) {
  QString text;
  expected_->setVisible(false);
  for (const Expectation& e : snapshot_->scenario->expect) {
    // averages and first values of it too
    const Quantity* meant = find_quantity(snapshot_->values.table(), e.quantity);
    if (!meant || (meant != &quantity() && meant->beside != quantity().name) || e.qualitative ||
        !applies(e, *snapshot_->scenario))
      continue;
    expected_->point1->setCoords(0, e.value);
    expected_->point2->setCoords(1, e.value);
    expected_->setVisible(true);
    range.include(e.value);
    const QString value = QString::fromStdString(quantity_text(e.value, meant->unit, *snapshot_->scenario, 5));
    const QString name = meant == &quantity() ? QString() : ' ' + text_of(meant->name).replace('_', ' ');
    text = tr("\nexpected%1 (dashed) %2").arg(name, value);
  }
  return text;
}

/// Marks the place of the shown moment in the run. A live moment is the end, even if the series is a step ahead of it.
void ChartPanel::markShownTime(bool profile) {
  const double t = snapshot_->time;
  moment_->setVisible(!profile && (looking_back_ || of_file_));
  moment_->setPen(QPen(looking_back_ ? tokens().past : tokens().tx1, 1));
  moment_->point1->setCoords(t, 0);
  moment_->point2->setCoords(t, 1);
}

QString ChartPanel::markChanges(bool profile) {
  constexpr std::size_t most = 16;
  std::vector<Event> events;
  if (!profile && !of_file_ && snapshot_->events)
    for (Event& e : joined_drags(*snapshot_->events))
      if (const Option* o = find_option(e.key); e.key == reverse_key || (o && o->view.panel == Panel::physics))
        events.push_back(std::move(e));
  const std::size_t n = std::min(events.size(), most);
  while (changes_.size() < n) {
    changes_.push_back(new QCPItemStraightLine(plot_));
    changes_.back()->setPen(QPen(signal_colours().faint, 1, Qt::DotLine));
  }
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    changes_[i]->setVisible(i < n);
    if (i >= n) continue;
    const double t = events[events.size() - n + i].time;
    changes_[i]->point1->setCoords(t, 0);
    changes_[i]->point2->setCoords(t, 1);
  }
  if (n == 0) return {};
  const Event& last = events.back();
  const QString when = QString::fromStdString(quantity_text(last.time, "time", *snapshot_->scenario));
  if (last.key == reverse_key) return tr("\nreversed (dotted) at t = %1").arg(when);
  return tr("\n%1 changed (dotted) from %2 to %3 at t = %4")
      .arg(QString::fromStdString(label_of(*find_option(last.key))),
           QString::fromStdString(option_value_text(last.old)), QString::fromStdString(option_value_text(last.value)),
           when);
}

void ChartPanel::askForCostly() {
  const QString wanted = !of_file_ && quantity().costly ? text_of(quantity().name) : QString();
  if (wanted == costly_) return;
  costly_ = wanted;
  Q_EMIT costlyWanted(wanted);
}

/// What was drawn of another series goes until there is something of this one.
void ChartPanel::clear() {
  for (int g = 0; g < plot_->graphCount(); ++g) plot_->graph(g)->data()->clear();
  for (QCPItemStraightLine* line : changes_) line->setVisible(false);
  expected_->setVisible(false);
  moment_->setVisible(false);
  note_->clear();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartPanel::refresh() {
  if (!isVisible() || !snapshot_ || !snapshot_->scenario) return;
  if (series().times().empty()) return clear();
  offerCharts();
  askForCostly();
  const Scenario& scenario = *snapshot_->scenario;
  const Quantity& q = quantity();
  const bool profile = q.of == Of::profile;
  line_->setLineStyle(profile ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
  Range range = profile ? plotProfile() : plotSeries();
  const QString expected = markExpected(range) + markChanges(profile);
  markShownTime(profile);
  if (range.low > range.high) range = {0, 1};
  const double size = std::max(std::abs(range.high), std::abs(range.low));
  const double room = size > 0 ? std::max(0.08 * (range.high - range.low), 1e-3 * size) : 1;
  plot_->yAxis->setRange(range.low - room, range.high + room);
  plot_->xAxis->setLabel(profile ? axis_label(QStringLiteral("r"), "length", scenario)
                                 : axis_label(QStringLiteral("t"), "time", scenario));
  // The list above names the quantity: along a low axis that is too short for the symbol the unit has room.
  const QString whole = axis_label(text_of(q.symbol), q.unit, scenario),
                unit = axis_label({}, q.unit, scenario).trimmed();
  const auto has_room = [this](const QString& label) {
    return QFontMetrics(plot_->yAxis->labelFont()).horizontalAdvance(label) <= plot_->axisRect()->height();
  };
  plot_->yAxis->setLabel(has_room(whole) ? whole : has_room(unit) ? unit : QString());
  plot_->setToolTip(help_of(q) + tr("\nDashed: the value that the scenario expects, if it names one"));
  const double round_off = round_off_of(q.unit, scenario);
  const auto value = [&](double v) {
    return QString::fromStdString(quantity_text(without_round_off(v, round_off), q.unit, scenario));
  };
  QString note;
  if (!profile && !q.band.empty() && snapshot_->values.has(q.band))  // a single body has no deviation
    note =
        (moment_->visible() ? tr("then mean %1, standard deviation %2") : tr("mean %1, standard deviation %2"))
            .arg(
                value(snapshot_->values.number(q.name)),
                QString::fromStdString(number_text(without_round_off(snapshot_->values.number(q.band), round_off), 3)));
  else if (profile)
    note = tr("from axis to wall at this step");
  else if (q.costly && !of_file_)
    note = tr("sampled in 1 % of the time");
  else
    note = (moment_->visible() ? tr("then %1") : tr("now %1")).arg(value(snapshot_->values.number(q.name)));
  note_->setText(note + expected);
  note_->setMinimumHeight(note_->heightForWidth(note_->width()));  // or the plot is pressed below its axis
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace slurry::ui
