// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

class QMainWindow;

namespace slurry::ui {

class FileActions;
class Gallery;
class SceneView;

/// The gallery over a window: a card, a file or a new experiment leads out of it.
class WayIn : public QObject {
  Q_OBJECT
 public:
  WayIn(QMainWindow* window, SceneView* view, FileActions* files);
  void show();
  void leave();
  /// Over everything but the menu.
  void place();

 Q_SIGNALS:
  void newWanted();

 private:
  void make();
  QMainWindow* window_;
  SceneView* view_;
  FileActions* files_;
  Gallery* gallery_ = nullptr;
};

}  // namespace slurry::ui
