// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace slurry::ui {

class SceneView;

/// Theme, size of type and full screen of a window, remembered for the next start.
class Appearance : public QObject {
  Q_OBJECT
 public:
  Appearance(SceneView* view, QWidget* window);
  void fillMenu(QMenu* menu);
  /// As it was when the program ended last.
  void restore();

 Q_SIGNALS:
  /// All sizes derive from it.
  void fontScaleChanged();

 private:
  void applyFontScale(double scale);
  void applyTheme(int theme);
  SceneView* view_;
  QWidget* window_;
};

}  // namespace slurry::ui
