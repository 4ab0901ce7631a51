// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QDialog>

class QLabel;

namespace slurry::ui {

class OrbitPanel;

/// 'Who keeps the orbit?' in a window beside the main window, which stays usable. Closing it ends its runs and keeps
/// their results.
class OrbitDialog : public QDialog {
  Q_OBJECT
 public:
  explicit OrbitDialog(QWidget* parent);
  OrbitPanel* panel() const { return panel_; }

  /// Saves to the working folder, under names that do not exist yet.
  void savePlot();
  void saveData();

 Q_SIGNALS:
  void said(const QString& sentence);
  void complained(const QString& sentence);

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  OrbitPanel* panel_;
};

}  // namespace slurry::ui
