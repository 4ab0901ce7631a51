// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/orbit_runner.hpp"

#include <stop_token>
#include <utility>
#include <variant>
#include <vector>

namespace slurry::ui {

OrbitRunner::OrbitRunner(QObject* parent) : QObject(parent) {}

OrbitRunner::~OrbitRunner() {
  retire();
}

void OrbitRunner::start(std::vector<OrbitBoard::Job> jobs) {
  retire();
  mailbox_ = Mailbox<OrbitNews>::make(this, [this](std::vector<OrbitNews> news) { read(std::move(news)); });
  thread_ = std::jthread([jobs = std::move(jobs), mailbox = mailbox_](const std::stop_token& stop) {
    for (const OrbitBoard::Job& job : jobs) {
      if (stop.stop_requested()) break;
      mailbox->put({job.line, OrbitNews::Started{}});
      const auto each = [&](const OrbitCycle& cycle) { mailbox->put({job.line, cycle}); };
      mailbox->put({job.line, bench_orbit(job.run, each, stop)});
    }
    mailbox->put({0, OrbitNews::Over{}});
  });
}

void OrbitRunner::stop() {
  if (!busy()) return;
  retire();
  Q_EMIT ended();
}

void OrbitRunner::retire() {
  thread_ = {};  // asks it to stop and waits
  if (mailbox_) mailbox_->detach();
  mailbox_.reset();
}

void OrbitRunner::read(std::vector<OrbitNews> news) {
  const bool done = std::holds_alternative<OrbitNews::Over>(news.back().what);
  if (done) {
    news.pop_back();
    retire();
  }
  if (!news.empty()) Q_EMIT arrived(news);
  if (done) Q_EMIT ended();
}

}  // namespace slurry::ui
