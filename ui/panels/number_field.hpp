// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLineEdit>

#include <optional>

namespace slurry::ui {

/// Reads a number with a decimal point, or with a decimal comma if it is the only such sign. Digits cannot be grouped:
/// "1,234.5" is not accepted. Only finite numbers are accepted.
std::optional<double> read_number(const QString& text);

/// A field for one number. If the typed text is no number, the field returns to the present number when it loses the
/// focus.
class NumberField : public QLineEdit {
  Q_OBJECT
 public:
  explicit NumberField(QWidget* parent = nullptr);
  /// The number in force: shown or entered last.
  double number() const { return number_; }
  /// Shows a value that came out and that nobody asked for, while the field is empty; NaN: there is none.
  void setOutcome(double value);
  /// Room for the longest number, in the size of type in force.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  /// Shows a number without a signal; NaN shows nothing. The number is rounded to fewer digits if there is too little
  /// room.
  void setNumber(double number, int digits);
  /// Whether the user is typing in the field.
  bool beingEdited() const { return hasFocus() && isModified(); }
  /// Whether a typed number stays when the user clicks elsewhere. It stays if the number waits for "Rebuild". Otherwise
  /// the field returns to the number in force.
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
  void resizeEvent(QResizeEvent* event) override;

 private:
  QString shown() const { return fitted(number_, digits_); }
  QString fitted(double number, int digits) const;
  double number_ = 0, outcome_;
  int digits_ = 4;
  bool waits_ = false;
};

}  // namespace slurry::ui
