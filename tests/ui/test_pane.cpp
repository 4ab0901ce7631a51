// SPDX-License-Identifier: BSD-3-Clause
// A pane and its panels over a window that has nothing else: no menus, no actions.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QSignalSpy>

#include <set>
#include <string>

#include "experiment/front.hpp"
#include "laboratory/edit_stack.hpp"
#include "laboratory/laboratory.hpp"
#include "pane/docks.hpp"
#include "pane/pane.hpp"
#include "pane/panel_table.hpp"
#include "panels/number_slider.hpp"
#include "panels/option_field.hpp"
#include "panels/option_panel.hpp"
#include "panels/roofline_panel.hpp"
#include "panels/variant_panel.hpp"
#include "panels/walk_panel.hpp"
#include "ui/support/fake_session.hpp"
#include "ui/support/wait.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui::testing {
namespace {

struct BarePane {
  QMainWindow window;
  Laboratory laboratory{std::make_unique<FakeSession>(),
                        [](const auto&) { return std::make_unique<FakeFrames>(20, 300, 0.02); }};
  EditStack edits{laboratory.front(), nullptr};
  Pane* pane = new Pane(laboratory.front(), &edits, &window);

  BarePane() {
    for (const char* kind : {"wide", "low", "narrow"}) QSettings().remove(QString("window/state_%1").arg(kind));
    window.setCentralWidget(pane);
    pane->addPanels();
  }
  void show(int width, int height) {
    window.resize(width, height);
    window.show();
    pane->docks()->arrange();
  }
  Qt::DockWidgetArea area(const char* name) { return window.dockWidgetArea(pane->docks()->dock(name)); }
};

TEST(PanelTable, HasARowPerPanel_WithANameOfItsOwn) {
  std::set<std::string> names;
  BarePane w;
  ASSERT_EQ(w.pane->panels().size(), panel_table().size());
  for (std::size_t i = 0; i < panel_table().size(); ++i) {
    const PanelRow& row = panel_table()[i];
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    const QDockWidget* dock = w.pane->docks()->dock(row.name);
    ASSERT_TRUE(dock) << row.name;
    EXPECT_FALSE(dock->windowTitle().isEmpty());
    EXPECT_TRUE(dock->isAncestorOf(w.pane->panels()[i])) << row.name;
  }
}

TEST(PanelTable, EveryPanelIsAboutTheExperimentInFront) {
  BarePane w;
  w.show(1440, 860);
  w.pane->experiment()->load(Scenario{});
  ASSERT_TRUE(wait_until([&] { return w.pane->experiment()->player()->count() > 5; }));
  EXPECT_TRUE(w.pane->view()->snapshot());
  auto* viscosity = w.window.findChild<OptionField*>("fluid.viscosity")->findChild<NumberSlider*>();
  const double other = 2 * viscosity->value();
  viscosity->ask(other);
  ASSERT_TRUE(wait_until([&] { return w.pane->experiment()->bridge()->latest()->scenario->viscosity == other; }));
  EXPECT_TRUE(wait_until([&] { return w.edits.stack()->count() == 1; }));
  // What needs other bodies is asked of the window.
  QSignalSpy asked(w.pane, &Pane::loadAsked);
  Q_EMIT w.pane->window()->findChild<OptionPanel*>()->loadAsked(Scenario{});
  EXPECT_EQ(asked.count(), 1);
  // A file has no plan whose variants could be timed.
  EXPECT_TRUE(w.pane->panel<VariantPanel>()->isEnabled());
  w.pane->experiment()->player()->openFile("somewhere/run.h5");
  EXPECT_TRUE(wait_until([&] { return !w.pane->panel<VariantPanel>()->isEnabled(); }));
}

TEST(PanelTable, TheRooflineAsksTheVariants_AndTheWalkIsThereOnDemand) {
  BarePane w;
  w.show(1440, 860);
  EXPECT_TRUE(w.pane->panel<RooflinePanel>());
  EXPECT_FALSE(w.pane->docks()->dock("panel.walk")->isVisible());
  Q_EMIT w.pane->panel<WalkPanel>()->wanted(true);
  EXPECT_TRUE(w.pane->docks()->dock("panel.walk")->isVisible());
  Q_EMIT w.pane->panel<WalkPanel>()->wanted(false);
  EXPECT_FALSE(w.pane->docks()->dock("panel.walk")->isVisible());
}

TEST(Docks, StandWhereThereIsRoomForThem) {
  BarePane w;
  w.show(1440, 860);
  for (const PanelRow& row : panel_table()) {
    const Qt::DockWidgetArea expected = row.place == Place::left         ? Qt::LeftDockWidgetArea
                                        : row.place == Place::right      ? Qt::RightDockWidgetArea
                                        : row.place == Place::right_tabs ? Qt::RightDockWidgetArea
                                                                         : Qt::BottomDockWidgetArea;
    EXPECT_EQ(w.area(row.name), expected) << row.name;
  }
  EXPECT_TRUE(w.pane->docks()->dock("panel.chart")->isVisible());
  BarePane narrow;
  narrow.show(1000, 860);
  for (const PanelRow& row : panel_table())
    if (row.place == Place::left) {
      EXPECT_EQ(narrow.area(row.name), Qt::RightDockWidgetArea) << row.name;
    }
  EXPECT_FALSE(narrow.pane->docks()->dock("panel.chart")->isVisible());
}

TEST(Docks, WhatSomebodyArrangedComesBack) {
  {
    BarePane w;
    w.show(1440, 860);
    w.window.addDockWidget(Qt::RightDockWidgetArea, w.pane->docks()->dock("panel.solver"));
    w.pane->docks()->save();
  }
  const QByteArray saved = QSettings().value("window/state_wide").toByteArray();
  BarePane again;  // which forgets all arrangements
  QSettings().setValue("window/state_wide", saved);
  again.show(1440, 860);
  EXPECT_EQ(again.area("panel.solver"), Qt::RightDockWidgetArea);
  EXPECT_EQ(again.area("panel.scenario"), Qt::LeftDockWidgetArea);
  QSettings().remove("window/state_wide");
}

}  // namespace
}  // namespace slurry::ui::testing
