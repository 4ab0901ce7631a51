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
#include "slurry/series.hpp"
#include "slurry/trajectory.hpp"

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
  /// Scalars at all frames, for the chart. Without scalars, the chart stays empty.
  virtual ScalarColumns scalars() { return {}; }
};
/// Opens a file; throws slurry::Error.
using OpenFrames = std::function<std::unique_ptr<FrameSource>(const std::filesystem::path&)>;
/// Opens a file with slurry::Trajectory.
std::unique_ptr<FrameSource> open_trajectory(const std::filesystem::path& file);

/// Columns of a file as a series, which has every frame, or for a long file buckets of frames.
std::shared_ptr<const Series> series_of(const ScalarColumns& columns);

/// Reads a file on a separate thread: its frames, and all of its scalars for the chart. If several frames are requested
/// while one is being read, only the last request is served. A frame is delivered only while its file is the open one.
class FileFrames : public QObject, public Frames {
  Q_OBJECT
 public:
  explicit FileFrames(OpenFrames open = open_trajectory, QObject* parent = nullptr);
  ~FileFrames() override;

  void open(const std::filesystem::path& file);
  void close();
  const std::filesystem::path& file() const { return file_; }
  const EventsPtr& events() const { return events_; }
  /// Whether a requested frame has not been delivered yet.
  bool awaits() const { return busy_ || wanted_any_; }

  std::size_t count() const override { return times_.size(); }
  double time(std::size_t index) const override { return times_.at(index); }
  /// Returns the frame, or null; frameRead() then delivers it later.
  SnapshotPtr request(std::size_t index) override;

 Q_SIGNALS:
  /// Times and events of the file are known.
  void opened();
  void frameRead(qulonglong index, slurry::ui::SnapshotPtr snapshot);
  /// The scalars of the file at all of its frames have been read.
  void seriesRead(const std::shared_ptr<const slurry::Series>& series);
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
  int opened_ = 0;  ///< the reader's number of the open file
  int closed_ = 0;  ///< how often a file was closed
};

}  // namespace slurry::ui
