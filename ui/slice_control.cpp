// SPDX-License-Identifier: BSD-3-Clause
#include "slice_control.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSlider>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine_bridge.hpp"
#include "models/turntable.hpp"

namespace slurry::ui {
namespace {

constexpr int offset_places = 100;
constexpr double points_running = 5000, points_paused = 30000;

}  // namespace

SliceControl::SliceControl(EngineBridge* bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), plane_(new QComboBox(this)), offset_(new QSlider(Qt::Horizontal, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(4, 0, 4, 0);
  row->setSpacing(6);
  row->addWidget(plane_);
  row->addWidget(offset_);
  plane_->addItems({tr("x–y"), tr("x–z"), tr("y–z")});
  plane_->setToolTip(tr("Plane of the slice; x is the pipe's axis"));
  plane_->setAccessibleName(tr("Plane of the slice"));
  plane_->setFocusPolicy(Qt::ClickFocus);
  plane_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  offset_->setRange(-offset_places, offset_places);
  offset_->setFixedWidth(90);
  offset_->setToolTip(tr("Place of the slice along its normal, through the whole pipe"));
  offset_->setAccessibleName(tr("Place of the slice"));
  connect(plane_, &QComboBox::activated, this, [this] {
    offset_->setValue(0);
    ask();
  });
  connect(offset_, &QSlider::valueChanged, this, [this] { ask(); });
}

void SliceControl::setWanted(bool wanted) {
  wanted_ = wanted;
  setEnabled(wanted);
  ask();
}

void SliceControl::show(const SnapshotPtr& s) {
  if (!s || !s->scenario) return;
  const bool running = s->state == SessionState::running;
  const bool again = s->scenario_generation != generation_ || running != running_;
  snapshot_ = s;
  generation_ = s->scenario_generation;
  running_ = running;
  if (again) ask();
}

void SliceControl::ask() {
  if (!snapshot_) return;
  RequestSlice request;
  request.plane = static_cast<RequestSlice::Plane>(plane_->currentIndex());
  if (wanted_) {
    const SubjectBox box = subject_box(*snapshot_);
    static constexpr std::array<std::array<int, 3>, 3> axes{{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}};
    const auto& a = axes[static_cast<std::size_t>(plane_->currentIndex())];
    // Square cells, as many as the budget allows.
    const double wide = 2 * box.half[a[0]], high = 2 * box.half[a[1]];
    const double cell = std::sqrt(wide * high / (running_ ? points_running : points_paused));
    request.resolution = {std::clamp(static_cast<int>(wide / cell), 8, 400),
                          std::clamp(static_cast<int>(high / cell), 8, 400)};
    request.offset = box.centre[a[2]] + 0.995 * box.half[a[2]] * offset_->value() / offset_places;
    request.largest_rate = running_ ? 8 : 2;
  }
  bridge_->postLatest("slice", request);
}

}  // namespace slurry::ui
