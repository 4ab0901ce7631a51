// SPDX-License-Identifier: BSD-3-Clause
// The timeline and the picture tell one time, at every turn of the event loop.
#include <gtest/gtest.h>

#include <QLabel>

#include <set>
#include <string>

#include "models/moment_text.hpp"
#include "panels/track.hpp"
#include "panels/transport_bar.hpp"
#include "ui/support/window_driver.hpp"
#include "view/overlay_widget.hpp"

namespace slurry::ui::testing {
namespace {

/// The overlay is laid over the picture that is drawn with it.
std::string time_of_picture(const FakeWindow& w) {
  const auto sheets = w.view()->findChildren<QWidget*>();
  for (const QWidget* child : sheets)
    if (const auto* sheet = dynamic_cast<const OverlayWidget*>(child)) {
      const std::string& moment = sheet->contents().moment;
      return moment.substr(0, moment.find("   "));
    }
  return {};
}

TEST(LivePicture, TheTimelineTellsTheTimeOfThePicture) {
  for (const double steps_per_second : {30.0, 2000.0})
    for (const char* colour : {"speed", "gap"}) {  // the second one looks for neighbours, on another thread
      FakeWindow w({.bodies = 2000, .radius = 20, .steps_per_second = steps_per_second});
      ASSERT_TRUE(wait_until([&] { return w.moving() && w.view()->drawnMoment(); }));
      SceneOptions options = w.view()->options();
      options.by = colour;
      w.view()->setOptions(options);
      ASSERT_TRUE(wait_until([&] { return w.view()->pictured() && w.view()->framesDrawn() > 20; }));
      const auto* bar = w.window->findChild<TransportBar*>();
      std::set<std::string> times;
      int apart = 0;
      wait_until([&] {
        const std::string picture = time_of_picture(w), said = bar->time()->text().toStdString();
        if (picture != said) ++apart;
        times.insert(said);
        return times.size() > 40;
      });
      EXPECT_GT(times.size(), 40U) << colour;
      EXPECT_EQ(apart, 0) << colour << ", " << steps_per_second;
      // Where the run stands, it tells the last moment.
      w.window->bridge()->post(Pause{});
      ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
      EXPECT_TRUE(wait_until([&] {
        return bar->time()->text().toStdString() ==
               time_text(w.window->bridge()->latest()->time, *w.window->bridge()->latest()->scenario);
      })) << bar->time()->text().toStdString();
    }
}

}  // namespace
}  // namespace slurry::ui::testing
