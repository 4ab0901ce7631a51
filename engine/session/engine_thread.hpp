// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "session/engine_member.hpp"
#include "slurry/runtime.hpp"

namespace slurry {

/// The one thread of the process that owns Kokkos.  It starts with the first session and ends with the process, because
/// Kokkos starts once; the experiments of several sessions take turns on it.  The next turn is that of the member that
/// has used the fewest seconds; it takes a step, or several that take 10 ms together.  Between the pieces of a long
/// set-up of one member, the others take turns too.
class EngineThread {
 public:
  /// The options of the first call hold.
  static EngineThread& instance(const RuntimeOptions& options);

  /// Of the first call's options; may be null.
  const std::shared_ptr<const MachineRates>& rates() const { return rates_; }

  void add(std::shared_ptr<EngineMember> member);
  /// Waits until the turn under way is over and the member, with its files, is gone.
  void remove(const std::shared_ptr<EngineMember>& member);
  /// There is a command.
  void wake();

  /// Empty back end: not started yet.
  RuntimeInfo info() const;

  ~EngineThread();

 private:
  struct Member {
    std::shared_ptr<EngineMember> member;
    EngineMember::Clock::time_point next;
    double used = 0;                          ///< seconds of its turns
    EngineMember::Clock::time_point began{};  ///< the turn under way
    double given = 0;                         ///< seconds that turn has given to others
    bool at_work = false;                     ///< its turn is under way
    bool woken = false;                       ///< meanwhile
    bool rested = true;                       ///< it wanted no turn since the last one
  };
  explicit EngineThread(const RuntimeOptions& options);
  /// The thread ends, and with it Kokkos; harmless the second time.
  void end();
  void work(const RuntimeOptions& options);
  void take_turns(std::unique_lock<std::mutex>& lock);
  void let_others_turn();
  static double used_by_now(const Member& m);
  void pass_on_waking();
  Member* find(const EngineMember* member);
  Member* whose_turn(bool inside);
  void take_turn(std::unique_lock<std::mutex>& lock, const std::shared_ptr<EngineMember>& member, bool inside);
  void let_leave(std::unique_lock<std::mutex>& lock);

  mutable std::mutex mutex_;
  std::condition_variable wake_, idle_;
  std::vector<Member> members_;
  std::vector<std::shared_ptr<EngineMember>> leaving_;  ///< to be destroyed where Kokkos is
  double floor_ = 0;  ///< seconds that whoever comes back from a rest has used at least
  bool woken_ = false, ending_ = false, ended_ = false;
  RuntimeInfo info_;
  std::shared_ptr<const MachineRates> rates_;
  std::string failure_;  ///< why there is no Kokkos
  std::thread thread_;
};

}  // namespace slurry
