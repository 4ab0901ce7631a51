// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QTimer>

#include <filesystem>

#include "playback/snapshot_history.hpp"
#include "playback/trajectory_player.hpp"

namespace slurry::ui {

/// Decides which snapshot is shown: the newest of the live run, an earlier one that is still kept, or a frame of a
/// file.
class Timeline : public QObject {
  Q_OBJECT
 public:
  enum class Mode {
    live,     ///< follows the run
    history,  ///< stands at an earlier moment of the run, which goes on
    file      ///< a recorded run
  };
  explicit Timeline(OpenFrames open = open_trajectory, QObject* parent = nullptr);

  Mode mode() const { return mode_; }
  std::size_t count() const;
  std::size_t position() const { return position_; }
  std::size_t historyBytes() const { return history_.bytes(); }
  QString fileName() const { return file_; }
  bool filePlaying() const { return clock_.isActive(); }
  SnapshotPtr shownSnapshot() const { return shown_; }
  /// State of the run, whatever is shown.
  SessionState runState() const { return newest_ ? newest_->state : SessionState::empty; }

  /// The engine's newest snapshot: kept, and shown when live.
  void addLive(const SnapshotPtr& snapshot);
  void seek(std::size_t index);
  void stepBy(long frames);
  /// Whether there is a run to show.
  bool hasRun() const { return runState() != SessionState::empty; }
  /// Back to the newest snapshot of the run; leaves a file.  Where nothing runs, to the end of the file.
  void goLive();
  /// Goes to the newest snapshot of a run that is about to begin.
  void followRun();
  void openFile(const std::filesystem::path& file);
  /// Frames of the file one after the other, 25 a second.
  void setFilePlaying(bool playing);

 Q_SIGNALS:
  void shown(slurry::ui::SnapshotPtr snapshot);
  /// A file is shown from here on; then its moments, one after the other, for its chart.
  void opened();
  void surveyed(slurry::ui::SnapshotPtr snapshot);
  /// Mode, count or position changed.
  void moved();
  void complained(const QString& sentence);

 private:
  void show(const SnapshotPtr& snapshot);

  Mode mode_ = Mode::live;
  SnapshotHistory history_;
  TrajectoryPlayer player_;
  QTimer clock_;
  std::size_t position_ = 0, file_frames_ = 0;
  QString file_;
  SnapshotPtr shown_, newest_;
};

}  // namespace slurry::ui
