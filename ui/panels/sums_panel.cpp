// SPDX-License-Identifier: BSD-3-Clause
#include "panels/sums_panel.hpp"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QThreadPool>

#include <algorithm>
#include <cmath>

#include "models/number_text.hpp"
#include "models/qt_text.hpp"
#include "models/view_wishes.hpp"
#include "panels/custom_plot.hpp"
#include "panels/decade_ticks.hpp"
#include "theme.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int narrowest_for_three = 480;  // pixels

/// Each engine has a colour, a mark and a line of its own.
struct EngineLook {
  int series;
  QCPScatterStyle::ScatterShape shape;
  Qt::PenStyle line;
  const char* mark;
};
EngineLook look_of_engine(const std::string& engine) {
  if (engine == "direct") return {0, QCPScatterStyle::ssCircle, Qt::SolidLine, "●"};
  if (engine == "ewald") return {1, QCPScatterStyle::ssSquare, Qt::DashLine, "■"};
  if (engine == "fmm") return {2, QCPScatterStyle::ssDiamond, Qt::DotLine, "◆"};
  return {3, QCPScatterStyle::ssTriangle, Qt::DashDotLine, "▲"};
}

/// A tick at each number of points; every second one has a label, so that the plot may be small.
class CountTicks final : public QCPAxisTicker {
 public:
  explicit CountTicks(const std::vector<std::size_t>& counts) {
    for (const std::size_t n : counts) ticks_.append(static_cast<double>(n));
  }

 protected:
  double getTickStep(const QCPRange& range) override { return range.size(); }
  int getSubTickCount(double) override { return 0; }
  QVector<double> createTickVector(double, const QCPRange&) override { return ticks_; }
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override {
    QVector<QString> labels;
    for (const double n : ticks) {
      const bool labelled = ticks_.indexOf(n) % 2 == 0;
      labels.append(labelled ? text_of(count_text(std::llround(n))) : QString());
    }
    return labels;
  }

 private:
  QVector<double> ticks_;
};

QString in_colour(const QColor& colour, const QString& words) {
  return QStringLiteral("<span style='color:%1'><b>%2</b></span>").arg(colour.name(), words.toHtmlEscaped());
}

}  // namespace

SumsPanel::SumsPanel(QWidget* parent)
    : QWidget(parent),
      state_(std::make_shared<const EngineContestState>()),
      places_(new QGridLayout(this)),
      words_(new QLabel(this)),
      legend_(new QLabel(this)),
      button_(new QPushButton(tr("Measure"), this)),
      throttle_([this] { refresh(); }) {
  places_->setContentsMargins(10, 4, 10, 8);
  places_->setHorizontalSpacing(12);
  places_->setVerticalSpacing(4);
  for (QLabel* label : {words_, legend_}) {
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  set_type(legend_, Type::caption);
  legend_->setForegroundRole(QPalette::PlaceholderText);
  button_->setToolTip(
      tr("Sums random forces over each set of points by every engine, from few points to many. A sum that would take "
         "longer than half a second is not done; its predicted time is drawn hollow."));
  for (std::size_t i = 0; i < case_.sets.size(); ++i) {
    Plot& p = plots_.emplace_back();
    p.title = new QLabel(this);
    p.title->setWordWrap(true);
    set_type(p.title, Type::caption);
    p.plot = new QCustomPlot(this);
    p.plot->setMinimumHeight(96);
    p.plot->setPlottingHint(QCP::phImmediateRefresh, false);  // as in the chart
    p.plot->setToolTip(tr("Time of one sum on this machine against the number of points. Both axes are logarithmic."));
    for (QCPAxis* axis : {p.plot->xAxis, p.plot->yAxis}) {
      axis->setScaleType(QCPAxis::stLogarithmic);
      axis->setNumberFormat("g");
      axis->setNumberPrecision(4);  // 1000, not 1e+03
      axis->setLabelPadding(0);
    }
    p.plot->xAxis->setTicker(QSharedPointer<CountTicks>::create(case_.counts));
    p.plot->yAxis->setTicker(QSharedPointer<DecadeTicks>::create());
    p.plot->xAxis->setLabel(tr("points N"));
    p.plot->yAxis->setLabel(tr("ms"));
    p.plot->xAxis->setRange(200, 50000);
    p.plot->yAxis->setRange(0.01, 1000);
    p.plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    p.plot->axisRect()->setMargins(QMargins(0, 4, 8, 0));
    style_plot(p.plot);
  }
  arrange(true);
  connect(button_, &QPushButton::clicked, this, [this] {
    if (busy())
      stop();
    else
      begin();
  });
}

SumsPanel::~SumsPanel() {
  retire();
}

void SumsPanel::setStart(StartContest start) {
  start_ = std::move(start);
}

void SumsPanel::runGoesOn(const SnapshotPtr& s) {
  if (!s || !s->scenario) return;
  const bool here = view_wishes(*s->scenario).sums;
  if (here == here_) return;
  here_ = here;
  Q_EMIT wanted(here);
  if (!here)
    retire();
  else if (!state_->done) {
    case_.tolerance = s->scenario->solver.tolerance;
    begin();
  }
}

QString SumsPanel::words() const {
  return QTextDocumentFragment::fromHtml(words_->text()).toPlainText();
}

void SumsPanel::begin() {
  retire();
  if (!start_) return throttle_.request();
  stopped_ = false;
  state_ = std::make_shared<const EngineContestState>();
  mailbox_ = Mailbox<News>::make(this, [this](const std::vector<News>&) { look(); });
  contest_ = start_(case_, [mailbox = mailbox_] { mailbox->put({}); });
  if (contest_) mailbox_->put({});
  sayButton();
  throttle_.request();
}

void SumsPanel::stop() {
  retire();
  stopped_ = true;
  sayButton();
  throttle_.request();
}

/// The end waits for the sum under way, elsewhere.
void SumsPanel::retire() {
  if (mailbox_) mailbox_->detach();
  mailbox_.reset();
  if (!contest_) return;
  std::shared_ptr<ContestPort> last = std::move(contest_);
  QThreadPool::globalInstance()->start([last = std::move(last)]() mutable { last.reset(); });
}

void SumsPanel::look() {
  if (!contest_) return;
  state_ = contest_->latest();
  if (state_->done) retire();
  throttle_.request();
}

void SumsPanel::refresh() {
  verdict_ = agreement(*state_, case_.tolerance);
  if (!isVisible()) return;
  sayButton();
  sayVerdict();
  const std::vector<SetCurves> all = engine_curves(*state_, case_.sets);
  setRanges(all);
  for (std::size_t i = 0; i < plots_.size(); ++i) draw(plots_[i], all[i]);
}

void SumsPanel::sayButton() {
  button_->setText(busy() ? tr("Stop") : state_->rows.empty() ? tr("Measure") : tr("Measure again"));
  button_->setEnabled(start_ != nullptr);
}

void SumsPanel::sayVerdict() {
  const Tokens& t = tokens();
  using State = FoundAndExpected::State;
  const QColor colour = verdict_.state == State::agrees ? t.ok : verdict_.state == State::differs ? t.err : t.tx2;
  QString words = tr("%1: expected %2, found %3. %4.")
                      .arg(text_of(verdict_.name).toHtmlEscaped(), in_colour(t.ref, text_of(verdict_.expected)),
                           in_colour(t.tx1, text_of(verdict_.found)), in_colour(colour, text_of(verdict_.words)));
  const auto rows = static_cast<int>(state_->rows.size());
  if (!state_->failure.empty())
    words += ' ' + text_of(state_->failure).toHtmlEscaped();
  else if (busy() && rows > 0)
    words += ' ' + tr("Summing: %1 of %2 sets of points.").arg(rows).arg(state_->cases);
  else if (stopped_)
    words += ' ' + tr("Stopped.");
  words_->setText(words);
  words_->setToolTip(text_of(verdict_.source));
  QStringList legend;
  for (const std::string& engine : engines_of(*state_)) {
    const EngineLook look = look_of_engine(engine);
    legend << in_colour(t.series[static_cast<std::size_t>(look.series)],
                        QString::fromUtf8(look.mark) + ' ' + text_of(engine_in_words(engine)));
  }
  const QString engines = legend.isEmpty() ? QString() : legend.join(QStringLiteral(", ")) + ". ";
  legend_->setText(tr("%1Filled: measured on this machine. Hollow: predicted, because it would take longer than %2 s.")
                       .arg(engines, text_of(number_text(case_.most_seconds))));
}

/// The plots have the same ranges, so that they can be compared.
void SumsPanel::setRanges(const std::vector<SetCurves>& all) {
  double low = 1e-4, high = 0.1;  // seconds
  for (const SetCurves& set : all)
    for (const EngineCurve& c : set.curves)
      for (const EngineTimePoint& p : c.points) {
        low = std::min(low, p.seconds);
        high = std::max(high, p.seconds);
      }
  for (const Plot& p : plots_) {
    p.plot->xAxis->setRange(0.7 * static_cast<double>(case_.counts.front()),
                            1.4 * static_cast<double>(case_.counts.back()));
    p.plot->yAxis->setRange(1e3 * low / 2, 1e3 * high * 2);
  }
}

void SumsPanel::draw(Plot& p, const SetCurves& curves) {
  p.title->setText(curves.quickest.empty() ? text_of(curves.title)
                                           : tr("%1. Quickest at %2: %3")
                                                 .arg(text_of(curves.title),
                                                      text_of(count_text(static_cast<long long>(curves.quickest_at))),
                                                      text_of(curves.quickest)));
  for (QCPGraph* graph : p.graphs) p.plot->removeGraph(graph);
  p.graphs.clear();
  for (const EngineCurve& c : curves.curves) {
    const EngineLook look = look_of_engine(c.engine);
    const QColor colour = tokens().series[static_cast<std::size_t>(look.series)];
    QVector<double> x, y, measured_x, measured_y;
    for (const EngineTimePoint& point : c.points) {
      x.append(point.points);
      y.append(1e3 * point.seconds);
      if (!point.measured) continue;
      measured_x.append(point.points);
      measured_y.append(1e3 * point.seconds);
    }
    // The whole curve with hollow marks, and filled ones over those that were measured.
    QCPGraph* line = p.plot->addGraph();
    line->setPen(QPen(colour, 1.6, look.line));
    line->setScatterStyle(QCPScatterStyle(look.shape, QPen(colour, 1.6), QBrush(tokens().plot), 7));
    line->setData(x, y, true);
    QCPGraph* marks = p.plot->addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle(QCPScatterStyle(look.shape, QPen(colour, 1.6), QBrush(colour), 7));
    marks->setData(measured_x, measured_y, true);
    p.graphs.insert(p.graphs.end(), {line, marks});
  }
  p.plot->replot(QCustomPlot::rpQueuedReplot);
}

void SumsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.request();
}

void SumsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (const bool wide = width() >= scaled(narrowest_for_three); wide != wide_) arrange(wide);
}

void SumsPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    for (const Plot& p : plots_) style_plot(p.plot);
    throttle_.request();
  }
  QWidget::changeEvent(event);
}

/// The plots side by side, or where that is too narrow one below the other.
void SumsPanel::arrange(bool wide) {
  wide_ = wide;
  const int across = wide ? static_cast<int>(plots_.size()) : 1;
  places_->addWidget(words_, 0, 0, 1, std::max(across - 1, 1));
  places_->addWidget(button_, wide ? 0 : 1, across - 1, Qt::AlignRight | Qt::AlignTop);
  places_->addWidget(legend_, 2, 0, 1, across);
  for (int row = 0; row < places_->rowCount(); ++row) places_->setRowStretch(row, 0);  // of the other arrangement
  for (std::size_t i = 0; i < plots_.size(); ++i) {
    const int at = static_cast<int>(i), row = wide ? 3 : 3 + 2 * at, column = wide ? at : 0;
    places_->addWidget(plots_[i].title, row, column);
    places_->addWidget(plots_[i].plot, row + 1, column);
    places_->setRowStretch(row + 1, 1);
  }
  for (int column = 0; column < static_cast<int>(plots_.size()); ++column)
    places_->setColumnStretch(column, column < across ? 1 : 0);
}

}  // namespace slurry::ui
