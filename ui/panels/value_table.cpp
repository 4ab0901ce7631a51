// SPDX-License-Identifier: BSD-3-Clause
#include "panels/value_table.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "models/number_text.hpp"
#include "models/qt_text.hpp"
#include "panels/fitted_label.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int first_number = 1, numbers = 3, unit_column = first_number + numbers;
constexpr int most_digits = 4, fewest_digits = 2;

}  // namespace

ValueTable::ValueTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setHorizontalSpacing(6);
  grid_->setVerticalSpacing(3);
  grid_->setColumnStretch(0, 2);
  for (int c = 0; c < numbers; ++c) grid_->setColumnStretch(first_number + c, 3);
}

void ValueTable::addHeader() {
  for (int c = 0; c < numbers; ++c) {
    auto* letter = new QLabel(QString(QChar('x' + c)), this);
    letter->setForegroundRole(QPalette::PlaceholderText);
    letter->setAlignment(Qt::AlignRight | Qt::AlignBottom);
    set_type(letter, Type::caption);
    grid_->addWidget(letter, lines_, first_number + c);
    header_.push_back(letter);
  }
  ++lines_;
}

int ValueTable::addRow(const QString& name, const QString& help, int components) {
  Row r{new NameLabel(name, this), {}, new QLabel(this)};
  const bool vector = components == numbers;
  r.name->setToolTip(name + '\n' + help);
  grid_->addWidget(r.name, lines_, 0, 1, vector ? 1 : numbers);
  for (int c = 0; c < (vector ? numbers : 1); ++c) {
    auto* value = new NumberLabel(this);
    value->setToolTip(help);
    value->setAccessibleName(vector ? name + ' ' + QChar('x' + c) : name);
    r.values.push_back(value);
  }
  if (vector) {
    r.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    r.name->setMinimumWidth(scaled(44));
    for (int c = 0; c < numbers; ++c) {
      NumberLabel* value = r.values[static_cast<std::size_t>(c)];
      value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
      grid_->addWidget(value, lines_, first_number + c);
    }
  } else {
    // A word or a number with its name to the left: both share the width.
    grid_->removeWidget(r.name);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(r.name, 1);
    row->addWidget(r.values[0]);
    r.values[0]->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    r.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    r.name->setMinimumWidth(scaled(56));
    grid_->addLayout(row, lines_, 0, 1, unit_column);
  }
  r.unit->setForegroundRole(QPalette::PlaceholderText);
  r.unit->setToolTip(help);
  r.unit->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  grid_->addWidget(r.unit, lines_, unit_column);
  ++lines_;
  rows_.push_back(r);
  return static_cast<int>(rows_.size()) - 1;
}

void ValueTable::setName(int row, const QString& name, const QString& help) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  if (!help.isEmpty()) {
    r.name->setToolTip(name + '\n' + help);
    for (NumberLabel* value : r.values) value->setToolTip(help);
  }
  if (r.name->text() == name) return;
  r.name->setText(name);
  for (NumberLabel* value : r.values) value->setAccessibleName(name);
}

void ValueTable::setUnit(const Row& row, const QString& unit) {
  if (row.unit->text() != unit) row.unit->setText(unit);
}

void ValueTable::setValue(int row, const QString& text, const QString& unit) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  if (r.values[0]->hasSelectedText()) return;
  r.values[0]->setTexts({text});
  setUnit(r, unit);
}

void ValueTable::setNumbers(int row, std::span<const double> values, const QString& unit) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  for (const NumberLabel* value : r.values)
    if (value->hasSelectedText()) return;
  std::vector<QStringList> texts(r.values.size());
  for (int digits = most_digits; digits >= fewest_digits; --digits) {
    const std::vector<std::string> numbers =
        values.size() > 1
            ? vector_texts(values, digits)
            : std::vector{values.empty() ? std::string("–") : number_text(values[0], digits, Zeros::kept)};
    for (std::size_t c = 0; c < texts.size(); ++c)
      texts[c].append(c < numbers.size() ? text_of(numbers[c]) : QStringLiteral("–"));
  }
  for (std::size_t c = 0; c < texts.size(); ++c) r.values[c]->setTexts(texts[c]);
  setUnit(r, unit);
  share();
}

void ValueTable::setWhole(int row, std::span<const double> values) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  for (std::size_t c = 0; c < r.values.size() && c < values.size(); ++c)
    r.values[c]->setTexts({text_of(count_text(std::lround(values[c])))});
  setUnit(r, {});
}

QString ValueTable::value(int row) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  QStringList words;
  for (const NumberLabel* value : r.values) words.append(value->exact());
  if (!r.unit->text().isEmpty()) words.append(r.unit->text());
  return words.join(' ');
}

void ValueTable::setRowVisible(int row, bool visible) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  r.name->setVisible(visible);
  r.unit->setVisible(visible);
  for (NumberLabel* value : r.values) value->setVisible(visible);
  share();
}

void ValueTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  share();
}

void ValueTable::share() {
  int name = 0, number = 0, unit = 0;
  for (const Row& r : rows_) {
    if (r.name->isHidden()) continue;
    unit = std::max(unit, r.unit->sizeHint().width());
    if (r.values.size() != numbers) continue;
    name = std::max(name, r.name->fontMetrics().horizontalAdvance(r.name->text()) + 2);
    for (const NumberLabel* value : r.values) number = std::max(number, value->needed());
  }
  for (QLabel* letter : header_) letter->setVisible(name > 0);
  if (name == 0) return;
  const int room = width() - unit - unit_column * grid_->horizontalSpacing();
  const int least = scaled(44), of_name = std::clamp(room - numbers * number, least, std::max(least, name));
  grid_->setColumnStretch(0, of_name);
  for (int c = 0; c < numbers; ++c) grid_->setColumnStretch(first_number + c, std::max(1, (room - of_name) / numbers));
}

}  // namespace slurry::ui
