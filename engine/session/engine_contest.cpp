// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <mutex>
#include <utility>

#include "base/pace.hpp"
#include "session/engine_thread.hpp"
#include "session/interruption.hpp"
#include "slurry/engine_times.hpp"
#include "timing/engine_timer.hpp"

namespace slurry {
namespace {

class ContestMember final : public EngineMember {
 public:
  ContestMember(EngineContestCase c, std::shared_ptr<const MachineRates> rates, std::function<void()> listener)
      : case_(std::move(c)), rates_(std::move(rates)), listener_(std::move(listener)) {
    EngineContestState first;
    first.cases = case_.sets.size() * case_.counts.size();
    state_ = std::make_shared<const EngineContestState>(std::move(first));
  }

  Clock::time_point turn(const RuntimeInfo&) override {
    if (state_->done) return Clock::time_point::max();
    EngineContestState next = *state_;
    try {
      const Pace pace([this] { check(); }, {});
      check();
      go_on(next);
    } catch (const std::exception& e) {
      next.done = true;
      next.failure = e.what();
    }
    if (next.done) timer_.reset();
    publish(std::move(next));
    return Clock::time_point::min();
  }
  void end() override { timer_.reset(); }
  void fail_all(const std::string& sentence) override {
    EngineContestState next = *state_;
    next.done = true;
    next.failure = sentence;
    if (!state_->done) publish(std::move(next));
  }
  std::shared_ptr<const EngineContestState> latest() const {
    const std::lock_guard lock(guard_);
    return state_;
  }
  /// Ends the work at its next check point, and tells nobody any more.
  void stop() {
    stopped_ = true;
    const std::lock_guard lock(listener_guard_);
    listener_ = {};
  }

 private:
  void check() const {
    if (stopped_) throw Stopped();
  }
  /// Places the points of a case, or makes one call.
  void go_on(EngineContestState& next) {
    const std::size_t sets = case_.sets.size();
    if (!timer_) {
      EngineTimesCase one;
      one.set = case_.sets[at_ % sets];
      one.points = case_.counts[at_ / sets];
      one.tolerance = case_.tolerance;
      one.repeats = case_.repeats;
      one.most_seconds = case_.most_seconds;
      one.seed = case_.seed;
      one.rates = rates_;
      timer_ = std::make_unique<EngineTimer>(one);
      next.rows.push_back(timer_->row());
      return;
    }
    const bool more = timer_->go_on();
    next.rows.back() = timer_->row();
    if (more) return;
    timer_.reset();
    ++at_;
    next.done = at_ == next.cases;
  }
  void publish(EngineContestState next) {
    {
      const std::lock_guard lock(guard_);
      state_ = std::make_shared<const EngineContestState>(std::move(next));
    }
    const std::lock_guard lock(listener_guard_);
    if (listener_) listener_();
  }

  const EngineContestCase case_;
  std::shared_ptr<const MachineRates> rates_;
  std::unique_ptr<EngineTimer> timer_;
  std::size_t at_ = 0;  ///< number of the case
  std::atomic<bool> stopped_ = false;
  mutable std::mutex guard_, listener_guard_;
  std::function<void()> listener_;
  std::shared_ptr<const EngineContestState> state_;
};

}  // namespace

struct EngineContest::Impl {
  EngineThread& thread;
  std::shared_ptr<ContestMember> member;
};

EngineContest::EngineContest(EngineContestCase c, std::function<void()> listener)
    : impl_(new Impl{EngineThread::instance({}), nullptr}) {
  impl_->member = std::make_shared<ContestMember>(std::move(c), impl_->thread.rates(), std::move(listener));
  impl_->thread.add(impl_->member);
}

EngineContest::~EngineContest() {
  impl_->member->stop();
  impl_->thread.remove(impl_->member);
}

std::shared_ptr<const EngineContestState> EngineContest::latest() const {
  return impl_->member->latest();
}

}  // namespace slurry
