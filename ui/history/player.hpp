// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "history/file_frames.hpp"
#include "history/path_frames.hpp"
#include "history/tree.hpp"

namespace slurry::ui {

/// Decides which moment is shown: the newest of the run, an earlier one that is kept, or a frame of a file; and plays
/// those that are kept and those of a file alike.
class Player : public QObject {
  Q_OBJECT
 public:
  enum class State {
    following,  ///< shows the newest moment of the run
    standing,   ///< at a moment of the past, or of a file
    playing     ///< from there on
  };
  explicit Player(Tree* tree, OpenFrames open = open_trajectory, QObject* parent = nullptr);

  State state() const { return state_; }
  bool following() const { return state_ == State::following; }
  bool playing() const { return state_ == State::playing; }
  bool ofFile() const { return of_file_; }
  /// At an earlier moment of the run.
  bool lookingBack() const { return !of_file_ && !following(); }

  std::size_t count() const { return frames().count(); }
  std::size_t position() const { return position_; }
  /// Time of the moment that is shown, and of the first and the last that can be [time].
  double time() const;
  double firstTime() const;
  double lastTime() const;
  /// The stored moment at a time.
  std::size_t at(double time) const { return frames().at(time); }
  std::vector<std::pair<double, double>> thinned() const { return frames().thinned(); }
  /// What was changed on the way to the last moment; null: nothing.
  EventsPtr events() const;
  std::optional<double> target() const { return target_; }
  bool loops() const { return loops_; }
  QString fileName() const { return QString::fromStdString(file_.file().string()); }
  const std::filesystem::path& file() const { return file_.file(); }

  SnapshotPtr shownSnapshot() const { return shown_; }
  /// The branch on which the shown moment lies; -1: of a file, or none.
  int shownBranch() const;
  SnapshotPtr newest() const { return newest_; }
  /// State of the run, whatever is shown.
  SessionState runState() const { return newest_ ? newest_->state : SessionState::empty; }
  bool hasRun() const { return runState() != SessionState::empty; }

  /// The engine's newest snapshot, which the tree has already.
  void addLive(const SnapshotPtr& snapshot);
  /// The way to the end of this branch is what is played.
  void setBranch(int branch);
  int branch() const { return path_.branch(); }

  void seek(std::size_t index);
  void seekTime(double time);
  void stepBy(long frames);
  /// To the newest moment of the run; leaves a file.  Where there is no run, to the end of the file.
  void goLive();
  /// To the newest moment of a run that is about to begin.
  void followRun();
  void openFile(const std::filesystem::path& file);

  /// Time of the run per second of wall time; 0: every kept moment, one after another.
  void setSpeed(double time_per_second);
  void setLoop(bool loops);
  /// From here on, until there is no more or the target is reached.
  void play();
  void playUntil(double time);
  void stop();

 Q_SIGNALS:
  void shown(slurry::ui::SnapshotPtr snapshot);
  /// A file is shown from here on; then its moments, one after the other, for its chart.
  void opened();
  void surveyed(slurry::ui::SnapshotPtr snapshot);
  /// State, count or position changed.
  void moved();
  /// What is kept of the run was played to its end.
  void playedOut();
  void complained(const QString& sentence);

 private:
  const Frames& frames() const { return of_file_ ? static_cast<const Frames&>(file_) : path_; }
  Frames& frames() { return of_file_ ? static_cast<Frames&>(file_) : path_; }
  void show(const SnapshotPtr& snapshot);
  void stand(std::size_t index);
  void tick();
  void startClock();

  Tree* tree_;
  PathFrames path_;
  FileFrames file_;
  QTimer clock_;
  QElapsedTimer since_;
  double played_from_ = 0, time_per_second_ = 0;
  std::optional<double> target_;
  State state_ = State::following;
  bool of_file_ = false, loops_ = false;
  std::size_t position_ = 0;
  SnapshotPtr shown_, newest_;
};

}  // namespace slurry::ui
