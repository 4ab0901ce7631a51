// SPDX-License-Identifier: BSD-3-Clause
#include "window/window_main.hpp"

#include <QVTKOpenGLNativeWidget.h>
#include <sys/resource.h>
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSurfaceFormat>
#include <QTimer>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "display.hpp"
#include "engine_bridge.hpp"
#include "engine_session.hpp"
#include "experiment/front.hpp"
#include "headless_run.hpp"
#include "history/player.hpp"
#include "main_window.hpp"
#include "models/file_kind.hpp"
#include "rates_file.hpp"
#include "slurry/error.hpp"
#include "slurry/scenario.hpp"
#include "stall_meter.hpp"
#include "view/scene_view.hpp"
#include "window.hpp"

namespace slurry::app {
namespace {

/// One core stays free for the window; software OpenGL, where it is in use, leaves the engine's cores alone.
int engine_threads() {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::max(1, cores - 1);
}

/// Options of the engine, for sums on the device that scenarios use by default.
RuntimeOptions engine_options() {
  const int threads = engine_threads();
  return {threads, stored_rates(threads, Precision::fp64, Device::automatic)};
}

void take_screenshot(ui::MainWindow& window, const WindowOptions::Screenshot& shot) {
  QTimer::singleShot(static_cast<int>(1000 * shot.after), &window, [&window, file = shot.file] {
    const bool good = window.grab().save(QString::fromStdString(file.string()), "PNG");
    if (!good) std::fprintf(stderr, "slurry: %s cannot be written\n", file.c_str());
    window.close();
    QApplication::exit(good ? 0 : 1);
  });
}

/// As a person closes it: a recording ends cleanly, and panels are where they were next time.  Whatever dialog is open
/// ends too.
void end_window(ui::MainWindow& window) {
  window.setAsksBeforeClosing(false);
  window.close();
  QApplication::exit();
}

/// The one application object of the process, as windows of ours need it.
std::unique_ptr<QApplication> make_application() {
  if (!have_display())
    throw Error("no window can be opened, because there is no display; 'slurry run' works without a display");
  // Before OpenGL starts; a value that somebody set stays.
  if (!is_set("LP_NUM_THREADS")) setenv("LP_NUM_THREADS", std::to_string(engine_threads()).c_str(), 1);
  QSurfaceFormat::setDefaultFormat(QVTKOpenGLNativeWidget::defaultFormat());
  QCoreApplication::setOrganizationName("slurry");
  QCoreApplication::setApplicationName("slurry");
  static int argc = 1;
  static std::array<char, 7> name{"slurry"};
  static std::array<char*, 2> argv{name.data(), nullptr};
  auto application = std::make_unique<QApplication>(argc, argv.data());
  // Qt takes the user's locale; files and options are written with points all the same.
  std::setlocale(LC_NUMERIC, "C");
  return application;
}

/// Turns the event loop until something holds or the time is over [s]. It looks every few milliseconds.
void turn_until(double seconds, const std::function<bool()>& holds) {
  QElapsedTimer clock;
  clock.start();
  QTimer look;  // with a time limit processEvents() would not wait, and would take a core from the engine
  look.start(5);
  while (!holds() && 1e-3 * static_cast<double>(clock.elapsed()) < seconds)
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

/// Drags the mouse over a view, one pixel at each turn of the event loop, and counts the pictures.
double frames_while_turning(ui::SceneView& view, double seconds) {
  QPointF place(0.5 * view.width(), 0.5 * view.height());
  const auto send = [&](QEvent::Type type, Qt::MouseButton button) {
    QMouseEvent event(type, place, view.mapToGlobal(place), button, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&view, &event);
  };
  send(QEvent::MouseButtonPress, Qt::LeftButton);
  const long before = view.framesDrawn();
  QElapsedTimer clock;
  clock.start();
  QTimer hand;  // a mouse says its place about every 5 ms
  hand.start(5);
  while (1e-3 * static_cast<double>(clock.elapsed()) < seconds) {
    place.rx() += 1;
    send(QEvent::MouseMove, Qt::NoButton);
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  return 1e3 * static_cast<double>(view.framesDrawn() - before) / static_cast<double>(clock.elapsed());
}

}  // namespace

int window_main(const WindowOptions& options) {
  const auto application = make_application();
  // A file that is nothing that can be shown is said before there is a window.
  const std::filesystem::path file(options.what);
  std::optional<Scenario> scenario;
  if (options.what.empty()) {
    // the gallery
  } else if (!ui::is_recording(file)) {
    scenario = ui::scenario_of(options.what);
    if (options.device) scenario->solver.device = *options.device;
  } else if (!ui::begins_as_hdf5(file)) {
    throw InputError(ui::no_recording(file));
  }
  ui::MainWindow window(ui::make_engine_session(engine_options()));
  window.setSurveys(ui::make_engine_surveys());
  window.setContests(ui::make_engine_contests());
  if (options.width > 0) window.resize(options.width, options.height);
  window.show();
  if (options.what.empty()) {
    window.showGallery();
  } else if (scenario) {
    window.load(*scenario);
  } else {
    window.openFile(file);
  }
  window.setAsksBeforeClosing(!options.screenshot);
  if (options.screenshot) take_screenshot(window, *options.screenshot);
  const SignalGuard guard;
  QTimer signals;
  QObject::connect(&signals, &QTimer::timeout, &window, [&] {
    if (interrupted() != 0) end_window(window);
  });
  signals.start(100);
  const int code = QApplication::exec();
  return interrupted() != 0 ? 128 + interrupted() : code;
}

WindowFigures measure_window(const std::string& scenario, double seconds) {
  const auto application = make_application();
  WindowFigures figures;
  figures.scenario = scenario;
  QElapsedTimer clock;
  clock.start();
  ui::MainWindow window(ui::make_engine_session(engine_options()));
  window.resize(1280, 800);
  long moves = 0, shown = 0;
  QObject::connect(window.view(), &ui::SceneView::drawn, &window, [&] {
    const ui::SnapshotPtr s = window.player()->shownSnapshot();
    if (s && s->step > shown) shown = s->step, ++moves;
  });
  QString complaint;
  QObject::connect(window.front(), &ui::Front::complained, &window, [&](const QString& said) { complaint = said; });
  window.show();
  window.load(find_scenario(figures.scenario));
  turn_until(600, [&] { return moves >= 2 || !complaint.isEmpty(); });
  if (moves < 2 && !complaint.isEmpty()) throw Error(complaint.toStdString());
  if (moves < 2) throw Error("the window did not move within ten minutes");
  figures.seconds_until_it_moves = 1e-3 * static_cast<double>(clock.elapsed());
  window.bridge()->post(SetSpeed{0});
  turn_until(1, [] { return false; });
  window.meter()->reset();
  const long first_step = window.bridge()->latest()->step, first_frame = window.view()->framesDrawn();
  clock.restart();
  turn_until(seconds, [] { return false; });
  const double watched = 1e-3 * static_cast<double>(clock.elapsed());
  figures.steps_per_second = static_cast<double>(window.bridge()->latest()->step - first_step) / watched;
  figures.frames_per_second = static_cast<double>(window.view()->framesDrawn() - first_frame) / watched;
  figures.longest_stall = window.meter()->longestGap();
  window.bridge()->post(Pause{});
  turn_until(60, [&] { return window.bridge()->latest()->state == SessionState::paused; });
  figures.turning_frames_per_second = frames_while_turning(*window.view(), seconds);
  clock.restart();
  long drawn = 0;
  for (; 1e-3 * static_cast<double>(clock.elapsed()) < seconds; ++drawn) window.view()->picture(false);
  figures.still_frames_per_second = 1e3 * static_cast<double>(drawn) / static_cast<double>(clock.elapsed());
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  figures.peak_memory = 1024.0 * static_cast<double>(used.ru_maxrss);
  return figures;
}

}  // namespace slurry::app
