// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "slurry/error.hpp"
#include "slurry/session.hpp"

// A scenario run from the command line: the same commands that a window posts, and signals that end it cleanly.
namespace slurry::app {

/// The action that the first SIGINT or SIGTERM takes.
enum class FirstSignal {
  asks_for_end,  ///< interrupted() tells of it, and a second signal ends the program at once
  ends_at_once   ///< the program ends with 128 + signal, and says that nothing was written
};

/// Sets what signals do while it lives.
class SignalGuard {
 public:
  explicit SignalGuard(FirstSignal first = FirstSignal::asks_for_end);
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  void (*interrupt_)(int);
  void (*terminate_)(int);
};

/// The signal that has come, SIGINT or SIGTERM; 0: none.
int interrupted();

/// A refusal that came as a snapshot's message, with the exit code of the error it was.
class Refused : public Error {
 public:
  Refused(const std::string& message, int code) : Error(message), code_(code) {}
  int exit_code() const noexcept override { return code_; }

 private:
  int code_;
};

/// Throws Refused when the command is refused or the session has failed.  A signal during the set-up of a run of which
/// nothing is written ends the program within seconds: by Interrupted, or at once where the engine does not hear it.
std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command);
/// Posts a command and waits for the answer.  see: is told what a long command is doing (Snapshot::task).
std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command,
                                              const std::function<void(const Snapshot&)>& see);

/// Runs the loaded scenario to its end or to a signal, calls `see` every tenth of a second; returns the snapshot it
/// ended with.  Throws Refused.
std::shared_ptr<const Snapshot> run_to_end(Session& session, const std::function<void(const Snapshot&)>& see);

/// Part of the scenario's run that is done, 0 to 1; negative: it has no end.
double fraction_done(const Snapshot& snapshot);

/// Threads that suit a scenario when none are asked for: one for a few bodies, since the threads would wait for each
/// other longer than they work; 0: all cores.
int suitable_threads(const Scenario& scenario);

}  // namespace slurry::app
