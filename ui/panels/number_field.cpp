// SPDX-License-Identifier: BSD-3-Clause
#include "panels/number_field.hpp"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QValidator>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "models/quantity_text.hpp"

namespace slurry::ui {
namespace {

constexpr int outcome_digits = 3;
constexpr int margins = 16;  // of the frame and of the text in it

/// Lets be typed what may become a number; asks for another text when it did not.
class NumberValidator final : public QValidator {
 public:
  NumberValidator(QObject* parent, std::function<QString(const QString&)> instead)
      : QValidator(parent), instead_(std::move(instead)) {}
  State validate(QString& text, int&) const override {
    if (read_number(text)) return Acceptable;
    for (const QChar c : std::as_const(text))
      if (!QStringLiteral("0123456789.,eE+- −").contains(c)) return Invalid;
    return Intermediate;
  }
  void fixup(QString& text) const override { text = instead_(text); }

 private:
  std::function<QString(const QString&)> instead_;
};

}  // namespace

std::optional<double> read_number(const QString& text) {
  QString plain = text.trimmed();
  plain.replace(QChar(0x2212), '-');  // the minus sign that the panels write
  if (!plain.contains('.') && plain.count(',') == 1) plain.replace(',', '.');
  QLocale strict = QLocale::c();
  strict.setNumberOptions(QLocale::RejectGroupSeparator);
  bool good = false;
  const double value = strict.toDouble(plain, &good);
  if (!good || !std::isfinite(value)) return std::nullopt;
  return value;
}

NumberField::NumberField(QWidget* parent) : QLineEdit(parent), outcome_(std::numeric_limits<double>::quiet_NaN()) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAlignment(Qt::AlignRight);
  setValidator(new NumberValidator(this, [this](const QString& text) {
    if (!text.isEmpty() || std::isfinite(number_)) Q_EMIT refused(text);
    return shown();
  }));
  connect(this, &QLineEdit::editingFinished, this, &NumberField::finish);
  setNumber(0, digits_);
}

void NumberField::finish() {
  const std::optional<double> typed = read_number(text());
  if (!typed && isModified() && !text().isEmpty()) Q_EMIT refused(text());
  const bool changed = isModified() && typed && *typed != number_;
  if (changed) number_ = *typed;
  setNumber(number_, digits_);
  if (changed) Q_EMIT entered(number_);
}

void NumberField::setNumber(double number, int digits) {
  number_ = number;
  digits_ = digits;
  if (text() != shown()) setText(shown());
  setModified(false);
}

void NumberField::setOutcome(double value) {
  outcome_ = value;
  setPlaceholderText(fitted(outcome_, outcome_digits));
}

QSize NumberField::sizeHint() const {
  return {fontMetrics().horizontalAdvance(QStringLiteral("0.00000e")) + margins, QLineEdit::sizeHint().height()};
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  const int sense = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
  const std::optional<double> at = read_number(text());
  if (sense == 0 || !at) return QLineEdit::keyPressEvent(event);
  event->accept();
  // A round step, and a multiple of it: 1.234 goes to 1.24, and 0.05305 to 0.0535.
  const double part = event->modifiers() & Qt::ShiftModifier ? 0.1 : 0.01;
  const double step = *at == 0 ? part : nice_floor(part * std::abs(*at));
  const double next = step * (sense > 0 ? std::floor(*at / step + 1 + 1e-9) : std::ceil(*at / step - 1 - 1e-9));
  setText(QLocale::c().toString(next, 'g', 10));
  setModified(true);
  finish();
}

void NumberField::focusOutEvent(QFocusEvent* event) {
  const bool away = event->reason() == Qt::MouseFocusReason && isModified() && !waits_;
  if (away && read_number(text())) setNumber(number_, digits_);
  QLineEdit::focusOutEvent(event);
}

void NumberField::mouseDoubleClickEvent(QMouseEvent* event) {
  QLineEdit::mouseDoubleClickEvent(event);  // a third click soon after it selects everything too
  if (event->button() == Qt::LeftButton) selectAll();
}

void NumberField::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  setPlaceholderText(fitted(outcome_, outcome_digits));
  if (!isModified()) setNumber(number_, digits_);
}

/// The number in the most digits that have room; at the end as a power of ten.
QString NumberField::fitted(double number, int digits) const {
  if (!std::isfinite(number)) return {};
  QLocale plain = QLocale::c();
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  const auto text = [&](char form, int precision) {
    // 1e-8, not 1e-08
    QString written = plain.toString(number, form, precision);
    return written.replace(QStringLiteral("e-0"), QStringLiteral("e-"))
        .replace(QStringLiteral("e+0"), QStringLiteral("e+"));
  };
  const auto fits = [&](const QString& written) {
    return fontMetrics().horizontalAdvance(written) <= width() - margins;
  };
  for (; digits >= 2; --digits)
    if (const QString written = text('g', digits); fits(written)) return written;
  const QString rounded = text('e', 1);
  return fits(rounded) ? rounded : text('e', 0);
}

}  // namespace slurry::ui
