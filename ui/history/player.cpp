// SPDX-License-Identifier: BSD-3-Clause
#include "history/player.hpp"

#include <algorithm>
#include <utility>

namespace slurry::ui {
namespace {

constexpr int tick_ms = 33;

}  // namespace

Player::Player(Tree* tree, OpenFrames open, QObject* parent)
    : QObject(parent), tree_(tree), path_(tree), file_(std::move(open)) {
  clock_.setInterval(tick_ms);
  connect(&clock_, &QTimer::timeout, this, &Player::tick);
  connect(&file_, &FileFrames::opened, this, [this] {
    of_file_ = true;
    state_ = State::standing;
    clock_.stop();
    tree_->setShown(-1, {});
    position_ = 0;
    Q_EMIT opened();
    if (file_.count() > 0) file_.request(0);
    Q_EMIT moved();
  });
  connect(&file_, &FileFrames::seriesRead, this, [this](const std::shared_ptr<const Series>& series) {
    if (of_file_) Q_EMIT seriesRead(series);
  });
  connect(&file_, &FileFrames::frameRead, this, [this](qulonglong, const SnapshotPtr& s) {
    if (!of_file_) return;
    show(s);
    Q_EMIT moved();
  });
  connect(&file_, &FileFrames::failed, this, &Player::complained);
}

double Player::time() const {
  if (of_file_ && position_ < file_.count()) return file_.time(position_);
  return shown_ ? shown_->time : 0;
}

double Player::firstTime() const {
  return count() > 0 ? frames().time(0) : 0;
}

double Player::lastTime() const {
  return count() > 0 ? frames().time(count() - 1) : 0;
}

EventsPtr Player::events() const {
  if (of_file_) return file_.events();
  return tree_->has(path_.branch()) ? tree_->branch(path_.branch()).events() : nullptr;
}

int Player::shownBranch() const {
  return of_file_ || position_ >= path_.count() ? -1 : path_.place(position_).branch;
}

void Player::addLive(const SnapshotPtr& s) {
  newest_ = s;
  if (path_.branch() < 0 || (following() && !of_file_)) path_.setBranch(tree_->current());
  if (following()) {
    position_ = path_.count() > 0 ? path_.count() - 1 : 0;
    show(s);
  } else if (!of_file_ && shown_) {
    // Moments before it may have gone; it stays.
    if (const auto index = path_.find(shown_->step)) position_ = *index;
  }
  Q_EMIT moved();
}

void Player::setBranch(int branch) {
  path_.setBranch(branch);
  if (of_file_) return;
  if (following()) {
    position_ = path_.count() > 0 ? path_.count() - 1 : 0;
  } else if (shown_) {
    position_ = path_.find(shown_->step).value_or(0);
  }
  Q_EMIT moved();
}

/// At a moment that is no longer the newest.
void Player::stand(std::size_t index) {
  position_ = index;
  if (state_ == State::following) state_ = State::standing;
  if (!of_file_) {
    const PathFrames::Place place = path_.place(index);
    tree_->setShown(place.branch, place.kept->step);
  }
  if (const SnapshotPtr s = frames().request(index)) show(s);
}

void Player::seek(std::size_t index) {
  if (count() == 0) return;
  index = std::min(index, count() - 1);
  if (!of_file_ && index + 1 == count() && path_.branch() == tree_->current()) return goLive();
  stand(index);
  if (playing()) startClock();
  Q_EMIT moved();
}

void Player::seekTime(double time) {
  if (count() > 0) seek(frames().at(time));
}

void Player::stepBy(long frames) {
  stop();
  if (following() && frames > 0) return;
  const long target = static_cast<long>(position_) + frames;
  seek(static_cast<std::size_t>(std::max(target, 0L)));
}

void Player::goLive() {
  if (of_file_ && !hasRun()) {
    stop();
    return seek(count() > 0 ? count() - 1 : 0);
  }
  followRun();
}

void Player::followRun() {
  clock_.stop();
  target_.reset();
  if (of_file_) file_.close();
  of_file_ = false;
  state_ = State::following;
  tree_->setShown(-1, {});
  path_.setBranch(tree_->current());
  position_ = path_.count() > 0 ? path_.count() - 1 : 0;
  if (newest_) show(newest_);
  Q_EMIT moved();
}

void Player::openFile(const std::filesystem::path& file) {
  file_.open(file);
}

void Player::setSpeed(double time_per_second) {
  time_per_second_ = std::max(0.0, time_per_second);
  if (playing()) startClock();
}

void Player::setLoop(bool loops) {
  loops_ = loops;
  Q_EMIT moved();
}

void Player::startClock() {
  played_from_ = time();
  since_.start();
  clock_.start();
}

void Player::play() {
  if (count() == 0 || (following() && !of_file_)) return;
  if (position_ + 1 >= count()) stand(0);
  target_.reset();
  state_ = State::playing;
  startClock();
  Q_EMIT moved();
}

void Player::playUntil(double time) {
  play();
  if (playing()) target_ = time;
  Q_EMIT moved();
}

void Player::stop() {
  clock_.stop();
  target_.reset();
  if (!playing()) return;
  state_ = State::standing;
  Q_EMIT moved();
}

void Player::tick() {
  const std::size_t n = count();
  if (!playing() || n == 0) return stop();
  std::size_t next = position_ + 1;
  bool there = false;  // at the target
  if (time_per_second_ > 0) {
    const double wanted = played_from_ + 1e-3 * static_cast<double>(since_.elapsed()) * time_per_second_;
    there = target_ && wanted >= *target_;
    next = frames().at(wanted);
    if (!there && next <= position_ && position_ + 1 < n) return;
    next = std::max(next, position_);
  } else {
    if (of_file_ && file_.awaits()) return;  // every frame in its turn, also one that takes long to read
    there = target_ && next < n && frames().time(next) >= *target_;
  }
  if (there) {
    stand(frames().at(*target_));
    return stop();
  }
  if (next + 1 < n) {
    if (next != position_) stand(next);
    Q_EMIT moved();
    return;
  }
  if (loops_) {
    stand(0);
    startClock();
    Q_EMIT moved();
    return;
  }
  if (!of_file_ && path_.branch() == tree_->current()) {
    goLive();
    Q_EMIT playedOut();
    return;
  }
  stand(n - 1);
  stop();
}

void Player::show(const SnapshotPtr& s) {
  shown_ = s;
  Q_EMIT shown(s);
}

}  // namespace slurry::ui
