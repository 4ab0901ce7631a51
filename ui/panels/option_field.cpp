// SPDX-License-Identifier: BSD-3-Clause
#include "panels/option_field.hpp"

#include <QLabel>

#include "models/qt_text.hpp"
#include "slurry/unit.hpp"
#include "theme.hpp"

namespace slurry::ui {
namespace {

QString as_sentence(QString phrase) {
  phrase[0] = phrase[0].toUpper();
  return phrase;
}

}  // namespace

OptionField::OptionField(const Option& option, QWidget* parent)
    : QWidget(parent), option_(option), sentence_(new QLabel(parent)) {
  setObjectName(text_of(option.key));
  sentence_->setWordWrap(true);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence_->hide();
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
  sentence_->hide();
  Q_EMIT asked(to_toml(value));
}

void OptionField::refuse(const QString& sentence) {
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, signal_colours().bad);
  sentence_->setPalette(colours);
  sentence_->setText(sentence);
  sentence_->show();
}

void OptionField::refuseTyped(const QString& typed) {
  refuse(tr("%1 must be %2; “%3” was not applied")
             .arg(QString::fromStdString(label_of(option_)), QString::fromStdString(allowed_values(option_)), typed));
}

}  // namespace slurry::ui
