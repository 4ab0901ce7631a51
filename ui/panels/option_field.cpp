// SPDX-License-Identifier: BSD-3-Clause
#include "panels/option_field.hpp"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>

#include "models/moment_text.hpp"
#include "models/number_text.hpp"
#include "models/qt_text.hpp"
#include "slurry/error.hpp"
#include "slurry/unit.hpp"
#include "slurry_style.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

QString as_sentence(QString phrase) {
  phrase[0] = phrase[0].toUpper();
  return phrase;
}

}  // namespace

OptionField::OptionField(const Option& option, QWidget* parent)
    : QWidget(parent), option_(option), former_(new QLabel(parent)), sentence_(new QLabel(parent)) {
  setObjectName(text_of(option.key));
  set_type(former_, Type::caption);
  former_->setWordWrap(true);
  former_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  former_->hide();
  sentence_->setWordWrap(true);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence_->setMargin(scaled(4));
  sentence_->setAutoFillBackground(true);
  sentence_->hide();
  colour();
}

void OptionField::colour() {
  const Tokens& t = tokens();
  QPalette edited = former_->palette(), refused = sentence_->palette();
  edited.setColor(QPalette::WindowText, t.acc);
  refused.setColor(QPalette::WindowText, t.err);
  refused.setColor(QPalette::Window, t.errbg);
  if (edited.color(QPalette::WindowText) != former_->palette().color(QPalette::WindowText)) former_->setPalette(edited);
  if (refused.color(QPalette::Window) != sentence_->palette().color(QPalette::Window)) sentence_->setPalette(refused);
}

void OptionField::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) colour();
  QWidget::changeEvent(event);
}

QString OptionField::name() const {
  const QString label = QString::fromStdString(label_of(option_));
  // a force that is measured in F is not called F twice
  const bool symbol = !option_.symbol.empty() && option_.symbol != unit_text(option_.unit, Units::reduced);
  return symbol ? label + ' ' + text_of(option_.symbol) : label;
}

QString OptionField::help() const {
  QString said = as_sentence(text_of(option_.help)) + '.';
  if (!option_.note.empty()) said += '\n' + text_of(option_.note);
  return said + '\n' + as_sentence(QString::fromStdString(allowed_values(option_))) + QStringLiteral("  ·  ") +
         text_of(option_.key);
}

void OptionField::show(const Scenario& scenario) {
  showValue(value_of(scenario, option_));
}

void OptionField::ask(const OptionValue& value) {
  forgive();
  Q_EMIT asked(to_toml(value));
}

void OptionField::showFormer(const Event* change, const Scenario& scenario) {
  former_->setVisible(change != nullptr && !isHidden());
  if (!change) return;
  std::string was = option_value_text(change->old);
  if (const auto& number = option_.view.as_number) try {  // as the field shows it
      was = number_text(number->number(read_value(option_, change->old)));
    } catch (const Error&) {
      // a value of an earlier version stays as it was written
    }
  QString until = QString::fromStdString(time_text(change->time, scenario));
  until.replace(' ', QChar::Nbsp);
  former_->setText(tr("was %1 until %2").arg(QString::fromStdString(was), until));
}

void OptionField::refuse(const QString& sentence) {
  sentence_->setText(sentence);
  sentence_->show();
  for (QLineEdit* editor : findChildren<QLineEdit*>()) set_refused(editor, true);
}

void OptionField::forgive() {
  sentence_->hide();
  for (QLineEdit* editor : findChildren<QLineEdit*>()) set_refused(editor, false);
}

void OptionField::refuseTyped(const QString& typed) {
  refuse(tr("%1 must be %2; “%3” was not applied")
             .arg(QString::fromStdString(label_of(option_)), QString::fromStdString(allowed_values(option_)), typed));
}

}  // namespace slurry::ui
