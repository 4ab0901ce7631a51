// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

/// Play, pause, step, reverse, restart, speed, record: actions and keys of one transport, for the live run, for what is
/// kept of it and for files.
class RunActions : public QObject {
  Q_OBJECT
 public:
  /// `view`: where the arrow keys act.
  RunActions(Front* front, QWidget* view, QObject* parent);
  void fillMenu(QMenu* menu) const;
  void fillToolBar(QToolBar* bar) const;
  /// Buttons follow what the engine does.
  void show(const SnapshotPtr& snapshot);
  /// The speed at which a scenario wants to be watched.
  void wishFor(const ViewWishes& wishes);
  /// Runs, or plays what is stored, exactly to a time [time].
  void runTo(double time);
  /// Before another scenario is loaded.
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
  /// Another recording is asked for.
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
  std::filesystem::path recording_file_;  ///< the last that was asked for
  bool running_ = false, recording_ = false, end_asked_ = false;
  CommandNumber start_asked_ = 0;   ///< number of a recording that is not answered yet
  CommandNumber toggle_asked_ = 0;  ///< the last Run or Pause: until it is answered, what it asked for holds here
};

}  // namespace slurry::ui
