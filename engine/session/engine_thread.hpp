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

/// The only thread of the process that owns Kokkos. It starts with the first session and ends with the process, because
/// Kokkos can start only once. The experiments of all sessions take turns on it. The next turn goes to the member that
/// has used the fewest seconds. A turn is a step, or several steps that take 10 ms together. Between the pieces of a
/// member's long set-up the others take turns too.
class EngineThread {
 public:
  /// Returns the engine thread. Only the options of the first call count.
  static EngineThread& instance(const RuntimeOptions& options);

  /// Rates from the options of the first call; may be null.
  const std::shared_ptr<const MachineRates>& rates() const { return rates_; }

  void add(std::shared_ptr<EngineMember> member);
  /// Waits until the turn under way is over and the member, with its files, is gone.
  void remove(const std::shared_ptr<EngineMember>& member);
  /// Says that there is a command.
  void wake();

  /// Information about the running Kokkos. An empty back end means that it has not started yet.
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
    bool woken = false;                       ///< woken during its turn
    bool rested = true;                       ///< it wanted no turn since the last one
  };
  explicit EngineThread(const RuntimeOptions& options);
  /// Ends the thread, and Kokkos with it. A second call does nothing.
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
  std::vector<std::shared_ptr<EngineMember>> leaving_;  ///< members to be destroyed on the thread of Kokkos
  double floor_ = 0;  ///< smallest number of used seconds of a member that comes back from a rest
  bool woken_ = false, ending_ = false, ended_ = false;
  RuntimeInfo info_;
  std::shared_ptr<const MachineRates> rates_;
  std::string failure_;  ///< reason why Kokkos did not start
  std::thread thread_;
};

}  // namespace slurry
