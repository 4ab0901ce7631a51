// SPDX-License-Identifier: BSD-3-Clause
// Panels are what the option table says.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>

#include <numbers>

#include "panels/number_field.hpp"
#include "panels/option_panel.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

SnapshotPtr snapshot_of(const Scenario& scenario, std::uint64_t generation = 1) {
  auto s = std::make_shared<Snapshot>();
  s->scenario = std::make_shared<const Scenario>(scenario);
  s->scenario_generation = generation;
  return s;
}

Scenario with(const std::vector<std::string>& changes) {
  Scenario s = parse_scenario(minimal_file(), "x.toml");
  set_options(s, changes);
  return s;
}

struct Asked {
  explicit Asked(OptionPanel& panel) {
    QObject::connect(&panel, &OptionPanel::optionAsked,
                     [this](const std::string& key, const std::string& value) { all.push_back(key + "=" + value); });
    QObject::connect(&panel, &OptionPanel::loadAsked, [this](const Scenario& s) { loaded.push_back(s); });
  }
  std::vector<std::string> all;
  std::vector<Scenario> loaded;
};

void enter(QLineEdit* field, const char* text) {
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, text);
  QTest::keyClick(field, Qt::Key_Return);
}

TEST(OptionPanel, DrawsARowThatATestAdds_WithoutKnowingIt) {
  OptionTable table = option_table();
  table.push_back({.key = "fmm.order",
                   .symbol = "p",
                   .unit = "length",
                   .help = "order of the expansions",
                   .standard = 8.0,
                   .range = {.lowest = 1, .highest = 20},
                   .change = Change::plan,
                   .view = {.panel = Panel::physics, .slider = Slider{.lowest = 2, .highest = 16}}});
  OptionPanel panel(Panel::physics, table);
  Asked asked(panel);
  panel.show(snapshot_of(with({})));
  panel.setVisible(true);
  OptionField* order = panel.field("fmm.order");
  ASSERT_NE(order, nullptr);
  auto* slider = order->findChild<NumberSlider*>();
  EXPECT_TRUE(order->isVisible());
  EXPECT_EQ(slider->value(), 8);
  QStringList words;
  for (const QLabel* l : order->findChildren<QLabel*>()) words << l->text();
  EXPECT_TRUE(words.contains("Order p") && words.contains("a")) << words.join('|').toStdString();
  EXPECT_TRUE(slider->field()->toolTip().contains("Order of the expansions"));
  enter(slider->field(), "12");
  EXPECT_EQ(asked.all, std::vector<std::string>{"fmm.order=12.0"});
  enter(slider->field(), "30");
  EXPECT_EQ(asked.all.size(), 1U);
  EXPECT_TRUE(order->sentence()->text().contains("at least 1 and at most 20"))
      << order->sentence()->text().toStdString();
}

TEST(OptionPanel, EveryRowOfTheTableThatNamesAPanelIsThere_UnderANameAndAHelp) {
  for (const Panel p : {Panel::scenario, Panel::physics, Panel::solver}) {
    OptionPanel panel(p);
    std::size_t rows = 0;
    for (const Option& o : option_table()) {
      if (o.view.panel != p) continue;
      ++rows;
      ASSERT_NE(panel.field(o.key), nullptr) << o.key;
      EXPECT_EQ(panel.field(o.key)->option().key, o.key);
    }
    EXPECT_EQ(panel.fields().size(), rows);
    EXPECT_GT(rows, 0U);
  }
}

TEST(OptionPanel, WhatHasNoMeaningInTheScenarioIsAbsent) {
  OptionPanel panel(Panel::physics);
  panel.show(snapshot_of(with({})));
  panel.setVisible(true);
  EXPECT_TRUE(panel.field("flow.net_flow")->isVisible());
  panel.show(snapshot_of(parse_scenario("schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\nforce = 0\npositions "
                                        "= [[0, 0, 0]]\n",
                                        "x.toml"),
                         2));
  EXPECT_FALSE(panel.field("flow.net_flow")->isVisible());
  EXPECT_FALSE(panel.field("gravity.direction")->isVisible());
  EXPECT_TRUE(panel.field("fluid.viscosity")->isVisible());
}

TEST(OptionPanel, GravityIsATilt_AndTheSlidersRangeIsAboutTheStart) {
  OptionPanel panel(Panel::physics);
  Asked asked(panel);
  panel.show(snapshot_of(with({"gravity.direction=[1, -1, 0]", "fluid.viscosity=3"})));
  auto* tilt = panel.field("gravity.direction")->findChild<NumberSlider*>();
  EXPECT_NEAR(tilt->value(), 45, 1e-9);
  tilt->ask(90);
  ASSERT_EQ(asked.all.size(), 1U);
  Scenario s = with({});
  set_option(s, asked.all[0]);
  EXPECT_NEAR(s.gravity[0], 0, 1e-15);
  EXPECT_EQ(s.gravity[1], -1);
  auto* viscosity = panel.field("fluid.viscosity")->findChild<NumberSlider*>();
  viscosity->slider()->setValue(viscosity->slider()->maximum());
  EXPECT_DOUBLE_EQ(viscosity->value(), 30);
  viscosity->slider()->setValue(viscosity->slider()->minimum());
  EXPECT_DOUBLE_EQ(viscosity->value(), 0.3);
  viscosity->slider()->setValue((viscosity->slider()->minimum() + viscosity->slider()->maximum()) / 2);
  EXPECT_NEAR(viscosity->value(), 3, 0.02);  // in the middle of a logarithmic one
}

TEST(OptionPanel, ARefusedValueHasABorderAndASentence_UntilOneTypesAgain) {
  OptionPanel panel(Panel::physics);
  panel.show(snapshot_of(with({})));
  panel.setVisible(true);
  OptionField* viscosity = panel.field("fluid.viscosity");
  auto* field = viscosity->findChild<NumberSlider*>()->field();
  const auto has_border = [&] { return field->property("slurry.refused").toBool(); };
  EXPECT_FALSE(has_border());
  enter(field, "-5");
  EXPECT_TRUE(has_border());
  EXPECT_TRUE(viscosity->sentence()->isVisible());
  EXPECT_TRUE(viscosity->sentence()->autoFillBackground());
  QTest::keyClicks(field, "1");
  EXPECT_FALSE(has_border());
  EXPECT_FALSE(viscosity->sentence()->isVisible());
  enter(field, "-5");
  enter(field, "0.7");
  EXPECT_FALSE(has_border());
  // Another scenario has nothing to do with it.
  enter(field, "-5");
  panel.show(snapshot_of(with({}), 2));
  EXPECT_FALSE(has_border());
}

TEST(OptionPanel, AnOptionThatWasChangedInTheRunSaysItsFormerValue_AndUntilWhen) {
  OptionPanel panel(Panel::physics);
  const auto shown = [&](const std::vector<std::string>& changes, std::vector<Event> events) {
    auto s = std::make_shared<Snapshot>(*snapshot_of(with(changes)));
    s->events = std::make_shared<const std::vector<Event>>(std::move(events));
    panel.show(s);
  };
  const auto event = [](double time, const char* key, const char* old, const char* value) {
    Event e;
    e.time = time;
    e.key = key;
    e.old = old;
    e.value = value;
    return e;
  };
  panel.setVisible(true);
  shown({"fluid.viscosity=1"}, {});
  const QLabel* former = panel.field("fluid.viscosity")->former();
  const QLabel* tilt = panel.field("gravity.direction")->former();
  EXPECT_FALSE(former->isVisible());
  shown({"fluid.viscosity=3"}, {event(10, "fluid.viscosity", "1.0", "2.0"), event(46, "fluid.viscosity", "2.0", "3.0"),
                                event(50, "gravity.direction", "[1.0, 0.0, 0.0]", "[0.0, -1.0, 0.0]")});
  ASSERT_TRUE(former->isVisible());
  const auto plain = [](const QLabel* label) { return QString(label->text()).replace(QChar::Nbsp, ' ').toStdString(); };
  EXPECT_EQ(plain(former), "was 2 until t = 46.00 τ");
  // as the field shows it: a tilt
  ASSERT_TRUE(tilt->isVisible());
  EXPECT_EQ(plain(tilt), "was 0 until t = 50.00 τ");
  // looking back, at a moment before the changes
  shown({"fluid.viscosity=1"}, {});
  EXPECT_FALSE(former->isVisible());
  EXPECT_FALSE(tilt->isVisible());
}

TEST(OptionPanel, WhatNeedsARebuildWaitsForIt_AndIsCheckedTogether) {
  OptionPanel panel(Panel::scenario);
  Asked asked(panel);
  panel.show(snapshot_of(with({})));
  panel.setVisible(true);
  EXPECT_FALSE(panel.rebuild()->isEnabled());
  auto* count = panel.field("bodies.count")->findChild<QLineEdit*>();
  EXPECT_EQ(count->text(), "100");
  count->setFocus();
  count->selectAll();
  QTest::keyClicks(count, "200");
  EXPECT_TRUE(panel.rebuild()->isEnabled());
  panel.rebuild()->click();
  ASSERT_EQ(asked.loaded.size(), 1U);
  EXPECT_EQ(asked.loaded[0].bodies[0].count, 200U);
  EXPECT_TRUE(asked.all.empty());
  // What the scenario as a whole does not allow is said at its field, and nothing is loaded.
  panel.show(snapshot_of(asked.loaded[0], 2));
  enter(panel.field("domain.radius")->findChild<QLineEdit*>(), "0.5");
  EXPECT_EQ(asked.loaded.size(), 1U);
  const auto said = [&] {
    QString all;
    for (const OptionField* f : panel.fields())
      if (f->sentence()->isVisible()) all += f->sentence()->text();
    return all;
  };
  EXPECT_TRUE(said().contains("pipe")) << said().toStdString();
  // A number that is none, and a fraction out of the range of the table.
  enter(panel.field("bodies.count")->findChild<QLineEdit*>(), "3.5");
  EXPECT_TRUE(panel.field("bodies.count")->sentence()->text().contains("a whole number of at least 1"));
  EXPECT_EQ(panel.field("bodies.count")->findChild<QLineEdit*>()->text(), "200");
  enter(panel.field("bodies.volume_fraction")->findChild<QLineEdit*>(), "0.9");
  EXPECT_TRUE(panel.field("bodies.volume_fraction")->sentence()->text().contains("“0.9” was not applied"));
  EXPECT_EQ(asked.loaded.size(), 1U);
}

TEST(OptionPanel, ListsSwitchesAndTheNetFlow) {
  OptionPanel physics(Panel::physics);
  Asked asked(physics);
  physics.show(snapshot_of(with({"flow.net_flow={gradient=-0.5}"})));
  auto* flow = physics.field("flow.net_flow");
  auto* list = flow->findChild<QComboBox*>();
  EXPECT_TRUE(list->currentText().contains("gradient"));
  EXPECT_EQ(flow->findChild<NumberField*>()->number(), -0.5);
  const auto words = [flow] {
    QStringList all;
    for (const QLabel* l : flow->findChildren<QLabel*>())
      if (l->isVisibleTo(flow)) all << l->text();
    return all.join('|');
  };
  EXPECT_TRUE(words().contains("Pressure gradient|F/a³")) << words().toStdString();
  Q_EMIT list->activated(1);
  EXPECT_FALSE(words().contains("F/a³")) << words().toStdString();
  Q_EMIT list->activated(3);
  EXPECT_TRUE(words().contains("Flux|a² U₀")) << words().toStdString();
  physics.field("integrator.adaptive")->findChild<QCheckBox*>()->click();
  EXPECT_EQ(asked.all, (std::vector<std::string>{"flow.net_flow=\"zero-gradient\"", "flow.net_flow={ flux = -0.5 }",
                                                 "integrator.adaptive=false"}));
}

TEST(OptionPanel, ADependentOptionAppearsWithWhatGivesItAMeaning) {
  OptionPanel panel(Panel::scenario);
  Asked asked(panel);
  panel.show(snapshot_of(with({})));
  EXPECT_TRUE(panel.field("driving.period")->isHidden());
  Q_EMIT panel.field("driving.kind")->findChild<QComboBox*>()->activated(1);
  EXPECT_FALSE(panel.field("driving.period")->isHidden());
  panel.rebuild()->click();
  ASSERT_EQ(asked.loaded.size(), 1U);
  EXPECT_EQ(asked.loaded[0].driving.kind, DrivingKind::oscillating);
}

}  // namespace
}  // namespace slurry::ui::testing
