// SPDX-License-Identifier: BSD-3-Clause
// The event loop with 10,000 spheres, 25 snapshots a second, while everything is moved that can be.
// tests/ui/test_window_engine.cpp does the same over the real engine.
#include <gtest/gtest.h>

#include "ui/support/exercise.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

TEST(WindowStall, NeverLongerThan50ms_With10000SpheresWhileUsed) {
  FakeSession::Options many;
  many.bodies = 10000;
  many.radius = 30;
  many.steps_per_second = 25;
  StallReport report;
  for (int attempt = 0; attempt < 3; ++attempt) {
    FakeWindow w(many, [](const auto&) { return std::make_unique<FakeFrames>(60, 10000, 0.02); });
    ASSERT_TRUE(wait_until([&] { return w.moving(); }, 10000));
    const long first = w.window->bridge()->latest()->step;
    report = exercise(*w.window);
    report.steps = w.window->bridge()->latest()->step - first;
    report.print("10,000 spheres, no solver");
    if (report.longest_stall < 0.050) break;
    if (!report.cores_were_shared) break;
  }
  EXPECT_GE(report.steps, 20);
  EXPECT_GE(report.frames, 20);
  // Other programs on the cores are not this window's doing: then only what it did itself is judged.
  EXPECT_LT(report.cores_were_shared ? report.longest_own_stall : report.longest_stall, 0.050);
}

}  // namespace
}  // namespace slurry::ui::testing
