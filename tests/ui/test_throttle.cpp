// SPDX-License-Identifier: BSD-3-Clause
// Panels speak of the same moment.
#include <gtest/gtest.h>

#include <vector>

#include "panels/throttle.hpp"
#include "ui/support/event_loop.hpp"

namespace slurry::ui {
namespace {

TEST(Throttle, PanelsThatAskAtDifferentTimesDoTheirWorkInTheSameTurn_TenTimesASecond) {
  const testing::EventLoop loop;
  // What each panel shows is the value at the time of its work.
  int value = 0;
  std::vector<int> chart_showed, inspector_showed;
  Throttle chart([&] { chart_showed.push_back(value); }), inspector([&] { inspector_showed.push_back(value); });
  QElapsedTimer clock;
  clock.start();
  QTimer news;
  int turn = 0;
  QObject::connect(&news, &QTimer::timeout, [&] {
    ++value;
    if (++turn % 2 == 0) chart.request();  // whoever asks first
    inspector.request();
    chart.request();
  });
  news.start(13);
  ASSERT_TRUE(testing::EventLoop::wait_until([&] { return clock.elapsed() > 1050; }));
  news.stop();
  const int last = value;
  ASSERT_TRUE(
      testing::EventLoop::wait_until([&] { return chart_showed.back() == last; }, 1));  // and once more at the end
  EXPECT_EQ(chart_showed, inspector_showed);
  EXPECT_GE(chart_showed.size(), 6u);
  EXPECT_LE(chart_showed.size(), 13u);
}

}  // namespace
}  // namespace slurry::ui
