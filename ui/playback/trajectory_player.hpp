// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QString>
#include <QThread>

#include <filesystem>
#include <functional>
#include <memory>

#include "session_port.hpp"

namespace slurry::ui {

/// Frames of a recorded run, however they are read.  Used on one thread.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  virtual std::size_t frames() = 0;
  virtual SnapshotPtr frame(std::size_t index) = 0;
  /// Frame for a chart, which needs the values and no bodies.
  virtual SnapshotPtr moment(std::size_t index) { return frame(index); }
};
/// Opens a file; throws slurry::Error.
using OpenFrames = std::function<std::unique_ptr<FrameSource>(const std::filesystem::path&)>;
/// slurry::Trajectory.
std::unique_ptr<FrameSource> open_trajectory(const std::filesystem::path& file);

/// Reads frames of a file on a thread of its own.  Of several frames asked for while one is read only the last is read.
/// Between them all moments of the file are read for its chart, of a long one as many as a chart shows.
class TrajectoryPlayer : public QObject {
  Q_OBJECT
 public:
  explicit TrajectoryPlayer(OpenFrames open = open_trajectory, QObject* parent = nullptr);
  ~TrajectoryPlayer() override;

  void open(const std::filesystem::path& file);
  void close();
  void request(std::size_t index);

 Q_SIGNALS:
  void opened(const QString& file, qulonglong frames);
  void frameRead(qulonglong index, slurry::ui::SnapshotPtr snapshot);
  void surveyed(slurry::ui::SnapshotPtr snapshot);
  void failed(const QString& sentence);

 private:
  class Reader;
  void next();
  QThread thread_;
  Reader* reader_ = nullptr;
  bool busy_ = false, wanted_any_ = false;
  std::size_t wanted_ = 0;
};

}  // namespace slurry::ui
