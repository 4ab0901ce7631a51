// SPDX-License-Identifier: BSD-3-Clause
#include "panels/number_slider.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

#include "panels/fitted_label.hpp"
#include "panels/number_field.hpp"

namespace slurry::ui {
namespace {

constexpr int places = 240;

}  // namespace

NumberSlider::NumberSlider(const QString& name, const QString& help, Scale scale, double lowest, double highest,
                           QWidget* parent)
    : QWidget(parent),
      scale_(scale),
      lowest_(lowest),
      highest_(highest),
      value_(lowest),
      name_(new NameLabel(name, this)),
      unit_(new QLabel(this)),
      field_(new NumberField(this)),
      slider_(new QSlider(Qt::Horizontal, this)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(6);
  grid->setVerticalSpacing(1);
  grid->setColumnStretch(0, 1);
  grid->addWidget(name_, 0, 0);
  grid->addWidget(field_, 0, 1);
  grid->addWidget(unit_, 0, 2);
  grid->addWidget(slider_, 1, 0, 1, 3);
  unit_->setForegroundRole(QPalette::PlaceholderText);
  name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  unit_->hide();
  slider_->setRange(0, places);
  slider_->setPageStep(places / 12);
  for (QWidget* w : {static_cast<QWidget*>(name_), static_cast<QWidget*>(field_), static_cast<QWidget*>(slider_)})
    w->setToolTip(help);
  name_->setToolTip(name + QChar(10) + help);
  slider_->setAccessibleName(name);
  field_->setAccessibleName(name);
  connect(slider_, &QSlider::valueChanged, this, [this](int place) {
    value_ = at(place);
    showNumber();
    Q_EMIT asked(value_);
  });
  connect(field_, &NumberField::entered, this, [this](double typed_number) {
    showNumber();  // what is not applied does not stand there
    Q_EMIT typed(typed_number);
  });
  connect(field_, &NumberField::refused, this, &NumberSlider::refused);
  showNumber();
}

void NumberSlider::setValue(double value) {
  if (value == value_ || slider_->isSliderDown() || field_->beingEdited()) return;
  restore(value);
}

void NumberSlider::restore(double value) {
  value_ = value;
  const QSignalBlocker quiet(slider_);
  slider_->setValue(place(value));
  showNumber();
}

void NumberSlider::ask(double value) {
  value_ = value;
  {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(place(value_));
  }
  showNumber();
  Q_EMIT asked(value_);
}

void NumberSlider::setRange(double lowest, double highest) {
  lowest_ = lowest;
  highest_ = highest;
  const QSignalBlocker quiet(slider_);
  slider_->setValue(place(value_));
}

void NumberSlider::setUnit(const QString& unit) {
  unit_->setText(unit);
  unit_->setVisible(!unit.isEmpty());
}

int NumberSlider::place(double value) const {
  const double v = std::clamp(value, lowest_, highest_);
  const double t = scale_ == Scale::linear ? (v - lowest_) / (highest_ - lowest_)
                                           : std::log(v / lowest_) / std::log(highest_ / lowest_);
  return static_cast<int>(std::lround(places * t));
}

double NumberSlider::at(int place) const {
  const double t = static_cast<double>(place) / places;
  const double v =
      scale_ == Scale::linear ? lowest_ + t * (highest_ - lowest_) : lowest_ * std::pow(highest_ / lowest_, t);
  // Three digits: what a slider can mean.
  if (v == 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(v))) - 2);
  return std::clamp(std::round(v / unit) * unit, lowest_, highest_);
}

void NumberSlider::showNumber() {
  field_->setNumber(value_, 4);
}

}  // namespace slurry::ui
