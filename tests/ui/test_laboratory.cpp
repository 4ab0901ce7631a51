// SPDX-License-Identifier: BSD-3-Clause
// The room of experiments and edits, without a window.
#include <gtest/gtest.h>

#include <QAction>
#include <QSignalSpy>

#include <algorithm>
#include <memory>
#include <vector>

#include "laboratory/edit_stack.hpp"
#include "laboratory/laboratory.hpp"
#include "ui/support/fake_session.hpp"
#include "ui/support/wait.hpp"

namespace slurry::ui::testing {
namespace {

std::unique_ptr<FakeSession> session(std::size_t bodies) {
  FakeSession::Options options;
  options.bodies = bodies;
  return std::make_unique<FakeSession>(options);
}

/// A laboratory whose experiment runs, and its edits.
struct Room {
  Laboratory laboratory{session(300), [](const auto&) { return std::make_unique<FakeFrames>(20, 300, 0.02); }};
  EditStack edits{laboratory.front(), nullptr};

  Room() {
    QObject::connect(&edits, &EditStack::wanted, &laboratory, &Laboratory::bringToFront);
    front()->load(Scenario{});
    EXPECT_TRUE(wait_until([this] { return kept(front()) > 10; }));
  }
  Experiment* front() const { return laboratory.front()->experiment(); }
  static std::size_t kept(Experiment* e) { return e->player()->count(); }
  static double viscosity(Experiment* e) { return e->bridge()->latest()->scenario->viscosity; }
};

TEST(Laboratory, AnExperimentBehindGoesOn_AndTheFrontTellsOfTheOneInFront) {
  Room room;
  Experiment* first = room.front();
  Experiment* second = room.laboratory.add(session(200));
  EXPECT_EQ(room.front(), first);
  EXPECT_EQ(room.laboratory.experiments(), (std::vector<Experiment*>{first, second}));
  std::vector<std::size_t> told;
  QObject::connect(room.laboratory.front(), &Front::arrived, room.laboratory.front(),
                   [&told](const SnapshotPtr& s) { told.push_back(s->radii.size()); });
  second->load(Scenario{});
  ASSERT_TRUE(wait_until([&] { return Room::kept(second) > 5 && told.size() > 5; }));
  EXPECT_EQ(std::count(told.begin(), told.end(), 300u), static_cast<long>(told.size()));
  QSignalSpy leaving(room.laboratory.front(), &Front::leaving), switched(room.laboratory.front(), &Front::switched);
  told.clear();
  room.laboratory.bringToFront(second);
  EXPECT_EQ(leaving.count(), 1);
  EXPECT_EQ(switched.count(), 1);
  const std::size_t before = Room::kept(first);
  ASSERT_TRUE(wait_until([&] { return told.size() > 5 && Room::kept(first) > before; }));
  EXPECT_EQ(std::count(told.begin(), told.end(), 200u), static_cast<long>(told.size()));
}

TEST(Laboratory, TheBudgetIsThatOfEveryExperiment_AndIsRemembered) {
  Room room;
  Experiment* second = room.laboratory.add(session(200));
  const std::size_t usual = Laboratory::budget();
  room.laboratory.setBudget(std::size_t{64} << 20);
  EXPECT_EQ(Laboratory::budget(), std::size_t{64} << 20);
  EXPECT_EQ(room.front()->tree().budget(), std::size_t{64} << 20);
  EXPECT_EQ(second->tree().budget(), std::size_t{64} << 20);
  EXPECT_EQ(room.laboratory.add(session(200))->tree().budget(), std::size_t{64} << 20);
  room.laboratory.setBudget(usual);
}

TEST(Laboratory, RunsThatAreInNoFileAreCounted) {
  Room room;
  EXPECT_EQ(room.laboratory.unrecorded(), 1u);
  Experiment* second = room.laboratory.add(session(200));
  EXPECT_EQ(room.laboratory.unrecorded(), 1u);  // nothing ran there yet
  second->load(Scenario{});
  ASSERT_TRUE(wait_until([&] { return Room::kept(second) > 3; }));
  EXPECT_EQ(room.laboratory.unrecorded(), 2u);
  room.front()->restart({});
  ASSERT_TRUE(wait_until([&] { return !room.front()->isStarting() && room.front()->tree().branches().size() == 2; }));
  EXPECT_TRUE(wait_until([&] { return room.laboratory.unrecorded() == 3; }));  // the former run is kept as well
}

TEST(Edits, AnAcceptedValueIsUndoneFromNowOn_AndARefusedOneNeverEnters) {
  Room room;
  const double first = Room::viscosity(room.front());
  room.front()->setOption("fluid.viscosity", "0.4");
  ASSERT_TRUE(wait_until([&] { return room.edits.stack()->count() == 1; }));
  EXPECT_EQ(Room::viscosity(room.front()), 0.4);
  room.edits.undo()->trigger();
  ASSERT_TRUE(wait_until([&] { return Room::viscosity(room.front()) == first; }));
  EXPECT_EQ(room.front()->bridge()->latest()->events->back().by, "undo");
  room.edits.redo()->trigger();
  ASSERT_TRUE(wait_until([&] { return Room::viscosity(room.front()) == 0.4; }));
  const CommandNumber refused = room.front()->setOption("fluid.viscosity", "-3");
  ASSERT_TRUE(wait_until([&] { return room.front()->bridge()->latest()->last_command >= refused; }));
  const std::size_t seen = Room::kept(room.front());
  ASSERT_TRUE(wait_until([&] { return Room::kept(room.front()) > seen + 2; }));  // the answer was heard
  EXPECT_EQ(room.edits.stack()->count(), 1);
}

TEST(Edits, UndoBringsItsExperimentToTheFront) {
  Room room;
  Experiment* first = room.front();
  const double before = Room::viscosity(first);
  first->setOption("fluid.viscosity", "0.4");
  ASSERT_TRUE(wait_until([&] { return room.edits.stack()->count() == 1; }));
  Experiment* second = room.laboratory.add(session(200));
  second->load(Scenario{});
  room.laboratory.bringToFront(second);
  ASSERT_TRUE(wait_until([&] { return Room::kept(second) > 3; }));
  room.edits.undo()->trigger();
  EXPECT_EQ(room.front(), first);
  EXPECT_TRUE(wait_until([&] { return Room::viscosity(first) == before; }));
}

}  // namespace
}  // namespace slurry::ui::testing
