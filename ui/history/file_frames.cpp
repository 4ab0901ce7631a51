// SPDX-License-Identifier: BSD-3-Clause
#include "history/file_frames.hpp"

#include <QMetaObject>

#include <atomic>
#include <exception>
#include <utility>

#include "slurry/quantity.hpp"

namespace slurry::ui {
namespace {

class TrajectorySource final : public FrameSource {
 public:
  explicit TrajectorySource(const std::filesystem::path& file) : trajectory_(file) {
    static std::atomic<std::uint64_t> opened{0};
    generation_ = (std::uint64_t{1} << 32) + ++opened;
  }
  std::size_t frames() override { return trajectory_.frames(); }
  std::vector<double> times() override { return trajectory_.times(); }
  std::vector<Event> events() override { return trajectory_.events(); }
  SnapshotPtr frame(std::size_t index) override {
    // Every file counts its bodies as the first ones; in the window they are others than those of the run and of the
    // file before.
    auto s = std::make_shared<Snapshot>(*trajectory_.frame(index));
    s->scenario_generation = generation_;
    return s;
  }
  ScalarColumns scalars() override { return trajectory_.scalars(); }

 private:
  Trajectory trajectory_;
  std::uint64_t generation_;
};

}  // namespace

std::unique_ptr<FrameSource> open_trajectory(const std::filesystem::path& file) {
  return std::make_unique<TrajectorySource>(file);
}

std::shared_ptr<const Series> series_of(const ScalarColumns& c) {
  SeriesWriter writer;
  writer.start(c.table, c.scalars);
  Values values(c.table);
  for (std::size_t i = 0; i < c.times.size(); ++i) {
    for (std::size_t q = 0; q < c.scalars.size(); ++q) values.set(c.scalars[q]->name, c.columns[q][i]);
    writer.add(c.steps[i], c.times[i], values);
  }
  return writer.publish();
}

/// Lives on the reading thread; answers come back as queued calls.
class FileFrames::Reader : public QObject {
 public:
  Reader(FileFrames* frames, OpenFrames open) : frames_(frames), open_(std::move(open)) {}

  /// closed: how often files had been closed when this one was asked for. One that was closed meanwhile is not shown.
  void open(std::filesystem::path file, int closed) {
    guarded([&] {
      std::unique_ptr<FrameSource> source = open_(file);
      std::vector<double> times = source->times();
      auto events = std::make_shared<const std::vector<Event>>(source->events());
      source_ = std::move(source);  // now that nothing of it was refused
      answer([this, file, times = std::move(times), number = ++opened_, events = std::move(events), closed]() mutable {
        if (closed != frames_->closed_) return;
        frames_->file_ = std::move(file);
        frames_->times_ = std::move(times);
        frames_->events_ = std::move(events);
        frames_->opened_ = number;
        frames_->wanted_any_ = false;  // a frame of the file before
        Q_EMIT frames_->opened();
        // After the frame that was just asked for, so that the bodies are seen first.
        QMetaObject::invokeMethod(
            this, [this, number] { readSeries(number); }, Qt::QueuedConnection);
      });
    });
  }
  void close() {
    source_.reset();
    ++opened_;
  }
  /// number: of the file that the frame is asked of. Another one may be open by now.
  void read(std::size_t index, int number) {
    guarded([&] {
      if (!source_ || number != opened_) return;
      const SnapshotPtr s = source_->frame(index);
      answer([this, index, s] { Q_EMIT frames_->frameRead(index, s); });
    });
    answer([this] {
      frames_->busy_ = false;
      frames_->next();
    });
  }

 private:
  void readSeries(int number) {
    if (!source_ || number != opened_) return;
    guarded([&] { answer([this, series = series_of(source_->scalars())] { Q_EMIT frames_->seriesRead(series); }); });
  }
  template <class Work>
  void guarded(Work&& work) {
    try {
      work();
    } catch (const std::exception& e) {
      answer([this, sentence = QString::fromUtf8(e.what())] { Q_EMIT frames_->failed(sentence); });
    }
  }
  template <class Call>
  void answer(Call&& call) {
    QMetaObject::invokeMethod(frames_, std::forward<Call>(call), Qt::QueuedConnection);
  }

  FileFrames* frames_;
  OpenFrames open_;
  std::unique_ptr<FrameSource> source_;
  int opened_ = 0;  ///< counts files, so that nothing is read for one that has gone
};

FileFrames::FileFrames(OpenFrames open, QObject* parent) : QObject(parent), reader_(new Reader(this, std::move(open))) {
  reader_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, reader_, &QObject::deleteLater);
  thread_.setObjectName("trajectory reader");
  thread_.start();
}

FileFrames::~FileFrames() {
  thread_.quit();
  thread_.wait();
}

void FileFrames::open(const std::filesystem::path& file) {
  QMetaObject::invokeMethod(
      reader_, [reader = reader_, file, closed = closed_] { reader->open(file, closed); }, Qt::QueuedConnection);
}

void FileFrames::close() {
  ++closed_;
  wanted_any_ = false;
  file_.clear();
  times_.clear();
  events_.reset();
  QMetaObject::invokeMethod(
      reader_, [reader = reader_] { reader->close(); }, Qt::QueuedConnection);
}

SnapshotPtr FileFrames::request(std::size_t index) {
  wanted_ = index;
  wanted_any_ = true;
  next();
  return nullptr;
}

void FileFrames::next() {
  if (busy_ || !wanted_any_) return;
  busy_ = true;
  wanted_any_ = false;
  QMetaObject::invokeMethod(
      reader_, [reader = reader_, index = wanted_, number = opened_] { reader->read(index, number); },
      Qt::QueuedConnection);
}

}  // namespace slurry::ui
