// SPDX-License-Identifier: BSD-3-Clause
// What a window remembers of its layout from one start to the next.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QSettings>

#include <functional>
#include <map>
#include <string>

#include "type_scale.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui {
namespace {

using namespace testing;

/// Forgets every layout, before and after a test.
struct NothingRemembered {
  NothingRemembered() { forget(); }
  ~NothingRemembered() { forget(); }
  static void forget() {
    set_font_scale(1);
    for (const char* key :
         {"window/font_scale", "window/state_wide", "window/state_low", "window/state_narrow", "window/geometry"})
      QSettings().remove(key);
  }
};

/// A started window with a run in it, closed at its end as a person closes it.
struct Start {
  explicit Start(const QString& scenario = "welcome") {
    window = std::make_unique<MainWindow>(std::make_unique<FakeSession>(),
                                          [](const auto&) { return std::make_unique<FakeFrames>(120, 300, 0.02); });
    window->setAsksBeforeClosing(false);
    window->show();
    window->load(find_scenario(scenario.toStdString()), true);
    wait_until([this] { return window->player()->shownSnapshot() && window->player()->shownSnapshot()->step > 2; });
    run_for(400);
  }
  ~Start() { window->close(); }

  /// Width and height of the window and of every dock that is in it.
  std::map<std::string, std::pair<int, int>> sizes() const {
    std::map<std::string, std::pair<int, int>> found{{"window", {window->width(), window->height()}}};
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>())
      if (dock->isVisible() && !dock->visibleRegion().isEmpty())
        found[dock->objectName().toStdString()] = {dock->width(), dock->height()};
    return found;
  }
  std::unique_ptr<MainWindow> window;
};

std::string text_of(const std::map<std::string, std::pair<int, int>>& sizes) {
  std::string text;
  for (const auto& [name, size] : sizes)
    text += name + " " + std::to_string(size.first) + "x" + std::to_string(size.second) + "  ";
  return text;
}

/// Starts it ten times with what a person did in the first one.
void expect_ten_equal_starts(const std::string& what, const QString& scenario,
                             const std::function<void(MainWindow&)>& first_acts) {
  std::map<std::string, std::pair<int, int>> first;
  for (int i = 0; i < 10; ++i) {
    Start start(scenario);
    if (i == 0) {
      first_acts(*start.window);
      run_for(400);
      first = start.sizes();
    }
    EXPECT_EQ(text_of(start.sizes()), text_of(first)) << what << ", start " << i;
  }
}

TEST(WindowStarts, LeaveEveryDockAsItWas) {
  for (const QSize size : {QSize(1440, 860), QSize(1519, 903), QSize(1024, 700)}) {
    const NothingRemembered nothing;
    expect_ten_equal_starts(std::to_string(size.width()), "welcome", [size](MainWindow& w) { w.resize(size); });
  }
}

TEST(WindowStarts, LeaveEveryDockAsItWas_MovedByHand) {
  const NothingRemembered nothing;
  expect_ten_equal_starts("moved", "welcome", [](MainWindow& w) {
    w.resize(1377, 841);
    run_for(100);
    const auto dock = [&w](const char* name) { return w.findChild<QDockWidget*>(name); };
    w.resizeDocks({dock("panel.scenario"), dock("panel.inspector")}, {301, 377}, Qt::Horizontal);
    w.resizeDocks({dock("panel.scenario"), dock("panel.physics"), dock("panel.solver")}, {201, 351, 203}, Qt::Vertical);
    w.resizeDocks({dock("panel.chart")}, {243}, Qt::Vertical);
  });
}

TEST(WindowStarts, LeaveEveryDockAsItWas_WithLargeType) {
  const NothingRemembered nothing;
  QSettings().setValue("window/font_scale", 1.3);
  expect_ten_equal_starts("large type", "welcome", [](MainWindow& w) { w.resize(1600, 960); });
}

/// A scenario that brings a dock of its own, which is there from the second start on before the scenario is.
TEST(WindowStarts, LeaveEveryDockAsItWas_WithAWalk) {
  const NothingRemembered nothing;
  expect_ten_equal_starts("walk", "why_is_it_fast", [](MainWindow& w) { w.resize(1440, 860); });
}

}  // namespace
}  // namespace slurry::ui
