// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QString>

class QDockWidget;
class QMainWindow;

namespace slurry::ui {

struct PanelRow;

/// The docks of a window. A narrow window has one column of tabs; a low window has tabs instead of panels below each
/// other.
class Docks : public QObject {
  Q_OBJECT
 public:
  explicit Docks(QMainWindow* window, QObject* parent);
  QDockWidget* add(const PanelRow& row, QWidget* panel);
  QDockWidget* dock(const char* name) const;
  /// Arranges the docks for the present size of the window. An arrangement that the user made in a window of this kind
  /// is restored.
  void arrange();
  /// Stores the present arrangement.
  void save() const;
  /// Shows or hides a panel that is there on demand.
  void demand(const char* name, bool wanted);

 private:
  void giveRoom();
  void widen();
  QMainWindow* window_;
  QString arranged_;  ///< kind of window for which the docks are arranged
  double scale_ = 1;  ///< scale of the type for which the docks have their widths
};

}  // namespace slurry::ui
