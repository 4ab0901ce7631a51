// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "slurry/option_table.hpp"

class QLabel;
class QSlider;

namespace slurry::ui {

class NumberField;

/// A name, a slider and a field for one number. The slider shows the requested value. A value from the engine moves the
/// slider only while the user does not hold it.
class NumberSlider : public QWidget {
  Q_OBJECT
 public:
  NumberSlider(const QString& name, const QString& help, Scale scale, double lowest, double highest,
               QWidget* parent = nullptr);

  double value() const { return value_; }
  /// Shows a value from the engine. Emits no signal.
  void setValue(double value);
  /// Sets the value even if the user holds the slider, because the engine refused the requested value. Emits no signal.
  void restore(double value);
  void setRange(double lowest, double highest);
  void setUnit(const QString& unit);
  /// Acts as if the user had moved the slider, and emits the signal.
  void ask(double value);
  QSlider* slider() const { return slider_; }
  NumberField* field() const { return field_; }

 Q_SIGNALS:
  /// The user asks for this value. Emitted many times while the slider moves.
  void asked(double value);
  /// The user typed this number, which may lie outside of the slider's range. ask() applies it.
  void typed(double value);
  /// The typed text is not a number.
  void refused(const QString& text);

 private:
  int place(double value) const;
  double at(int place) const;
  void showNumber();

  Scale scale_;
  double lowest_, highest_, value_;
  QLabel* name_;
  QLabel* unit_;
  NumberField* field_;
  QSlider* slider_;
};

}  // namespace slurry::ui
