// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QMainWindow>

#include <filesystem>
#include <memory>

#include "playback/trajectory_player.hpp"
#include "session_port.hpp"

namespace slurry::ui {

class EngineBridge;
class FileActions;
class MessageChip;
class OptionField;
class RunActions;
class SceneView;
class SliceControl;
class StallMeter;
class StatusLine;
class Timeline;
class ViewActions;

/// Arranges view, panels, menus and bars, and ties their signals together; nothing else.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(std::unique_ptr<SessionPort> session, OpenFrames open = open_trajectory);
  ~MainWindow() override;

  /// Sets a scenario up and, if wanted, runs it.
  void load(const Scenario& scenario, bool run = true);
  /// A scenario or a trajectory.
  void openFile(const std::filesystem::path& file);

  EngineBridge* bridge() const { return bridge_; }
  SceneView* view() const { return view_; }
  Timeline* timeline() const { return timeline_; }
  StallMeter* meter() const { return meter_; }
  RunActions* run() const { return run_; }

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void addDock(const QString& title, const QString& name, Qt::DockWidgetArea area, bool scrolls, QWidget* panel);
  void buildPanels();
  void addKeys(OptionField* field);
  void buildBars();
  void showKeys();
  void applyTheme(int theme);

  EngineBridge* bridge_;
  Timeline* timeline_;
  StallMeter* meter_;
  SceneView* view_;
  SliceControl* slice_;
  RunActions* run_;
  ViewActions* looks_;
  FileActions* files_;
  StatusLine* status_;
  MessageChip* chip_;
};

}  // namespace slurry::ui
