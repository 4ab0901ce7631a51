// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QList>
#include <QObject>

#include <filesystem>
#include <string>

#include "session_port.hpp"

class QAction;
class QComboBox;
class QMenu;
class QToolBar;
class QWidget;

namespace slurry::ui {

struct ViewWishes;

class EngineBridge;
class Front;
class Player;

/// Actions of one transport with their keys: play, pause, step, reverse, restart, speed and record. They act on the
/// live run, on its stored moments and on files.
class RunActions : public QObject {
  Q_OBJECT
 public:
  /// view: widget in which the arrow keys act.
  RunActions(Front* front, QWidget* view, QObject* parent);
  /// of_branches: actions on the branch that is shown, which come after 'Branch from here'.
  void fillMenu(QMenu* menu, const QList<QAction*>& of_branches) const;
  void fillToolBar(QToolBar* bar) const;
  /// Shows in the buttons what the engine does.
  void show(const SnapshotPtr& snapshot);
  /// Sets the speed that a scenario wants.
  void wishFor(const ViewWishes& wishes);
  /// Runs, or plays stored moments, and stops exactly at a time [time].
  void runTo(double time);
  /// Returns from "as fast as possible" to the usual speed. Call it before another scenario is loaded.
  void showUnhurried();

  QAction* playPause() const { return play_; }
  QAction* reset() const { return reset_; }
  QAction* reverse() const { return reverse_; }
  QAction* first() const { return first_; }
  QAction* back() const { return back_; }
  QAction* forward() const { return step_; }
  QAction* live() const { return last_; }
  QAction* loop() const { return loop_; }
  QAction* runUntil() const { return run_until_; }
  QAction* record() const { return record_; }
  QComboBox* speed() const { return speed_; }
  bool running() const { return running_; }

 Q_SIGNALS:
  void said(const QString& sentence);
  /// A recording did not begin, or ended by itself, for this reason.
  void recordingFailed(const QString& sentence);
  /// Another recording has been requested.
  void recordingAsked();

 private:
  void togglePlay();
  void stepForward();
  void stepBack();
  void toggleRecording();
  void startRecording(const std::filesystem::path& file, bool overwrite);
  void endRecording(const Snapshot& now);
  void setSpeed(int index);
  void offerSpeeds();
  void askUntil();
  std::string text_of(double time) const;
  void updateLook();
  /// Another experiment has come to the front.
  void adopt();
  EngineBridge* bridge() const;
  Player* player() const;

  Front* front_;
  QAction *play_, *step_, *step_one_, *back_, *step_one_back_, *first_, *last_, *reset_, *reseed_, *faster_, *slower_,
      *record_, *record_to_, *reverse_, *branch_, *loop_, *run_until_;
  QComboBox* speed_;
  SnapshotPtr snapshot_;
  std::filesystem::path recording_file_;  ///< file that was requested last
  bool running_ = false, recording_ = false, end_asked_ = false;
  CommandNumber start_asked_ = 0;  ///< number of a recording that is not answered yet
  /// number of the last Run or Pause that is not answered yet; until then its state is shown here
  CommandNumber toggle_asked_ = 0;
};

}  // namespace slurry::ui
