// SPDX-License-Identifier: BSD-3-Clause
#include "session/engine_thread.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace slurry {

EngineThread& EngineThread::instance(const RuntimeOptions& options) {
  static EngineThread thread(options);
  return thread;
}

EngineThread::EngineThread(const RuntimeOptions& options)
    : rates_(options.rates), thread_([this, options] { work(options); }) {}

EngineThread::~EngineThread() {
  end();
}

void EngineThread::end() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void EngineThread::add(std::shared_ptr<EngineMember> member) {
  const std::lock_guard guard(mutex_);
  members_.push_back({std::move(member), EngineMember::Clock::now()});
  woken_ = true;
  wake_.notify_all();
}

void EngineThread::remove(const std::shared_ptr<EngineMember>& member) {
  std::unique_lock lock(mutex_);
  std::erase_if(members_, [&](const Member& m) { return m.member == member; });
  leaving_.push_back(member);
  woken_ = true;
  wake_.notify_all();
  idle_.wait(lock, [&] { return ended_ || std::find(leaving_.begin(), leaving_.end(), member) == leaving_.end(); });
}

void EngineThread::wake() {
  {
    const std::lock_guard guard(mutex_);
    woken_ = true;
  }
  wake_.notify_all();
}

RuntimeInfo EngineThread::info() const {
  const std::lock_guard guard(mutex_);
  return info_;
}

void EngineThread::work(const RuntimeOptions& options) {
  std::optional<Runtime> runtime;
  std::string failure;
  RuntimeInfo info;
  try {
    runtime.emplace(options);
    // At the end of the process the device's library, which started with Kokkos, would go before this thread, which is
    // older.  What is registered last goes first.
    std::atexit([] { instance({}).end(); });
    info = runtime->info();
  } catch (const std::exception& e) {
    failure = e.what();
  }
  std::unique_lock lock(mutex_);
  info_ = info;
  failure_ = failure;
  while (!ending_) take_turns(lock);
  for (const Member& m : members_) m.member->end();
  members_.clear();
  ended_ = true;
  idle_.notify_all();
}

/// One turn for everyone who wants one, then sleep until somebody wants the next.
void EngineThread::take_turns(std::unique_lock<std::mutex>& lock) {
  auto next = EngineMember::Clock::time_point::max();
  for (const Member& m : members_) next = std::min(next, m.next);
  const auto ready = [this] { return woken_ || ending_; };
  if (next == EngineMember::Clock::time_point::max())
    wake_.wait(lock, ready);
  else if (next > EngineMember::Clock::now())
    wake_.wait_until(lock, next, ready);
  if (std::exchange(woken_, false))
    for (Member& m : members_) m.next = EngineMember::Clock::time_point::min();

  for (std::size_t i = 0; i < members_.size() && !ending_; ++i) {
    if (members_[i].next > EngineMember::Clock::now()) continue;
    const std::shared_ptr<EngineMember> member = members_[i].member;
    lock.unlock();
    EngineMember::Clock::time_point wanted = EngineMember::Clock::time_point::max();
    if (failure_.empty())
      wanted = member->turn(info_);
    else
      member->fail_all("the engine could not be started: " + failure_);
    lock.lock();
    for (Member& m : members_)
      if (m.member == member) m.next = wanted;
  }
  if (leaving_.empty()) return;
  std::vector<std::shared_ptr<EngineMember>> gone = std::exchange(leaving_, {});
  lock.unlock();
  for (const auto& e : gone) e->end();
  gone.clear();
  lock.lock();
  idle_.notify_all();
}

}  // namespace slurry
