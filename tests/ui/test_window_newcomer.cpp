// SPDX-License-Identifier: BSD-3-Clause
// What a person met who saw the window for the first time: everything in the picture, every number to be read, every
// button and line for something.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QWheelEvent>

#include "file_actions.hpp"
#include "models/speeds.hpp"
#include "panels/chart_panel.hpp"
#include "panels/custom_plot.hpp"
#include "panels/error_panel.hpp"
#include "panels/roofline_panel.hpp"
#include "status_line.hpp"
#include "ui/support/window_driver.hpp"
#include "view/overlay_painter.hpp"

namespace slurry::ui::testing {
namespace {

QLabel* sentence_with(const QWidget* in, const QString& words) {
  for (QLabel* l : in->findChildren<QLabel*>())
    if (l->text().contains(words)) return l;
  return nullptr;
}

void hold_still(FakeWindow& w) {
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->bridge()->post(Pause{});
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(300);
}

/// Bodies in free space, farther from each other by a factor.
SnapshotPtr spread(const SnapshotPtr& s, double factor) {
  auto far = std::make_shared<Snapshot>(*s);
  for (double& x : far->positions) x *= factor;
  return far;
}

bool all_in_view(const SceneView& view) {
  const CameraPose pose = view.state().turntable.pose();
  const Snapshot& s = *view.snapshot();
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    double x = 0, y = 0;
    if (!project(pose, {s.positions[3 * i], s.positions[3 * i + 1], s.positions[3 * i + 2]}, view.width(),
                 view.height(), x, y))
      return false;
    if (!QRectF(view.rect()).contains(x, y)) return false;
  }
  return true;
}

TEST(Newcomer, BodiesThatSpreadStayInThePicture_UntilSomebodyTakesTheCamera) {
  FakeWindow w;
  hold_still(w);
  auto free = std::make_shared<Snapshot>(*w.shown());
  auto scenario = std::make_shared<Scenario>(*free->scenario);
  scenario->domain.kind = DomainKind::free_space;
  free->scenario = scenario;
  free->scenario_generation += 1;
  w.view()->showSnapshot(free);
  EXPECT_TRUE(all_in_view(*w.view()));
  for (const double factor : {1.1, 1.5, 2.5, 6.0}) {
    w.view()->showSnapshot(spread(free, factor));
    EXPECT_TRUE(all_in_view(*w.view())) << factor;
  }
  QWheelEvent nearer({50, 50}, w.view()->mapToGlobal(QPointF(50, 50)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
  QApplication::sendEvent(w.view(), &nearer);
  const auto distance = [&] {
    const CameraPose pose = w.view()->turntable().pose();
    return length(pose.position - pose.focus);
  };
  const double chosen = distance();
  w.view()->showSnapshot(spread(free, 20));
  EXPECT_NEAR(distance(), chosen, 1e-9 * chosen);
}

TEST(Newcomer, NumbersOfTheLegendAreReadOverABody) {
  const QColor body(140, 170, 70);
  QImage picture(500, 400, QImage::Format_RGB32);
  picture.fill(body);
  OverlayContents contents;
  contents.legend = OverlayContents::Legend{"speed", "U", 0, 1.5, false, false, &ColourMap::sequential()};
  QPainter painter(&picture);
  paint_overlay(painter, picture.size(), contents, dark_overlay());
  painter.end();
  const int column = picture.width() - 20;  // where the labels end
  for (int y = picture.height() / 2 - 60; y < picture.height() / 2 + 60; ++y)
    ASSERT_NE(picture.pixelColor(column, y), body) << y;
}

TEST(Newcomer, NumbersOfALowChartAreNotWrittenOverEachOther) {
  FakeWindow w;
  hold_still(w);
  auto* plot = w.window->findChild<ChartPanel*>()->findChild<QCustomPlot*>();
  plot->parentWidget()->parentWidget()->resize(320, 170);
  plot->resize(300, 90);
  plot->yAxis->setRange(1.2757, 1.2783);  // of a velocity that does not change
  plot->replot(QCustomPlot::rpImmediateRefresh);
  QVector<double> ticks;
  plot->yAxis->ticker()->generate(plot->yAxis->range(), QLocale::c(), 'g', 4, ticks, nullptr, nullptr);
  ASSERT_GE(ticks.size(), 2);
  const double apart = std::abs(plot->yAxis->coordToPixel(ticks[1]) - plot->yAxis->coordToPixel(ticks[0]));
  EXPECT_GE(apart, QFontMetrics(plot->yAxis->tickLabelFont()).tightBoundingRect("0").height() + 2);
}

TEST(Newcomer, TheNameOfAnAxisIsNotCut_HoweverLowTheChart) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  auto* panel = w.window->findChild<ChartPanel*>();
  auto* plot = panel->findChild<QCustomPlot*>();
  auto* choice = panel->findChild<QComboBox*>("chart.choice");
  ASSERT_TRUE(wait_until([&] { return choice->findData("min_gap") >= 0; }));
  choice->setCurrentIndex(choice->findData("min_gap"));  // 'smallest gap' has the longest symbol
  for (const int height : {60, 90, 400}) {
    plot->setFixedHeight(height);
    const auto fits = [&] {
      const QString label = plot->yAxis->label();
      return QFontMetrics(plot->yAxis->labelFont()).horizontalAdvance(label) <= plot->axisRect()->height() &&
             label.startsWith("smallest gap") == (height == 400);
    };
    EXPECT_TRUE(wait_until(fits, 5000)) << height << ": " << plot->yAxis->label().toStdString();
  }
}

TEST(Newcomer, NumbersBelowTheRooflineAreNotWrittenOverEachOther) {
  FakeWindow w;
  const QCPAxis* axis = w.window->findChild<RooflinePanel*>()->findChild<QCustomPlot*>()->xAxis;
  for (const auto& [low, high] : {std::pair{4.6, 74.0}, {0.03, 12.0}, {0.001, 70.0}}) {
    QVector<double> ticks;
    axis->ticker()->generate(QCPRange(low, high), QLocale::c(), 'g', 3, ticks, nullptr, nullptr);
    ASSERT_GE(ticks.size(), 2);
    const double decades = std::log10(high / low);
    for (qsizetype i = 1; i < ticks.size(); ++i)  // a label of 250 pixels in all needs a tenth of them
      EXPECT_GT(std::log10(ticks[i] / ticks[i - 1]) / decades, 0.09) << ticks[i];
  }
}

TEST(Newcomer, TheDashedLineOfAChartSaysWhatItIs_AboveAPlotThatIsSeenWhole) {
  FakeWindow w;
  hold_still(w);
  auto judged = std::make_shared<Snapshot>(*w.shown());
  auto scenario = std::make_shared<Scenario>(*judged->scenario);
  Expectation e;
  e.quantity = "mean_settling_velocity";
  e.value = 0.7916329;
  scenario->expect = {e};
  judged->scenario = scenario;
  auto* chart = w.window->findChild<ChartPanel*>();
  chart->show(judged);
  ASSERT_TRUE(wait_until([&] { return sentence_with(chart, "expected (dashed) 0.79163 "); }));
  w.window->resize(1024, 700);
  const QLabel* note = sentence_with(chart, "expected (dashed)");
  const QWidget* plot = chart->findChild<QCustomPlot*>();
  EXPECT_TRUE(wait_until([&] {
    return note->height() >= note->heightForWidth(note->width()) && note->geometry().bottom() < plot->y();
  })) << note->y()
      << " " << note->height() << " " << plot->y();
  w.window->resize(1440, 860);
  EXPECT_TRUE(wait_until([&] { return plot->height() >= 100 && plot->geometry().bottom() < chart->height(); }))
      << plot->height();
}

TEST(Newcomer, WhereNothingMovesErrorsHaveNoScale) {
  FakeWindow w;
  hold_still(w);
  auto still = std::make_shared<Snapshot>(*w.shown());
  still->errors.scale = 5.765e-18;
  still->errors.rms_velocity = 5.765e-18;
  auto* panel = w.window->findChild<ErrorPanel*>();
  panel->show(still);
  EXPECT_TRUE(
      wait_until([&] { return sentence_with(panel, "The centres of the bodies do not move") != nullptr; }, 2000));
  EXPECT_EQ(sentence_with(panel, "5.765e"), nullptr);
}

TEST(Newcomer, TheScaleOfErrorsHasTheUnitOfTheVelocitiesBesideIt) {
  FakeWindow w;
  hold_still(w);
  auto changed = std::make_shared<Snapshot>(*w.shown());
  auto scenario = std::make_shared<Scenario>(*changed->scenario);
  scenario->viscosity *= 2;  // a body alone no longer falls with U0
  changed->scenario = scenario;
  changed->errors.scale = 0.5;
  changed->errors.rms_velocity = 0.5;
  auto* panel = w.window->findChild<ErrorPanel*>();
  panel->show(changed);
  EXPECT_TRUE(wait_until([&] { return sentence_with(panel, "S = 0.5\u00A0a/τ") != nullptr; }, 2000));
}

TEST(Newcomer, AnErrorOfRoundOffHasNoDigits) {
  FakeWindow w;
  hold_still(w);
  auto exact = std::make_shared<Snapshot>(*w.shown());
  exact->errors.velocity.measured = 4.4e-14;
  exact->errors.velocity.asked = 1e-3;
  exact->errors.total = exact->errors.velocity;  // the percentage is of the whole
  exact->errors.measured_at_step = 25;
  auto* panel = w.window->findChild<ErrorPanel*>();
  panel->show(exact);
  EXPECT_TRUE(wait_until([&] { return sentence_with(panel, "Less than 0.01 % of the allowed error (step 25)"); }, 500));
}

TEST(Newcomer, RebuildIsOfferedWhileSomethingWaitsForIt) {
  FakeWindow w;
  hold_still(w);
  auto* count = field_of(*w.window, "bodies.count")->findChild<QLineEdit*>();
  auto* rebuild = field_of(*w.window, "bodies.count")->parentWidget()->findChild<QPushButton*>();
  type(count, "0");
  EXPECT_TRUE(rebuild->isEnabled());
  QTest::keyClick(count, Qt::Key_Return);
  EXPECT_FALSE(rebuild->isEnabled());  // it was refused: nothing would happen
}

TEST(Newcomer, AsFastAsPossibleIsNotMeantForTheNextScenario) {
  FakeWindow w;
  hold_still(w);
  QComboBox* speed = nullptr;
  for (QComboBox* list : w.window->findChildren<QComboBox*>())
    if (list->accessibleName() == "Speed") speed = list;
  ASSERT_TRUE(speed);
  const auto choose = [&](int place) {
    speed->setCurrentIndex(place);
    Q_EMIT speed->activated(place);
  };
  auto* files = w.window->findChild<FileActions*>();
  choose(1);  // a speed that somebody chose stays
  Q_EMIT files->scenarioChosen(Scenario{});
  EXPECT_EQ(speed->currentIndex(), 1);
  choose(speed->count() - 1);
  Q_EMIT files->scenarioChosen(Scenario{});
  EXPECT_EQ(speed->currentIndex(), static_cast<int>(first_speed));
  const double usual = speeds_of(Scenario{}.integrator.time_step).at(first_speed);
  EXPECT_TRUE(wait_until([&] { return w.commands<SetSpeed>().back().time_per_second == usual; }));
}

TEST(Newcomer, ARunThatHasFinishedSaysThatItCanGoOn) {
  FakeWindow w;
  hold_still(w);
  auto over = std::make_shared<Snapshot>(*w.shown());
  over->state = SessionState::finished;
  auto* line = w.window->findChild<StatusLine*>();
  line->show(over);
  EXPECT_TRUE(wait_until([&] { return sentence_with(line, "Finished; Play continues the run"); }, 1000));
}

TEST(Newcomer, AClickBesideTheKnobMeansThatPlace) {
  FakeWindow w;
  hold_still(w);
  QSlider* slider = slider_of(*w.window, "fluid.viscosity")->slider();
  const double span = slider->maximum() - slider->minimum();
  QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() * 9 / 10, slider->height() / 2));
  EXPECT_NEAR((slider->value() - slider->minimum()) / span, 0.9, 0.03);
}

TEST(Newcomer, APanelOutsideTheWindowHasAFrameOfItsOwn) {
  FakeWindow w;
  auto* dock = w.window->findChild<QDockWidget*>("panel.chart");
  QWidget* quiet = dock->titleBarWidget();
  ASSERT_TRUE(quiet);
  dock->setFloating(true);
  EXPECT_EQ(dock->titleBarWidget(), nullptr);
  dock->setFloating(false);
  EXPECT_EQ(dock->titleBarWidget(), quiet);
  EXPECT_TRUE(quiet->isVisible());
}

TEST(Newcomer, TheWalkOfADemonstrationIsNotThereWithAnother) {
  {
    FakeWindow w;
    auto* walk = w.window->findChild<QDockWidget*>("panel.walk");
    walk->show();  // as its demonstration does
    ASSERT_TRUE(walk->isVisible());
    w.window->close();
  }
  FakeWindow next;
  EXPECT_FALSE(next.window->findChild<QDockWidget*>("panel.walk")->isVisible());
}

}  // namespace
}  // namespace slurry::ui::testing
