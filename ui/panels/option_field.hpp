// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>

#include "slurry/moment.hpp"
#include "slurry/option_table.hpp"

class QLabel;

namespace slurry::ui {

/// The editor of one option, made from its row: a slider, a number, a list, a switch or a text. A value that is not
/// allowed is not applied, and a sentence says why.
class OptionField : public QWidget {
  Q_OBJECT
 public:
  static OptionField* make(const Option& option, QWidget* parent);

  const Option& option() const { return option_; }
  /// Shows the engine's value in force, unless the user is editing here. Sends no signal.
  void show(const Scenario& scenario);
  /// Shows the value in force even if the user is editing here, because the request was refused. Sends no signal.
  virtual void restore(const Scenario& scenario) { show(scenario); }
  /// Shows the value that came out if the option is not set, as a value that nobody asked for; NaN: there is none.
  virtual void showOutcome(double value) { (void)value; }
  /// Takes another scenario: its units, and ranges around its initial values.
  virtual void adopt(const Scenario& scenario) { (void)scenario; }
  /// Takes the typed text, as if the user had left the field.
  virtual void finish() {}
  /// Moves the value by this number of places in the series ..., 0.1, 0.3, 1, 3, 10, ...
  virtual void nudge(int notches) { (void)notches; }
  /// Text about the value before the newest change in the run, and until when it held. Place it beneath the field.
  QLabel* former() const { return former_; }
  /// Shows that text, or hides it if the option was not changed in the run (null).
  void showFormer(const Event* change, const Scenario& scenario);
  /// Sentence that says why the last value was not applied. It is hidden if all is well. Place it beneath the field.
  QLabel* sentence() const { return sentence_; }
  /// Shows the sentence and a border around the editor.
  void refuse(const QString& sentence);
  /// Hides the sentence and the border.
  void forgive();

 Q_SIGNALS:
  /// A value of the option as in a scenario file.
  void asked(const std::string& value);
  /// The user has begun to type.
  void edited();
  void returnPressed();

 protected:
  void changeEvent(QEvent* event) override;
  OptionField(const Option& option, QWidget* parent);
  virtual void showValue(const OptionValue& value) = 0;
  void ask(const OptionValue& value);
  /// Says why a typed value was not applied, with the range of the table.
  void refuseTyped(const QString& typed);
  QString name() const;  ///< label and symbol
  QString help() const;

 private:
  const Option& option_;
  void colour();
  QLabel *former_, *sentence_;
};

}  // namespace slurry::ui
