// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/orbit_runner.hpp"

#include <QCoreApplication>
#include <QEvent>

#include <mutex>
#include <stop_token>
#include <utility>

namespace slurry::ui {
namespace {

constexpr auto news_are_there = QEvent::Type(QEvent::User + 3);

}  // namespace

/// Where the thread leaves its news; one event at a time says that there are some.
struct OrbitRunner::Mailbox {
  explicit Mailbox(QObject* r) : reader(r) {}

  std::mutex guard;
  QObject* reader;
  std::vector<OrbitNews> news;
  bool done = false, announced = false;

  void put(std::size_t line, decltype(OrbitNews::what) what) {
    const std::lock_guard lock(guard);
    news.push_back({line, std::move(what)});
    announce();
  }
  void close() {
    const std::lock_guard lock(guard);
    done = true;
    announce();
  }
  void announce() {
    if (!announced) QCoreApplication::postEvent(reader, new QEvent(news_are_there));
    announced = true;
  }
};

OrbitRunner::OrbitRunner(QObject* parent) : QObject(parent) {}

OrbitRunner::~OrbitRunner() {
  retire();
}

void OrbitRunner::start(std::vector<OrbitBoard::Job> jobs) {
  retire();
  mailbox_ = std::make_shared<Mailbox>(this);
  thread_ = std::jthread([jobs = std::move(jobs), mailbox = mailbox_](const std::stop_token& stop) {
    for (const OrbitBoard::Job& job : jobs) {
      if (stop.stop_requested()) break;
      mailbox->put(job.line, OrbitNews::Started{});
      const auto each = [&](const OrbitCycle& cycle) { mailbox->put(job.line, cycle); };
      mailbox->put(job.line, bench_orbit(job.run, each, stop));
    }
    mailbox->close();
  });
}

void OrbitRunner::stop() {
  if (!busy()) return;
  retire();
  Q_EMIT ended();
}

/// An event that is still on its way finds another mailbox, or none.
void OrbitRunner::retire() {
  thread_ = {};  // asks it to stop and waits
  mailbox_.reset();
}

bool OrbitRunner::event(QEvent* event) {
  if (event->type() != news_are_there) return QObject::event(event);
  if (!mailbox_) return true;
  std::vector<OrbitNews> news;
  bool done = false;
  {
    const std::lock_guard lock(mailbox_->guard);
    news.swap(mailbox_->news);
    done = mailbox_->done;
    mailbox_->announced = false;
  }
  if (done) retire();
  if (!news.empty()) Q_EMIT arrived(news);
  if (done) Q_EMIT ended();
  return true;
}

}  // namespace slurry::ui
