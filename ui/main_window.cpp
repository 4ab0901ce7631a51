// SPDX-License-Identifier: BSD-3-Clause
#include "main_window.hpp"

#include <QCloseEvent>
#include <QDockWidget>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>

#include <utility>

#include "actions.hpp"
#include "appearance.hpp"
#include "closing.hpp"
#include "file_actions.hpp"
#include "help_actions.hpp"
#include "icons.hpp"
#include "laboratory/edit_stack.hpp"
#include "laboratory/laboratory.hpp"
#include "menus.hpp"
#include "models/view_wishes.hpp"
#include "pane/docks.hpp"
#include "pane/pane.hpp"
#include "panels/message_chip.hpp"
#include "panels/sums_panel.hpp"
#include "panels/variant_panel.hpp"
#include "panels/walk_panel.hpp"
#include "run_actions.hpp"
#include "slice_control.hpp"
#include "stall_meter.hpp"
#include "status_line.hpp"
#include "view/scene_view.hpp"
#include "view_actions.hpp"
#include "way_in.hpp"

namespace slurry::ui {

MainWindow::MainWindow(std::unique_ptr<SessionPort> session, OpenFrames open)
    : laboratory_(new Laboratory(std::move(session), std::move(open), this)),
      meter_(new StallMeter(this)),
      edits_(new EditStack(front(), this)),
      pane_(new Pane(front(), edits_, this)),
      slice_(new SliceControl(front(), this)),
      run_(new RunActions(front(), view(), this)),
      looks_(new ViewActions(front(), view(), slice_, this)),
      files_(new FileActions(view(), this)),
      help_(new HelpActions(chip(), this)),
      way_in_(new WayIn(this, view(), files_, chip())),
      appearance_(new Appearance(view(), this)),
      status_(new StatusLine(view(), meter_, this)),
      closing_(new Closing(laboratory_, this)) {
  setObjectName("slurry");
  setWindowTitle(tr("Slurry"));
  setWindowIcon(icon("slurry", QColor(98, 178, 222)));
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  // Less than what the docks of a wide window need: a narrower window has other places for them.
  setMinimumSize(640, 480);
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setCentralWidget(pane_);
  setStatusBar(status_);
  pane_->addTransport({run_->first(), run_->back(), run_->playPause(), run_->forward(), run_->reverse(), run_->reset(),
                       run_->live(), run_->speed()});
  connectRooms();
  pane_->addPanels();
  fill_menus({this, laboratory_, edits_, run_, pane_->strip(), looks_, files_, help_, way_in_, appearance_});
  // Within the screen, with room for the frame that the desktop puts around it.
  resize(QSize(1440, 860).boundedTo(screen()->availableGeometry().size() - QSize(8, 40)));
  restoreGeometry(QSettings().value("window/geometry").toByteArray());
  appearance_->restore();
  leave_keys_to_inputs(this);
  keep_wheel_from_inputs(this);
  give_focus_back(view());
  view()->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::connectRooms() {
  connect(edits_, &EditStack::wanted, laboratory_, &Laboratory::bringToFront);
  looks_->recordIn(edits_);
  connect(front(), &Front::arrived, run_, &RunActions::show);
  status_->follow(front());
  status_->countMessages(chip(), help_->messages());
  connect(front(), &Front::shown, files_, &FileActions::show);
  connect(view(), &SceneView::drawn, meter_, &StallMeter::addDraw);
  connect(front(), &Front::switched, this, &MainWindow::updateTitle);
  connect(view(), &SceneView::subjectChanged, this, [this] {
    updateTitle();
    run_->wishFor(view_wishes(*view()->snapshot()->scenario));
  });
  connect(files_, &FileActions::complained, chip(), &MessageChip::warn);
  connect(files_, &FileActions::said, chip(), &MessageChip::say);
  connect(closing_, &Closing::said, chip(), &MessageChip::say);
  connect(closing_, &Closing::complained, chip(), &MessageChip::hold);
  connect(run_, &RunActions::said, chip(), &MessageChip::say);
  connect(run_, &RunActions::recordingFailed, chip(), &MessageChip::hold);
  connect(run_, &RunActions::recordingAsked, chip(), &MessageChip::letGo);
  connect(files_, &FileActions::scenarioChosen, this, [this](const Scenario& s) {
    run_->showUnhurried();
    load(s);
  });
  connect(files_, &FileActions::trajectoryChosen, this,
          [this](const std::filesystem::path& file) { player()->openFile(file); });
  connect(way_in_, &WayIn::newWanted, this, [this] { load(find_scenario("welcome"), false); });
  connect(pane_, &Pane::loadAsked, this, [this](const Scenario& s) { load(s, run_->running()); });
  connect(appearance_, &Appearance::fontScaleChanged, this, [this] {
    if (isVisible()) pane_->docks()->arrange();
  });
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (isVisible()) pane_->docks()->arrange();
  way_in_->place();
}

void MainWindow::showEvent(QShowEvent* event) {
  pane_->docks()->arrange();
  pane_->docks()->dock("panel.walk")->setVisible(walk()->here());
  pane_->docks()->dock("panel.sums")->setVisible(pane_->panel<SumsPanel>()->here());
  QMainWindow::showEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!closing_->mayClose()) return event->ignore();
  QSettings().setValue("window/geometry", saveGeometry());
  pane_->docks()->save();
  event->accept();
}

void MainWindow::updateTitle() {
  const SnapshotPtr s = player()->shownSnapshot();
  if (!s || !s->scenario) return;
  const QString title = QString::fromStdString(s->scenario->title.empty() ? s->scenario->name : s->scenario->title);
  setWindowTitle(tr("%1 · seed %2 · Slurry").arg(title).arg(s->scenario->run.seed));
}

void MainWindow::load(const Scenario& scenario, bool run) {
  front()->experiment()->load(scenario, run);
}

void MainWindow::openFile(const std::filesystem::path& file) {
  files_->open(file);
}

void MainWindow::showGallery() {
  way_in_->show();
}

Experiment* MainWindow::addExperiment(std::unique_ptr<SessionPort> session) {
  return laboratory_->add(std::move(session));
}

void MainWindow::bringToFront(Experiment* experiment) {
  laboratory_->bringToFront(experiment);
}

void MainWindow::setSurveys(StartSurvey start) {
  variants()->setSurveys(std::move(start));
}

void MainWindow::setContests(StartContest start) {
  pane_->panel<SumsPanel>()->setStart(std::move(start));
}

void MainWindow::setAsksBeforeClosing(bool asks) {
  closing_->setAsks(asks);
}

Front* MainWindow::front() const {
  return laboratory_->front();
}

EngineBridge* MainWindow::bridge() const {
  return front()->bridge();
}

Player* MainWindow::player() const {
  return front()->player();
}

SceneView* MainWindow::view() const {
  return pane_->view();
}

MessageChip* MainWindow::chip() const {
  return pane_->chip();
}

VariantPanel* MainWindow::variants() const {
  return pane_->panel<VariantPanel>();
}

WalkPanel* MainWindow::walk() const {
  return pane_->panel<WalkPanel>();
}

}  // namespace slurry::ui
