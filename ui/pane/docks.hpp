// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QString>

class QDockWidget;
class QMainWindow;

namespace slurry::ui {

struct PanelRow;

/// The docks of a window, placed where there is room for them: one column of tabs where the window is narrow, tabs
/// instead of panels below each other where it is low.
class Docks : public QObject {
  Q_OBJECT
 public:
  explicit Docks(QMainWindow* window, QObject* parent);
  QDockWidget* add(const PanelRow& row, QWidget* panel);
  QDockWidget* dock(const char* name) const;
  /// For the present size of the window.  What somebody arranged in a window of this kind comes back.
  void arrange();
  /// Remembers the present arrangement.
  void save() const;
  /// Shows or hides a panel that is there on demand.
  void demand(const char* name, bool wanted);

 private:
  void giveRoom();
  QMainWindow* window_;
  QString arranged_;  ///< the kind of window for which the docks stand where they do
};

}  // namespace slurry::ui
