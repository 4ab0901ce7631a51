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

/// Shows the gallery over a window. Choosing a card, a file or a new experiment closes it. The tour shows the parts of
/// the window. It is offered once, when the gallery is left for the first time.
class WayIn : public QObject {
  Q_OBJECT
 public:
  WayIn(QMainWindow* window, SceneView* view, FileActions* files, MessageChip* chip);
  void show();
  void leave();
  /// Covers everything but the menu.
  void place();
  /// Begins the tour. If there is no experiment yet, the first demonstration is opened.
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
