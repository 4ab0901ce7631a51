// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLineEdit>

#include <optional>

namespace slurry::ui {

/// A number as people write it: with a point or, where that is the only sign of its kind, with a comma.  Nothing groups
/// digits: "1,234.5" is no number rather than one of two.  Only finite numbers.
std::optional<double> read_number(const QString& text);

/// A field for one number.  What cannot be read as one is put back to the number in force when the field is left.
class NumberField : public QLineEdit {
  Q_OBJECT
 public:
  explicit NumberField(QWidget* parent = nullptr);
  /// The number in force: shown or entered last.
  double number() const { return number_; }
  /// Room for the longest number, in the size of type in force.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  /// Shows a number, nothing for NaN: no signal.  Rounded to fewer digits where so many have no room.
  void setNumber(double number, int digits);
  /// Whether somebody is at work in it.
  bool beingEdited() const { return hasFocus() && isModified(); }
  /// Whether a typed number stays when somebody clicks elsewhere, because it is not applied by that: it waits for
  /// "Rebuild".  Otherwise such a click is no answer, and the number in force comes back.
  void setWaits(bool waits) { waits_ = waits; }
  /// Enters the typed text, as if the user had pressed Enter.
  void finish();

 Q_SIGNALS:
  void entered(double number);
  /// The typed text is not a number.
  void refused(const QString& text);

 protected:
  /// A number is one word, with its point and its sign: two clicks select all of it.
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  /// Up and Down step by a hundredth, with Shift by a tenth.
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  QString shown() const;
  QString text_of(int digits) const;
  double number_ = 0;
  int digits_ = 4;
  bool waits_ = false;
};

}  // namespace slurry::ui
