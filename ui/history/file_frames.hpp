// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QString>
#include <QThread>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "history/frames.hpp"
#include "history/tree.hpp"
#include "session_port.hpp"

namespace slurry::ui {

/// Frames of a recorded run, independent of how they are read. Used on one thread only.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  virtual std::size_t frames() = 0;
  /// Times of all frames [time].
  virtual std::vector<double> times() = 0;
  /// Changes that were made while the run was recorded.
  virtual std::vector<Event> events() { return {}; }
  virtual SnapshotPtr frame(std::size_t index) = 0;
  /// Frame for a chart: its values, without its bodies.
  virtual SnapshotPtr moment(std::size_t index) { return frame(index); }
};
/// Opens a file; throws slurry::Error.
using OpenFrames = std::function<std::unique_ptr<FrameSource>(const std::filesystem::path&)>;
/// Opens a file with slurry::Trajectory.
std::unique_ptr<FrameSource> open_trajectory(const std::filesystem::path& file);

/// Reads the frames of a file on a separate thread. If several frames are requested while one is being read, only the
/// last request is served. In between, moments of the file are read for its chart: all of them, or for a long file as
/// many as a chart can show.
class FileFrames : public QObject, public Frames {
  Q_OBJECT
 public:
  explicit FileFrames(OpenFrames open = open_trajectory, QObject* parent = nullptr);
  ~FileFrames() override;

  void open(const std::filesystem::path& file);
  void close();
  const std::filesystem::path& file() const { return file_; }
  const EventsPtr& events() const { return events_; }

  std::size_t count() const override { return times_.size(); }
  double time(std::size_t index) const override { return times_.at(index); }
  /// Returns the frame, or null; frameRead() then delivers it later.
  SnapshotPtr request(std::size_t index) override;

 Q_SIGNALS:
  /// Times and events of the file are known.
  void opened();
  void frameRead(qulonglong index, slurry::ui::SnapshotPtr snapshot);
  void surveyed(slurry::ui::SnapshotPtr snapshot);
  void failed(const QString& sentence);

 private:
  class Reader;
  void next();
  QThread thread_;
  Reader* reader_ = nullptr;
  std::filesystem::path file_;
  std::vector<double> times_;
  EventsPtr events_;
  bool busy_ = false, wanted_any_ = false;
  std::size_t wanted_ = 0;
};

}  // namespace slurry::ui
