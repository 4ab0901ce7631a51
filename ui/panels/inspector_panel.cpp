// SPDX-License-Identifier: BSD-3-Clause
#include "panels/inspector_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <span>

#include "models/body_shape.hpp"
#include "models/moment_text.hpp"
#include "models/qt_text.hpp"
#include "models/quantity_text.hpp"
#include "models/round_off.hpp"
#include "panels/sparkline.hpp"
#include "panels/value_table.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

QString as_title(std::string_view text) {
  QString title = text_of(text);
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

bool is_whole(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return x == std::round(x); });
}

/// A gap in words where its digits say nothing: bodies in contact are held apart by the contact tolerance alone.
QString gap_text(double gap, const Scenario& scenario) {
  const double radius = scenario.bodies.empty() ? 1 : scenario.bodies.front().radius;
  const double least = scenario.solver.contact_tolerance * radius;
  if (std::abs(gap) <= 1.5 * least) return QObject::tr("in contact");
  return gap < 0 ? QObject::tr("overlap ") + QString::fromStdString(number_text(-gap, 3)) : QString();
}

void show_values(ValueTable& table, int row, const Quantity& q, std::vector<double> values, const Scenario& scenario) {
  const double round_off = round_off_of(q.unit, scenario);
  for (double& x : values) x = without_round_off(x, round_off);
  const QString unit = QString::fromStdString(unit_text(q.unit, scenario));
  if (values.size() == 1 && q.name.ends_with("gap") && q.unit == "length" && std::isfinite(values[0]))
    if (const QString words = gap_text(values[0], scenario); !words.isEmpty())
      return table.setValue(row, words, words.back().isDigit() ? unit : QString());
  if (q.unit.empty() && is_whole(values)) return table.setWhole(row, values);
  table.setNumbers(row, values, unit);
}

}  // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent),
      heading_(new QLabel(this)),
      hint_(new QLabel(tr("Click a body in the view to inspect it."), this)),
      step_(new QLabel(this)),
      body_table_(new ValueTable(this)),
      system_table_(new ValueTable(this)),
      sparkline_(new Sparkline(this)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  column->addWidget(heading_);
  column->addWidget(hint_);
  column->addWidget(step_);
  column->addWidget(body_table_);
  column->addWidget(sparkline_);
  column->addWidget(system_table_);
  column->addStretch();
  set_type(heading_, Type::headline, true);
  set_type(hint_, Type::caption);
  hint_->setForegroundRole(QPalette::PlaceholderText);
  hint_->setWordWrap(true);
  step_->setObjectName("time_step_used");
  set_type(step_, Type::caption);
  step_->setWordWrap(true);
  step_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  step_->hide();
  body_lines_ = addLines(body_table_, true);
  system_table_->addRow(tr("Bodies"), tr("Number of spheres and rods"));
  system_lines_ = addLines(system_table_, false);
  refresh();
}

/// One row per quantity of the inspector: vectors first, below letters for their components.
std::vector<const Quantity*> InspectorPanel::addLines(ValueTable* to, bool bodies) {
  std::vector<const Quantity*> lines;
  for (const bool vectors : {true, false}) {
    if (vectors) to->addHeader();
    for (const Quantity& q : *table_) {
      if ((q.shown & in_inspector) == 0 || (q.of == Of::body) != bodies || q.of == Of::profile) continue;
      if ((q.length == 3) != vectors) continue;
      to->addRow(as_title(q.title), text_of(q.symbol) + QStringLiteral(": ") + text_of(q.description), vectors ? 3 : 1);
      lines.push_back(&q);
    }
  }
  return lines;
}

void InspectorPanel::show(const SnapshotPtr& snapshot) {
  snapshot_ = snapshot;
  if (snapshot) speeds_.add(*snapshot);
  throttle_.request();
}

void InspectorPanel::select(long body) {
  if ((body >= 0) != (body_ >= 0)) Q_EMIT turningWanted(body >= 0);
  body_ = body;
  speeds_.follow(body);
  if (snapshot_) speeds_.add(*snapshot_);
  refresh();
}

void InspectorPanel::refresh() {
  const bool any = snapshot_ && body_ >= 0 && body_ < static_cast<long>(snapshot_->radii.size());
  body_table_->setVisible(any);
  system_table_->setVisible(!any);
  sparkline_->setVisible(any);
  const bool rod = any && is_rod(*snapshot_, static_cast<std::size_t>(body_));
  heading_->setText(any ? (rod ? tr("Rod %1") : tr("Sphere %1")).arg(body_) : tr("Whole suspension"));
  hint_->setVisible(!any);
  if (!snapshot_ || !isVisible()) return;
  showStep();
  any ? showBody() : showSystem();
}

/// A time step that is not the one asked for is told wherever one looks at numbers. Steps that end at a frame come and
/// go; the room of the sentence then stays as long as the run, so that the rows below do not move.
void InspectorPanel::showStep() {
  const QString text = QString::fromStdString(shortened_step_text(*snapshot_));
  if (!text.isEmpty()) told_of_ = snapshot_->run;
  if (step_->text() != text) step_->setText(text);
  const bool room = !text.isEmpty() || told_of_ == snapshot_->run;
  if (!room)
    step_->setMinimumHeight(0);
  else if (!text.isEmpty())
    step_->setMinimumHeight(step_->heightForWidth(step_->width()));
  step_->setVisible(room);
}

/// Quantities that a body of this kind does not have are absent.
void InspectorPanel::showBody() {
  const Step step = step_of(*snapshot_);
  const auto i = static_cast<std::size_t>(body_);
  for (std::size_t row = 0; row < body_lines_.size(); ++row) {
    const Quantity& q = *body_lines_[row];
    const std::vector<double> values = values_of_bodies(q, step, i, i + 1);
    const bool known = std::any_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
    body_table_->setRowVisible(static_cast<int>(row), known || q.name == "angular_velocity");
    show_values(*body_table_, static_cast<int>(row), q, values, scenario());
  }
  const std::string last = quantity_text(BodySpeeds::span, "time", scenario());
  sparkline_->show(tr("Speed, last %1").arg(QString::fromStdString(last)),
                   QString::fromStdString(unit_text("velocity", scenario())), speeds_.samples(), BodySpeeds::span);
}

void InspectorPanel::showSystem() {
  system_table_->setValue(0, QString::fromStdString(count_text(static_cast<long long>(snapshot_->radii.size()))));
  for (std::size_t row = 0; row < system_lines_.size(); ++row) {
    const Quantity& q = *system_lines_[row];
    const auto v = snapshot_->values.list(q.name);
    const bool known = std::any_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
    system_table_->setRowVisible(static_cast<int>(row) + 1, known);
    show_values(*system_table_, static_cast<int>(row) + 1, q, std::vector<double>(v.begin(), v.end()), scenario());
  }
}

const Scenario& InspectorPanel::scenario() const {
  static const Scenario none;
  return snapshot_->scenario ? *snapshot_->scenario : none;
}

}  // namespace slurry::ui
