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

/// Decides which moment is shown: the newest of the run, an earlier stored one, or a frame of a file. It can also play
/// stored moments and files.
class Player : public QObject {
  Q_OBJECT
 public:
  enum class State {
    following,  ///< shows the newest moment of the run
    standing,   ///< shows a moment of the past or of a file
    playing     ///< plays on from a moment of the past or of a file
  };
  explicit Player(Tree* tree, OpenFrames open = open_trajectory, QObject* parent = nullptr);

  State state() const { return state_; }
  bool following() const { return state_ == State::following; }
  bool playing() const { return state_ == State::playing; }
  bool ofFile() const { return of_file_; }
  /// Whether an earlier moment of the run is shown.
  bool lookingBack() const { return !of_file_ && !following(); }

  std::size_t count() const { return frames().count(); }
  std::size_t position() const { return position_; }
  /// Time of the moment that is shown, and of the first and the last moment that can be shown [time].
  double time() const;
  double firstTime() const;
  double lastTime() const;
  /// Index of the stored moment at a time.
  std::size_t at(double time) const { return frames().at(time); }
  std::vector<std::pair<double, double>> thinned() const { return frames().thinned(); }
  /// Changes that were made before the last moment. Null if there are none.
  EventsPtr events() const;
  std::optional<double> target() const { return target_; }
  bool loops() const { return loops_; }
  QString fileName() const { return QString::fromStdString(file_.file().string()); }
  const std::filesystem::path& file() const { return file_.file(); }

  SnapshotPtr shownSnapshot() const { return shown_; }
  /// The branch of the shown moment. -1: a file is shown, or there is no branch.
  int shownBranch() const;
  SnapshotPtr newest() const { return newest_; }
  /// State of the run, whichever moment is shown.
  SessionState runState() const { return newest_ ? newest_->state : SessionState::empty; }
  bool hasRun() const { return runState() != SessionState::empty; }

  /// Takes the engine's newest snapshot, which the tree has already stored.
  void addLive(const SnapshotPtr& snapshot);
  /// Sets the branch whose moments are played, up to its end.
  void setBranch(int branch);
  int branch() const { return path_.branch(); }

  void seek(std::size_t index);
  void seekTime(double time);
  void stepBy(long frames);
  /// Goes to the newest moment of the run and leaves a file. If there is no run, goes to the end of the file.
  void goLive();
  /// Follows the newest moment of a run that is about to begin.
  void followRun();
  void openFile(const std::filesystem::path& file);

  /// Sets the time of the run per second of wall time. 0: shows every stored moment, one after another.
  void setSpeed(double time_per_second);
  void setLoop(bool loops);
  /// Plays from here to the end or to the target.
  void play();
  void playUntil(double time);
  void stop();

 Q_SIGNALS:
  void shown(slurry::ui::SnapshotPtr snapshot);
  /// A file is shown from now on. seriesRead() follows with the scalars for the file's chart.
  void opened();
  void seriesRead(const std::shared_ptr<const slurry::Series>& series);
  /// State, number of moments or position changed.
  void moved();
  /// All stored moments of the run have been played.
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
