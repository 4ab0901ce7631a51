// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace slurry::ui {

class SceneView;

/// Theme, font size and full screen of a window. They are stored for the next start.
class Appearance : public QObject {
  Q_OBJECT
 public:
  Appearance(SceneView* view, QWidget* window);
  void fillMenu(QMenu* menu);
  /// Restores the appearance at the end of the last run of the program.
  void restore();

 Q_SIGNALS:
  /// The font scale changed. All sizes derive from it.
  void fontScaleChanged();

 private:
  void applyFontScale(double scale);
  void applyTheme(int theme);
  SceneView* view_;
  QWidget* window_;
};

}  // namespace slurry::ui
