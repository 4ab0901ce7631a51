// SPDX-License-Identifier: BSD-3-Clause
#include "main_window.hpp"

#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <tuple>
#include <utility>

#include <unistd.h>

#include "actions.hpp"
#include "dock_title.hpp"
#include "experiment/front.hpp"
#include "file_actions.hpp"
#include "icons.hpp"
#include "laboratory/edit_stack.hpp"
#include "message_chip.hpp"
#include "models/moment_text.hpp"
#include "models/view_wishes.hpp"
#include "panels/branch_strip.hpp"
#include "panels/chart_panel.hpp"
#include "panels/error_panel.hpp"
#include "panels/gallery.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/moment_banner.hpp"
#include "panels/option_field.hpp"
#include "panels/option_panel.hpp"
#include "panels/panel_scroll.hpp"
#include "panels/roofline_panel.hpp"
#include "panels/scenario_text.hpp"
#include "panels/solver_choices.hpp"
#include "panels/stage_panel.hpp"
#include "panels/transport_bar.hpp"
#include "panels/variant_panel.hpp"
#include "panels/verdict_bar.hpp"
#include "panels/walk_panel.hpp"
#include "run_actions.hpp"
#include "slice_control.hpp"
#include "slurry/version.hpp"
#include "stall_meter.hpp"
#include "status_line.hpp"
#include "task_chip.hpp"
#include "theme.hpp"
#include "type_scale.hpp"
#include "ui_version.hpp"
#include "view/overlay_painter.hpp"
#include "view/scene_view.hpp"
#include "view_actions.hpp"

namespace slurry::ui {
namespace {

constexpr int layout_version = 3;
constexpr const char* history_megabytes = "history/megabytes";
constexpr int lowest_for_four = 800, lowest_for_three = 600;  // pixels

/// Bytes for the stored moments of an experiment: as somebody chose, or 400 MB or an eighth of the memory, the lesser.
std::size_t history_budget() {
  const std::size_t memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t usual = std::min(std::size_t{400}, memory / 8 >> 20);
  return static_cast<std::size_t>(QSettings().value(history_megabytes, static_cast<qulonglong>(usual)).toULongLong())
         << 20;
}

}  // namespace

MainWindow::MainWindow(std::unique_ptr<SessionPort> session, OpenFrames open)
    : open_(std::move(open)),
      front_(new Front(new Experiment(std::move(session), open_, this), this)),
      meter_(new StallMeter(this)) {
  setObjectName("slurry");
  front_->experiment()->setBudget(history_budget());
  setWindowTitle(tr("Slurry"));
  setWindowIcon(icon("slurry", QColor(98, 178, 222)));
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  // Less than what the docks of a wide window need: a narrower window has other places for them.
  setMinimumSize(640, 480);
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

  auto* centre = new QWidget(this);
  view_ = new SceneView(centre);
  view_->setState(&front_->experiment()->view());
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* strip = new BranchStrip(front_, centre);
  column->addWidget(strip);
  column->addWidget(new MomentBanner(front_, centre));
  column->addWidget(view_, 1);
  verdict_ = new VerdictBar(centre);
  column->addWidget(verdict_);
  setCentralWidget(centre);
  chip_ = new MessageChip(view_);
  auto* task = new TaskChip(view_);
  connect(front_, &Front::arrived, task, &TaskChip::show);
  connect(task, &TaskChip::cancelAsked, this, [this](CommandNumber number) { bridge()->post(Cancel{number}); });

  // The view first: what follows reads its state.
  connect(front_, &Front::switched, this, [this] {
    view_->setState(&front_->experiment()->view());
    updateTitle();
  });
  slice_ = new SliceControl(front_, this);
  run_ = new RunActions(front_, view_, this);
  column->addWidget(new TransportBar(front_,
                                     {run_->first(), run_->back(), run_->playPause(), run_->forward(), run_->reverse(),
                                      run_->reset(), run_->live(), run_->speed()},
                                     centre));
  edits_ = new EditStack(front_, this);
  connect(edits_, &EditStack::wanted, this, &MainWindow::bringToFront);
  connect(strip, &BranchStrip::said, chip_, &MessageChip::say);
  connect(front_, &Front::began, this, &MainWindow::sayBeginning);
  looks_ = new ViewActions(front_, view_, slice_, this);
  files_ = new FileActions(view_, this);
  status_ = new StatusLine(view_, meter_, this);
  setStatusBar(status_);

  connect(looks_, &ViewActions::changed, this, [this](const SceneOptions& before, const SceneOptions& now) {
    edits_->viewChanged(tr("view"), [this, before, now](bool later) { looks_->setOptions(later ? now : before); });
  });
  connect(front_, &Front::switched, status_, &StatusLine::forget);
  connect(front_, &Front::switched, verdict_, &VerdictBar::forget);
  connect(front_, &Front::arrived, verdict_, &VerdictBar::runGoesOn);
  connect(verdict_, &VerdictBar::decided, this, &Gallery::noteVerdict);
  connect(front_, &Front::arrived, this, [this](const SnapshotPtr& s) {
    run_->show(s);
    status_->show(s);
  });
  connect(front_, &Front::shown, view_, &SceneView::showSnapshot);
  connect(front_, &Front::shown, files_, &FileActions::show);
  connect(view_, &SceneView::drawn, meter_, &StallMeter::addDraw);
  connect(view_, &SceneView::subjectChanged, this, &MainWindow::updateTitle);
  connect(front_, &Front::complained, chip_, &MessageChip::warn);
  connect(files_, &FileActions::complained, chip_, &MessageChip::warn);
  connect(files_, &FileActions::said, chip_, &MessageChip::say);
  connect(run_, &RunActions::said, chip_, &MessageChip::say);
  connect(run_, &RunActions::recordingFailed, chip_, &MessageChip::hold);
  connect(run_, &RunActions::recordingAsked, chip_, &MessageChip::letGo);
  connect(files_, &FileActions::scenarioChosen, this, [this](const Scenario& s) {
    leaveGallery();
    run_->showUnhurried();
    load(s);
  });
  connect(files_, &FileActions::trajectoryChosen, this, [this](const std::filesystem::path& file) {
    leaveGallery();
    player()->openFile(file);
  });
  connect(view_, &SceneView::subjectChanged, this,
          [this] { run_->wishFor(view_wishes(*view_->snapshot()->scenario)); });

  buildPanels();
  buildBars();
  // Within the screen, with room for the frame that the desktop puts around it.
  resize(QSize(1440, 860).boundedTo(screen()->availableGeometry().size() - QSize(8, 40)));
  const QSettings settings;
  restoreGeometry(settings.value("window/geometry").toByteArray());
  applyFontScale(settings.value("window/font_scale", 1).toDouble());
  applyTheme(settings.value("window/theme", static_cast<int>(Theme::system)).toInt());
  leave_keys_to_inputs(this);
  keep_wheel_from_inputs(this);
  give_focus_back(view_);
  view_->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::addDock(const QString& title, const QString& name, Qt::DockWidgetArea area, bool scrolls,
                         QWidget* panel) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  auto* own = new DockTitle(dock);
  // On a tab there is less room than in a title.
  for (const auto& [brief, panel_name] : {std::pair{tr("Errors"), "panel.errors"}, {tr("Time"), "panel.stages"}})
    if (name == QLatin1String(panel_name)) dock->setWindowTitle(brief);
  dock->setTitleBarWidget(own);
  // Out of the window it needs a frame to be moved and closed by.
  connect(dock, &QDockWidget::topLevelChanged, dock, [dock, own](bool floats) {
    dock->setTitleBarWidget(floats ? nullptr : own);
    own->setVisible(!floats);
  });
  if (scrolls) {
    auto* scroll = new PanelScroll(dock);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(panel);
    dock->setWidget(scroll);
  } else {
    dock->setWidget(panel);
  }
  addDockWidget(area, dock);
}

QDockWidget* MainWindow::dock(const char* name) const {
  return findChild<QDockWidget*>(name);
}

/// Puts the docks where there is room for them: one column of tabs where the window is narrow, tabs instead of panels
/// below each other where it is low.  What somebody arranged in a window of this kind comes back.
void MainWindow::arrangeDocks() {
  const double scale = font_scale();
  const bool narrow = width() < 1120 * scale, low = height() < 760 * scale;
  const QString kind = narrow ? QStringLiteral("narrow") : low ? QStringLiteral("low") : QStringLiteral("wide");
  if (kind == arranged_) return;
  arranged_ = kind;
  if (restoreState(QSettings().value("window/state_" + kind).toByteArray(), layout_version)) return;
  const auto left = narrow ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea;
  const auto put = [this](Qt::DockWidgetArea area, std::initializer_list<const char*> names, bool tabs) {
    QDockWidget* before = nullptr;
    for (const char* name : names) {
      QDockWidget* next = dock(name);
      addDockWidget(area, next);
      if (before && tabs) tabifyDockWidget(before, next);
      before = next;
    }
    dock(*names.begin())->raise();
  };
  put(left, {"panel.scenario", "panel.physics", "panel.solver"}, narrow);
  put(Qt::RightDockWidgetArea, {"panel.inspector", "panel.errors"}, narrow || low);
  put(Qt::RightDockWidgetArea, {"panel.stages", "panel.variants", "panel.roofline"}, true);
  if (narrow)
    for (const char* name : {"panel.stages", "panel.variants", "panel.roofline"})
      tabifyDockWidget(dock("panel.errors"), dock(name));
  dock(narrow ? "panel.inspector" : "panel.stages")->raise();
  dock("panel.chart")->setVisible(!low && !narrow);
  giveRoom();
  QTimer::singleShot(0, this, &MainWindow::giveRoom);  // the layout of docks that have just moved follows later
}

/// The usual sizes of the docks.
void MainWindow::giveRoom() {
  resizeDocks({dock("panel.scenario"), dock("panel.inspector")}, {scaled(262), scaled(336)}, Qt::Horizontal);
  resizeDocks({dock("panel.scenario"), dock("panel.physics"), dock("panel.solver")},
              {scaled(310), scaled(290), scaled(120)}, Qt::Vertical);
  resizeDocks({dock("panel.inspector"), dock("panel.errors"), dock("panel.stages")},
              {scaled(330), scaled(235), scaled(225)}, Qt::Vertical);
  resizeDocks({dock("panel.chart")}, {scaled(190)}, Qt::Vertical);
}

void MainWindow::showGallery() {
  if (!gallery_) {
    gallery_ = new Gallery(this);
    connect(gallery_, &Gallery::scenarioWanted, files_, &FileActions::openBuiltin);
    connect(gallery_, &Gallery::fileWanted, this, [this](const QString& file) { openFile(file.toStdString()); });
    connect(gallery_, &Gallery::openWanted, files_, &FileActions::askForFile);
    connect(gallery_, &Gallery::newWanted, this, [this] {
      leaveGallery();
      load(find_scenario("welcome"), false);
    });
    connect(gallery_, &Gallery::left, this, [this] {
      if (view_->snapshot()) leaveGallery();
    });
  }
  gallery_->renew();
  placeGallery();
  gallery_->show();
  gallery_->raise();
  gallery_->setFocus();
}

void MainWindow::leaveGallery() {
  if (!gallery_ || !gallery_->isVisible()) return;
  gallery_->hide();
  view_->setFocus();
}

/// Over everything but the menu.
void MainWindow::placeGallery() {
  if (gallery_) gallery_->setGeometry(rect().adjusted(0, menuBar()->height(), 0, 0));
}

void MainWindow::saveArrangement() {
  if (!arranged_.isEmpty()) QSettings().setValue("window/state_" + arranged_, saveState(layout_version));
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (isVisible()) arrangeDocks();
  placeGallery();
}

void MainWindow::showEvent(QShowEvent* event) {
  arrangeDocks();
  dock("panel.walk")->setVisible(walk_->here());
  QMainWindow::showEvent(event);
}

void MainWindow::buildPanels() {
  const auto left = Qt::LeftDockWidgetArea, right = Qt::RightDockWidgetArea;
  auto* to_rebuild = new OptionPanel(Panel::scenario);
  auto* physics = new OptionPanel(Panel::physics);
  auto* solver = new OptionPanel(Panel::solver);
  option_panels_ = {to_rebuild, physics, solver};
  auto* scenario = new ScenarioText(to_rebuild, this);
  auto* choices = new SolverChoices(this);
  auto* solver_dock = new QWidget(this);
  auto* solver_column = new QVBoxLayout(solver_dock);
  solver_column->setContentsMargins(0, 0, 0, 0);
  solver_column->setSpacing(0);
  solver_column->addWidget(solver);
  solver_column->addWidget(choices, 1);
  auto* errors = new ErrorPanel(this);
  auto* stages = new StagePanel(this);
  auto* chart = new ChartPanel(this);
  auto* inspector = new InspectorPanel(this);
  addDock(tr("Scenario"), "panel.scenario", left, true, scenario);
  addDock(tr("Physics"), "panel.physics", left, true, physics);
  addDock(tr("Solver"), "panel.solver", left, true, solver_dock);
  addDock(tr("Inspector"), "panel.inspector", right, true, inspector);
  addDock(tr("Error budget"), "panel.errors", right, true, errors);
  addDock(tr("Step time"), "panel.stages", right, true, stages);
  addDock(tr("Plot"), "panel.chart", Qt::BottomDockWidgetArea, false, chart);
  variants_ = new VariantPanel(this);
  addDock(tr("Variants"), "panel.variants", right, true, variants_);
  auto* roofline = new RooflinePanel(this);
  addDock(tr("Roofline"), "panel.roofline", right, true, roofline);
  connect(variants_, &VariantPanel::changed, roofline, [this, roofline] { roofline->show(variants_->list()); });
  connect(roofline, &RooflinePanel::measureAsked, variants_, &VariantPanel::toggleMeasuring);
  walk_ = new WalkPanel(this);
  addDock(tr("Guided walk"), "panel.walk", Qt::BottomDockWidgetArea, true, walk_);
  // Side by side they would need more width than a small screen has.
  tabifyDockWidget(dock("panel.chart"), dock("panel.walk"));
  // Below the view while a scenario with a walk runs.
  dock("panel.walk")->hide();
  connect(walk_, &WalkPanel::wanted, this, [this, walk = dock("panel.walk")](bool here) {
    walk->setVisible(here);
    if (here) walk->raise();
    if (here) resizeDocks({walk}, {height() < 800 ? 240 : 215}, Qt::Vertical);
  });
  connect(scenario, &ScenarioText::optionAsked, this,
          [this](const std::string& key, const std::string& value) { front_->experiment()->setOption(key, value); });
  connect(scenario, &ScenarioText::loadAsked, this, [this](const Scenario& s) { load(s, run_->running()); });
  connect(scenario, &ScenarioText::complained, chip_, &MessageChip::warn);
  connect(walk_, &WalkPanel::optionAsked, this,
          [this](const std::string& key, const std::string& value) { front_->experiment()->setOption(key, value); });
  connect(front_, &Front::arrived, walk_, &WalkPanel::runGoesOn);
  // Every panel is about the moment that is shown: its parameters, errors and times.
  const auto set_series = [this, chart] {
    chart->setSeries(&front_->experiment()->series(), &front_->experiment()->fileSeries());
  };
  set_series();
  connect(front_, &Front::arrived, chart, &ChartPanel::goOn);
  connect(front_, &Front::fileSeriesGrew, chart, &ChartPanel::goOn);
  connect(chart, &ChartPanel::costlyWanted, this,
          [this](const QString& name) { front_->experiment()->setCostly(name.toStdString()); });
  connect(front_, &Front::arrived, stages, &StagePanel::runGoesOn);
  connect(front_, &Front::arrived, variants_, &VariantPanel::runGoesOn);
  connect(front_, &Front::shown, variants_, &VariantPanel::show);
  connect(front_, &Front::shown, inspector, &InspectorPanel::show);
  connect(front_, &Front::shown, this, [=, this](const SnapshotPtr& s) {
    const bool of_file = player()->ofFile();
    chart->show(s, of_file);
    errors->show(s, of_file);
    stages->show(s, player()->following());
    scenario->show(s);
    for (OptionPanel* panel : option_panels_) panel->show(s);
    choices->show(s);
  });
  connect(front_, &Front::moved, this, [this] {
    variants_->setEnabled(!player()->ofFile());  // of a file there is no plan whose variants could be timed
    sayMoment();
  });
  connect(view_, &SceneView::picked, inspector, &InspectorPanel::select);
  connect(view_, &SceneView::subjectChanged, inspector, [inspector] { inspector->select(-1); });
  connect(inspector, &InspectorPanel::turningWanted, this,
          [this](bool wanted) { bridge()->post(RequestAngularVelocities{wanted}); });
  for (OptionPanel* panel : option_panels_) {
    connect(panel, &OptionPanel::optionAsked, this,
            [this](const std::string& key, const std::string& value) { front_->experiment()->setOption(key, value); });
    connect(panel, &OptionPanel::loadAsked, this, [this](const Scenario& s) { load(s, run_->running()); });
    for (OptionField* field : panel->fields()) addKeys(field);
  }
  connect(variants_, &VariantPanel::optionAsked, this, [this](const std::string& key, const std::string& value) {
    const bool live = player()->following() && !front_->experiment()->isStarting();
    variants_->asked(live ? bridge()->post(SetOption{key, value}) : front_->experiment()->setOption(key, value));
  });
  // Another experiment: nobody looks at a body of the one that goes, and what was remembered of it no longer holds.
  connect(front_, &Front::leaving, inspector, [inspector] { inspector->select(-1); });
  connect(front_, &Front::switched, this, [=, this] {
    set_series();
    inspector->select(view_->selected());
    for (OptionPanel* panel : option_panels_) panel->forget();
    stages->forget();
    variants_->forget();
    walk_->forget();
  });
}

/// Says in the status line which moment is shown if it is not the newest.
void MainWindow::sayMoment() {
  const SnapshotPtr s = player()->shownSnapshot();
  QString sentence;
  if (player()->lookingBack() && s) sentence = QString::fromStdString(looking_back_text(*s, player()->runState()));
  if (player()->ofFile())
    sentence = QString::fromStdString(
        viewing_text(QFileInfo(player()->fileName()).fileName().toStdString(), player()->runState()));
  status_->setMoment(sentence);
}

/// What a new run or a branch left behind is offered back.
void MainWindow::sayBeginning(const Beginning& b) {
  const SnapshotPtr s = player()->newest();
  if (!s || !s->scenario || b.former < 0) return;
  const QString time = QString::fromStdString(time_text(b.time, *s->scenario));
  if (b.how == Beginning::How::back)
    return chip_->say(tr("Back at %1 of '%2'").arg(time, name_of_branch(*front_, b.branch)));
  if (b.how == Beginning::How::branch)
    chip_->offer(tr("Branched at %1; the other run is kept").arg(time), tr("Undo"), [this, b] { edits_->takeBack(b); });
  else if (front_->experiment()->tree().branch(b.former).pictures.size() > 1)
    chip_->offer(tr("The former run is kept"), tr("Take it back"), [this, b] { edits_->takeBack(b); });
}

/// Keys of the view that make an option larger and smaller.
void MainWindow::addKeys(OptionField* field) {
  const OptionView& shown = field->option().view;
  if (shown.keys.size() != 2) return;
  const QString label = QString::fromStdString(label_of(field->option())).toLower();
  for (const bool up : {true, false}) {
    const QString key(QLatin1Char(shown.keys[up ? 0 : 1]));
    QAction* a = make_action(this, {(up ? tr("Larger %1") : tr("Smaller %1")).arg(label), {QKeySequence(key)}, {}, {}},
                             [field, up] { field->nudge(up ? 1 : -1); });
    a->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view_->addAction(a);
  }
}

void MainWindow::buildBars() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(make_action(this,
                              {tr("&Gallery"),
                               {Qt::CTRL | Qt::Key_N},
                               tr("Shows all demonstrations, recent files and a new experiment"),
                               icon("grid")},
                              [this] { showGallery(); }));
  files_->fillMenu(file);
  file->addSeparator();
  file->addAction(make_action(this, {tr("&Quit"), {Qt::CTRL | Qt::Key_Q}, {}, {}}, [this] { close(); }));
  menuBar()->addMenu(tr("&Edit"))->addActions({edits_->undo(), edits_->redo()});
  QMenu* run = menuBar()->addMenu(tr("&Run"));
  run_->fillMenu(run);
  run->addSeparator();
  run->addAction(make_action(this, {tr("&Memory for stored moments…"), {}, {}, {}}, [this] { askForBudget(); }));
  QMenu* view = menuBar()->addMenu(tr("&View"));
  looks_->fillMenu(view);
  view->addSeparator();
  QMenu* panels = view->addMenu(tr("P&anels"));
  for (const QDockWidget* dock : findChildren<QDockWidget*>()) panels->addAction(dock->toggleViewAction());
  QMenu* theme = view->addMenu(tr("T&heme"));
  auto* group = new QActionGroup(this);
  int i = 0;
  for (const QString& name : {tr("System"), tr("Dark"), tr("Light")}) {
    QAction* a = theme->addAction(name, this, [this, i] { applyTheme(i); });
    a->setCheckable(true);
    group->addAction(a);
    ++i;
  }
  group->actions().at(QSettings().value("window/theme", 0).toInt() % 3)->setChecked(true);
  QMenu* type = view->addMenu(tr("T&ype size"));
  for (const auto& [name, key, factor] : {std::tuple{tr("&Larger"), QKeySequence(Qt::CTRL | Qt::Key_Plus), 1},
                                          {tr("&Smaller"), QKeySequence(Qt::CTRL | Qt::Key_Minus), -1},
                                          {tr("S&tandard"), QKeySequence(Qt::CTRL | Qt::Key_0), 0}})
    type->addAction(make_action(this, {name, {key}, {}, {}}, [this, factor = factor] {
      applyFontScale(factor == 0 ? 1 : font_scale() + 0.1 * factor);
    }));
  // Only this bit: what was maximised is so again afterwards.
  view->addAction(make_toggle(this, {tr("F&ull screen"), {Qt::Key_F11}, {}, {}}, false, [this](bool on) {
    setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
  }));
  QMenu* scenarios = menuBar()->addMenu(tr("&Scenarios"));
  files_->fillGallery(scenarios);
  scenarios->addSeparator();
  scenarios->addAction(make_action(this, {tr("&Who keeps the orbit?…"), {}, {}, {}}, [this] { showOrbits(); }));
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(make_action(this, {tr("&Keys"), {Qt::Key_F1}, {}, {}}, [this] { showKeys(); }));
  help->addAction(make_action(this, {tr("&Messages"), {}, {}, {}}, [this] { showMessages(); }));
  help->addAction(make_action(this, {tr("&About Slurry"), {}, {}, {}}, [this] { showAbout(); }));

  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName("tools");
  bar->setMovable(false);
  bar->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
  set_type(bar, Type::caption);
  run_->fillToolBar(bar);
  bar->addSeparator();
  looks_->fillToolBar(bar);
  auto* spring = new QWidget(bar);
  spring->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(spring);
  files_->fillToolBar(bar);

  for (const QString& twice : duplicate_shortcuts(this))
    qWarning("slurry: one key for two actions: %s", qPrintable(twice));
}

void MainWindow::showKeys() {
  QString rows;
  for (const QString& line : shortcut_lines(this)) {
    const QStringList parts = line.split('\t');
    rows += QStringLiteral("<tr><td align=right><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                .arg(parts[0].toHtmlEscaped(), parts[1].toHtmlEscaped());
  }
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Keys"), QStringLiteral("<table>%1</table>").arg(rows),
                              QMessageBox::Close, this);
  box->setInformativeText(
      tr("Single letters and arrows act when the view has the focus.\n"
         "Drag: turn; Shift or middle button: move; wheel or right button: zoom; click: pick."));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setModal(false);
  box->show();
}

/// The orbits are a program of their own, which goes on when this window is closed.
void MainWindow::showOrbits() {
  const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/slurry-bench");
  if (!QProcess::startDetached(program, {QStringLiteral("bench"), QStringLiteral("orbit"), QStringLiteral("--show")}))
    chip_->warn(
        tr("The orbits are shown by the program slurry-bench, which is not built yet. "
           "Start 'app/run bench orbit --show' in a terminal: it builds the program first."));
}

/// Shows the messages that were over the view and have gone since.
void MainWindow::showMessages() {
  const QStringList& said = chip_->history();
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Messages"),
                              said.isEmpty() ? tr("None so far.") : said.join('\n'), QMessageBox::Close, this);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setModal(false);
  box->show();
}

void MainWindow::showAbout() {
  const BuildInfo& b = build_info();
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Slurry"),
                              tr("<b>Slurry %1</b> (%2)<p>A desktop laboratory for suspensions in Stokes flow.<p>%3")
                                  .arg(QString::fromStdString(b.version), QString::fromStdString(b.git_commit),
                                       QString::fromStdString(libraries())),
                              QMessageBox::Close, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setModal(false);
  box->show();
}

void MainWindow::applyFontScale(double scale) {
  set_font_scale(std::round(10 * scale) / 10);
  QSettings().setValue("window/font_scale", font_scale());
  QToolBar* bar = findChild<QToolBar*>("tools");
  bar->setIconSize({scaled(20), scaled(20)});
  if (isVisible()) arrangeDocks();
  view_->refresh();
}

void MainWindow::applyTheme(int theme) {
  apply_theme(static_cast<Theme>(theme));
  QSettings().setValue("window/theme", theme);
  view_->setColours(is_dark() ? dark_scene() : light_scene(), is_dark() ? dark_overlay() : light_overlay());
}

EngineBridge* MainWindow::bridge() const {
  return front_->bridge();
}

Player* MainWindow::player() const {
  return front_->player();
}

Experiment* MainWindow::addExperiment(std::unique_ptr<SessionPort> session) {
  auto* experiment = new Experiment(std::move(session), open_, this);
  experiment->setBudget(history_budget());
  experiment->slice().setSeen(false);
  return experiment;
}

void MainWindow::bringToFront(Experiment* experiment) {
  front_->set(experiment);
}

void MainWindow::updateTitle() {
  const SnapshotPtr s = player()->shownSnapshot();
  if (!s || !s->scenario) return;
  const QString title = QString::fromStdString(s->scenario->title.empty() ? s->scenario->name : s->scenario->title);
  setWindowTitle(tr("%1 · seed %2 · Slurry").arg(title).arg(s->scenario->run.seed));
  status_->setRuntime(bridge()->runtime());
}

void MainWindow::setSurveys(StartSurvey start) {
  variants_->setSurveys(std::move(start));
}

void MainWindow::load(const Scenario& scenario, bool run) {
  front_->experiment()->load(scenario, run);
}

void MainWindow::openFile(const std::filesystem::path& file) {
  files_->open(file);
}

void MainWindow::askForBudget() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Memory for stored moments"));
  dialog->setLabelText(
      tr("Memory for the stored moments of a run [MB].\nWhere it is full, moments are dropped evenly; "
         "the first, the last, changes and branches stay."));
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setIntRange(16, 1 << 20);
  dialog->setIntValue(static_cast<int>(history_budget() >> 20));
  connect(dialog, &QInputDialog::intValueSelected, this, [this](int megabytes) {
    QSettings().setValue(history_megabytes, megabytes);
    for (Experiment* e : findChildren<Experiment*>()) e->setBudget(history_budget());
  });
  dialog->open();
}

/// False: it is being asked whether what was not recorded may go.
bool MainWindow::mayClose() {
  if (!asks_) return true;
  std::size_t runs = 0;
  for (const Experiment* e : findChildren<Experiment*>()) runs += e->unrecorded().size();
  if (runs == 0) return true;
  auto* box = new QMessageBox(
      QMessageBox::Question, tr("Close Slurry"),
      runs == 1 ? tr("The run was not recorded, or not from its start. Its moments go with this window.")
                : tr("%1 runs were not recorded, or not from their start. Their moments go with "
                     "this window.")
                      .arg(runs),
      QMessageBox::Cancel, this);
  QAbstractButton* yes = box->addButton(tr("Close"), QMessageBox::DestructiveRole);
  box->setDefaultButton(QMessageBox::Cancel);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::buttonClicked, this, [this, yes](QAbstractButton* pressed) {
    if (pressed != yes) return;
    asks_ = false;
    close();
  });
  box->open();
  return false;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayClose()) return event->ignore();
  QSettings settings;
  settings.setValue("window/geometry", saveGeometry());
  saveArrangement();
  event->accept();
}

}  // namespace slurry::ui
