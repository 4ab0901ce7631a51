// SPDX-License-Identifier: BSD-3-Clause
#include "panels/scenario_text.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include "models/quantity_text.hpp"
#include "slurry/expectations.hpp"
#include "slurry/quantity.hpp"

namespace slurry::ui {
namespace {

/// Lines of a TOML text are joined into paragraphs; empty lines part them.
QString paragraphs(const std::string& text) {
  QString out = QString::fromStdString(text).trimmed();
  out.replace(QStringLiteral("\n\n"), QStringLiteral("\x01"));
  out.replace('\n', ' ');
  out.replace(QChar(1), QStringLiteral("\n\n"));
  return out;
}

/// "mean settling velocity": the name in words, without symbols.
QString name_of(const std::string& quantity) {
  return QString::fromStdString(quantity).replace('_', ' ');
}

QString expectations(const Scenario& s) {
  QString out;
  for (const Expectation& e : s.expect) {
    if (e.qualitative || !applies(e, s)) continue;
    const Quantity* q = find_quantity(quantities(), e.quantity);
    const QString value = QString::fromStdString(quantity_text(e.value, q ? q->unit : "", s, 5));
    out += QStringLiteral("\n\n") + QObject::tr("Expected %1: %2").arg(name_of(e.quantity), value);
    if (!e.source.empty()) out += QStringLiteral(" (") + QString::fromStdString(e.source) + ')';
  }
  return out;
}

}  // namespace

ScenarioText::ScenarioText(QWidget* between, QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), text_(new QLabel(this)) {
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setWordWrap(true);
  title_->setContentsMargins(10, 4, 10, 0);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setContentsMargins(10, 0, 10, 8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(title_);
  column->addWidget(between);
  column->addWidget(text_);
  column->addStretch();
}

void ScenarioText::show(const SnapshotPtr& s) {
  if (!s || !s->scenario || s->scenario == shown_) return;
  shown_ = s->scenario;
  const QString title = QString::fromStdString(shown_->title.empty() ? shown_->name : shown_->title);
  if (title_->text() != title) title_->setText(title);
  const QString text = paragraphs(shown_->description) + expectations(*shown_);
  if (text_->text() != text) text_->setText(text);
  text_->setVisible(!text.isEmpty());
}

}  // namespace slurry::ui
