// SPDX-License-Identifier: BSD-3-Clause
#include "panels/solver_choices.hpp"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

#include "models/moment_text.hpp"
#include "models/quantity_text.hpp"
#include "models/solver_rows.hpp"
#include "panels/value_table.hpp"

namespace slurry::ui {
namespace {

enum Row { row_step, row_time_step, row_first_of_engine };

}  // namespace

SolverChoices::SolverChoices(QWidget* parent)
    : QWidget(parent),
      show_details_(new QToolButton(this)),
      details_(new QWidget(this)),
      summary_(new QLabel(details_)),
      chosen_(new ValueTable(details_)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 0, 10, 8);
  column->setSpacing(2);
  column->addWidget(show_details_);
  column->addWidget(details_);
  column->addStretch();
  show_details_->setText(tr("Details"));
  show_details_->setToolTip(tr("Choices of the solver: engine, cutoff and grid; and the time of a step"));
  show_details_->setArrowType(Qt::RightArrow);
  show_details_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  show_details_->setAutoRaise(true);
  show_details_->setCheckable(true);
  connect(show_details_, &QToolButton::toggled, this, [this](bool on) {
    show_details_->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
    details_->setVisible(on);
    refresh();
  });
  details_->hide();
  auto* inner = new QVBoxLayout(details_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(6);
  inner->addWidget(chosen_);
  inner->addWidget(summary_);
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  summary_->setForegroundRole(QPalette::PlaceholderText);
  chosen_->addRow(tr("Mean step time"), tr("Wall time of one step, smoothed over about ten steps"));
  chosen_->addRow(tr("Time step used"), tr("Last time step taken"));
}

void SolverChoices::show(const SnapshotPtr& s) {
  if (!s) return;
  snapshot_ = s;
  throttle_.request();
}

void SolverChoices::refresh() {
  if (!snapshot_ || !isVisible()) return;
  const Snapshot& s = *snapshot_;
  static const Scenario none;
  const Scenario& scenario = s.scenario ? *s.scenario : none;
  chosen_->setValue(row_step, QString::fromStdString(duration_text(s.seconds_per_step)));
  chosen_->setRowVisible(row_step, s.seconds_per_step > 0);  // files do not say
  std::vector<SolverRow> rows = engine_rows(s.sum_choice);
  for (SolverRow& row : parameter_rows(s.sum_report, scenario)) rows.push_back(std::move(row));
  showRows(rows);
  const double step = s.time_step > 0 ? s.time_step : std::nan("");
  chosen_->setValue(row_time_step, QString::fromStdString(quantity_text(step, "time", scenario)));
  QString summary = QString::fromStdString(s.solver_summary);
  if (const std::string step = shortened_step_text(s); !step.empty())
    summary.prepend(QString::fromStdString(step) + QChar(10));
  if (summary_->text() != summary) summary_->setText(summary);
}

/// Of the engine: as many as it has.
void SolverChoices::showRows(const std::vector<SolverRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SolverRow& row = rows[i];
    const QString name = QString::fromStdString(row.name), help = QString::fromStdString(row.help);
    const int at = row_first_of_engine + static_cast<int>(i);
    if (i == engine_rows_)
      engine_rows_ += chosen_->addRow(name, help) == at ? 1 : 0;
    else
      chosen_->setName(at, name, help);
    chosen_->setValue(at, QString::fromStdString(row.value));
    chosen_->setRowVisible(at, true);
  }
  for (std::size_t i = rows.size(); i < engine_rows_; ++i)
    chosen_->setRowVisible(row_first_of_engine + static_cast<int>(i), false);
}

}  // namespace slurry::ui
