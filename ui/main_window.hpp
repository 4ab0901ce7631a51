// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QMainWindow>

#include <filesystem>
#include <memory>
#include <vector>

#include "history/file_frames.hpp"
#include "models/survey_port.hpp"
#include "session_port.hpp"

class QDockWidget;

namespace slurry::ui {

struct Beginning;
class EditStack;
class EngineBridge;
class Experiment;
class FileActions;
class Gallery;
class Front;
class MessageChip;
class OptionField;
class OptionPanel;
class Player;
class RunActions;
class SceneView;
class SliceControl;
class StallMeter;
class StatusLine;
class VariantPanel;
class VerdictBar;
class ViewActions;
class WalkPanel;

/// Arranges view, panels, menus and bars, and ties their signals together; nothing else.  Holds experiments, of which
/// one is in front: view, panels and actions are about that one, while the others go on.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(std::unique_ptr<SessionPort> session, OpenFrames open = open_trajectory);
  ~MainWindow() override;

  /// Another experiment, behind those that are there.
  Experiment* addExperiment(std::unique_ptr<SessionPort> session);
  void bringToFront(Experiment* experiment);
  Front* front() const { return front_; }

  /// Sets the source of predicted and measured times of variants; without it, none are listed.
  void setSurveys(StartSurvey start);

  /// Sets a scenario up in front and, if wanted, runs it.
  void load(const Scenario& scenario, bool run = true);
  /// Shows the way in, over all else; a card, a file or a new experiment leads out of it.
  void showGallery();
  /// A scenario or a trajectory.
  void openFile(const std::filesystem::path& file);

  EngineBridge* bridge() const;
  SceneView* view() const { return view_; }
  Player* player() const;
  StallMeter* meter() const { return meter_; }
  RunActions* run() const { return run_; }
  VariantPanel* variants() const { return variants_; }
  WalkPanel* walk() const { return walk_; }
  EditStack* edits() const { return edits_; }
  MessageChip* chip() const { return chip_; }
  /// Whether it asks before what was not recorded goes with the window; off at first.
  void setAsksBeforeClosing(bool asks) { asks_ = asks; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void addDock(const QString& title, const QString& name, Qt::DockWidgetArea area, bool scrolls, QWidget* panel);
  QDockWidget* dock(const char* name) const;
  void arrangeDocks();
  void giveRoom();
  void saveArrangement();
  void leaveGallery();
  void placeGallery();
  void buildPanels();
  void addKeys(OptionField* field);
  void buildBars();
  void showKeys();
  void showOrbits();
  void showMessages();
  void showAbout();
  void sayMoment();
  void sayBeginning(const Beginning& beginning);
  void askForBudget();
  bool mayClose();
  void applyFontScale(double scale);
  void applyTheme(int theme);
  void updateTitle();

  OpenFrames open_;
  Front* front_;
  StallMeter* meter_;
  SceneView* view_;
  VerdictBar* verdict_ = nullptr;
  Gallery* gallery_ = nullptr;
  SliceControl* slice_;
  RunActions* run_;
  ViewActions* looks_;
  FileActions* files_;
  StatusLine* status_;
  MessageChip* chip_;
  EditStack* edits_;
  bool asks_ = false;
  std::vector<OptionPanel*> option_panels_;
  VariantPanel* variants_ = nullptr;
  WalkPanel* walk_ = nullptr;
  QString arranged_;  ///< the kind of window for which the docks stand where they do
};

}  // namespace slurry::ui
