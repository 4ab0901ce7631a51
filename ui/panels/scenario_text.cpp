// SPDX-License-Identifier: BSD-3-Clause
#include "panels/scenario_text.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "models/quantity_text.hpp"
#include "models/view_wishes.hpp"
#include "slurry/error.hpp"
#include "slurry/expectations.hpp"
#include "slurry/option_table.hpp"
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
    : QWidget(parent),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      try_words_(new QLabel(this)),
      try_(new QPushButton(tr("Try this"), this)) {
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
  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 4, 10, 4);
  row->addWidget(try_words_, 1);
  row->addWidget(try_, 0, Qt::AlignTop);
  column->addLayout(row);
  column->addWidget(text_);
  column->addStretch();
  try_->hide();
  try_words_->hide();
  try_words_->setWordWrap(true);
  connect(try_, &QPushButton::clicked, this, &ScenarioText::tryIt);
}

void ScenarioText::show(const SnapshotPtr& s) {
  if (!s || !s->scenario || s->scenario == shown_) return;
  shown_ = s->scenario;
  const QString title = QString::fromStdString(shown_->title.empty() ? shown_->name : shown_->title);
  if (title_->text() != title) title_->setText(title);
  const QString text = paragraphs(shown_->description) + expectations(*shown_);
  if (text_->text() != text) text_->setText(text);
  text_->setVisible(!text.isEmpty());
  const ViewWishes wishes = view_wishes(*shown_);
  try_->setVisible(!wishes.to_try.empty());
  try_words_->setVisible(!wishes.to_try.empty());
  QString words = QString::fromStdString(wishes.try_label);
  if (!words.isEmpty()) words[0] = words[0].toUpper();
  try_words_->setText(words);
  QString keys;
  for (const std::string& change : wishes.to_try) keys += QChar(10) + QString::fromStdString(change);
  try_->setToolTip(tr("Makes this change:%1").arg(keys));
}

/// What may change in a running experiment changes there; anything else sets the suspension up anew.
void ScenarioText::tryIt() {
  if (!shown_) return;
  const std::vector<std::string> changes = view_wishes(*shown_).to_try;
  const auto key_of = [](const std::string& change) { return change.substr(0, change.find('=')); };
  const bool live = std::all_of(changes.begin(), changes.end(), [&](const std::string& change) {
    const Option* option = find_option(key_of(change));
    return option && option->change != Change::bodies;
  });
  if (live) {
    for (const std::string& change : changes) Q_EMIT optionAsked(key_of(change), change.substr(change.find('=') + 1));
    return;
  }
  try {
    Scenario changed = *shown_;
    set_options(changed, changes);
    Q_EMIT loadAsked(changed);
  } catch (const Error& e) {
    Q_EMIT complained(QString::fromUtf8(e.what()));
  }
}

}  // namespace slurry::ui
