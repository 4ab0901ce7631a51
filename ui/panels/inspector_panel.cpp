// SPDX-License-Identifier: BSD-3-Clause
#include "panels/inspector_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include "models/body_shape.hpp"
#include "models/qt_text.hpp"
#include "models/quantity_text.hpp"
#include "models/round_off.hpp"
#include "panels/value_table.hpp"

namespace slurry::ui {
namespace {

/// Quantities of one unit that follow each other share it.
QString line_text(const std::vector<const Quantity*>& line, const Scenario& scenario,
                  const std::function<std::vector<double>(const Quantity&)>& values) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool shared = i + 1 < line.size() && line[i + 1]->unit == line[i]->unit;
    const std::string_view unit = shared ? std::string_view() : line[i]->unit;
    std::vector<double> numbers = values(*line[i]);
    const double round_off = round_off_of(line[i]->unit, scenario);
    for (double& x : numbers) x = without_round_off(x, round_off);
    text += (i > 0 ? ", " : "") + list_text(numbers, unit, scenario);
  }
  return QString::fromStdString(text);
}

}  // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent),
      heading_(new QLabel(this)),
      body_table_(new ValueTable(this)),
      system_table_(new ValueTable(this)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  column->addWidget(heading_);
  column->addWidget(body_table_);
  column->addWidget(system_table_);
  column->addStretch();
  QFont bold = heading_->font();
  bold.setBold(true);
  heading_->setFont(bold);
  system_table_->addRow(tr("bodies"), tr("Number of spheres and rods"));
  body_lines_ = addLines(body_table_, true);
  system_lines_ = addLines(system_table_, false);
  refresh();
}

/// One line per quantity of the inspector, those that stand beside another in its line.
std::vector<InspectorPanel::Line> InspectorPanel::addLines(ValueTable* to, bool bodies) {
  std::vector<Line> lines;
  const auto wanted = [bodies](const Quantity& q) {
    return (q.shown & in_inspector) != 0 && (q.of == Of::body) == bodies && q.of != Of::profile;
  };
  for (const Quantity& q : *table_) {
    if (!wanted(q) || !q.beside.empty()) continue;
    Line line{&q};
    QString name = text_of(q.symbol), help = text_of(q.description);
    for (const Quantity& other : *table_) {
      if (!wanted(other) || other.beside != q.name) continue;
      line.push_back(&other);
      name += ", " + text_of(other.symbol);
      help += "\n" + text_of(other.description);
    }
    to->addRow(name, help);
    lines.push_back(std::move(line));
  }
  return lines;
}

void InspectorPanel::show(const SnapshotPtr& snapshot) {
  snapshot_ = snapshot;
  throttle_.request();
}

void InspectorPanel::select(long body) {
  if ((body >= 0) != (body_ >= 0)) Q_EMIT turningWanted(body >= 0);
  body_ = body;
  refresh();
}

void InspectorPanel::refresh() {
  const bool any = snapshot_ && body_ >= 0 && body_ < static_cast<long>(snapshot_->radii.size());
  body_table_->setVisible(any);
  system_table_->setVisible(!any);
  const bool rod = any && is_rod(*snapshot_, static_cast<std::size_t>(body_));
  heading_->setText(any ? (rod ? tr("Rod %1") : tr("Sphere %1")).arg(body_) : tr("Suspension  (click a body)"));
  if (!snapshot_ || !isVisible()) return;
  any ? showBody() : showSystem();
}

void InspectorPanel::showBody() {
  const Step step = step_of(*snapshot_);
  const auto i = static_cast<std::size_t>(body_);
  for (std::size_t row = 0; row < body_lines_.size(); ++row)
    body_table_->setValue(static_cast<int>(row), line_text(body_lines_[row], scenario(), [&](const Quantity& q) {
                            return values_of_bodies(q, step, i, i + 1);
                          }));
}

void InspectorPanel::showSystem() {
  system_table_->setValue(0, QString::number(snapshot_->radii.size()));
  for (std::size_t row = 0; row < system_lines_.size(); ++row)
    system_table_->setValue(static_cast<int>(row) + 1,
                            line_text(system_lines_[row], scenario(), [&](const Quantity& q) {
                              const auto v = snapshot_->values.list(q.name);
                              return std::vector<double>(v.begin(), v.end());
                            }));
}

const Scenario& InspectorPanel::scenario() const {
  static const Scenario none;
  return snapshot_->scenario ? *snapshot_->scenario : none;
}

}  // namespace slurry::ui
