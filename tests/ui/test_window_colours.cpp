// SPDX-License-Identifier: BSD-3-Clause
// Numbers for the colours of bodies that cost more than a window may wait: where they are found, and what is shown
// meanwhile.
#include <gtest/gtest.h>

#include <QComboBox>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "slurry/quantity.hpp"
#include "ui/support/window_driver.hpp"
#include "view/colour_finder.hpp"

namespace slurry::ui::testing {
namespace {

/// The table of quantities with another "gap", which notes who computes it.
struct WatchedGaps {
  const std::thread::id window = std::this_thread::get_id();
  std::atomic<int> elsewhere = 0, in_window = 0;
  std::atomic<bool> held = false;  ///< no answer is given until this is false again

  QuantityTable table() {
    auto rows = *quantities();
    const auto gap = std::find_if(rows.begin(), rows.end(), [](const Quantity& q) { return q.name == "gap"; });
    gap->of_bodies = [this](const Step&, std::size_t first, std::size_t last, std::span<double> out) {
      if (last - first > 1) ++(std::this_thread::get_id() == window ? in_window : elsewhere);
      while (held && std::this_thread::get_id() != window) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      for (std::size_t i = first; i < last; ++i) out[i - first] = static_cast<double>(i);
    };
    return std::make_shared<const std::vector<Quantity>>(std::move(rows));
  }
};

SnapshotPtr with_table(const Snapshot& from, const QuantityTable& table) {
  auto s = std::make_shared<Snapshot>(from);
  s->values = Values(table);
  return s;
}

/// A recorded run whose quantities are those of a table.
class WatchedFrames final : public FrameSource {
 public:
  explicit WatchedFrames(QuantityTable table) : table_(std::move(table)) {}
  std::size_t frames() override { return frames_.frames(); }
  std::vector<double> times() override { return frames_.times(); }
  SnapshotPtr frame(std::size_t index) override { return with_table(*frames_.frame(index), table_); }
  ScalarColumns scalars() override { return frames_.scalars(); }

 private:
  QuantityTable table_;
  FakeFrames frames_{20, 300, 0};
};

TEST(WindowColours, NoGapOfAllBodiesIsLookedForInTheWindowsThread) {
  WatchedGaps gaps;
  const QuantityTable table = gaps.table();
  FakeWindow w({}, [&](const auto&) { return std::make_unique<WatchedFrames>(table); });
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->openFile("watched.h5");
  ASSERT_TRUE(wait_until([&] { return w.shown() && w.shown()->values.table() == table; }));
  auto* colour = w.window->findChild<QComboBox*>("colour by");
  colour->setCurrentIndex(colour->findData("gap"));
  ASSERT_TRUE(wait_until([&] { return gaps.elsewhere == 1; }));
  // each frame anew, and the last is the one in the picture
  for (int i = 1; i < 8; ++i) {
    w.key(Qt::Key_Right);
    run_for(30);
  }
  ASSERT_TRUE(wait_until([&] { return w.shown()->number >= 7 && w.view()->pictured() == w.shown(); }));
  EXPECT_GE(gaps.elsewhere, 2);
  EXPECT_FALSE(w.view()->picture(true).isNull());
  EXPECT_EQ(gaps.in_window, 0);
}

TEST(WindowColours, ThePictureIsOfOneMoment_AndFollowsAsSoonAsItsColoursAreFound) {
  WatchedGaps gaps;
  const QuantityTable table = gaps.table();
  Snapshot s = lattice_snapshot(50, 10);
  std::vector<SnapshotPtr> moments;
  for (int i = 0; i < 4; ++i) {
    moments.push_back(with_table(s, table));
    move_bodies(s, 0.2);
  }
  SceneView view;
  view.resize(400, 300);
  view.show();
  view.showSnapshot(moments[0]);  // in the colours of the speed, without waiting
  EXPECT_EQ(view.pictured(), moments[0]);

  gaps.held = true;
  SceneOptions by_gap = view.options();
  by_gap.by = "gap";
  view.setOptions(by_gap);
  ASSERT_TRUE(wait_until([&] { return gaps.elsewhere == 1; }));
  for (int i = 1; i < 4; ++i) view.showSnapshot(moments[i]);
  run_for(50);
  EXPECT_EQ(view.pictured(), moments[0]) << "the bodies of a moment have the colours of another";
  EXPECT_EQ(gaps.elsewhere, 1) << "one is looked for at a time";
  gaps.held = false;
  ASSERT_TRUE(wait_until([&] { return view.pictured() == moments[3]; }));
  EXPECT_EQ(gaps.elsewhere, 2) << "moments between are left out";

  // A quantity that is there at once does not wait for one that is not.
  gaps.held = true;
  view.showSnapshot(moments[1]);
  ASSERT_TRUE(wait_until([&] { return gaps.elsewhere == 3; }));
  SceneOptions by_speed = view.options();
  by_speed.by = "speed";
  view.setOptions(by_speed);
  EXPECT_EQ(view.pictured(), moments[1]);
  gaps.held = false;
  run_for(100);
  view.showSnapshot(moments[2]);
  EXPECT_EQ(view.pictured(), moments[2]);
  EXPECT_EQ(gaps.in_window, 0);
}

TEST(WindowColours, AnAnswerForAnotherExperimentIsNotShown) {
  WatchedGaps gaps;
  const QuantityTable table = gaps.table();
  const SnapshotPtr one = with_table(lattice_snapshot(50, 10), table);
  const SnapshotPtr other = with_table(lattice_snapshot(60, 10), table);
  ColourFinder finder;
  gaps.held = true;
  EXPECT_FALSE(finder.want(one, "gap"));
  ASSERT_TRUE(wait_until([&] { return gaps.elsewhere == 1; }));
  finder.forget();
  EXPECT_FALSE(finder.want(other, "gap"));
  gaps.held = false;
  ASSERT_TRUE(wait_until([&] { return finder.newest().moment != nullptr; }));
  EXPECT_EQ(finder.newest().moment, other);
  ASSERT_EQ(finder.newest().values.size(), 60u);
  EXPECT_EQ(finder.newest().values.back(), 59);
}

}  // namespace
}  // namespace slurry::ui::testing
