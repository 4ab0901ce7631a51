// SPDX-License-Identifier: BSD-3-Clause
#include "panels/physics_panel.hpp"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "models/quantity_text.hpp"
#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"

namespace slurry::ui {
namespace {

constexpr double degrees = std::numbers::pi / 180;

/// A number as TOML takes it, with every digit.
std::string toml_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

}  // namespace

PhysicsPanel::PhysicsPanel(QWidget* parent) : QWidget(parent) {
  using Scale = NumberSlider::Scale;
  viscosity_ =
      new NumberSlider(tr("Viscosity η"),
                       tr("Dynamic viscosity of the liquid.\nU₀ = F/(6πηa): twice the viscosity, half the speed.\n"
                          "In reduced units 6πηa = 1 for the first kind of sphere, η = 0.05305"),
                       Scale::logarithmic, 0.005, 0.5, this);
  force_ = new NumberSlider(tr("Weight F"), tr("Weight less buoyancy of one sphere, (ρ_s − ρ_f) (4/3)πa³ g"),
                            Scale::linear, 0, 4, this);
  tilt_ = new NumberSlider(
      tr("Tilt of the pipe"),
      tr("Angle between gravity and the pipe's axis.\n0°: upright; 90°: lying, the spheres fall onto the wall"),
      Scale::linear, 0, 90, this);
  tilt_->setUnit(QStringLiteral("°"));
  time_step_ = new NumberSlider(tr("Time step"), tr("Largest time step Δt; the step control may take smaller ones"),
                                Scale::logarithmic, 0.005, 2, this);
  flow_ = new QComboBox(this);
  flow_->addItem(tr("closed pipe: no net flow"));
  flow_->addItem(tr("open pipe: no mean pressure gradient"));
  flow_->addItem(tr("given pressure gradient"));
  flow_->addItem(tr("given flux"));
  flow_->setToolTip(
      tr("Net flow along the pipe.\nClosed: what sinks pushes as much liquid up (flux 0)."
         "\nOpen: the liquid is dragged along (dp/dx = 0)"));
  flow_->setAccessibleName(tr("Net flow"));
  flow_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  flow_->setMinimumContentsLength(12);
  flow_value_ = new NumberField(this);
  flow_value_->setAccessibleName(tr("Value of the net flow"));
  flow_value_->hide();

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(5);
  column->addWidget(viscosity_);
  column->addWidget(force_);
  column->addWidget(tilt_);
  column->addWidget(time_step_);
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("Flow"), this));
  row->addWidget(flow_, 1);
  column->addLayout(row);
  column->addWidget(flow_value_, 0, Qt::AlignRight);
  column->addStretch();

  const auto number = [this](NumberSlider* slider, const char* key) {
    connect(slider, &NumberSlider::asked, this, [this, key](double v) { Q_EMIT optionAsked(key, toml_number(v)); });
  };
  number(viscosity_, "fluid.viscosity");
  number(force_, "bodies.force");
  number(time_step_, "integrator.time_step");
  connect(tilt_, &NumberSlider::asked, this, [this](double v) {
    Q_EMIT optionAsked("gravity.direction",
                       "[" + toml_number(std::cos(v * degrees)) + ", " + toml_number(-std::sin(v * degrees)) + ", 0]");
  });
  connect(flow_, &QComboBox::activated, this, &PhysicsPanel::askFlow);
  connect(flow_value_, &NumberField::entered, this, &PhysicsPanel::askFlow);
  connect(flow_value_, &NumberField::refused, this,
          [this](const QString& text) { Q_EMIT complained(tr("Flow: “%1” is no number").arg(text)); });
  for (NumberSlider* slider : {viscosity_, force_, tilt_, time_step_})
    connect(slider, &NumberSlider::complained, this, &PhysicsPanel::complained);
}

void PhysicsPanel::askFlow() {
  const int kind = flow_->currentIndex();
  flow_value_->setVisible(kind >= 2);
  const std::string value = toml_number(flow_value_->number());
  const std::string text = kind == 0   ? "\"zero-flux\""
                           : kind == 1 ? "\"zero-gradient\""
                           : kind == 2 ? "{ gradient = " + value + " }"
                                       : "{ flux = " + value + " }";
  Q_EMIT optionAsked("flow.net_flow", text);
}

void PhysicsPanel::show(const SnapshotPtr& s) {
  if (!s || !s->scenario || s->scenario == shown_) return;
  shown_ = s->scenario;
  if (s->scenario_generation != generation_) {
    generation_ = s->scenario_generation;
    adopt(*shown_);
  }
  const Scenario& now = *shown_;
  viscosity_->setValue(now.viscosity);
  if (!now.bodies.empty()) force_->setValue(now.bodies.front().force);
  time_step_->setValue(now.integrator.time_step);
  tilt_->setValue(std::acos(std::clamp(std::abs(now.gravity[0]), 0.0, 1.0)) / degrees);
  if (!flow_->view()->isVisible()) {
    flow_->setCurrentIndex(static_cast<int>(now.net_flow.kind));
    flow_value_->setVisible(now.net_flow.kind == NetFlowKind::gradient || now.net_flow.kind == NetFlowKind::flux);
    if (!flow_value_->beingEdited()) flow_value_->setNumber(now.net_flow.value, 6);
  }
}

/// Ranges about what the scenario starts with, and its units.
void PhysicsPanel::adopt(const Scenario& now) {
  const auto unit = [&](Dimension d) { return QString::fromStdString(unit_of(d, now.units)); };
  viscosity_->setRange(now.viscosity / 10, now.viscosity * 10);
  const double weight = now.bodies.empty() ? 1 : std::abs(now.bodies.front().force);
  force_->setRange(0, weight > 0 ? 4 * weight : 4);
  time_step_->setRange(now.integrator.time_step / 20, now.integrator.time_step * 10);
  viscosity_->setUnit(now.units == Units::si ? unit(Dimension::viscosity) : QString());
  force_->setUnit(unit(Dimension::force));
  time_step_->setUnit(unit(Dimension::time));
  const bool pipe = now.domain.kind == DomainKind::pipe;
  tilt_->setVisible(pipe);
  flow_->setEnabled(pipe);
}

}  // namespace slurry::ui
