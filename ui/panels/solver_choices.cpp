// SPDX-License-Identifier: BSD-3-Clause
#include "panels/solver_choices.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

#include "models/method_text.hpp"
#include "models/quantity_text.hpp"
#include "panels/value_table.hpp"

namespace slurry::ui {
namespace {

enum Row { row_step, row_direct, row_ewald, row_split, row_near, row_cutoff, row_window, row_grid, row_time_step };

QString number(double v, int digits = 4) {
  return QString::fromStdString(number_text(v, digits));
}

}  // namespace

SolverChoices::SolverChoices(QWidget* parent)
    : QWidget(parent),
      summary_(new QLabel(this)),
      chosen_(new ValueTable(this)),
      throttle_(150, [this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 0, 10, 8);
  column->setSpacing(6);
  column->addWidget(chosen_);
  column->addWidget(summary_);
  column->addStretch();
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  summary_->setForegroundRole(QPalette::PlaceholderText);
  chosen_->addRow(tr("mean step time"), tr("Wall time of one step, smoothed over about ten"));
  chosen_->addRow(
      tr("Predicted, direct sum"),
      tr("What one sum over the bodies takes pair by pair; of this and Ewald's method the quicker is used"));
  chosen_->addRow(tr("Predicted, Ewald"),
                  tr("What one sum over the bodies takes by Ewald's method; of this and the direct sum the quicker is "
                     "used"));
  chosen_->addRow(tr("split"), tr("How the sum is split into near and far field"));
  chosen_->addRow(tr("c, m"), tr("c: bandwidth of the split, m: degree of the near field's polynomials"));
  chosen_->addRow(tr("cutoff r_c"), tr("Beyond this distance two spheres act on each other through the grid only"));
  chosen_->addRow(tr("window P"),
                  tr("Grid points per direction that a sphere's force is spread to; β: shape of the window"));
  chosen_->addRow(tr("grid"), tr("Points of the Fourier grid along x, y, z"));
  chosen_->addRow(tr("time step"), tr("Last time step taken"));
}

void SolverChoices::show(const SnapshotPtr& s) {
  if (!s) return;
  snapshot_ = s;
  throttle_.request();
}

void SolverChoices::refresh() {
  if (!snapshot_ || !isVisible()) return;
  const Snapshot& s = *snapshot_;
  const EwaldParameters& p = s.sum_parameters;
  static const Scenario none;
  const Scenario& scenario = s.scenario ? *s.scenario : none;
  const bool ewald = p.grid[0] > 0;
  chosen_->setValue(row_step, QString::fromStdString(duration_text(s.seconds_per_step)));
  chosen_->setRowVisible(row_step, s.seconds_per_step > 0);  // files do not say
  const MethodTimes times = method_times(s.sum_choice);
  for (int row : {row_direct, row_ewald}) chosen_->setRowVisible(row, times.weighed);
  chosen_->setName(row_direct, times.measured ? tr("Measured, direct sum") : tr("Predicted, direct sum"));
  chosen_->setName(row_ewald, times.measured ? tr("Measured, Ewald") : tr("Predicted, Ewald"));
  chosen_->setValue(row_direct, QString::fromStdString(times.direct));
  chosen_->setValue(row_ewald, QString::fromStdString(times.ewald));
  for (int row : {row_split, row_near, row_cutoff, row_window, row_grid}) chosen_->setRowVisible(row, ewald);
  if (ewald) {
    chosen_->setValue(row_split, QString::fromStdString(std::string(word_of(p.split))));
    chosen_->setValue(row_near, tr("%1, %2").arg(number(p.shape, 3)).arg(p.near_degree));
    chosen_->setValue(row_cutoff, QString::fromStdString(quantity_text(p.cutoff_radius, "length", scenario)));
    chosen_->setValue(row_window, tr("%1  β = %2").arg(p.window_points).arg(number(p.window_shape, 3)));
    chosen_->setValue(row_grid, QStringLiteral("%1 × %2 × %3").arg(p.grid[0]).arg(p.grid[1]).arg(p.grid[2]));
  }
  const double step = s.time_step > 0 ? s.time_step : std::nan("");
  chosen_->setValue(row_time_step, QString::fromStdString(quantity_text(step, "time", scenario)));
  const QString summary = QString::fromStdString(s.solver_summary);
  if (summary_->text() != summary) summary_->setText(summary);
}

}  // namespace slurry::ui
