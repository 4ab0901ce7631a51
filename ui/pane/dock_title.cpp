// SPDX-License-Identifier: BSD-3-Clause
#include "pane/dock_title.hpp"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "icons.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

QToolButton* small_button(QWidget* parent, const QString& symbol, const QString& name) {
  auto* button = new QToolButton(parent);
  button->setAutoRaise(true);
  button->setIcon(icon(symbol));
  button->setIconSize({scaled(14), scaled(14)});
  button->setToolTip(name);
  button->setAccessibleName(name);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 0, 4, 0);
  row->setSpacing(2);
  auto* name = new QLabel(dock->windowTitle(), this);
  set_type(name, Type::label, true);
  // A long name gives way to the dock's width, and not the other way round.
  name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(name, 1);
  auto* out = small_button(this, "float", tr("Take “%1” out of the window").arg(dock->windowTitle()));
  auto* away = small_button(this, "close", tr("Close “%1”; the View menu brings it back").arg(dock->windowTitle()));
  row->addWidget(out);
  row->addWidget(away);
  connect(out, &QToolButton::clicked, dock, [dock] { dock->setFloating(true); });
  connect(away, &QToolButton::clicked, dock, &QDockWidget::close);
}

QSize DockTitle::minimumSizeHint() const {
  return {scaled(80), scaled(30)};
}

void DockTitle::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange)
    for (QToolButton* button : findChildren<QToolButton*>()) button->setIconSize({scaled(14), scaled(14)});
  QWidget::changeEvent(event);
}

void DockTitle::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), tokens().bg2);
}

}  // namespace slurry::ui
