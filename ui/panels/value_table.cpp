// SPDX-License-Identifier: BSD-3-Clause
#include "panels/value_table.hpp"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace slurry::ui {

ValueTable::ValueTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setHorizontalSpacing(10);
  grid_->setVerticalSpacing(2);
  grid_->setColumnStretch(1, 1);
}

int ValueTable::addRow(const QString& name, const QString& help) {
  const int row = static_cast<int>(rows_.size());
  Row r{new QLabel(name, this), new QLabel(QStringLiteral("–"), this)};
  r.name->setForegroundRole(QPalette::PlaceholderText);
  r.name->setToolTip(help);
  r.value->setToolTip(help);
  r.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  r.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  r.value->setAccessibleName(name);
  r.value->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  r.value->setMinimumWidth(r.value->fontMetrics().horizontalAdvance(QStringLiteral("−0.0000 U₀")));
  r.value->setMinimumHeight(r.value->fontMetrics().height());
  grid_->addWidget(r.name, row, 0);
  grid_->addWidget(r.value, row, 1);
  rows_.push_back(r);
  return row;
}

void ValueTable::setName(int row, const QString& name, const QString& help) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  if (!help.isEmpty())
    for (QLabel* label : {r.name, r.value}) label->setToolTip(help);
  if (r.name->text() == name) return;
  r.name->setText(name);
  r.value->setAccessibleName(name);
}

void ValueTable::setValue(int row, const QString& text) {
  QLabel* label = rows_[static_cast<std::size_t>(row)].value;
  if (label->text() == text || label->hasSelectedText()) return;
  label->setMinimumWidth(std::max(label->minimumWidth(), label->fontMetrics().horizontalAdvance(text) + 2));
  label->setText(text);
}

QString ValueTable::value(int row) const {
  return rows_[static_cast<std::size_t>(row)].value->text();
}

void ValueTable::setRowVisible(int row, bool visible) {
  rows_[static_cast<std::size_t>(row)].name->setVisible(visible);
  rows_[static_cast<std::size_t>(row)].value->setVisible(visible);
}

}  // namespace slurry::ui
