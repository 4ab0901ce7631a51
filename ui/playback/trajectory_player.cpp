// SPDX-License-Identifier: BSD-3-Clause
#include "playback/trajectory_player.hpp"

#include <QMetaObject>

#include <atomic>
#include <exception>
#include <utility>

#include "slurry/trajectory.hpp"

namespace slurry::ui {
namespace {

constexpr std::size_t most_moments = 1000;  // of a file's chart

class FileFrames final : public FrameSource {
 public:
  explicit FileFrames(const std::filesystem::path& file) : trajectory_(file) {
    static std::atomic<std::uint64_t> opened{0};
    generation_ = (std::uint64_t{1} << 32) + ++opened;
  }
  std::size_t frames() override { return trajectory_.frames(); }
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
  return std::make_unique<FileFrames>(file);
}

/// Lives on the reading thread; answers come back as queued calls.
class TrajectoryPlayer::Reader : public QObject {
 public:
  Reader(TrajectoryPlayer* player, OpenFrames open) : player_(player), open_(std::move(open)) {}

  void open(const std::filesystem::path& file) {
    guarded([&] {
      source_ = open_(file);
      const std::size_t n = source_->frames();
      answer([this, n, name = QString::fromStdString(file.string())] { Q_EMIT player_->opened(name, n); });
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
      answer([this, index, s] { Q_EMIT player_->frameRead(index, s); });
    });
    answer([this] {
      player_->busy_ = false;
      player_->next();
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
            answer([this, s] { Q_EMIT player_->surveyed(s); });
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
      answer([this, sentence = QString::fromUtf8(e.what())] { Q_EMIT player_->failed(sentence); });
    }
  }
  template <class Call>
  void answer(Call&& call) {
    QMetaObject::invokeMethod(player_, std::forward<Call>(call), Qt::QueuedConnection);
  }

  TrajectoryPlayer* player_;
  OpenFrames open_;
  std::unique_ptr<FrameSource> source_;
  int surveys_ = 0;  ///< counts them: one of a file that has gone ends
};

TrajectoryPlayer::TrajectoryPlayer(OpenFrames open, QObject* parent)
    : QObject(parent), reader_(new Reader(this, std::move(open))) {
  reader_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, reader_, &QObject::deleteLater);
  thread_.setObjectName("trajectory reader");
  thread_.start();
}

TrajectoryPlayer::~TrajectoryPlayer() {
  thread_.quit();
  thread_.wait();
}

void TrajectoryPlayer::open(const std::filesystem::path& file) {
  QMetaObject::invokeMethod(
      reader_, [reader = reader_, file] { reader->open(file); }, Qt::QueuedConnection);
}

void TrajectoryPlayer::close() {
  wanted_any_ = false;
  QMetaObject::invokeMethod(
      reader_, [reader = reader_] { reader->close(); }, Qt::QueuedConnection);
}

void TrajectoryPlayer::request(std::size_t index) {
  wanted_ = index;
  wanted_any_ = true;
  next();
}

void TrajectoryPlayer::next() {
  if (busy_ || !wanted_any_) return;
  busy_ = true;
  wanted_any_ = false;
  QMetaObject::invokeMethod(
      reader_, [reader = reader_, index = wanted_] { reader->read(index); }, Qt::QueuedConnection);
}

}  // namespace slurry::ui
