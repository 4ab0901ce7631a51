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

/// Name of an action, its keys, and what it does. The tooltip shows all three.
struct ActionText {
  QString name;
  QList<QKeySequence> keys;
  QString help;
  QIcon icon;
  QString word{};  ///< below the icon in the tool bar; empty: the name
};

QAction* make_action(QObject* owner, const ActionText& text, std::function<void()> work);
QAction* make_toggle(QObject* owner, const ActionText& text, bool on, std::function<void(bool)> work);

/// While a menu or the list of a combo box is open, it receives all keys, and no shortcut acts. Enter and Space open a
/// combo box that has the focus, and Space presses a button.
void leave_keys_to_inputs(QObject* owner);

/// Escape restores the previous text of a field of this widget's window, and Enter applies the new text. Both return
/// the focus to the widget, so that its keys act again.
void give_focus_back(QWidget* home);

/// The wheel changes a list, a slider or a number only if the control has the focus; the wheel does not give it the
/// focus. Otherwise the wheel scrolls the area that contains the control.
void keep_wheel_from_inputs(QObject* owner);

/// Shortcuts that two actions of a window use in the same place. Empty if there is no conflict.
QStringList duplicate_shortcuts(const QWidget* window);

/// Lines "keys  name" of all actions with a shortcut, for the key sheet.
QStringList shortcut_lines(const QWidget* window);

}  // namespace slurry::ui
