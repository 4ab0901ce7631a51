// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QMainWindow>

#include <filesystem>
#include <memory>

#include "history/file_frames.hpp"
#include "models/contest_port.hpp"
#include "models/survey_port.hpp"
#include "session_port.hpp"

namespace slurry::ui {

class Appearance;
class Closing;
class EditStack;
class EngineBridge;
class Experiment;
class FileActions;
class Front;
class HelpActions;
class Laboratory;
class MessageChip;
class Pane;
class Player;
class RunActions;
class SceneView;
class SliceControl;
class StallMeter;
class StatusLine;
class VariantPanel;
class ViewActions;
class WalkPanel;
class WayIn;

/// Assembles the window: a laboratory, a pane for the experiment in front, and their actions, menus and bars.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(std::unique_ptr<SessionPort> session, OpenFrames open = open_trajectory);
  ~MainWindow() override;

  /// Adds an experiment behind the present ones.
  Experiment* addExperiment(std::unique_ptr<SessionPort> session);
  void bringToFront(Experiment* experiment);
  Front* front() const;

  /// Sets the source of predicted and measured times of variants. Without a source, no times are listed.
  void setSurveys(StartSurvey start);

  /// Sets the source of the times of every engine. Without a source, no engines are compared.
  void setContests(StartContest start);

  /// Sets a scenario up in front and, if wanted, runs it.
  void load(const Scenario& scenario, bool run = true);
  /// Shows the gallery over everything else. Choosing a card, a file or a new experiment closes it.
  void showGallery();
  /// Opens a scenario or a trajectory.
  void openFile(const std::filesystem::path& file);

  EngineBridge* bridge() const;
  SceneView* view() const;
  Player* player() const;
  StallMeter* meter() const { return meter_; }
  RunActions* run() const { return run_; }
  VariantPanel* variants() const;
  WalkPanel* walk() const;
  EditStack* edits() const { return edits_; }
  MessageChip* chip() const;
  /// Whether to ask before unrecorded runs are lost with the window; off by default.
  void setAsksBeforeClosing(bool asks);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void connectRooms();
  void updateTitle();

  Laboratory* laboratory_;
  StallMeter* meter_;
  EditStack* edits_;
  Pane* pane_;
  SliceControl* slice_;
  RunActions* run_;
  ViewActions* looks_;
  FileActions* files_;
  HelpActions* help_;
  WayIn* way_in_;
  Appearance* appearance_;
  StatusLine* status_;
  Closing* closing_;
};

}  // namespace slurry::ui
