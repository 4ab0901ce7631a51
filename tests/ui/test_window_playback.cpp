// SPDX-License-Identifier: BSD-3-Clause
// Which moment the window shows: of the run, an earlier one, or a frame of a file.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <span>
#include <thread>
#include <tuple>

#include "experiment/front.hpp"
#include "history/file_frames.hpp"
#include "panels/chart_panel.hpp"
#include "panels/custom_plot.hpp"
#include "panels/message_chip.hpp"
#include "panels/number_slider.hpp"
#include "panels/track.hpp"
#include "panels/transport_bar.hpp"
#include "run_actions.hpp"
#include "slurry/kept_run.hpp"
#include "support/temporary_folder.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

/// Frames of a run of 80 spheres in a wider pipe, in a liquid of another viscosity.
OpenFrames other_frames(std::size_t count) {
  class Other final : public FrameSource {
   public:
    explicit Other(std::size_t count) : frames_(count, 80, 0) {}
    std::size_t frames() override { return frames_.frames(); }
    std::vector<double> times() override { return frames_.times(); }
    SnapshotPtr frame(std::size_t index) override {
      auto s = std::make_shared<Snapshot>(*frames_.frame(index));
      auto scenario = std::make_shared<Scenario>(*s->scenario);
      scenario->viscosity = 0.75;
      scenario->title = "Recorded";
      s->scenario = scenario;
      s->scenario_generation = 77;
      return s;
    }

   private:
    FakeFrames frames_;
  };
  return [count](const auto&) { return std::make_unique<Other>(count); };
}

TEST(WindowPlayback, PlayWhileLookingBackPlaysWhatIsKept_AndGoesOnLiveAtTheEnd) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.window->player()->count() > 30; }));
  const auto runs = [&] { return w.commands<slurry::Run>().size(); };
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(60);
  const std::size_t before = runs();
  w.key(Qt::Key_Home);
  ASSERT_TRUE(w.window->player()->lookingBack());
  EXPECT_TRUE(w.window->run()->playPause()->text().contains("Play"));
  EXPECT_EQ(w.window->run()->live()->text(), "Back to live");
  w.key(Qt::Key_Space);
  ASSERT_TRUE(w.window->player()->playing());
  ASSERT_TRUE(wait_until([&] { return w.shown()->step > 2; }));
  EXPECT_LT(w.shown()->step, 30);  // it has not jumped to the live end
  w.key(Qt::Key_Space);            // pauses the playing, not the run
  EXPECT_FALSE(w.window->player()->playing());
  EXPECT_EQ(w.commands<Pause>().size(), 1u);
  EXPECT_EQ(runs(), before);
  w.window->run()->speed()->setCurrentIndex(w.window->run()->speed()->count() - 1);
  Q_EMIT w.window->run()->speed()->activated(w.window->run()->speed()->count() - 1);
  w.key(Qt::Key_Space);
  EXPECT_TRUE(wait_until([&] { return w.window->player()->following(); }));
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::running; }));
  EXPECT_TRUE(wait_until([&] { return w.window->run()->live()->text() == "Live"; }));
}

TEST(WindowPlayback, AMomentThatIsLookedAtDoesNotDrift_HoweverLittleMemoryThereIs) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.window->player()->count() > 20; }));
  w.window->front()->experiment()->setBudget(std::size_t{40} * 40000);  // two dozen pictures of 300 spheres
  w.key(Qt::Key_Home);
  w.key(Qt::Key_Right);
  const double time = w.window->player()->time();
  const long newest = w.window->bridge()->latest()->step;
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->step > newest + 60; }, 15000));
  EXPECT_EQ(w.window->player()->time(), time);
  EXPECT_EQ(w.shown()->time, time);
  EXPECT_LT(w.window->player()->count(), 60u);
  EXPECT_EQ(w.window->player()->firstTime(), 0);  // the first stays as well
  // Its place on the track is that of its time, and what is no longer there is hatched.
  const Track* track = w.window->findChild<TransportBar*>()->slider();
  EXPECT_EQ(track->state().shown, time);
  EXPECT_FALSE(track->state().thinned.empty());
  EXPECT_TRUE(track->state().past);
}

TEST(WindowPlayback, ADragAlongTheTrackScrubs_AndAFlagStandsWhereSomethingWasChanged) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.window->player()->count() > 20; }));
  slider_of(*w.window, "fluid.viscosity")->ask(0.5);
  Track* track = w.window->findChild<TransportBar*>()->slider();
  ASSERT_TRUE(wait_until([&] { return track->state().flags.size() == 1; }));
  const TrackState::Flag flag = track->state().flags.front();
  EXPECT_TRUE(flag.text.contains("0.5")) << flag.text.toStdString();
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->time > flag.time + 3; }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(60);
  const auto at = [&](double time) { return QPoint(static_cast<int>(std::lround(track->placeOf(time))), 14); };
  QTest::mousePress(track, Qt::LeftButton, {}, at(flag.time));
  EXPECT_NEAR(w.shown()->time, flag.time, 0.5);
  QTest::mouseMove(track, at(flag.time / 2));
  run_for(20);
  EXPECT_NEAR(w.shown()->time, flag.time / 2, 0.5);
  QTest::mouseRelease(track, Qt::LeftButton, {}, at(flag.time / 2));
  EXPECT_TRUE(w.window->player()->lookingBack());
}

TEST(WindowPlayback, ARunPassesTheScenariosOwnEnd_UnlessATimeIsAsked) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  ASSERT_FALSE(w.commands<slurry::Run>().empty());
  for (const slurry::Run& r : w.commands<slurry::Run>()) EXPECT_TRUE(r.endless);
  w.window->run()->runTo(1e6);
  ASSERT_TRUE(wait_until([&] { return w.commands<slurry::Run>().back().until == 1e6; }));
}

TEST(WindowPlayback, LookingBackDoesNotStopTheRun_AndEndGoesLive) {
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.window->player()->count() > 30; }));
  QSlider* slider = w.window->findChild<TransportBar*>()->slider();
  slider->setValue(3);
  const long looking_at = w.shown()->step, newest = w.window->bridge()->latest()->step;
  EXPECT_TRUE(w.window->player()->lookingBack());
  EXPECT_TRUE(wait_until([&] { return w.window->bridge()->latest()->step > newest + 5; }));
  EXPECT_EQ(w.shown()->step, looking_at);
  w.key(Qt::Key_Right);
  EXPECT_GT(w.shown()->step, looking_at);
  w.key(Qt::Key_End);
  EXPECT_TRUE(w.window->player()->following());
  EXPECT_TRUE(wait_until([&] { return w.shown()->step >= w.window->bridge()->latest()->step - 2; }));
}

TEST(WindowPlayback, ShiftLeftGoesOneTimeStepBack_AndSaysWhereThatStepIsNotStored) {
  class EveryFourthStep final : public FrameSource {  // frames are 0.2 apart
   public:
    std::size_t frames() override { return frames_.frames(); }
    std::vector<double> times() override { return frames_.times(); }
    SnapshotPtr frame(std::size_t index) override {
      auto s = std::make_shared<Snapshot>(*frames_.frame(index));
      s->time_step = 0.05;
      return s;
    }

   private:
    FakeFrames frames_{10, 80, 0};
  };
  FakeWindow w({}, [](const auto&) { return std::make_unique<EveryFourthStep>(); });
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(60);
  const long start = w.shown()->step;
  for (long i = 1; i <= 3; ++i) {
    w.key(Qt::Key_Right, Qt::ShiftModifier);
    ASSERT_TRUE(wait_until([&] { return w.shown()->step == start + i; }));
  }
  const auto said = [&] { return w.window->findChild<MessageChip*>()->history().filter("is not stored"); };
  for (long i = 2; i >= 0; --i) {
    w.key(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(w.shown()->step, start + i);
  }
  EXPECT_TRUE(w.window->player()->lookingBack());
  EXPECT_TRUE(said().isEmpty());
  // One step of the run would be a quarter of the way to the frame before.
  w.window->openFile("somewhere/run.h5");
  ASSERT_TRUE(wait_until([&] { return w.window->player()->ofFile(); }));
  w.window->player()->seek(5);
  // The run may stand at the same time, with another step.
  ASSERT_TRUE(wait_until([&] { return w.shown()->time == 5 * 0.2 && w.shown()->time_step < 0.1; }));
  w.key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(w.window->player()->position(), 4U);
  ASSERT_EQ(said().size(), 1);
  EXPECT_TRUE(said().front().contains("0.95") && said().front().contains("0.80")) << said().front().toStdString();
}

TEST(WindowPlayback, LookingBackLeavesTheChartOfTheRunAsItIs) {
  FakeWindow w;
  auto* chart = w.window->findChild<ChartPanel*>();
  ASSERT_TRUE(wait_until([&] { return chart->series().times().size() > 20; }));
  const double first = chart->series().times().front();
  w.key(Qt::Key_Left);
  w.window->findChild<TransportBar*>()->slider()->setValue(2);
  const std::size_t points = chart->series().times().size();
  EXPECT_GT(points, 20U);
  EXPECT_TRUE(wait_until([&] { return chart->series().times().size() > points + 5; }));  // the run goes on
  EXPECT_EQ(chart->series().times().front(), first);
  // A file has a chart of its own, of all its frames, which is gone when one returns to the run.
  w.window->openFile("somewhere/run.h5");
  ASSERT_TRUE(wait_until([&] { return chart->series().times().size() == 120; }, 15000));
  EXPECT_EQ(w.window->player()->position(), 0U);  // none of them had to be visited
  w.key(Qt::Key_End);
  EXPECT_TRUE(wait_until([&] { return chart->series().times().size() > points; }));
}

/// A file of this many frames, two spheres each, whose smallest gap is 1 but for one frame.
std::filesystem::path recorded_with_one_close_frame(const std::filesystem::path& folder, std::size_t frames,
                                                    std::size_t close) {
  KeptRun run;
  run.frames = frames;
  run.frame = [close](std::size_t i) {
    static const auto scenario = std::make_shared<const Scenario>(parse_scenario(
        "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0], [3, 0, 0]]\n", "two.toml"));
    auto s = std::make_shared<Snapshot>();
    s->scenario = scenario;
    s->step = static_cast<long>(i);
    s->time = 0.25 * static_cast<double>(i);
    s->positions = {0, 0, 0, 3, 0, 0};
    s->images.assign(6, 0);
    s->velocities.assign(6, 0.5);
    s->forces.assign(6, 0.5);
    s->radii = {1, 1};
    s->groups = {0, 0};
    s->values.set("min_gap", i == close ? 0.125 : 1.0);
    s->values.set("mean_speed", static_cast<double>(i));
    return s;
  };
  save_run(folder / "run.h5", run);
  return folder / "run.h5";
}

TEST(WindowPlayback, TheChartOfALongFileHasEveryFrame_AndOffersWhatTheFileHas) {
  constexpr std::size_t frames = 2500, close = 1777;  // more frames than a chart has pixels
  const test::TemporaryFolder folder;
  const std::filesystem::path file = recorded_with_one_close_frame(folder.path(), frames, close);
  FakeWindow w({}, open_trajectory);
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const auto* chart = w.window->findChild<ChartPanel*>();
  auto* choice = chart->findChild<QComboBox*>("chart.choice");
  w.window->openFile(file);
  // All of it comes at once.
  const double end = 0.25 * (frames - 1);
  ASSERT_TRUE(wait_until([&] { return !chart->series().times().empty() && chart->series().times().back() == end; }));
  EXPECT_EQ(chart->series().times().front(), 0);
  for (const auto& [name, least, greatest] :
       {std::tuple("min_gap", 0.125, 1.0), std::tuple("mean_speed", 0.0, frames - 1.0)}) {
    const std::span<const double> curve = chart->series().values(name);
    ASSERT_EQ(curve.size(), chart->series().times().size()) << name;
    EXPECT_EQ(*std::min_element(curve.begin(), curve.end()), least) << name;
    EXPECT_EQ(*std::max_element(curve.begin(), curve.end()), greatest) << name;
  }
  ASSERT_TRUE(wait_until([&] { return choice->findData("min_gap") >= 0 && choice->findData("flux") < 0; }));
  choice->setCurrentIndex(choice->findData("min_gap"));
  const auto* plot = chart->findChild<QCustomPlot*>();
  const auto lowest = [&] {
    double low = 1e300;
    for (int g = 0; g < plot->graphCount(); ++g)
      for (const QCPGraphData& point : *plot->graph(g)->data()) low = std::min(low, point.value);
    return low;
  };
  EXPECT_TRUE(wait_until([&] { return lowest() == 0.125; })) << lowest();
}

TEST(WindowPlayback, AFileIsReadOnAnotherThread_AndOfManyFramesWantedOnlyTheLastIsRead) {
  std::atomic<int> read = 0;
  std::atomic<bool> slow = false;  // as a file on a slow disk is
  class Counted final : public FrameSource {
   public:
    Counted(std::atomic<int>* read, const std::atomic<bool>* slow)
        : read_(read), slow_(slow), frames_(100, 300, 0.05) {}
    std::size_t frames() override { return 100; }
    std::vector<double> times() override { return frames_.times(); }
    SnapshotPtr frame(std::size_t index) override {
      ++*read_;
      while (*slow_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return frames_.frame(index);
    }

   private:
    std::atomic<int>* read_;
    const std::atomic<bool>* slow_;
    FakeFrames frames_;
  };
  FakeWindow w({}, [&](const auto&) { return std::make_unique<Counted>(&read, &slow); });
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->openFile("somewhere/run.h5");
  ASSERT_TRUE(wait_until([&] { return w.window->player()->ofFile(); }));
  QSlider* slider = w.window->findChild<TransportBar*>()->slider();
  ASSERT_EQ(slider->maximum(), 99);
  w.window->meter()->reset();
  slow = true;
  for (int i = 0; i <= 80; ++i) {
    slider->setValue(i);
    QApplication::processEvents();
  }
  slow = false;
  EXPECT_TRUE(wait_until([&] { return w.shown() && w.shown()->number == 80; }));
  EXPECT_LT(read, 40);
  w.key(Qt::Key_Space);  // plays on
  EXPECT_TRUE(wait_until([&] { return w.shown()->number > 82; }));
  w.key(Qt::Key_End);
  EXPECT_TRUE(w.window->player()->following());
}

TEST(WindowPlayback, AFileThatCannotBeOpenedIsSaidInASentence) {
  FakeWindow w({}, [](const std::filesystem::path& file) -> std::unique_ptr<FrameSource> {
    throw std::runtime_error(file.string() + " is no trajectory");
  });
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  w.window->openFile("broken.h5");
  auto* chip = w.window->findChild<MessageChip*>();
  EXPECT_TRUE(wait_until([&] { return chip->isVisible() && chip->text().contains("broken.h5"); }));
  EXPECT_TRUE(w.window->player()->following());
}

TEST(WindowPlayback, AFileAlone_IsDescribedByItsOwnScenario_AndStays) {
  MainWindow window(std::make_unique<FakeSession>(), other_frames(12));
  window.resize(1280, 800);
  window.show();
  window.activateWindow();
  window.view()->setFocus();
  ASSERT_TRUE(wait_until([&] { return window.isActiveWindow(); }));
  window.openFile("run.h5");
  Player* player = window.player();
  // No run has been set up: the first moment that has a scenario is one of the file.
  ASSERT_TRUE(wait_until([&] { return player->shownSnapshot() && player->shownSnapshot()->scenario; }));
  EXPECT_TRUE(player->ofFile());
  NumberSlider* viscosity = slider_of(window, "fluid.viscosity");
  EXPECT_EQ(viscosity->value(), 0.75);
  EXPECT_TRUE(viscosity->isEnabled());  // an edit begins a run there
  EXPECT_TRUE(window.windowTitle().startsWith("Recorded"));
  const auto status = [&] { return window.statusBar()->findChild<QLabel*>()->text(); };
  EXPECT_TRUE(wait_until([&] { return status() == "Viewing run.h5"; })) << status().toStdString();
  // Nothing runs: End is the end of the file.
  const auto buttons = window.findChild<TransportBar*>()->findChildren<QToolButton*>();
  EXPECT_TRUE(std::any_of(buttons.begin(), buttons.end(), [](QToolButton* b) { return b->text() == "End of file"; }));
  QTest::keyClick(window.view(), Qt::Key_End);
  EXPECT_TRUE(player->ofFile());
  EXPECT_EQ(player->position(), 11U);
  // A scenario is set up: its run is shown.
  window.load(Scenario{});
  ASSERT_TRUE(wait_until([&] { return player->shownSnapshot()->step > 0 && viscosity->isEnabled(); }));
  EXPECT_TRUE(player->following());
  EXPECT_DOUBLE_EQ(viscosity->value(), Scenario{}.viscosity);
  EXPECT_TRUE(wait_until([&] { return status() == "Running"; })) << status().toStdString();
}

TEST(WindowPlayback, AFileBesideARunShowsItsScenario_UntilOneGoesLive) {
  FakeWindow w({}, other_frames(12));
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  NumberSlider* viscosity = slider_of(*w.window, "fluid.viscosity");
  const double live = viscosity->value();
  w.window->openFile("run.h5");
  EXPECT_TRUE(wait_until([&] { return viscosity->value() == 0.75; }));
  run_for(100);  // the run goes on, and changes nothing here
  EXPECT_EQ(viscosity->value(), 0.75);
  w.key(Qt::Key_End);
  EXPECT_EQ(viscosity->value(), live);
  EXPECT_TRUE(viscosity->isEnabled());
}

/// 100,001 frames of four spheres, of which one scalar is a slow wave with a single spike.
class LongRun final : public FrameSource {
 public:
  static constexpr std::size_t count = 100'001, spike = 77'777;
  std::size_t frames() override { return count; }
  std::vector<double> times() override {
    std::vector<double> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = time_of(i);
    return all;
  }
  SnapshotPtr frame(std::size_t index) override {
    auto s = std::make_shared<Snapshot>(start_);
    s->step = static_cast<long>(index);
    s->time = time_of(index);
    s->number = index + 1;
    s->values.set("mean_settling_velocity", value_of(index));
    return s;
  }
  ScalarColumns scalars() override {
    ScalarColumns all{quantities(), {}, times(), {find_quantity(quantities(), "mean_settling_velocity")}, {{}}};
    for (std::size_t i = 0; i < count; ++i) {
      all.steps.push_back(static_cast<long>(i));
      all.columns[0].push_back(value_of(i));
    }
    return all;
  }

 private:
  static double time_of(std::size_t i) { return 0.1 * static_cast<double>(i); }
  static double value_of(std::size_t i) { return i == spike ? 7 : std::sin(1e-3 * time_of(i)); }
  Snapshot start_ = lattice_snapshot(4, 10);
};

TEST(WindowPlayback, AFileOf100000FramesIsChartedWhole_AndScrubbedToAnyFrame) {
  FakeWindow w({}, [](const auto&) { return std::make_unique<LongRun>(); });
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  const ChartSeries& chart = w.window->front()->experiment()->fileSeries();
  bool read = false;
  QObject::connect(w.window->front()->experiment(), &Experiment::fileSeriesRead, w.window.get(), [&] { read = true; });
  w.window->openFile("long.h5");
  ASSERT_TRUE(wait_until([&] { return read && w.window->player()->ofFile(); }));
  // a chart of few points has the ends and the spike of one frame
  EXPECT_LT(chart.times().size(), 5000U);
  EXPECT_EQ(chart.times().front(), 0);
  EXPECT_NEAR(chart.times().back(), 1e4, 1e-6);
  const std::span<const double> curve = chart.values("mean_settling_velocity");
  EXPECT_EQ(*std::max_element(curve.begin(), curve.end()), 7);
  // a drag over the whole file asks for more frames than can be read: the last one is shown
  Player& player = *w.window->player();
  for (std::size_t i = 0; i < LongRun::count; i += 500) player.seek(i);
  for (const std::size_t index : {LongRun::spike, LongRun::count - 1, std::size_t{0}}) {
    player.seek(index);
    ASSERT_TRUE(wait_until([&] { return w.shown()->step == static_cast<long>(index); }));
    EXPECT_EQ(player.position(), index);
  }
}

}  // namespace
}  // namespace slurry::ui::testing
