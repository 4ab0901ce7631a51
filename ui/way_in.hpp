// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

class QAction;
class QMainWindow;

namespace slurry::ui {

class FileActions;
class Gallery;
class MessageChip;
class SceneView;
class TourCallout;

/// The gallery over a window: a card, a file or a new experiment leads out of it.  The tour shows the parts of the
/// window; it is offered once, when the gallery is left for the first time.
class WayIn : public QObject {
  Q_OBJECT
 public:
  WayIn(QMainWindow* window, SceneView* view, FileActions* files, MessageChip* chip);
  void show();
  void leave();
  /// Over everything but the menu.
  void place();
  /// Begins the tour; with the first demonstration, where there is no experiment yet.
  QAction* tour() const { return tour_; }

 Q_SIGNALS:
  void newWanted();

 private:
  void make();
  bool hasExperiment() const;
  void beginTour();
  void offerTour();
  QMainWindow* window_;
  SceneView* view_;
  FileActions* files_;
  MessageChip* chip_;
  Gallery* gallery_ = nullptr;
  TourCallout* callout_;
  QAction* tour_;
};

}  // namespace slurry::ui
