// SPDX-License-Identifier: BSD-3-Clause
#include "run_actions.hpp"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QToolBar>

#include <algorithm>
#include <random>
#include <utility>

#include "actions.hpp"
#include "captioned.hpp"
#include "experiment/front.hpp"
#include "icons.hpp"
#include "models/numbered_file.hpp"
#include "models/speeds.hpp"
#include "tokens.hpp"

namespace slurry::ui {
RunActions::RunActions(Front* front, QWidget* view, QObject* parent)
    : QObject(parent), front_(front), speed_(new QComboBox) {
  play_ = make_action(
      this, {tr("&Play"), {Qt::Key_Space}, tr("Runs or pauses the experiment, or plays the file"), icon("play")},
      [this] { togglePlay(); });
  step_ = make_action(this,
                      {tr("Step &forward"),
                       {Qt::Key_Right},
                       tr("Takes the steps of one output interval, or shows the next frame"),
                       icon("stepf"),
                       tr("Forward")},
                      [this] { stepForward(); });
  step_one_ = make_action(
      this, {tr("One time step"), {Qt::SHIFT | Qt::Key_Right}, tr("Takes a single step Δt of the integrator"), {}},
      [this] {
        if (timeline()->mode() == Timeline::Mode::file && !timeline()->hasRun()) return timeline()->stepBy(1);
        timeline()->goLive();
        bridge()->post(StepOnce{1});
      });
  back_ = make_action(
      this, {tr("Frame &back"), {Qt::Key_Left}, tr("Shows the previous stored frame"), icon("stepb"), tr("Back")},
      [this] { timeline()->stepBy(-1); });
  first_ = make_action(this, {tr("First frame"), {Qt::Key_Home}, {}, {}}, [this] { timeline()->seek(0); });
  last_ = make_action(this, {tr("Back to live"), {Qt::Key_End}, tr("Shows the running experiment again"), icon("live")},
                      [this] { timeline()->goLive(); });
  reset_ = make_action(
      this,
      {tr("&Reset"), {Qt::CTRL | Qt::Key_R}, tr("Returns to time 0 with the same seed"), icon("reset"), tr("Restart")},
      [this] { restart({}); });
  reseed_ = make_action(this,
                        {tr("Reset with a new seed"),
                         {Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                         tr("Returns to time 0 with another random placement"),
                         {}},
                        [this] { restart(std::uint64_t{std::random_device{}()}); });
  faster_ = make_action(this, {tr("Faster"), {Qt::Key_Period}, {}, {}},
                        [this] { setSpeed(std::min<int>(speed_->currentIndex() + 1, speeds.size() - 1)); });
  slower_ = make_action(this, {tr("Slower"), {Qt::Key_Comma}, {}, {}},
                        [this] { setSpeed(std::max(speed_->currentIndex() - 1, 0)); });
  record_ = make_action(this,
                        {tr("Re&cord"),
                         {Qt::CTRL | Qt::Key_E},
                         tr("Writes the run to an HDF5 file (H5MD) in the working folder; press again to stop"),
                         icon("record", tokens().err)},
                        [this] { toggleRecording(); });
  record_->setCheckable(true);
  record_to_ = make_action(this, {tr("Record &to…"), {}, {}, {}}, [this] {
    QFileDialog dialog(speed_->window(), tr("Record to"), QDir::currentPath(),
                       tr("Trajectories (*.h5 *.H5 *.hdf5 *.HDF5);;All files (*)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("h5"));  // before it asks whether to overwrite
    if (dialog.exec() == QDialog::Accepted) startRecording(dialog.selectedFiles().value(0).toStdString(), true);
  });
  // Arrows and signs belong to the view; elsewhere they move sliders and edit numbers.
  for (QAction* a : {step_, step_one_, back_, first_, last_, faster_, slower_}) {
    a->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view->addAction(a);
  }
  for (const int s : speeds) speed_->addItem(s == 0 ? tr("as fast as possible") : tr("%1 steps/s").arg(s));
  speed_->setToolTip(tr("Speed  (. faster, , slower)\nLargest number of steps per second of wall time"));
  speed_->setAccessibleName(tr("Speed"));
  speed_->setFocusPolicy(Qt::StrongFocus);
  connect(speed_, &QComboBox::activated, this, &RunActions::setSpeed);
  connect(speed_, &QComboBox::activated, view, [view] { view->setFocus(); });  // its keys act again
  connect(front_, &Front::moved, this, &RunActions::updateLook);
  connect(front_, &Front::switched, this, &RunActions::adopt);
  speed_->setCurrentIndex(front_->experiment()->speed());
}

EngineBridge* RunActions::bridge() const {
  return front_->bridge();
}

Timeline* RunActions::timeline() const {
  return front_->timeline();
}

void RunActions::adopt() {
  snapshot_ = bridge()->latest();
  running_ = snapshot_->state == SessionState::running;
  recording_ = !snapshot_->recording.empty();
  recording_file_ = snapshot_->recording;
  end_asked_ = false;
  start_asked_ = toggle_asked_ = 0;
  speed_->setCurrentIndex(front_->experiment()->speed());
}

void RunActions::restart(std::optional<std::uint64_t> seed) {
  const auto scenario = bridge()->latest()->scenario;
  if (!scenario) return;
  timeline()->goLive();
  LoadScenario again{*scenario, true};
  if (seed) again.scenario.run.seed = *seed;
  const bool go_on = running_;
  bridge()->post(std::move(again));
  if (go_on) bridge()->post(Run{});
}

void RunActions::fillMenu(QMenu* menu) const {
  menu->addActions({play_, step_, step_one_, back_, first_, last_});
  menu->addSeparator();
  menu->addActions({reset_, reseed_});
  menu->addSeparator();
  menu->addActions({faster_, slower_});
  menu->addSeparator();
  menu->addActions({record_, record_to_});
}

void RunActions::fillToolBar(QToolBar* bar) const {
  bar->addActions({reset_, back_, play_, step_});
  bar->addWidget(captioned(tr("Speed"), speed_));
  bar->addAction(record_);
}

void RunActions::togglePlay() {
  if (timeline()->mode() == Timeline::Mode::file) {
    timeline()->setFilePlaying(!timeline()->filePlaying());
    return;
  }
  // Who looks back while the run goes on sees "Back to live", which pauses nothing.
  const bool looking_back = timeline()->mode() == Timeline::Mode::history;
  timeline()->goLive();
  if (running_ && looking_back) return;
  // The engine answers when its step is done; who presses again before that means the other thing already.
  toggle_asked_ = running_ ? bridge()->post(Pause{}) : bridge()->post(Run{});
  running_ = !running_;
  updateLook();
}

void RunActions::stepForward() {
  if (timeline()->mode() != Timeline::Mode::live) return timeline()->stepBy(1);
  const int stride = snapshot_ && snapshot_->scenario ? std::max(snapshot_->scenario->run.output_stride, 1) : 1;
  bridge()->post(StepOnce{stride});
}

void RunActions::toggleRecording() {
  if (recording_) {
    end_asked_ = true;
    bridge()->post(StopRecording{});
  } else {
    const std::string stem = snapshot_ && snapshot_->scenario ? snapshot_->scenario->name : "run";
    const std::filesystem::path file = numbered_file(std::filesystem::current_path(), stem, ".h5");
    startRecording(file, false);
    Q_EMIT said(tr("Recording to %1").arg(QString::fromStdString(file.string())));
  }
  updateLook();
}

void RunActions::startRecording(const std::filesystem::path& file, bool overwrite) {
  end_asked_ = false;
  recording_file_ = file;
  Q_EMIT recordingAsked();
  start_asked_ = bridge()->post(StartRecording{file, overwrite});
}

/// The engine's message is the last one, which may be an old one that has nothing to do with the recording.
void RunActions::endRecording(const Snapshot& now) {
  const QString name = QString::fromStdString(recording_file_.filename().string());
  const bool fresh = now.message != snapshot_->message || now.message_command != snapshot_->message_command;
  if (!now.message.empty() && (fresh || !end_asked_)) {
    Q_EMIT recordingFailed(QString::fromStdString(now.message));
  } else {
    Q_EMIT said((now.frames_recorded == 1 ? tr("Saved %1 frame to %2") : tr("Saved %1 frames to %2"))
                    .arg(now.frames_recorded)
                    .arg(name));
  }
  end_asked_ = false;
}

void RunActions::setSpeed(int index) {
  speed_->setCurrentIndex(index);
  front_->experiment()->setSpeed(index);
}

/// As fast as possible was meant for the run that goes: the next one would be over before it is looked at.
void RunActions::showUnhurried() {
  if (speeds.at(static_cast<std::size_t>(speed_->currentIndex())) == 0) setSpeed(first_speed);
}

void RunActions::show(const SnapshotPtr& s) {
  if (!s) return;
  const bool running = s->last_command < toggle_asked_ ? running_ : s->state == SessionState::running;
  const bool recording = !s->recording.empty();
  // One that failed at once was never seen to go on.
  const bool answered = start_asked_ > 0 && s->last_command >= start_asked_;
  if (answered) start_asked_ = 0;
  if ((recording_ || answered) && !recording) endRecording(*s);
  snapshot_ = s;
  if (running == running_ && recording == recording_) return;
  running_ = running;
  recording_ = recording;
  updateLook();
}

void RunActions::updateLook() {
  const bool file = timeline()->mode() == Timeline::Mode::file;
  const bool playing = file ? timeline()->filePlaying() : running_ && timeline()->mode() == Timeline::Mode::live;
  const bool behind = timeline()->mode() == Timeline::Mode::history && running_;
  const QString name = playing ? tr("&Pause") : behind ? tr("Back to &live") : tr("&Play");
  if (play_->text() != name) {
    play_->setText(name);
    play_->setIcon(icon(playing ? "pause" : behind ? "live" : "play"));
  }
  record_->setChecked(recording_);
  record_->setIcon(recording_ ? icon("stop", tokens().err) : icon("record", tokens().err));
}

}  // namespace slurry::ui
