// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/orbit_panel.hpp"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>

#include <type_traits>
#include <utility>

#include "models/qt_text.hpp"
#include "slurry/error.hpp"
#include "theme.hpp"
#include "yardsticks/window/orbit_plot.hpp"

namespace slurry::ui {
namespace {

enum OrbitColumn { kind, stepping, cycles, duration, plane, outcome, expected, verdict, columns };

QIcon swatch(std::size_t line) {
  QPixmap picture(30, 12);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  QPen pen = OrbitPlot::penOf(line);
  pen.setWidthF(2.4);
  painter.setPen(pen);
  painter.drawLine(0, 6, 30, 6);
  return picture;
}

QComboBox* choice(const QString& name, const char* object, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setAccessibleName(name);
  box->setToolTip(name);
  box->setObjectName(QString::fromLatin1(object));
  return box;
}

void offer(QComboBox* box, std::initializer_list<DirectNumber> numbers) {
  for (const DirectNumber n : numbers) {
    const std::string_view name = name_of(n);
    box->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), static_cast<int>(n));
  }
}

DirectNumber number_of(const QComboBox* box) {
  return static_cast<DirectNumber>(box->currentData().toInt());
}

QLabel* words(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

OrbitPanel::OrbitPanel(QWidget* parent)
    : QWidget(parent),
      plot_(new OrbitPlot(this)),
      table_(new QTableWidget(this)),
      summary_(new QLabel(this)),
      reason_(words(QString(), this)),
      tools_(new QHBoxLayout),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  column->addWidget(words(
      tr("Four spheres fall on a periodic orbit, T = 517.036 τ. Sphere 1 stays in the plane y = 0 as long as mirror "
         "images move as mirror images. Whether they do depends on the precision in which the velocity is added up. "
         "Published for a step of 0.01 τ (Kopp and Höfling 2012): sums in fp32 break after about 400 cycles; fp64 and "
         "double-single sums of fp32 terms hold. The column Expected is from our reference calculation. It counts a "
         "break later, when sphere 1 no longer swings, so only holding and breaking are compared."),
      this));
  buildTools();
  column->addLayout(tools_);
  buildTable();
  auto* split = new QSplitter(Qt::Vertical, this);
  split->setChildrenCollapsible(false);
  split->addWidget(plot_);
  split->addWidget(table_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  column->addWidget(split, 1);
  column->addWidget(reason_);
  column->addWidget(buildKinds());
  connect(&runner_, &OrbitRunner::arrived, this, &OrbitPanel::take);
  connect(&runner_, &OrbitRunner::ended, this, [this] {
    board_.stopped();
    refresh();
  });
  styleTable();
  refresh();
  table_->selectRow(0);
}

void OrbitPanel::buildTools() {
  run_ = new QPushButton(tr("Run"), this);
  run_->setObjectName(QStringLiteral("orbit.run"));
  run_->setToolTip(tr("Follows the ticked kinds one after another; their earlier results are dropped"));
  stop_ = new QPushButton(tr("Stop"), this);
  stop_->setObjectName(QStringLiteral("orbit.stop"));
  share_ = choice(tr("Time for which the orbits are followed"), "orbit.share", this);
  share_->addItem(tr("whole time: 770 periods"), 1.0);
  share_->addItem(tr("a tenth: shows y₁, but no break"), 0.1);
  share_->addItem(tr("a hundredth"), 0.01);
  for (QWidget* w : {static_cast<QWidget*>(run_), static_cast<QWidget*>(stop_), static_cast<QWidget*>(share_)})
    tools_->addWidget(w);
  summary_->setObjectName(QStringLiteral("orbit.summary"));
  tools_->addSpacing(8);
  tools_->addWidget(summary_, 1);
  connect(run_, &QPushButton::clicked, this, [this] { start(); });
  connect(stop_, &QPushButton::clicked, this, [this] { stop(); });
}

void OrbitPanel::buildTable() {
  table_->setObjectName(QStringLiteral("orbit.table"));
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() - 1);
  table_->setFont(small);
  table_->horizontalHeader()->setFont(small);
  table_->setAccessibleName(tr("Kinds of sums and their results"));
  table_->setColumnCount(columns);
  table_->setHorizontalHeaderLabels({tr("Terms · sums · positions"), tr("Step [τ]"), tr("Cycles"), tr("Duration [τ]"),
                                     tr("|y₁| [a]"), tr("Found"), tr("Expected"), tr("Verdict")});
  table_->horizontalHeaderItem(duration)->setToolTip(
      tr("Mean duration of a cycle over the first and the last 10 000 τ before a break"));
  table_->horizontalHeaderItem(plane)->setToolTip(tr("Largest |y₁| of the last cycle before a break"));
  table_->horizontalHeaderItem(expected)->setToolTip(
      tr("Result of an independently written program. A range covers two boxes, with and without fused multiply-adds"));
  table_->horizontalHeaderItem(verdict)->setToolTip(
      tr("Whether the orbit holds or breaks as expected. Whether it holds is known only after the whole time"));
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(expected, QHeaderView::Stretch);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
  table_->setIconSize({30, 12});
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setWordWrap(false);
  table_->setTabKeyNavigation(false);
  table_->setMinimumHeight(5 * (fontMetrics().height() + 7));
  connect(table_, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (item->column() == kind) board_.choose(static_cast<std::size_t>(item->row()), item->checkState() == Qt::Checked);
    run_->setEnabled(!running());
  });
  connect(table_, &QTableWidget::itemSelectionChanged, this, &OrbitPanel::explain);
}

QWidget* OrbitPanel::buildKinds() {
  auto* row = new QWidget(this);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  terms_ = choice(tr("Numbers of single terms"), "orbit.terms", row);
  offer(terms_, {DirectNumber::fp32, DirectNumber::fp64});
  sums_ = choice(tr("Numbers in which terms are added up"), "orbit.sums", row);
  positions_ = choice(tr("Numbers of positions"), "orbit.positions", row);
  offer(positions_, {DirectNumber::fp32, DirectNumber::fp64, DirectNumber::double_single});
  positions_->setCurrentIndex(1);
  stepping_ = choice(tr("Integrator"), "orbit.stepping", row);
  stepping_->addItem(tr("Euler"), static_cast<int>(OrbitStep::euler));
  stepping_->addItem(tr("Runge-Kutta 4"), static_cast<int>(OrbitStep::runge_kutta_4));
  step_ = new QDoubleSpinBox(row);
  step_->setObjectName(QStringLiteral("orbit.step"));
  step_->setAccessibleName(tr("Step"));
  step_->setLocale(QLocale::c());
  step_->setDecimals(4);
  step_->setRange(0.0005, 4);
  step_->setSingleStep(0.01);
  step_->setValue(0.02);
  step_->setSuffix(tr(" τ"));
  auto* add = new QPushButton(tr("Add"), row);
  add->setObjectName(QStringLiteral("orbit.add"));
  add->setToolTip(tr("Adds a line for this kind. No result is expected of it"));
  line->addWidget(new QLabel(tr("Another kind: terms"), row));
  line->addWidget(terms_);
  line->addWidget(new QLabel(tr("sums"), row));
  line->addWidget(sums_);
  line->addWidget(new QLabel(tr("positions"), row));
  line->addWidget(positions_);
  line->addWidget(stepping_);
  line->addWidget(step_);
  line->addWidget(add);
  line->addStretch(1);
  connect(terms_, &QComboBox::currentIndexChanged, this, &OrbitPanel::offerSums);
  connect(add, &QPushButton::clicked, this, &OrbitPanel::addKind);
  offerSums();
  return row;
}

/// Those that are at least as wide as the terms.
void OrbitPanel::offerSums() {
  sums_->clear();
  if (number_of(terms_) == DirectNumber::fp32)
    offer(sums_, {DirectNumber::fp32, DirectNumber::fp64, DirectNumber::double_single, DirectNumber::extended});
  else
    offer(sums_, {DirectNumber::fp64, DirectNumber::extended});
}

void OrbitPanel::addKind() {
  OrbitCase c;
  c.terms = number_of(terms_);
  c.sums = number_of(sums_);
  c.positions = number_of(positions_);
  c.stepping = static_cast<OrbitStep>(stepping_->currentData().toInt());
  c.step = step_->value();
  try {
    const auto row = static_cast<int>(board_.add(c));
    refresh();
    table_->selectRow(row);
  } catch (const Error& e) {
    reason_->setText(QString::fromUtf8(e.what()));
  }
}

void OrbitPanel::start() {
  std::vector<OrbitBoard::Job> jobs = board_.begin(share_->currentData().toDouble());
  if (!jobs.empty()) runner_.start(std::move(jobs));
  refresh();
}

void OrbitPanel::take(const std::vector<OrbitNews>& news) {
  for (const OrbitNews& n : news)
    std::visit(
        [&](const auto& what) {
          using What = std::decay_t<decltype(what)>;
          if constexpr (std::is_same_v<What, OrbitNews::Started>) board_.started(n.line);
          if constexpr (std::is_same_v<What, OrbitCycle>) board_.add_cycle(n.line, what);
          if constexpr (std::is_same_v<What, OrbitResult>) board_.ended(n.line, what);
        },
        n.what);
  throttle_.request();
}

void OrbitPanel::fillRow(int row) {
  const auto number = static_cast<std::size_t>(row);
  const OrbitLine& line = board_.lines()[number];
  const auto cell = [&](int column) {
    if (!table_->item(row, column)) table_->setItem(row, column, new QTableWidgetItem);
    return table_->item(row, column);
  };
  const auto set = [&](int column, const std::string& text) { cell(column)->setText(text_of(text)); };
  set(kind, kind_text(line.run));
  cell(kind)->setCheckState(line.chosen ? Qt::Checked : Qt::Unchecked);
  cell(kind)->setIcon(swatch(number));
  set(stepping, step_text(line.run));
  set(cycles, line.cycles.empty() ? std::string() : std::to_string(line.cycles.size()));
  cell(cycles)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  set(duration, duration_text(line));
  set(plane, plane_text(line));
  set(outcome, outcome_text(line));
  set(expected, expected_text(line));
  cell(expected)->setToolTip(text_of(expected_text(line)));
  if (line.to_break) cell(expected)->setForeground(OrbitPlot::referenceColour());
  set(verdict, verdict_text(line));
  const OrbitVerdict v = verdict_of(line);
  const SignalColours colours = signal_colours();
  cell(verdict)->setForeground(v == OrbitVerdict::agrees    ? colours.good
                               : v == OrbitVerdict::differs ? colours.bad
                                                            : colours.faint);
}

void OrbitPanel::refresh() {
  {
    const QSignalBlocker quiet(table_);
    table_->setRowCount(static_cast<int>(board_.lines().size()));
    for (int row = 0; row < table_->rowCount(); ++row) fillRow(row);
  }
  summary_->setText(text_of(summary_text(board_)));
  run_->setEnabled(!running());
  stop_->setEnabled(running());
  plot_->show(board_);
}

/// Explains the selected row.
void OrbitPanel::explain() {
  const int row = table_->currentRow();
  plot_->setSelected(row);
  if (row >= 0) {
    const OrbitLine& line = board_.lines()[static_cast<std::size_t>(row)];
    reason_->setText(QStringLiteral("<b>%1</b>&nbsp; %2")
                         .arg(text_of(kind_text(line.run) + ", step " + step_text(line.run)).toHtmlEscaped(),
                              text_of(reason_text(line.run)).toHtmlEscaped()));
  }
  plot_->show(board_);
}

/// The frame of a box that is not ticked is drawn in a shade of the window's colour, and is lost on a dark ground.
void OrbitPanel::styleTable() {
  QPalette palette = QApplication::palette();
  palette.setColor(QPalette::Window, signal_colours().faint);
  table_->setPalette(palette);
}

void OrbitPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    styleTable();
    throttle_.request();
  }
  QWidget::changeEvent(event);
}

}  // namespace slurry::ui
