// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>

#include "slurry/option_table.hpp"

class QLabel;

namespace slurry::ui {

/// The editor of one option, made from its row: a slider, a number, a list, a switch or a text.  What is not allowed is
/// not applied, and why is said in a sentence of its own.
class OptionField : public QWidget {
  Q_OBJECT
 public:
  static OptionField* make(const Option& option, QWidget* parent);

  const Option& option() const { return option_; }
  /// From the engine: the value in force, unless somebody is at work here; no signal.
  void show(const Scenario& scenario);
  /// Shows the value in force even if somebody is at work here, because what was asked is refused; no signal.
  virtual void restore(const Scenario& scenario) { show(scenario); }
  /// Shows the value that came out if the option is not set, as a value that nobody asked for; NaN: there is none.
  virtual void showOutcome(double value) { (void)value; }
  /// Another scenario: ranges about the values that it starts with, and its units.
  virtual void adopt(const Scenario& scenario) { (void)scenario; }
  /// Takes the typed text, as if the user had left the field.
  virtual void finish() {}
  /// So many half decades up or down, on 1 and 3.
  virtual void nudge(int notches) { (void)notches; }
  /// Why the last value was not applied; hidden when all is well.  To be placed beneath the field.
  QLabel* sentence() const { return sentence_; }
  void refuse(const QString& sentence);

 Q_SIGNALS:
  /// A value of the option as in a scenario file.
  void asked(const std::string& value);
  /// Somebody has begun to type.
  void edited();
  void returnPressed();

 protected:
  OptionField(const Option& option, QWidget* parent);
  virtual void showValue(const OptionValue& value) = 0;
  void ask(const OptionValue& value);
  /// By the range of the table.
  void refuseTyped(const QString& typed);
  QString name() const;  ///< label and symbol
  QString help() const;

 private:
  const Option& option_;
  QLabel* sentence_;
};

}  // namespace slurry::ui
