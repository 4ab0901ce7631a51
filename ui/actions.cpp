// SPDX-License-Identifier: BSD-3-Clause
#include "actions.hpp"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMap>
#include <QScrollBar>
#include <QWheelEvent>
#include <QWidget>

#include <utility>

namespace slurry::ui {
namespace {

QAction* bare_action(QObject* owner, const ActionText& text) {
  auto* action = new QAction(text.icon, text.name, owner);
  action->setShortcuts(text.keys);
  if (!text.word.isEmpty()) action->setIconText(text.word);
  QString plain = text.name;
  plain.remove('&').remove(QStringLiteral("…"));
  QString tip = plain;
  if (!text.keys.isEmpty()) tip += QStringLiteral("  (%1)").arg(text.keys.first().toString(QKeySequence::NativeText));
  if (!text.help.isEmpty()) tip += '\n' + text.help;
  action->setToolTip(tip);
  action->setStatusTip(QString());
  return action;
}

QList<QAction*> actions_of(const QWidget* window) {
  return window->findChildren<QAction*>();
}

bool is_enter(const QKeyEvent& key) {
  return key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
}

/// Whether a plain key means something to the widget that has the focus, and so is no shortcut there.
bool belongs_to(QObject* widget, const QKeyEvent& key) {
  if (key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
  if (qobject_cast<QComboBox*>(widget)) return is_enter(key) || key.key() == Qt::Key_Space;
  return qobject_cast<QAbstractButton*>(widget) && key.key() == Qt::Key_Space;
}

/// Qt asks the widget that has the focus, which a menu leaves where it was, whether it wants a key before shortcuts do.
class KeysOfInputs final : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool open = QApplication::activePopupWidget() != nullptr;
    if (event->type() == QEvent::KeyPress) {  // a list opens by Space of itself, and Enter chooses in one that is open
      if (open) return false;
      auto* list = qobject_cast<QComboBox*>(watched);
      if (!list || list->isEditable() || !is_enter(key)) return false;
      list->showPopup();
      return true;
    }
    if (!open && !belongs_to(watched, key)) return false;
    event->accept();
    // The open list itself chooses by Enter already now, and has to be asked.
    return !(open && is_enter(key) && QApplication::activePopupWidget()->inherits("QComboBoxPrivateContainer"));
  }
};

/// The control that a turn of the wheel over a widget would change: the widget itself, or that whose line it is.
QWidget* turned_control(QObject* watched) {
  for (QWidget* w = qobject_cast<QWidget*>(watched); w && !w->isWindow(); w = w->parentWidget()) {
    if (qobject_cast<QScrollBar*>(w)) return nullptr;
    if (qobject_cast<QComboBox*>(w) || qobject_cast<QAbstractSlider*>(w) || qobject_cast<QAbstractSpinBox*>(w))
      return w;
    if (!qobject_cast<QLineEdit*>(w)) return nullptr;
  }
  return nullptr;
}

/// What a control stands in hears of the wheel in its place.
void scroll_around(const QWidget& control, const QWheelEvent& turn) {
  for (QWidget* w = control.parentWidget(); w; w = w->parentWidget()) {
    auto* area = qobject_cast<QAbstractScrollArea*>(w);
    if (!area) continue;
    QWidget* shown = area->viewport();
    QWheelEvent again(shown->mapFromGlobal(turn.globalPosition()), turn.globalPosition(), turn.pixelDelta(),
                      turn.angleDelta(), turn.buttons(), turn.modifiers(), turn.phase(), turn.inverted());
    QApplication::sendEvent(shown, &again);
    return;
  }
}

/// Qt gives a list the focus before it hears of the wheel, and lets every control take the wheel without the focus.
class WheelOfInputs final : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Polish) {
      if (auto* widget = qobject_cast<QWidget*>(watched); widget && widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);
      return false;
    }
    if (event->type() != QEvent::Wheel) return false;
    const QWidget* control = turned_control(watched);
    if (!control || control->hasFocus()) return false;
    scroll_around(*control, *static_cast<QWheelEvent*>(event));
    event->accept();
    return true;
  }
};

}  // namespace

void leave_keys_to_inputs(QObject* owner) {
  qApp->installEventFilter(new KeysOfInputs(owner));
}

void keep_wheel_from_inputs(QObject* owner) {
  qApp->installEventFilter(new WheelOfInputs(owner));
}

QAction* make_action(QObject* owner, const ActionText& text, std::function<void()> work) {
  QAction* action = bare_action(owner, text);
  QObject::connect(action, &QAction::triggered, owner, [work = std::move(work)] { work(); });
  return action;
}

QAction* make_toggle(QObject* owner, const ActionText& text, bool on, std::function<void(bool)> work) {
  QAction* action = bare_action(owner, text);
  action->setCheckable(true);
  action->setChecked(on);
  QObject::connect(action, &QAction::toggled, owner, [work = std::move(work)](bool now) { work(now); });
  return action;
}

QStringList duplicate_shortcuts(const QWidget* window) {
  QMap<QString, QString> seen;
  QStringList twice;
  for (const QAction* action : actions_of(window))
    for (const QKeySequence& key : action->shortcuts()) {
      const QString name = key.toString();
      if (name.isEmpty()) continue;
      if (seen.contains(name)) twice << QStringLiteral("%1: %2 and %3").arg(name, seen[name], action->text());
      seen[name] = action->text();
    }
  return twice;
}

QStringList shortcut_lines(const QWidget* window) {
  QStringList lines;
  for (const QAction* action : actions_of(window)) {
    if (action->shortcuts().isEmpty()) continue;
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
    QString name = action->text();
    lines << QStringLiteral("%1\t%2").arg(keys.join(QStringLiteral(" or ")),
                                          name.remove('&').remove(QStringLiteral("…")));
  }
  return lines;
}

}  // namespace slurry::ui
