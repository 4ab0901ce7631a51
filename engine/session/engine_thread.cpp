// SPDX-License-Identifier: BSD-3-Clause
#include "session/engine_thread.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
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
  member->let_others_turn = [this] { let_others_turn(); };
  const std::lock_guard guard(mutex_);
  members_.push_back({std::move(member), EngineMember::Clock::now()});
  woken_ = true;
  wake_.notify_all();
}

void EngineThread::remove(const std::shared_ptr<EngineMember>& member) {
  std::unique_lock lock(mutex_);
  if (ended_) return;
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

EngineThread::Member* EngineThread::find(const EngineMember* member) {
  for (Member& m : members_)
    if (m.member.get() == member) return &m;
  return nullptr;
}

double EngineThread::used_by_now(const Member& m) {
  if (!m.at_work) return m.used;
  return m.used + std::chrono::duration<double>(EngineMember::Clock::now() - m.began).count() - m.given;
}

/// Of those that want a turn, one that somebody waits for, or the one that has used the fewest seconds.  Who comes back
/// from a rest has no seconds in advance of the others.
EngineThread::Member* EngineThread::whose_turn(bool inside) {
  const auto now = EngineMember::Clock::now();
  const auto wants = [&](const Member& m) {
    return !m.at_work && m.next <= now && (!inside || m.member->may_turn_inside()) &&
           std::find(leaving_.begin(), leaving_.end(), m.member) == leaving_.end();
  };
  constexpr double nobody = std::numeric_limits<double>::infinity();
  double least = nobody;
  for (const Member& m : members_)
    if (m.at_work || (wants(m) && !m.rested)) least = std::min(least, used_by_now(m));
  Member* first = nullptr;
  for (Member& m : members_) {
    if (!wants(m)) continue;
    if (std::exchange(m.rested, false)) m.used = std::max({m.used, floor_, least < nobody ? least : 0});
    const bool called = m.member->is_called();
    if (!first || (called && !first->member->is_called()) ||
        (called == first->member->is_called() && m.used < first->used))
      first = &m;
  }
  return first;
}

void EngineThread::take_turn(std::unique_lock<std::mutex>& lock, const std::shared_ptr<EngineMember>& member,
                             bool inside) {
  using Clock = EngineMember::Clock;
  constexpr double long_enough = 0.01;  // [s]
  const Clock::time_point start = Clock::now();
  {
    Member& m = *find(member.get());
    m.at_work = true;
    m.began = start;
    m.given = 0;
  }
  Clock::time_point wanted = Clock::time_point::max();
  for (bool again = true; again;) {
    lock.unlock();
    wanted = Clock::time_point::max();
    if (failure_.empty())
      wanted = inside ? member->turn_inside(info_) : member->turn(info_);
    else
      member->fail_all("the engine could not be started: " + failure_);
    lock.lock();
    const bool more_time = std::chrono::duration<double>(Clock::now() - start).count() < long_enough;
    again = wanted <= Clock::now() && more_time && !woken_ && !ending_ && leaving_.empty();
  }
  Member& m = *find(member.get());
  m.used = used_by_now(m);
  m.at_work = false;
  m.next = std::exchange(m.woken, false) ? Clock::time_point::min() : wanted;
  m.rested = m.next > Clock::now();
  // whoever comes back from a rest begins with the others that want turns, or with this one if no other does
  double least = std::numeric_limits<double>::infinity();
  for (const Member& other : members_)
    if (!other.at_work && !other.rested) least = std::min(least, other.used);
  floor_ = std::max(floor_, std::isfinite(least) ? least : m.used);
}

void EngineThread::pass_on_waking() {
  if (!std::exchange(woken_, false)) return;
  for (Member& m : members_) {
    m.next = EngineMember::Clock::time_point::min();
    m.woken = m.at_work;
  }
}

/// A turn for whoever has used the fewest seconds, or sleep until somebody wants one.
void EngineThread::take_turns(std::unique_lock<std::mutex>& lock) {
  const auto ready = [this] { return woken_ || ending_; };
  auto next = EngineMember::Clock::time_point::max();
  for (const Member& m : members_) next = std::min(next, m.next);
  if (next == EngineMember::Clock::time_point::max())
    wake_.wait(lock, ready);
  else if (next > EngineMember::Clock::now())
    wake_.wait_until(lock, next, ready);
  pass_on_waking();
  let_leave(lock);
  if (!ending_)
    if (const Member* m = whose_turn(false)) take_turn(lock, std::shared_ptr<EngineMember>(m->member), false);
  let_leave(lock);
}

/// On the engine thread, within the turn of a member: the others work until they have used as many seconds as it has.
void EngineThread::let_others_turn() {
  using Clock = EngineMember::Clock;
  constexpr double at_most = 0.1;  // [s], so that the member is soon asked again whether it is to end
  const Clock::time_point start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const auto at_work = [](const Member& m) { return m.at_work; };
  std::unique_lock lock(mutex_);
  if (std::count_if(members_.begin(), members_.end(), at_work) != 1) return;
  const double own = used_by_now(*std::find_if(members_.begin(), members_.end(), at_work));
  pass_on_waking();
  let_leave(lock);
  while (!ending_ && seconds() < at_most) {
    const Member* m = whose_turn(true);
    if (!m || (m->used > own && !m->member->is_called())) break;
    take_turn(lock, std::shared_ptr<EngineMember>(m->member), true);
    let_leave(lock);
  }
  std::find_if(members_.begin(), members_.end(), at_work)->given += seconds();
}

/// Whoever wants to leave and is not at work is destroyed here, where Kokkos is.
void EngineThread::let_leave(std::unique_lock<std::mutex>& lock) {
  std::vector<std::shared_ptr<EngineMember>> gone;
  for (const auto& m : leaving_)
    if (const Member* known = find(m.get()); !known || !known->at_work) gone.push_back(m);
  if (gone.empty()) return;
  std::erase_if(members_, [&](const Member& m) { return std::find(gone.begin(), gone.end(), m.member) != gone.end(); });
  lock.unlock();
  for (const auto& e : gone) e->end();
  lock.lock();
  std::erase_if(leaving_, [&](const auto& m) { return std::find(gone.begin(), gone.end(), m) != gone.end(); });
  lock.unlock();
  gone.clear();
  lock.lock();
  idle_.notify_all();
}

}  // namespace slurry
