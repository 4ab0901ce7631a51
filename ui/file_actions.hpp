// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QImage>
#include <QObject>

#include <filesystem>
#include <functional>

#include "session_port.hpp"

class QAction;
class QMenu;
class QToolBar;

namespace slurry::ui {

class SceneView;

/// The actions that open scenarios, trajectories and the gallery, and that save scenarios and pictures.
class FileActions : public QObject {
  Q_OBJECT
 public:
  FileActions(SceneView* view, QObject* parent);
  void fillMenu(QMenu* menu) const;
  void fillGallery(QMenu* menu);
  void show(const SnapshotPtr& snapshot) { snapshot_ = snapshot; }
  /// Opens a built-in scenario.
  void openBuiltin(const QString& name);
  void askForFile();
  /// Opens a scenario or a trajectory. The contents of the file tell which it is (file_kind.hpp).
  void open(const std::filesystem::path& file);
  /// Saves the scenario in force at the shown moment. A former file of this name is replaced.
  void saveScenario(const std::filesystem::path& file);
  QAction* opening() const { return open_; }
  QAction* screenshot() const { return screenshot_; }

 Q_SIGNALS:
  void scenarioChosen(const slurry::Scenario& scenario);
  void trajectoryChosen(const std::filesystem::path& file);
  void said(const QString& sentence);
  void complained(const QString& sentence);

 private:
  void takePicture(bool with_overlay);
  void askWhereToSave();
  void copyCommandLine();
  bool hasScenario() const;
  SceneView* view_;
  QAction *open_, *save_, *command_line_, *screenshot_, *clean_, *copy_;
  SnapshotPtr snapshot_;
  std::filesystem::path saved_;  ///< the scenario that was saved last
};

/// Writes a PNG on another thread, first under a temporary name. `done` is called on that thread, with an error or "".
void write_picture(const QImage& image, const std::filesystem::path& file, std::function<void(const QString&)> done);

}  // namespace slurry::ui
