// SPDX-License-Identifier: BSD-3-Clause
#include "history/file_frames.hpp"

#include <QMetaObject>

#include <atomic>
#include <exception>
#include <utility>

#include "slurry/trajectory.hpp"

namespace slurry::ui {
namespace {

constexpr std::size_t most_moments = 1000;  // of a file's chart

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

 private:
  Trajectory trajectory_;
  std::uint64_t generation_;
};

}  // namespace

std::unique_ptr<FrameSource> open_trajectory(const std::filesystem::path& file) {
  return std::make_unique<TrajectorySource>(file);
}

/// Lives on the reading thread; answers come back as queued calls.
class FileFrames::Reader : public QObject {
 public:
  Reader(FileFrames* frames, OpenFrames open) : frames_(frames), open_(std::move(open)) {}

  void open(std::filesystem::path file) {
    guarded([&] {
      source_ = open_(file);
      std::vector<double> times = source_->times();
      const std::size_t n = times.size();
      answer([this, file, times = std::move(times),
              events = std::make_shared<const std::vector<Event>>(source_->events())]() mutable {
        frames_->file_ = std::move(file);
        frames_->times_ = std::move(times);
        frames_->events_ = std::move(events);
        Q_EMIT frames_->opened();
      });
      survey(0, (n + most_moments - 1) / most_moments, n, ++surveys_);
    });
  }
  void close() {
    source_.reset();
    ++surveys_;
  }
  void read(std::size_t index) {
    guarded([&] {
      if (!source_) return;
      const SnapshotPtr s = source_->frame(index);
      answer([this, index, s] { Q_EMIT frames_->frameRead(index, s); });
    });
    answer([this] {
      frames_->busy_ = false;
      frames_->next();
    });
  }

 private:
  /// One moment at a time, so that frames that are asked for come between them.
  void survey(std::size_t index, std::size_t stride, std::size_t end, int number) {
    if (index >= end) return;
    QMetaObject::invokeMethod(
        this,
        [this, index, stride, end, number] {
          if (!source_ || number != surveys_) return;
          guarded([&] {
            const SnapshotPtr s = source_->moment(index);
            answer([this, s] { Q_EMIT frames_->surveyed(s); });
            survey(index + stride, stride, end, number);
          });
        },
        Qt::QueuedConnection);
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
  int surveys_ = 0;  ///< counts them: one of a file that has gone ends
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
      reader_, [reader = reader_, file] { reader->open(file); }, Qt::QueuedConnection);
}

void FileFrames::close() {
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
      reader_, [reader = reader_, index = wanted_] { reader->read(index); }, Qt::QueuedConnection);
}

}  // namespace slurry::ui
