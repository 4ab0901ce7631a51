// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QAction>
#include <QIcon>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace slurry::ui {

/// Name of an action, its keys, and what it does; the tooltip says all three.
struct ActionText {
  QString name;
  QList<QKeySequence> keys;
  QString help;
  QIcon icon;
  QString word{};  ///< below the icon in the tool bar; empty: the name
};

QAction* make_action(QObject* owner, const ActionText& text, std::function<void()> work);
QAction* make_toggle(QObject* owner, const ActionText& text, bool on, std::function<void(bool)> work);

/// While a menu or the list of a combo box is open, keys are its own: no shortcut takes them.  A combo box that has the
/// focus opens by Enter and Space, a button is pressed by Space.
void leave_keys_to_inputs(QObject* owner);

/// The wheel changes a list, a slider or a number only where it has the focus, which the wheel does not give. Elsewhere
/// it scrolls what the control stands in.
void keep_wheel_from_inputs(QObject* owner);

/// Shortcuts that two actions of a window claim in the same place; empty when all is well.
QStringList duplicate_shortcuts(const QWidget* window);

/// Lines "keys  name" of all actions with a shortcut, for the key sheet.
QStringList shortcut_lines(const QWidget* window);

}  // namespace slurry::ui
