// SPDX-License-Identifier: BSD-3-Clause
#include "playback/timeline.hpp"

#include <algorithm>
#include <utility>

namespace slurry::ui {

Timeline::Timeline(OpenFrames open, QObject* parent) : QObject(parent), player_(std::move(open)) {
  clock_.setInterval(40);
  connect(&clock_, &QTimer::timeout, this, [this] {
    if (position_ + 1 >= file_frames_) {
      setFilePlaying(false);
    } else {
      stepBy(1);
    }
  });
  connect(&player_, &TrajectoryPlayer::opened, this, [this](const QString& file, qulonglong frames) {
    mode_ = Mode::file;
    file_ = file;
    file_frames_ = frames;
    position_ = 0;
    Q_EMIT opened();
    if (frames > 0) player_.request(0);
    Q_EMIT moved();
  });
  connect(&player_, &TrajectoryPlayer::surveyed, this, [this](const SnapshotPtr& s) {
    if (mode_ == Mode::file) Q_EMIT surveyed(s);
  });
  connect(&player_, &TrajectoryPlayer::frameRead, this, [this](qulonglong, const SnapshotPtr& s) {
    if (mode_ == Mode::file) show(s);
  });
  connect(&player_, &TrajectoryPlayer::failed, this, &Timeline::complained);
}

std::size_t Timeline::count() const {
  return mode_ == Mode::file ? file_frames_ : history_.size();
}

void Timeline::addLive(const SnapshotPtr& s) {
  newest_ = s;
  const SnapshotPtr kept = mode_ == Mode::history && position_ < history_.size() ? history_.at(position_) : nullptr;
  history_.add(s);
  if (mode_ == Mode::live) {
    position_ = history_.size() > 0 ? history_.size() - 1 : 0;
    show(s);
  } else if (kept) {
    // Older snapshots may have gone: stay at the same one, or at the oldest; after a reset go live again.
    position_ = 0;
    while (position_ < history_.size() && history_.at(position_) != kept) ++position_;
    if (position_ == history_.size()) {
      if (history_.size() <= 1) return goLive();
      position_ = 0;
      show(history_.at(0));
    }
  }
  Q_EMIT moved();
}

void Timeline::seek(std::size_t index) {
  if (count() == 0) return;
  position_ = std::min(index, count() - 1);
  if (mode_ == Mode::file) {
    player_.request(position_);
  } else {
    mode_ = position_ + 1 == count() ? Mode::live : Mode::history;
    show(history_.at(position_));
  }
  Q_EMIT moved();
}

void Timeline::stepBy(long frames) {
  const long target = static_cast<long>(position_) + frames;
  seek(static_cast<std::size_t>(std::max(target, 0L)));
}

void Timeline::goLive() {
  if (mode_ == Mode::file && !hasRun()) {
    setFilePlaying(false);
    seek(file_frames_ > 0 ? file_frames_ - 1 : 0);
  } else {
    followRun();
  }
}

void Timeline::followRun() {
  setFilePlaying(false);
  if (mode_ == Mode::file) player_.close();
  mode_ = Mode::live;
  file_.clear();
  position_ = history_.size() > 0 ? history_.size() - 1 : 0;
  if (newest_) show(newest_);
  Q_EMIT moved();
}

void Timeline::openFile(const std::filesystem::path& file) {
  player_.open(file);
}

void Timeline::setFilePlaying(bool playing) {
  if (playing && mode_ == Mode::file) {
    if (position_ + 1 >= file_frames_) seek(0);
    clock_.start();
  } else {
    clock_.stop();
  }
  Q_EMIT moved();
}

void Timeline::show(const SnapshotPtr& s) {
  shown_ = s;
  Q_EMIT shown(s);
}

}  // namespace slurry::ui
