// SPDX-License-Identifier: BSD-3-Clause
// 'Who keeps the orbit?' in its own window, driven as a person would; the orbits are real, and short.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

#include "panels/custom_plot.hpp"
#include "ui/support/window_driver.hpp"
#include "yardsticks/window/orbit_dialog.hpp"
#include "yardsticks/window/orbit_panel.hpp"
#include "yardsticks/window/orbit_plot.hpp"

namespace slurry::ui::testing {
namespace {

struct ShownDialog {
  std::unique_ptr<OrbitDialog> dialog = std::make_unique<OrbitDialog>(nullptr);
  ShownDialog() { dialog->show(); }
};

void press(const OrbitDialog& dialog, const char* name) {
  QTest::mouseClick(dialog.findChild<QPushButton*>(QString::fromLatin1(name)), Qt::LeftButton);
}

TEST(WindowOrbit, CyclesComeWhileTheEventLoopGoesOn) {
  const ShownDialog shown;
  OrbitDialog* dialog = shown.dialog.get();
  ASSERT_TRUE(dialog->isVisible());
  EXPECT_FALSE(dialog->isModal());
  auto* table = dialog->findChild<QTableWidget*>("orbit.table");
  ASSERT_NE(table, nullptr);
  dialog->findChild<QComboBox*>("orbit.share")->setCurrentIndex(2);
  press(*dialog, "orbit.run");
  EXPECT_TRUE(dialog->panel()->running());
  int turns = 0;
  QTimer beside;
  QObject::connect(&beside, &QTimer::timeout, dialog, [&] { ++turns; });
  beside.start(1);
  ASSERT_TRUE(wait_until([&] { return !dialog->panel()->running(); }, 30000));
  EXPECT_GT(turns, 0);
  run_for(300);
  // A hundredth of 5e5 tau_s, the first maximum of x_1 after three quarters of a period: eight whole cycles; and y is
  // exactly 0 where the sum is wider than its terms.
  EXPECT_EQ(table->item(0, 2)->text(), "8");
  EXPECT_EQ(table->item(0, 4)->text(), "0");
  EXPECT_NE(table->item(2, 4)->text(), "0");
  EXPECT_EQ(table->item(0, 7)->text(), "not decided");
  const auto* durations = dialog->findChild<QCustomPlot*>("orbit.durations");
  EXPECT_EQ(durations->graph(0)->data()->size(), 8);
  EXPECT_NEAR(durations->graph(0)->data()->at(0)->value, 518.2, 1.5);
}

TEST(WindowOrbit, ItStopsWhenAskedAndWhenItIsClosed) {
  ShownDialog shown;
  OrbitDialog* dialog = shown.dialog.get();
  press(*dialog, "orbit.run");
  ASSERT_TRUE(wait_until([&] { return !dialog->panel()->board().lines()[0].cycles.empty(); }));
  QElapsedTimer clock;
  clock.start();
  press(*dialog, "orbit.stop");
  EXPECT_LT(clock.elapsed(), 1000);
  EXPECT_FALSE(dialog->panel()->running());
  EXPECT_EQ(dialog->panel()->board().lines()[0].state, OrbitLine::State::stopped);
  press(*dialog, "orbit.run");
  dialog->close();
  EXPECT_FALSE(dialog->panel()->running());
  dialog->show();
  press(*dialog, "orbit.run");
  EXPECT_TRUE(dialog->panel()->running());
  // And when it is taken down, whatever it is doing.
  clock.restart();
  shown.dialog.reset();
  EXPECT_LT(clock.elapsed(), 3000);
}

TEST(WindowOrbit, PlotAndDataAreSavedUnderNewNames) {
  const QTemporaryDir folder;
  const QString before = QDir::currentPath();
  QDir::setCurrent(folder.path());
  {
    const ShownDialog shown;
    OrbitDialog* dialog = shown.dialog.get();
    press(*dialog, "orbit.save_plot");
    press(*dialog, "orbit.save_data");
    press(*dialog, "orbit.save_data");
    const QDir here(folder.path());
    EXPECT_TRUE(here.exists("who_keeps_the_orbit.csv"));
    EXPECT_TRUE(here.exists("who_keeps_the_orbit-2.csv"));
    EXPECT_TRUE(wait_until([&] { return here.exists("who_keeps_the_orbit.png"); }));
    const QImage picture(here.filePath("who_keeps_the_orbit.png"));
    EXPECT_EQ(picture.width(), 2 * dialog->panel()->plot()->width());
  }
  QDir::setCurrent(before);
}

TEST(WindowOrbit, AKindOfOnesOwnIsALine) {
  const ShownDialog shown;
  OrbitDialog* dialog = shown.dialog.get();
  auto* table = dialog->findChild<QTableWidget*>("orbit.table");
  const int before = table->rowCount();
  press(*dialog, "orbit.add");
  EXPECT_EQ(table->rowCount(), before + 1);
  EXPECT_EQ(table->currentRow(), before);
  EXPECT_EQ(table->item(before, 6)->text(), "–");
}

}  // namespace
}  // namespace slurry::ui::testing
