// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "slurry/option_table.hpp"

class QLabel;
class QSlider;

namespace slurry::ui {

class NumberField;

/// A name, a slider and a field for one number.  The slider shows what is asked; a value that arrives from the engine
/// moves it only while nobody holds it.
class NumberSlider : public QWidget {
  Q_OBJECT
 public:
  NumberSlider(const QString& name, const QString& help, Scale scale, double lowest, double highest,
               QWidget* parent = nullptr);

  double value() const { return value_; }
  /// From the engine: no signal.
  void setValue(double value);
  /// Sets the value even if the user holds the slider, because what was asked is refused; no signal.
  void restore(double value);
  void setRange(double lowest, double highest);
  void setUnit(const QString& unit);
  /// As if a person had moved the slider: emits.
  void ask(double value);
  QSlider* slider() const { return slider_; }
  NumberField* field() const { return field_; }

 Q_SIGNALS:
  /// A person asks for this value; many times while the slider moves.
  void asked(double value);
  /// A person typed this number, also beyond the slider's ends; ask() takes it.
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
