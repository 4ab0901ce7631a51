// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QDialog>

class QLabel;

namespace slurry::ui {

class OrbitPanel;

/// 'Who keeps the orbit?' in a window beside the main one, which goes on.  Closing it ends what runs in it and keeps
/// what was found.
class OrbitDialog : public QDialog {
  Q_OBJECT
 public:
  explicit OrbitDialog(QWidget* parent);
  OrbitPanel* panel() const { return panel_; }

  /// In the working folder, under names that were not there.
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
