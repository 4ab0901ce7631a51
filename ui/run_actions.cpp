// SPDX-License-Identifier: BSD-3-Clause
#include "run_actions.hpp"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QToolBar>

#include <algorithm>
#include <random>
#include <utility>

#include "actions.hpp"
#include "experiment/front.hpp"
#include "icons.hpp"
#include "models/moment_text.hpp"
#include "models/numbered_file.hpp"
#include "models/speeds.hpp"
#include "models/view_wishes.hpp"
#include "slurry/unit.hpp"
#include "tokens.hpp"

namespace slurry::ui {

RunActions::RunActions(Front* front, QWidget* view, QObject* parent)
    : QObject(parent), front_(front), speed_(new QComboBox) {
  play_ = make_action(this,
                      {tr("&Play"),
                       {Qt::Key_Space},
                       tr("Runs or pauses the experiment, or plays its stored frames or a file"),
                       icon("play")},
                      [this] { togglePlay(); });
  step_ = make_action(this,
                      {tr("Step &forward"),
                       {Qt::Key_Right},
                       tr("Takes the steps of one output interval, or shows the next stored frame"),
                       icon("stepf"),
                       tr("Forward")},
                      [this] { stepForward(); });
  step_one_ = make_action(this,
                          {tr("One time step"),
                           {Qt::SHIFT | Qt::Key_Right},
                           tr("Takes a single step Δt of the integrator, or shows the next stored frame"),
                           {}},
                          [this] {
                            if (!player()->following()) return player()->stepBy(1);
                            bridge()->post(StepOnce{1});
                          });
  step_one_back_ = make_action(this,
                               {tr("One time step back"),
                                {Qt::SHIFT | Qt::Key_Left},
                                tr("Shows the moment one step Δt earlier, or the nearest stored moment before it"),
                                {}},
                               [this] { stepBack(); });
  back_ = make_action(
      this, {tr("Frame &back"), {Qt::Key_Left}, tr("Shows the previous stored frame"), icon("stepb"), tr("Back")},
      [this] { player()->stepBy(-1); });
  first_ = make_action(this, {tr("First frame"), {Qt::Key_Home}, tr("Shows the first moment"), icon("first")},
                       [this] { player()->seek(0); });
  last_ = make_action(this, {tr("Back to live"), {Qt::Key_End}, tr("Shows the running experiment again"), icon("live")},
                      [this] { player()->goLive(); });
  reset_ = make_action(this,
                       {tr("R&estart"),
                        {Qt::CTRL | Qt::Key_R},
                        tr("Begins again at time 0 with the same seed; this run is kept"),
                        icon("reset"),
                        tr("Restart")},
                       [this] { front_->experiment()->restart({}); });
  reseed_ = make_action(this,
                        {tr("Restart with a new seed"),
                         {Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                         tr("Begins at time 0 with another random placement; this run is kept"),
                         {}},
                        [this] { front_->experiment()->restart(std::uint64_t{std::random_device{}()}); });
  branch_ = make_action(this,
                        {tr("&Branch from here"),
                         {Qt::CTRL | Qt::SHIFT | Qt::Key_B},
                         tr("Begins another run at the moment that is shown; the present run is kept"),
                         icon("branch")},
                        [this] { front_->experiment()->branchHere(); });
  reverse_ =
      make_action(this,
                  {tr("Re&verse"),
                   {Qt::CTRL | Qt::Key_B},
                   tr("Gives every force and flow the opposite sign from here on: the run is integrated back the "
                      "way it came, not replayed"),
                   icon("reverse"),
                   tr("Reverse")},
                  [this] { front_->experiment()->reverse(); });
  loop_ = make_toggle(
      this, {tr("&Loop"), {Qt::Key_L}, tr("Plays the stored frames again from the first after the last one"), {}},
      false, [this](bool on) { player()->setLoop(on); });
  run_until_ = make_action(
      this,
      {tr("Run to a &time…"), {Qt::CTRL | Qt::Key_T}, tr("Runs, or plays, exactly to a time and stops there"), {}},
      [this] { askUntil(); });
  faster_ = make_action(this, {tr("Faster"), {Qt::Key_Period}, {}, {}},
                        [this] { setSpeed(std::min(speed_->currentIndex() + 1, speed_->count() - 1)); });
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
  for (QAction* a : {step_, step_one_, back_, step_one_back_, first_, last_, faster_, slower_, loop_}) {
    a->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view->addAction(a);
  }
  speed_->setToolTip(
      tr("Speed  (. faster, , slower)\nLargest time of the run per second of wall time.\nFastest: the run goes on as "
         "fast as it can; of a file and of the past, every frame is shown, one after another"));
  speed_->setAccessibleName(tr("Speed"));
  speed_->setFocusPolicy(Qt::StrongFocus);
  connect(speed_, &QComboBox::activated, this, &RunActions::setSpeed);
  connect(speed_, &QComboBox::activated, view, [view] { view->setFocus(); });  // its keys act again
  connect(front_, &Front::moved, this, &RunActions::updateLook);
  connect(front_, &Front::switched, this, &RunActions::adopt);
  connect(front_, &Front::speedsChanged, this, &RunActions::offerSpeeds);
  offerSpeeds();
}

EngineBridge* RunActions::bridge() const {
  return front_->bridge();
}

Player* RunActions::player() const {
  return front_->player();
}

void RunActions::adopt() {
  snapshot_ = bridge()->latest();
  running_ = snapshot_->state == SessionState::running;
  recording_ = !snapshot_->recording.empty();
  recording_file_ = snapshot_->recording;
  end_asked_ = false;
  start_asked_ = toggle_asked_ = 0;
  loop_->setChecked(player()->loops());
}

void RunActions::fillMenu(QMenu* menu, const QList<QAction*>& of_branches) const {
  menu->addActions({play_, step_, step_one_, back_, step_one_back_, first_, last_, run_until_, loop_});
  menu->addSeparator();
  menu->addActions({reverse_, reset_, reseed_});
  menu->addSeparator();
  menu->addAction(branch_);
  menu->addActions(of_branches);
  menu->addSeparator();
  menu->addActions({faster_, slower_});
  menu->addSeparator();
  menu->addActions({record_, record_to_});
}

void RunActions::fillToolBar(QToolBar* bar) const {
  bar->addAction(record_);
}

void RunActions::togglePlay() {
  if (player()->playing()) return player()->stop();
  if (!player()->following()) return player()->play();  // what is kept, to its end, and on with the run
  // The engine answers when its step is done; who presses again before that means the other thing already.
  const bool runs = running_ || front_->experiment()->willRun();
  toggle_asked_ = runs ? front_->experiment()->pause() : front_->experiment()->run();
  running_ = !runs;
  updateLook();
}

void RunActions::stepForward() {
  if (!player()->following()) return player()->stepBy(1);
  const int stride = snapshot_ && snapshot_->scenario ? std::max(snapshot_->scenario->run.output_stride, 1) : 1;
  bridge()->post(StepOnce{stride});
}

/// Not every step is stored of a quick run or in a file: what is shown instead is said.
void RunActions::stepBack() {
  const SnapshotPtr from = player()->shownSnapshot();
  if (!from || player()->position() == 0) return;
  player()->stepBy(-1);
  const double before = from->time - from->time_step, there = player()->time();
  if (there < before - 0.01 * from->time_step)
    Q_EMIT said(tr("The step at %1 is not stored; this is the stored moment before it, at %2")
                    .arg(QString::fromStdString(text_of(before)), QString::fromStdString(text_of(there))));
}

/// Not modal: the run goes on while one types.
void RunActions::askUntil() {
  auto* dialog = new QInputDialog(speed_->window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setInputMode(QInputDialog::DoubleInput);
  dialog->setDoubleRange(0, 1e12);
  dialog->setDoubleDecimals(4);
  const std::string unit = snapshot_ && snapshot_->scenario ? unit_text("time", *snapshot_->scenario) : std::string();
  dialog->setWindowTitle(tr("Run to a time"));
  dialog->setLabelText(tr("Time t at which the run stops [%1]:").arg(QString::fromStdString(unit)));
  dialog->setDoubleValue(player()->time());
  connect(dialog, &QInputDialog::doubleValueSelected, this, [this](double time) { runTo(time); });
  dialog->open();
}

void RunActions::runTo(double time) {
  if (player()->ofFile() || (player()->lookingBack() && time <= player()->lastTime())) return player()->playUntil(time);
  const double now = player()->newest() ? player()->newest()->time : 0;
  if (time <= now) {
    Q_EMIT said(tr("The run is at %1 already").arg(QString::fromStdString(text_of(now))));
    return;
  }
  player()->goLive();
  toggle_asked_ = front_->experiment()->runUntil(time);
  running_ = true;
  updateLook();
}

std::string RunActions::text_of(double time) const {
  return snapshot_ && snapshot_->scenario ? time_text(time, *snapshot_->scenario) : std::to_string(time);
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

void RunActions::wishFor(const ViewWishes& wishes) {
  if (!wishes.speed) return;
  const std::vector<double>& offered = front_->experiment()->speeds();
  int place = 0;  // the first that is no slower; the last is as fast as possible
  while (place + 2 < static_cast<int>(offered.size()) && offered[static_cast<std::size_t>(place)] < *wishes.speed)
    ++place;
  setSpeed(place);
}

void RunActions::offerSpeeds() {
  const SnapshotPtr s = bridge()->latest();
  const QString unit = s->scenario ? QString::fromStdString(unit_text("time", *s->scenario)) : QStringLiteral("τ");
  QStringList texts;
  for (const double v : front_->experiment()->speeds())
    texts << (v == 0 ? tr("Fastest") : tr("%1 %2 per s").arg(v).arg(unit));
  QStringList had;
  for (int i = 0; i < speed_->count(); ++i) had << speed_->itemText(i);
  if (texts != had) {
    speed_->clear();
    speed_->addItems(texts);
  }
  speed_->setCurrentIndex(front_->experiment()->speed());
}

/// As fast as possible was meant for the run that goes: the next one would be over before it is looked at.
void RunActions::showUnhurried() {
  if (speed_->currentIndex() == speed_->count() - 1) setSpeed(static_cast<int>(first_speed));
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
  const bool playing = player()->playing() || (player()->following() && (running_ || front_->experiment()->willRun()));
  const QString name = playing ? tr("&Pause") : tr("&Play");
  if (play_->text() != name) {
    play_->setText(name);
    play_->setIcon(icon(playing ? "pause" : "play"));
  }
  const bool has_run = player()->hasRun();
  const QString live = player()->following() ? running_ ? tr("Live") : tr("Newest")
                       : has_run ? tr("Back to live")
                                             : tr("End of file");
  if (last_->text() != live) {
    last_->setText(live);
    last_->setIcon(icon("live", player()->following() && running_ ? tokens().ok : QColor()));
  }
  first_->setEnabled(player()->count() > 0);
  reverse_->setEnabled(player()->count() > 0);
  branch_->setEnabled(!player()->following() && player()->count() > 0 && !front_->experiment()->isStarting());
  loop_->setEnabled(!player()->following());
  record_->setChecked(recording_);
  record_->setIcon(recording_ ? icon("stop", tokens().err) : icon("record", tokens().err));
}

}  // namespace slurry::ui
