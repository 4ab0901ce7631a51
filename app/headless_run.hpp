// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "slurry/error.hpp"
#include "slurry/session.hpp"

// Runs a scenario from the command line. It posts the same commands as a window, and signals end it cleanly.
namespace slurry::app {

/// The action that the first SIGINT or SIGTERM takes.
enum class FirstSignal {
  asks_for_end,  ///< interrupted() returns the signal; a second signal ends the program immediately
  ends_at_once   ///< the program says that nothing was written, and ends with exit code 128 + signal
};

/// Sets the reaction to signals for as long as the object lives.
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

/// The signal that has come, SIGINT or SIGTERM; 0 if there is none.
int interrupted();

/// A refusal that came as the message of a snapshot, with the exit code of its error.
class Refused : public Error {
 public:
  Refused(const std::string& message, int code) : Error(message), code_(code) {}
  int exit_code() const noexcept override { return code_; }

 private:
  int code_;
};

/// Posts a command and waits for the answer. Throws Refused if the command is refused or the session has failed. A
/// signal during the set-up of a run of which nothing is written ends the program within seconds. It ends with
/// Interrupted, or directly if the engine does not react.
std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command);
/// Posts a command, waits for the answer, and reports progress. see: called with the progress of a long command
/// (Snapshot::task).
std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command,
                                              const std::function<void(const Snapshot&)>& see);

/// Runs the loaded scenario to its end or to a signal. Calls `see` every tenth of a second. Returns the last snapshot.
/// Throws Refused.
std::shared_ptr<const Snapshot> run_to_end(Session& session, const std::function<void(const Snapshot&)>& see);

/// The part of the scenario's run that is done, 0 to 1. It is negative if the run has no end.
double fraction_done(const Snapshot& snapshot);

/// Number of threads that suit a scenario if none is asked for. It is one for a few bodies, because threads would wait
/// for each other longer than they work. 0 means all cores.
int suitable_threads(const Scenario& scenario);

}  // namespace slurry::app
