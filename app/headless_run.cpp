// SPDX-License-Identifier: BSD-3-Clause
#include "headless_run.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <variant>

#include <unistd.h>

namespace slurry::app {

namespace {

constexpr const char* interrupted_before_start = "interrupted before the run had begun; nothing was written";

volatile std::sig_atomic_t signalled = 0, at_once = 0;

void on_signal(int signal) {
  if (at_once) {
    constexpr std::string_view sentence = "\nslurry: interrupted; nothing was written\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
    ::_exit(128 + signal);
  }
  signalled = signal;
  std::signal(signal, SIG_DFL);
}

/// Ends long work after a signal.  Work that is no step is asked to end.  If nothing would be lost, it has a moment to
/// do so, and then the program ends without it: a single part of a set-up, such as a plan of transforms, may take
/// minutes.
class AfterSignal {
 public:
  explicit AfterSignal(Session& session) : session_(session) {}

  void look(bool nothing_is_lost) {
    if (!interrupted()) return;
    const auto now = Clock::now();
    if (!asked_) {
      asked_ = true;
      since_ = now;
      session_.end_long_work();
    }
    constexpr std::chrono::seconds a_moment(2);
    if (!nothing_is_lost || now < since_ + a_moment) return;
    std::fprintf(stderr, "%sslurry: %s\n", ::isatty(STDERR_FILENO) == 1 ? "\n" : "", interrupted_before_start);
    std::fflush(nullptr);
    std::_Exit(128 + interrupted());
  }

 private:
  using Clock = std::chrono::steady_clock;
  Session& session_;
  bool asked_ = false;
  Clock::time_point since_;
};

/// These come before the first step of a run.
bool is_of_set_up(const Command& c) {
  return std::holds_alternative<LoadScenario>(c) || std::holds_alternative<LoadState>(c) ||
         std::holds_alternative<StartRecording>(c) || std::holds_alternative<TimeSums>(c);
}

int exit_code_of(const Snapshot& s) {
  return s.message_exit_code ? s.message_exit_code : 1;
}

}  // namespace

SignalGuard::SignalGuard(FirstSignal first)
    : interrupt_(std::signal(SIGINT, on_signal)), terminate_(std::signal(SIGTERM, on_signal)) {
  at_once = first == FirstSignal::ends_at_once ? 1 : 0;
}

SignalGuard::~SignalGuard() {
  at_once = 0;
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
}

int interrupted() {
  return signalled;
}

std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command) {
  return post_and_wait(session, std::move(command), [](const Snapshot&) {});
}

namespace {

/// nothing_is_lost: whether a signal may end the program before the command is done.
std::shared_ptr<const Snapshot> wait_for_command(Session& session, Command command,
                                                 const std::function<void(const Snapshot&)>& see,
                                                 const std::function<bool(const Snapshot&)>& nothing_is_lost) {
  const CommandNumber number = session.post(std::move(command));
  AfterSignal after(session);
  auto s = session.wait_for(number, 0.3);
  while (s->last_command < number) {
    if (!s->task.empty()) see(*s);
    after.look(nothing_is_lost(*s));
    s = session.wait_for(number, 0.3);
  }
  if (s->message.empty() || (s->message_command != number && s->state != SessionState::failed)) return s;
  if (interrupted() && nothing_is_lost(*s)) throw Interrupted(interrupted_before_start, interrupted());
  throw Refused(s->message, exit_code_of(*s));
}

}  // namespace

std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command,
                                              const std::function<void(const Snapshot&)>& see) {
  const bool set_up = is_of_set_up(command);
  try {
    return wait_for_command(session, std::move(command), see,
                            [set_up](const Snapshot& s) { return set_up && s.recording.empty(); });
  } catch (const Refused&) {
    if (!set_up || !interrupted()) throw;
    throw Interrupted("interrupted before the first step; the file holds only the start of the run", interrupted());
  }
}

std::shared_ptr<const Snapshot> run_to_end(Session& session, const std::function<void(const Snapshot&)>& see) {
  auto s = post_and_wait(session, Run{});
  const long first_step = s->step;
  while (s->state == SessionState::running && !interrupted()) {
    see(*s);
    s = session.wait_newer(s->number, 0.1);
  }
  if (interrupted())
    return wait_for_command(
        session, Pause{}, [](const Snapshot&) {},
        [=](const Snapshot& now) { return now.recording.empty() && now.step == first_step; });
  if (s->state != SessionState::finished)  // failed, or stopped because the file could not be written
    throw Refused(s->message, exit_code_of(*s));
  return s;
}

double fraction_done(const Snapshot& s) {
  const RunOptions& r = s.scenario->run;
  double f = -1;
  if (r.steps) f = std::max(f, static_cast<double>(s.step) / static_cast<double>(*r.steps));
  if (r.until) f = std::max(f, s.time / *r.until);
  return f;
}

int suitable_threads(const Scenario& s) {
  constexpr std::size_t few = 64;
  std::size_t bodies = 0;
  for (const BodyGroup& g : s.bodies) bodies += g.count;
  if (s.domain.kind == DomainKind::pipe || bodies > few) return 0;
  return 1;
}

}  // namespace slurry::app
