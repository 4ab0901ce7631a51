// SPDX-License-Identifier: BSD-3-Clause
#include "ui/support/exercise.hpp"

#include <QComboBox>
#include <QSlider>

#include <cstdio>
#include <fstream>
#include <thread>

#include <sys/resource.h>

#include "panels/number_slider.hpp"
#include "panels/transport_bar.hpp"
#include "run_actions.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

/// CPU seconds of all programs on the machine, and of this process.
struct CpuUse {
  double machine = 0, own = 0;
};
CpuUse cpu_use() {
  CpuUse use;
  std::ifstream stat("/proc/stat");
  std::string word;
  double user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0;
  stat >> word >> user >> nice >> system >> idle >> wait >> irq >> soft >> steal;
  use.machine = (user + nice + system + irq + soft + steal) / 100;
  rusage r{};
  getrusage(RUSAGE_SELF, &r);
  use.own = static_cast<double>(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
            1e-6 * static_cast<double>(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
  return use;
}

/// Measures from its construction to report().
class Watch {
 public:
  explicit Watch(MainWindow& window) : window_(window), before_(cpu_use()), frames_(window.view()->framesDrawn()) {
    window.meter()->reset();
    clock_.start();
  }
  double seconds() const { return 1e-3 * static_cast<double>(clock_.elapsed()); }
  StallReport report() const {
    StallReport r;
    r.seconds = seconds();
    r.longest_stall = window_.meter()->longestGap();
    r.longest_own_stall = window_.meter()->longestOwnGap();
    r.longest_draw = window_.meter()->longestDraw();
    r.mean_draw = window_.meter()->meanDraw();
    r.frames = window_.view()->framesDrawn() - frames_;
    const CpuUse after = cpu_use();
    const double others = (after.machine - before_.machine) - (after.own - before_.own);
    r.cores_were_shared = others > 0.1 * r.seconds * std::thread::hardware_concurrency();
    return r;
  }

 private:
  MainWindow& window_;
  CpuUse before_;
  long frames_;
  QElapsedTimer clock_;
};

void turn_camera(SceneView* view, int i) {
  const QPoint middle = view->rect().center();
  QTest::mousePress(view, Qt::LeftButton, {}, middle);
  for (int k = 1; k <= 5; ++k) {
    QTest::mouseMove(view, middle + QPoint(12 * k, (i % 2 ? 4 : -4) * k));
    run_for(8);
  }
  QTest::mouseRelease(view, Qt::LeftButton, {}, middle + QPoint(60, 20));
}

void pick(SceneView* view, int i) {
  const QRect r = view->rect();
  QTest::mouseClick(view, Qt::LeftButton, {},
                    QPoint(r.width() * (40 + i % 20) / 100, r.height() * (30 + i % 40) / 100));
}

}  // namespace

void StallReport::print(const std::string& what) const {
  std::printf(
      "%s: %ld frames and %ld steps in %.1f s; longest stall %.1f ms (own %.1f ms); draw %.1f ms, longest %.1f ms%s\n",
      what.c_str(), frames, steps, seconds, 1e3 * longest_stall, 1e3 * longest_own_stall, 1e3 * mean_draw,
      1e3 * longest_draw, cores_were_shared ? "; other programs shared the cores" : "");
  std::fflush(stdout);
}

StallReport watch(MainWindow& window, double seconds) {
  const Watch watch(window);
  run_for(static_cast<int>(1000 * seconds));
  return watch.report();
}

StallReport exercise(MainWindow& window, double seconds) {
  SceneView* view = window.view();
  auto* viscosity = slider_of(window, "fluid.viscosity");
  auto* tolerance = slider_of(window, "solver.tolerance");
  auto* scrub = window.findChild<TransportBar*>()->slider();
  auto* colours = window.findChild<QComboBox*>("colour by");
  const double eta = viscosity->value(), asked = tolerance->value();
  const QSize size = window.size();
  run_for(300);

  const Watch watch(window);
  for (int i = 0; watch.seconds() < seconds; ++i) {
    switch (i % 9) {
      case 0:
        turn_camera(view, i);
        break;
      case 1:
        pick(view, i);
        break;
      case 2:
        for (int k = 0; k < 10; ++k) viscosity->ask(eta * (0.8 + 0.04 * k)), run_for(6);
        break;
      case 3:
        window.run()->playPause()->trigger(), run_for(60), window.run()->playPause()->trigger();
        break;
      case 4:
        window.resize(size + QSize(i % 2 ? 0 : -60, i % 2 ? 0 : -40));
        break;
      case 5:
        for (int k = 0; k < 10; ++k) scrub->setValue(scrub->maximum() * k / 10), run_for(6);
        window.player()->goLive();
        break;
      case 6:
        if (colours != nullptr) colours->setCurrentIndex((i / 9) % colours->count());
        break;
      case 7:
        tolerance->ask(asked * (i % 2 ? 1 : 2));
        break;
      case 8:
        view->turntable().zoom(i % 2 ? 1.2 : 1 / 1.2), view->refresh();
        break;
    }
    run_for(40);
  }
  const StallReport r = watch.report();
  tolerance->ask(asked);
  viscosity->ask(eta);
  window.resize(size);
  return r;
}

}  // namespace slurry::ui::testing
