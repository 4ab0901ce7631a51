// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLabel>
#include <QString>
#include <QVBoxLayout>
#include <QWidget>

#include "type_scale.hpp"

namespace slurry::ui {

/// A control of the tool bar with its name in small type above it.
inline QWidget* captioned(const QString& name, QWidget* control) {
  auto* both = new QWidget;
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(6, 0, 6, 0);
  column->setSpacing(1);
  auto* caption = new QLabel(name, both);
  caption->setForegroundRole(QPalette::PlaceholderText);
  caption->setBuddy(control);
  set_type(caption, Type::caption);
  column->addStretch();
  column->addWidget(caption);
  column->addWidget(control);
  column->addStretch();
  return both;
}

}  // namespace slurry::ui
