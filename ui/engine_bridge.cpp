// SPDX-License-Identifier: BSD-3-Clause
#include "engine_bridge.hpp"

#include <utility>

namespace slurry::ui {
namespace {

constexpr int shortest_interval_ms = 13;
constexpr int one_drag_ms = 1000;

}  // namespace

EngineBridge::EngineBridge(std::unique_ptr<SessionPort> session, QObject* parent)
    : QObject(parent), session_(std::move(session)) {
  mailbox_ = Mailbox<Published>::make(this, [this](const std::vector<Published>&) { hear(); });
  later_.setSingleShot(true);
  later_.setTimerType(Qt::PreciseTimer);
  connect(&later_, &QTimer::timeout, this, &EngineBridge::take);
  since_.start();
  session_->set_listener([mailbox = mailbox_] { mailbox->put({}); });
}

EngineBridge::~EngineBridge() {
  mailbox_->detach();
  session_->set_listener({});
}

CommandNumber EngineBridge::post(Command command) {
  return session_->post(std::move(command));
}

CommandNumber EngineBridge::postLatest(const std::string& key, Command command) {
  Waiting& w = waiting_[key];
  if (w.sent == 0 || w.sent <= session_->latest()->last_command) {
    w.next.reset();
    return w.sent = session_->post(std::move(command));
  }
  w.next = std::make_unique<Command>(std::move(command));
  return 0;
}

CommandNumber EngineBridge::setOption(const std::string& key, const std::string& value, const std::string& by) {
  const std::string drag = by + ":" + key;
  if (drag != dragged_ || !drag_since_.isValid() || drag_since_.elapsed() > one_drag_ms) ++drag_;
  dragged_ = drag;
  drag_since_.restart();
  return postLatest("option:" + key, SetOption{key, value, by, drag_});
}

void EngineBridge::hear() {
  const qint64 gone = since_.elapsed();
  if (gone >= shortest_interval_ms) {
    take();
  } else if (!later_.isActive()) {
    later_.start(static_cast<int>(shortest_interval_ms - gone));
  }
}

void EngineBridge::take() {
  const SnapshotPtr s = session_->latest();
  if (!s || s->number == taken_) return;
  taken_ = s->number;
  since_.restart();
  sendWaiting(s->last_command);
  if (!s->message.empty() && (s->message_command != complained_ || s->message != sentence_)) {
    complained_ = s->message_command;
    sentence_ = s->message;
    Q_EMIT complained(QString::fromStdString(s->message));
  }
  Q_EMIT snapshotArrived(s);
}

void EngineBridge::sendWaiting(CommandNumber answered) {
  for (auto& [key, w] : waiting_) {
    if (!w.next || w.sent > answered) continue;
    w.sent = session_->post(std::move(*w.next));
    w.next.reset();
  }
}

}  // namespace slurry::ui
