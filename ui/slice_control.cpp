// SPDX-License-Identifier: BSD-3-Clause
#include "slice_control.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

#include "experiment/front.hpp"

namespace slurry::ui {
namespace {

constexpr int offset_places = 100;

}  // namespace

SliceControl::SliceControl(Front* front, QWidget* parent)
    : QWidget(parent), front_(front), plane_(new QComboBox(this)), offset_(new QSlider(Qt::Horizontal, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(4, 0, 4, 0);
  row->setSpacing(6);
  row->addWidget(plane_);
  row->addWidget(offset_);
  plane_->addItems({tr("x–y"), tr("x–z"), tr("y–z")});
  plane_->setToolTip(tr("Plane of the slice; x is the axis of the pipe"));
  plane_->setAccessibleName(tr("Plane of the slice"));
  plane_->setFocusPolicy(Qt::StrongFocus);
  plane_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  offset_->setRange(-offset_places, offset_places);
  offset_->setFixedWidth(90);
  offset_->setToolTip(tr("Position of the slice along its normal, across the whole pipe"));
  offset_->setAccessibleName(tr("Slice position"));
  connect(plane_, &QComboBox::activated, this, [this] {
    ++movements_;
    quiet_ = true;
    offset_->setValue(0);
    quiet_ = false;
    slice().setPlane(static_cast<FieldPlane::Plane>(plane_->currentIndex()));
    moved();
  });
  connect(offset_, &QSlider::sliderPressed, this, [this] { ++movements_; });
  connect(offset_, &QSlider::valueChanged, this, [this](int place) {
    slice().setPlace(static_cast<double>(place) / offset_places);
    moved();
  });
  connect(front_, &Front::switched, this, &SliceControl::adopt);
}

Slice& SliceControl::slice() const {
  return front_->experiment()->slice();
}

void SliceControl::moved() {
  if (quiet_) return;
  const SlicePlace before = at_;
  at_ = {plane_->currentIndex(), offset_->value()};
  if (at_ != before) Q_EMIT changed(before, at_, movements_);
}

void SliceControl::place(const SlicePlace& where) {
  quiet_ = true;
  ++movements_;
  plane_->setCurrentIndex(where.plane);
  slice().setPlane(static_cast<FieldPlane::Plane>(where.plane));
  offset_->setValue(where.offset);
  quiet_ = false;
  at_ = where;
}

void SliceControl::setWanted(bool wanted) {
  setEnabled(wanted);
  slice().setWanted(wanted);
}

void SliceControl::adopt() {
  const QSignalBlocker quiet(offset_);
  plane_->setCurrentIndex(static_cast<int>(slice().plane()));
  offset_->setValue(static_cast<int>(std::lround(slice().place() * offset_places)));
  at_ = {plane_->currentIndex(), offset_->value()};
  setEnabled(slice().wanted());
}

}  // namespace slurry::ui
