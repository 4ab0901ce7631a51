// SPDX-License-Identifier: BSD-3-Clause
#include "status_line.hpp"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QToolButton>

#include "experiment/front.hpp"
#include "icons.hpp"
#include "models/moment_text.hpp"
#include "models/qt_text.hpp"
#include "models/quantity_text.hpp"
#include "panels/fitted_label.hpp"
#include "panels/message_chip.hpp"
#include "slurry/unit.hpp"
#include "stall_meter.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {
namespace {

QString state_text(const Snapshot& s) {
  switch (s.state) {
    case SessionState::empty:
      return QObject::tr("setting up");
    case SessionState::paused:
      return QObject::tr("paused");
    case SessionState::running:
      return QObject::tr("running");
    case SessionState::finished:
      return QObject::tr("finished; Play continues the run");
    case SessionState::failed:
      return QObject::tr("failed");
  }
  return {};
}

}  // namespace

StatusLine::StatusLine(const SceneView* view, const StallMeter* meter, QWidget* parent)
    : QStatusBar(parent),
      view_(view),
      meter_(meter),
      state_(new NameLabel(QString(), this)),
      rates_(new QLabel(this)),
      runtime_(new QLabel(this)),
      bell_(new QToolButton(this)) {
  setSizeGripEnabled(false);
  fixHeight();
  setContentsMargins(6, 0, 10, 0);
  state_->setForegroundRole(QPalette::WindowText);
  addWidget(state_);
  addWidget(rates_);
  addPermanentWidget(runtime_);
  addPermanentWidget(bell_);
  bell_->setAutoRaise(true);
  bell_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bell_->setFocusPolicy(Qt::TabFocus);
  runtime_->setToolTip(tr("Back end and threads of the engine"));
  connect(&timer_, &QTimer::timeout, this, &StatusLine::refresh);
  clock_.start();
  timer_.start(250);
}

void StatusLine::follow(const Front* front) {
  front_ = front;
  connect(front, &Front::arrived, this, [this, front](const SnapshotPtr& s) {
    show(s);
    sayRuntime(front->bridge()->runtime());
  });
  connect(front, &Front::moved, this, [this, front] { sayMoment(*front->player()); });
  // Another experiment: steps are counted anew.
  connect(front, &Front::switched, this, [this] { speed_.forget(); });
}

void StatusLine::countMessages(const MessageChip* messages, QAction* list) {
  bell_->setToolTip(list->toolTip());
  bell_->setAccessibleName(tr("Messages"));
  connect(bell_, &QToolButton::clicked, list, &QAction::trigger);
  const auto count = [this, messages] {
    const auto all = messages->history().size();
    const int bad = messages->newWarnings();
    bell_->setText(bad > 0    ? tr("%1 new").arg(bad)
                   : all == 0 ? tr("No messages")
                   : all == 1 ? tr("1 message")
                              : tr("%1 messages").arg(all));
    bell_->setIcon(icon("bell", bad > 0 ? tokens().err : QColor()));
    fit();
  };
  connect(messages, &MessageChip::noted, this, count);
  count();
}

void StatusLine::show(const SnapshotPtr& snapshot) {
  snapshot_ = snapshot;
}

void StatusLine::sayMoment(const Player& player) {
  const SnapshotPtr s = player.shownSnapshot();
  QString sentence;
  if (player.lookingBack() && s) sentence = QString::fromStdString(looking_back_text(*s, player.runState()));
  if (player.ofFile())
    sentence =
        QString::fromStdString(viewing_text(QFileInfo(player.fileName()).fileName().toStdString(), player.runState()));
  if (sentence == moment_) return;
  moment_ = sentence;
  refresh();
}

void StatusLine::sayRuntime(const RuntimeInfo& info) {
  runtime_->setText(info.back_end.empty() ? QString()
                                          : tr("%1 × %2").arg(QString::fromStdString(info.back_end)).arg(info.threads));
}

/// Time of the run per second; 0: as fast as possible.
double StatusLine::askedSpeed() const {
  if (!front_) return 0;
  const Experiment& e = *front_->experiment();
  return e.speeds().at(static_cast<std::size_t>(e.speed()));
}

void StatusLine::refresh() {
  if (!snapshot_) return;
  speed_.see(1e-3 * static_cast<double>(clock_.elapsed()), snapshot_->step, snapshot_->time,
             snapshot_->state == SessionState::running, askedSpeed());
  QString state = state_text(*snapshot_);
  if (!snapshot_->task.empty()) {  // what the engine does before it answers
    state = QString::fromStdString(snapshot_->task) + QStringLiteral(" …");
    if (snapshot_->task_done > 0) state += tr(" %1 %").arg(100 * snapshot_->task_done, 0, 'f', 0);
  }
  if (!moment_.isEmpty()) state = moment_;
  if (!state.isEmpty()) state[0] = state[0].toUpper();
  if (!snapshot_->recording.empty())
    state += tr("   recording %1, %2 %3")
                 .arg(QFileInfo(QString::fromStdString(snapshot_->recording.string())).fileName())
                 .arg(snapshot_->frames_recorded)
                 .arg(snapshot_->frames_recorded == 1 ? tr("frame") : tr("frames"));
  if (state_->text() != state) {
    state_->setText(state);
    state_->setToolTip(state + '\n' + tr("Shows what the experiment does, or which of its moments is in the view"));
  }
  const bool running = snapshot_->state == SessionState::running && speed_.steps() > 0;
  // Of a picture that stands still there are no frames to count.
  const double frames = view_->framesPerSecond();
  QString rates;
  if (running) rates = tr("%1 steps/s").arg(speed_.steps(), 0, 'f', speed_.steps() < 10 ? 1 : 0);
  if (running && snapshot_->scenario)
    rates += QStringLiteral("   ") +
             text_of(run_speed_text(speed_.time(), askedSpeed(), unit_text("time", *snapshot_->scenario)));
  if (running && frames >= 0.5) rates += tr("   %1 frames/s").arg(frames, 0, 'f', frames < 10 ? 1 : 0);
  rates_->setText(rates);
  rates_->setToolTip(tr("Steps of the engine, time of the run and frames of this window per second.  If the engine is "
                        "slower than the chosen speed, 'of' names that speed.\nDrawing a frame takes %1. Apart from "
                        "drawing, the longest time in which this window did not respond was %2")
                         .arg(QString::fromStdString(duration_text(meter_->meanDraw())),
                              QString::fromStdString(duration_text(meter_->longestGap()))));
  fit();
}

/// In a narrow window the rates give way, and then the state is shortened.
void StatusLine::fit() {
  const int needed = state_->sizeHint().width() + rates_->sizeHint().width() + runtime_->sizeHint().width() +
                     bell_->sizeHint().width();
  const bool room = needed + scaled(40) <= width();
  if (rates_->isHidden() == room) rates_->setVisible(room);
}

/// Whatever it says: a line that grows with its first words would take a pixel from the docks at every start.
void StatusLine::fixHeight() {
  setFixedHeight(scaled(26));
  bell_->setIconSize({scaled(16), scaled(16)});
}

void StatusLine::changeEvent(QEvent* event) {
  QStatusBar::changeEvent(event);
  if (event->type() == QEvent::FontChange) fixHeight();
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  fit();
}

}  // namespace slurry::ui
