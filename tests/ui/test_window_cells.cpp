// SPDX-License-Identifier: BSD-3-Clause
// The boxes of the sum in the window, over the real engine: a key shows them, a selected body has its lists, and the
// legend counts what the engine has.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine_session.hpp"
#include "laboratory/edit_stack.hpp"
#include "ui/support/window_driver.hpp"
#include "view/overlay_widget.hpp"

namespace slurry::ui::testing {
namespace {

Scenario two_clouds(const std::string& method, const std::string& view = "") {
  return parse_scenario(R"(
schema = 1
[domain]
kind = "free-space"
[[bodies]]
name = "even"
count = 400
placement = "cloud"
cloud_radius = 90
[[bodies]]
name = "crowd"
count = 200
placement = "cloud"
cloud_radius = 12
[solver]
tolerance = 1e-2
method = ")" + method + R"("
[view]
slice = false
)" + view,
                        "two_clouds.toml");
}

class WindowCells : public ::testing::Test {
 protected:
  void open(const Scenario& scenario) {
    window = std::make_unique<MainWindow>(make_engine_session({1}));
    window->resize(1280, 800);
    window->show();
    window->activateWindow();
    window->load(scenario);
    view()->setFocus();
    wait_until([&] { return window->isActiveWindow(); }, 1000);
    ASSERT_TRUE(wait_until([&] { return newest()->step > 0; }, 60000)) << "a scenario runs as soon as it is opened";
    window->bridge()->post(Pause{});
    ASSERT_TRUE(wait_until([&] { return newest()->state == SessionState::paused && view()->drawnMoment() == newest(); },
                           60000));
  }
  SceneView* view() const { return window->view(); }
  SnapshotPtr newest() const { return window->bridge()->latest(); }
  std::optional<CellLegend> legend() const {
    for (const QWidget* child : view()->findChildren<QWidget*>())
      if (const auto* sheet = dynamic_cast<const OverlayWidget*>(child)) return sheet->contents().cells;
    return {};
  }
  /// Whether the picture shows the boxes of this body.
  bool shows(long body) const {
    const SnapshotPtr s = view()->drawnMoment();
    return s && s->cells && s->cells->body == body && legend();
  }
  void press_key() const { QTest::keyClick(view(), Qt::Key_O); }

  std::unique_ptr<MainWindow> window;
};

long differing_pixels(const QImage& a, const QImage& b) {
  long n = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) n += a.pixel(x, y) != b.pixel(x, y);
  return n;
}

/// Pixels about as blue as the boxes that act by expansions.
long blue_pixels(const QImage& picture) {
  long n = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      const QColor c = picture.pixelColor(x, y);
      n += c.blue() > c.red() + 60 && c.blue() > c.green() + 20 && c.green() > c.red() + 20;
    }
  return n;
}

TEST_F(WindowCells, AKeyShowsThem_AndTheLegendCountsTheEnginesBoxesOfTheSelectedBody) {
  open(two_clouds("fmm"));
  EXPECT_FALSE(legend());
  const QImage without = view()->picture(false);
  press_key();
  ASSERT_TRUE(wait_until([&] { return shows(-1); }, 20000));
  const QImage leaves = view()->picture(false);
  EXPECT_GT(differing_pixels(without, leaves), 2000) << "lines in the picture";
  const SumCells& all = *view()->drawnMoment()->cells;
  EXPECT_EQ(legend()->rows.at(0).count, std::to_string(all.leaves.size()));

  // a body is chosen: by the view, as a click does it
  view()->select(450);
  ASSERT_TRUE(wait_until([&] { return shows(450) && legend()->rows.size() > 2; }, 20000));
  const QImage with_lists = view()->picture(false);
  EXPECT_GT(blue_pixels(with_lists), blue_pixels(leaves) + 500);
  const SumCells& acting = *view()->drawnMoment()->cells;
  std::map<std::string, std::string> counts;
  const CellLegend shown = *legend();
  for (const CellLegend::Row& row : shown.rows)
    if (row.kind == CellLegend::Row::Kind::list) counts[row.text] = row.count;
  long points = 0;
  std::size_t named = 0;
  for (const SumCellList& list : acting.lists) {
    for (const SumCell& c : list.cells) points += c.points;
    if (list.cells.empty()) continue;
    ++named;
    const std::string name = list.title + (list.name.empty() ? "" : " (" + list.name + ")");
    EXPECT_EQ(counts[name], std::to_string(list.cells.size())) << name;
  }
  EXPECT_EQ(counts.size(), named);
  EXPECT_GE(named, 3u);
  EXPECT_EQ(points, 600) << "every body acts once";

  // the boxes go and come back with undo, and the engine makes none meanwhile
  press_key();
  ASSERT_TRUE(wait_until([&] { return !newest()->cells && !legend(); }, 20000));
  window->edits()->undo()->trigger();
  EXPECT_TRUE(wait_until([&] { return shows(450); }, 20000));
  EXPECT_TRUE(view()->options().show_cells);
}

TEST_F(WindowCells, TheScenarioShowsThem_AndTheSentenceSaysWhyAnotherSumHasNone) {
  open(two_clouds("ewald", "tree = true\n"));
  ASSERT_TRUE(wait_until([&] { return shows(-1); }, 20000));
  EXPECT_TRUE(view()->options().show_cells);
  EXPECT_TRUE(legend()->rows.empty());
  ASSERT_EQ(legend()->remarks.size(), 1u);
  EXPECT_EQ(legend()->remarks[0], why_no_cells("ewald"));
  const QImage with = view()->picture(false);
  press_key();
  ASSERT_TRUE(wait_until([&] { return !legend(); }, 20000));
  EXPECT_EQ(differing_pixels(with, view()->picture(false)), 0) << "there is nothing to draw";
}

}  // namespace
}  // namespace slurry::ui::testing
