// SPDX-License-Identifier: BSD-3-Clause
#include "headless_run.hpp"

#include <algorithm>
#include <csignal>

namespace slurry::app {

namespace {

volatile std::sig_atomic_t signalled = 0;

void on_signal(int signal) {
  signalled = signal;
  std::signal(signal, SIG_DFL);
}

int exit_code_of(const Snapshot& s) {
  return s.message_exit_code ? s.message_exit_code : 1;
}

}  // namespace

SignalGuard::SignalGuard() : interrupt_(std::signal(SIGINT, on_signal)), terminate_(std::signal(SIGTERM, on_signal)) {}

SignalGuard::~SignalGuard() {
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
}

int interrupted() {
  return signalled;
}

std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command) {
  return post_and_wait(session, std::move(command), [](const Snapshot&) {});
}

std::shared_ptr<const Snapshot> post_and_wait(Session& session, Command command,
                                              const std::function<void(const Snapshot&)>& see) {
  const CommandNumber number = session.post(std::move(command));
  auto s = session.wait_for(number, 0.3);
  while (s->last_command < number) {
    if (!s->task.empty()) see(*s);
    s = session.wait_for(number, 0.3);
  }
  if (!s->message.empty() && (s->message_command == number || s->state == SessionState::failed))
    throw Refused(s->message, exit_code_of(*s));
  return s;
}

std::shared_ptr<const Snapshot> run_to_end(Session& session, const std::function<void(const Snapshot&)>& see) {
  auto s = post_and_wait(session, Run{});
  while (s->state == SessionState::running && !interrupted()) {
    see(*s);
    s = session.wait_newer(s->number, 0.1);
  }
  if (interrupted()) return post_and_wait(session, Pause{});
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
