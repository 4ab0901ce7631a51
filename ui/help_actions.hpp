// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

class QAction;
class QMenu;
class QMessageBox;
class QWidget;

namespace slurry::ui {

class MessageChip;

/// The actions that show the key sheet, the messages so far, the version, and the program of the orbits.
class HelpActions : public QObject {
  Q_OBJECT
 public:
  HelpActions(MessageChip* chip, QWidget* window);
  void fillMenu(QMenu* menu) const;
  QAction* messages() const { return messages_; }
  QAction* orbits() const { return orbits_; }

 private:
  QMessageBox* box(const QString& title, const QString& text);
  void showKeys();
  void showOrbits();
  void showMessages();
  void showAbout();
  MessageChip* chip_;
  QWidget* window_;
  QAction *keys_, *messages_, *about_, *orbits_;
};

}  // namespace slurry::ui
