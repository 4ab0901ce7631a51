// SPDX-License-Identifier: BSD-3-Clause
#include "panels/inspector_panel.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include "models/body_gaps.hpp"
#include "models/body_shape.hpp"
#include "models/body_turning.hpp"
#include "models/quantity_text.hpp"
#include "models/vec.hpp"
#include "panels/value_table.hpp"

namespace slurry::ui {
namespace {

enum BodyRow { at, axis, image, velocity, speed, turn, force, neighbour, to_wall, ratio };
enum SystemRow { bodies, mean_velocity, variance, gap, wall, flux, gradient };

QString vector_text(const double* x, Dimension d, Units units) {
  QString text;
  for (int k = 0; k < 3; ++k) text += QString::fromStdString(number_text(x[k], 4)) + (k < 2 ? ", " : " ");
  return text + QString::fromStdString(unit_of(d, units));
}

QString q(double value, Dimension d, Units units, int digits = 4) {
  return QString::fromStdString(quantity_text(value, d, units, digits));
}

}  // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent),
      heading_(new QLabel(this)),
      body_table_(new ValueTable(this)),
      system_table_(new ValueTable(this)),
      throttle_(80, [this] { refresh(); }) {
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
  body_table_->addRow(tr("x, y, z"), tr("Position of the centre; x along the pipe"));
  body_table_->addRow(tr("axis"), tr("Direction of a rod's axis"));
  body_table_->addRow(tr("periods"), tr("How often it passed an end of the period"));
  body_table_->addRow(tr("v"), tr("Velocity of the centre"));
  body_table_->addRow(tr("|v|, along g"), tr("Speed, and velocity along gravity v·g"));
  body_table_->addRow(tr("ω"),
                      tr("Angular velocity: of a sphere from the flow, half its curl at the centre, found a few "
                         "times a second while it is shown; of a rod's axis from its solve"));
  body_table_->addRow(tr("force"), tr("Weight less buoyancy"));
  body_table_->addRow(tr("nearest"), tr("Nearest body and the gap to it, surface to surface"));
  body_table_->addRow(tr("wall gap"), tr("Distance of the surface to the pipe's wall"));
  body_table_->addRow(tr("drag ratio K"), tr("Of a sphere: its Stokes velocity alone over its own, K = F/(6πηa v·g)"));
  system_table_->addRow(tr("bodies"), tr("Number of spheres and rods"));
  system_table_->addRow(tr("⟨v·g⟩"), tr("Mean settling velocity"));
  system_table_->addRow(tr("variance x, y, z"), tr("Variance of the velocity over the bodies, per direction"));
  system_table_->addRow(tr("smallest gap"), tr("Between two bodies, surface to surface"));
  system_table_->addRow(tr("to the wall"), tr("Smallest gap to the wall"));
  system_table_->addRow(tr("flux"), tr("Volume of fluid and bodies per time through a section"));
  system_table_->addRow(tr("dp/dx"), tr("Mean pressure gradient along the pipe"));
  refresh();
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
  const Snapshot& s = *snapshot_;
  const auto i = static_cast<std::size_t>(body_);
  const Units units = s.scenario ? s.scenario->units : Units::reduced;
  const Vec3d g = s.scenario ? normalised(s.scenario->gravity) : Vec3d{1, 0, 0};
  body_table_->setValue(at, vector_text(&s.positions[3 * i], Dimension::length, units));
  const bool rod = is_rod(s, i);
  body_table_->setValue(axis, rod ? vector_text(&s.directors[3 * i], Dimension::none, units) : QStringLiteral("–"));
  if (s.images.size() == s.positions.size())
    body_table_->setValue(
        image, QStringLiteral("%1, %2, %3").arg(s.images[3 * i]).arg(s.images[3 * i + 1]).arg(s.images[3 * i + 2]));
  double along = 0;
  if (s.velocities.size() == s.positions.size()) {
    const Vec3d v{s.velocities[3 * i], s.velocities[3 * i + 1], s.velocities[3 * i + 2]};
    along = dot(v, g);
    body_table_->setValue(velocity, vector_text(v.data(), Dimension::velocity, units));
    body_table_->setValue(speed, QString::fromStdString(number_text(length(v)) + ", " +
                                                        quantity_text(along, Dimension::velocity, units)));
  }
  const std::optional<Vec3d> w = turning(s, i);
  body_table_->setValue(turn, w ? vector_text(w->data(), Dimension::rate, units) : QStringLiteral("–"));
  double weight = 0;
  if (s.forces.size() == s.positions.size()) {
    weight = length({s.forces[3 * i], s.forces[3 * i + 1], s.forces[3 * i + 2]});
    body_table_->setValue(force, q(weight, Dimension::force, units));
  }
  const NearestNeighbour n = nearest_neighbour(s, body_);
  body_table_->setValue(neighbour, n.index < 0 ? QStringLiteral("–")
                                               : tr("%1 at %2").arg(n.index).arg(q(n.gap, Dimension::length, units)));
  body_table_->setValue(to_wall, q(wall_gap(s, body_), Dimension::length, units));
  const double alone = s.scenario && !rod ? weight / (6 * 3.141592653589793 * s.scenario->viscosity * s.radii[i]) : 0;
  body_table_->setValue(
      ratio, along > 0 && alone > 0 ? QString::fromStdString(number_text(alone / along)) : QStringLiteral("–"));
}

void InspectorPanel::showSystem() {
  const Snapshot& s = *snapshot_;
  const Units units = s.scenario ? s.scenario->units : Units::reduced;
  const Observables& o = s.observables;
  system_table_->setValue(bodies, QString::number(s.radii.size()));
  system_table_->setValue(mean_velocity, q(o.mean_settling_velocity, Dimension::velocity, units));
  QString v;
  for (int k = 0; k < 3; ++k) v += QString::fromStdString(number_text(o.velocity_variance[k], 3)) + (k < 2 ? ", " : "");
  system_table_->setValue(variance, v);
  system_table_->setValue(gap, q(o.smallest_gap, Dimension::length, units));
  system_table_->setValue(wall, q(o.smallest_wall_gap, Dimension::length, units));
  system_table_->setValue(flux, q(o.flux, Dimension::flux, units));
  system_table_->setValue(gradient, q(o.pressure_gradient, Dimension::pressure_gradient, units));
}

}  // namespace slurry::ui
