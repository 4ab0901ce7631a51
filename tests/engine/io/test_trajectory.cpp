// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "io/hdf5_file.hpp"
#include "io/trajectory_writer.hpp"
#include "scenario/law_of_motion.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/trajectory.hpp"
#include "slurry/unit.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

namespace fs = std::filesystem;

class TrajectoryFile : public testing::Test {
 protected:
  fs::path file() const { return folder_.path() / "run.h5"; }

  test::TemporaryFolder folder_;
};

Snapshot frame(std::size_t bodies, long step) {
  static const auto scenario = std::make_shared<const Scenario>(find_scenario("welcome"));
  Snapshot s;
  s.scenario = scenario;
  s.step = step;
  s.time = 0.1 * step;
  s.time_step = 0.1;
  for (std::size_t i = 0; i < 3 * bodies; ++i) {
    s.positions.push_back(step + 0.001 * i);
    s.images.push_back(static_cast<std::int32_t>(i % 5) - 2);
    s.velocities.push_back(-1.0 * step - i);
    s.forces.push_back(0.5 * i);
  }
  s.radii.assign(bodies, 1.5);
  s.groups.assign(bodies, 0);
  s.values.set("mean_settling_velocity", 0.5 + step);
  s.values.set("min_gap", 0.25);
  s.values.set("mean_velocity", std::array<double, 3>{1, 2, 3});
  s.errors.velocity = {1e-3, 5e-4, 4e-4};
  s.values.set("error_velocity", std::array<double, 3>{1e-3, 5e-4, 4e-4});
  s.values.set("time_step", 0.1);
  s.stage_times["contact"] = 0.125;
  s.solver_summary = "summary";
  return s;
}

const RuntimeInfo runtime{"OpenMP", 2, "3.4.1"};

TEST_F(TrajectoryFile, GivesBackWhatWasWritten) {
  for (std::size_t bodies : {1, 4, 700}) {
    {
      TrajectoryWriter w(file(), true, frame(bodies, 0), runtime);
      for (int k = 1; k < 200; ++k) w.write(frame(bodies, 10 * k));
      w.event({15, 1.5, "fluid.viscosity", "1.0", "2.0", "person"});
      EXPECT_EQ(w.frames(), 200);
    }
    const Trajectory t(file());
    ASSERT_EQ(t.frames(), 200u);
    EXPECT_EQ(t.scenario().title, find_scenario("welcome").title);
    EXPECT_EQ(t.scenario().text, find_scenario("welcome").text);
    for (std::size_t k : {0, 1, 77, 199}) {
      const auto got = t.frame(k);
      const Snapshot want = frame(bodies, 10 * static_cast<long>(k));
      EXPECT_EQ(got->step, want.step);
      EXPECT_EQ(got->time, want.time);
      EXPECT_EQ(got->positions, want.positions);
      EXPECT_EQ(got->images, want.images);
      EXPECT_EQ(got->velocities, want.velocities);
      EXPECT_EQ(got->forces, want.forces);
      EXPECT_EQ(got->radii, want.radii);
      EXPECT_EQ(got->groups, want.groups);
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_EQ(got->values.list("mean_velocity")[c], want.values.list("mean_velocity")[c]);
      EXPECT_EQ(got->values.number("min_gap"), 0.25);
      EXPECT_TRUE(std::isnan(got->values.number("period")));
      EXPECT_EQ(got->errors.velocity.asked, 1e-3);
      EXPECT_EQ(got->errors.velocity.predicted, 5e-4);
      EXPECT_EQ(got->errors.velocity.measured, 4e-4);
      EXPECT_EQ(got->stage_times["contact"], 0.125);
      EXPECT_EQ(got->time_step, 0.1);
      // changed after step 15: the frames of steps 0 and 10 were made before
      EXPECT_EQ(got->scenario->viscosity, k < 2 ? find_scenario("welcome").viscosity : 2.0);
    }
    EXPECT_EQ(t.scenario().viscosity, find_scenario("welcome").viscosity);
    EXPECT_THROW((void)t.frame(200), InputError);
    const std::string json = t.summary_json();
    EXPECT_NE(json.find("\"frames\": 200"), std::string::npos) << json;
    EXPECT_NE(json.find("fluid.viscosity"), std::string::npos) << json;
  }
}

/// A file of a run, read again, has the walk that the run had, in the text of the scenario and in what was in force. It
/// moves the bodies by the same law as one without a walk, so that a run without it may go on from there.
TEST_F(TrajectoryFile, KeepsTheWalkOfTheScenario) {
  Snapshot s = frame(3, 0);
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->text.clear();  // as of a scenario that was made in the window
  scenario->walk = {{"One", "one", "P2P=per_target", StageGroup::near_field, "why", "printed"},
                    {"Two", "Two", "", std::nullopt, "because", ""}};
  s.scenario = scenario;
  { const TrajectoryWriter w(file(), true, s, runtime); }
  const Trajectory t(file());
  EXPECT_EQ(t.scenario().walk, scenario->walk);
  EXPECT_EQ(t.frame(0)->scenario->walk, scenario->walk);
  EXPECT_EQ(parse_scenario(t.scenario().text, "again.toml").walk, scenario->walk);
  EXPECT_EQ(law_of_motion(*scenario), law_of_motion(*frame(3, 0).scenario));
}

Snapshot turning_frame(bool recorded, std::size_t rods) {
  Snapshot s = frame(3, 10);
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->run.output_angular_velocity = recorded;
  s.scenario = scenario;
  s.angular_velocities = std::make_shared<AngularVelocities>(
      AngularVelocities{{0.1, 0.2, 0.2, 0, 0.3, 0, -0.4, 0, 0.5}, recorded ? s.time : s.time - 1});
  if (rods == 0) return s;
  s.half_lengths = {0, 0, 5};
  s.directors = {1, 0, 0, 1, 0, 0, 0, 1, 0};
  s.rates = {0, 0, 0, 0, 0, 0, -0.5, 0, -0.4};  // (-0.4, 0, 0.5) x (0, 1, 0)
  return s;
}

TEST_F(TrajectoryFile, GivesBackAngularVelocities_OfSpheresWhereAskedFor) {
  for (const std::size_t rods : {0, 1}) {
    const Snapshot asked = turning_frame(true, rods);
    { const TrajectoryWriter w(file(), true, asked, runtime); }
    const Trajectory t(file());
    ASSERT_TRUE(t.frame(0)->angular_velocities);
    EXPECT_EQ(t.frame(0)->angular_velocities->values, asked.angular_velocities->values);
    EXPECT_EQ(t.frame(0)->angular_velocities->time, asked.time);
    EXPECT_NE(t.summary_json().find("\"rms_angular_velocity\": 0.443"), std::string::npos) << t.summary_json();
  }
  { const TrajectoryWriter w(file(), true, turning_frame(false, 0), runtime); }
  EXPECT_FALSE(Trajectory(file()).frame(0)->angular_velocities);
  // of a rod always, and what is of an earlier step is none of this frame's
  { const TrajectoryWriter w(file(), true, turning_frame(false, 1), runtime); }
  const auto mixture = Trajectory(file()).frame(0);
  ASSERT_TRUE(mixture->angular_velocities);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(std::isnan(mixture->angular_velocities->values[i]));
  EXPECT_EQ(mixture->angular_velocities->values[6], -0.4);
  EXPECT_EQ(mixture->angular_velocities->values[8], 0.5);
  EXPECT_EQ(mixture->rates, turning_frame(false, 1).rates);
}

TEST_F(TrajectoryFile, HasItsNameOnlyWhenFrame0IsIn) {
  const Snapshot wrong = [] {
    Snapshot s = frame(4, 0);
    s.velocities.pop_back();
    return s;
  }();
  EXPECT_THROW(TrajectoryWriter(file(), false, wrong, runtime), Error);
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  TrajectoryWriter w(file(), false, frame(4, 0), runtime);
  EXPECT_EQ(Trajectory(file()).frames(), 1u);
}

TEST_F(TrajectoryFile, ExistingFileIsRefusedAndKept) {
  std::ofstream(file()) << "mine";
  EXPECT_THROW(TrajectoryWriter(file(), false, frame(4, 0), runtime), InputError);
  EXPECT_EQ(fs::file_size(file()), 4u);
  { const TrajectoryWriter w(file(), true, frame(4, 0), runtime); }
  EXPECT_EQ(Trajectory(file()).frames(), 1u);
}

TEST_F(TrajectoryFile, CanBeReadWhileItGrows) {
  TrajectoryWriter w(file(), false, frame(4, 0), runtime);
  const Trajectory t(file());
  EXPECT_EQ(t.frames(), 1u);
  for (int k = 1; k < 150; ++k) {
    w.write(frame(4, k));
    std::this_thread::sleep_for(std::chrono::milliseconds(k % 20 ? 0 : 10));
    EXPECT_EQ(t.frame(static_cast<std::size_t>(k))->step, k);
  }
  EXPECT_EQ(t.frame(3)->step, 3);
}

TEST_F(TrajectoryFile, IsReadFromAnotherThreadWhileItIsWritten) {
  TrajectoryWriter w(file(), false, frame(20, 0), runtime);
  std::thread reader([this] {
    const Trajectory t(file());
    for (int k = 0; k < 50; ++k) {
      const std::size_t n = t.frames();
      EXPECT_EQ(t.frame(n - 1)->step, static_cast<long>(n - 1));
      EXPECT_FALSE(k % 10 == 0 && t.summary_json().empty());
    }
  });
  for (int k = 1; k < 300; ++k) w.write(frame(20, k));
  reader.join();
}

TEST_F(TrajectoryFile, GrowsByTheSameAmountPerFrame) {
  TrajectoryWriter w(file(), false, frame(300, 0), runtime);
  const auto grow = [&](int frames) {
    const auto before = fs::file_size(file());
    for (int k = 0; k < frames; ++k) w.write(frame(300, w.frames()));
    return static_cast<double>(fs::file_size(file()) - before) / frames;
  };
  grow(200);
  const double first = grow(1000), later = grow(1000);
  EXPECT_NEAR(later / first, 1, 0.02);
  EXPECT_LT(later, 300 * (3 * 24 + 12) * 1.2 + 600);
}

TEST_F(TrajectoryFile, ForeignFilesAreRefusedInWords) {
  EXPECT_THROW(Trajectory(folder_.path() / "nothing.h5"), InputError);
  std::ofstream(file()) << "no HDF5 at all";
  EXPECT_THROW(Trajectory{file()}, InputError);
  {
    Hdf5Writer w(file(), true);
    w.group("x");
    w.commit();
  }
  try {
    Trajectory{file()};
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("not a Slurry trajectory"), std::string::npos) << e.what();
  }
}

TEST_F(TrajectoryFile, CountsOnlyWholeFrames) {
  {
    TrajectoryWriter w(file(), false, frame(4, 0), runtime);
    w.write(frame(4, 1));
    w.write(frame(4, 2));
  }
  // As a kill between two writes leaves it: one column is ahead, another behind.
  const auto lock = lock_hdf5();
  const auto resize = [&](const char* name, hsize_t rows) {
    const H5Handle f(H5Fopen(file().c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    const H5Handle d(H5Dopen2(f.get(), name, H5P_DEFAULT));
    ASSERT_GE(H5Dset_extent(d.get(), &rows), 0);
  };
  resize("particles/spheres/position/step", 4);
  EXPECT_EQ(Trajectory(file()).frames(), 3u);
  resize("observables/flux/value", 2);
  EXPECT_EQ(Trajectory(file()).frames(), 2u);
}

TEST_F(TrajectoryFile, EveryQuantityComesBack_AndIsDescribed) {
  Snapshot s = frame(4, 0);
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->units = Units::si;
  scenario->run.reverse_at = 1;
  scenario->run.exit_distance = 100;
  scenario->bodies.front().shape = BodyShape::rod;
  scenario->bodies.front().aspect = 2;
  s.scenario = scenario;
  double number = 1.5;
  for (const Quantity& q : *quantities()) {
    if (q.of == Of::body) continue;
    std::vector<double> in(q.length);
    for (double& x : in) x = number++;
    s.values.set(q.name, in);
  }
  { const TrajectoryWriter w(file(), true, s, runtime); }
  const auto back = Trajectory(file()).frame(0);
  const Hdf5Reader reader(file());
  for (const Quantity& q : *quantities()) {
    if (q.of == Of::body) continue;
    const auto want = s.values.list(q.name), got = back->values.list(q.name);
    EXPECT_TRUE(std::equal(want.begin(), want.end(), got.begin(), got.end())) << q.name;
    const std::string group = (q.sometimes ? "slurry/observables/" : "observables/") + std::string(q.name);
    const bool parts = q.sometimes && q.length == 3;
    const std::string dataset = group + (parts ? "/measured/value" : "/value");
    if (!parts) EXPECT_EQ(reader.read_text(dataset, "description"), q.description);
    EXPECT_EQ(reader.read_text(dataset, "unit"), unit_in_files(q.unit));
  }
}

/// Four patterns of frames that know a value: all, all but the first, every third, and one lost for good.
TEST_F(TrajectoryFile, RowsAreThereForTheFramesThatKnowThem) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto want = [](long k) {
    return std::array<double, 4>{1.0 + k, k > 0 ? 2.0 + k : nan, k % 3 == 0 ? 3.0 + k : nan, k < 5 ? 4.0 + k : nan};
  };
  const auto at = [&](long k) {
    Snapshot s = frame(4, 10 * k);
    const auto [asked, growth, period, predicted] = want(k);
    s.values.set("error_velocity", std::array<double, 3>{asked, predicted, nan});
    s.values.set("growth_rate", growth);
    s.values.set("period", period);
    return s;
  };
  {
    TrajectoryWriter w(file(), true, at(0), runtime);
    for (long k = 1; k < 12; ++k) w.write(at(k));
    Snapshot measured = at(11);
    measured.values.set("error_velocity", std::array<double, 3>{100, nan, 0.5});  // after the last frame was written
    w.last_errors(measured);
  }
  const Trajectory t(file());
  const Hdf5Reader reader(file());
  ASSERT_EQ(t.frames(), 12u);
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (long k = 0; k < 12; ++k) {
    const auto got = t.frame(static_cast<std::size_t>(k));
    const auto [asked, growth, period, predicted] = want(k);
    EXPECT_EQ(got->errors.velocity.asked, k < 11 ? asked : 100);
    EXPECT_TRUE(same(got->errors.velocity.predicted, predicted)) << k;
    EXPECT_TRUE(same(got->errors.velocity.measured, k < 11 ? nan : 0.5)) << k;
    EXPECT_TRUE(same(got->values.number("growth_rate"), growth)) << k;
    EXPECT_TRUE(same(got->values.number("period"), period)) << k;
  }
  for (const auto& [name, rows] : {std::pair("error_velocity/asked", 12u),
                                   {"growth_rate", 11u},
                                   {"period", 4u},
                                   {"error_velocity/predicted", 5u},
                                   {"error_velocity/measured", 1u}})
    for (const char* part : {"/step", "/time", "/value"})
      EXPECT_EQ(reader.shape(std::string("slurry/observables/") + name + part), std::vector<std::size_t>{rows}) << name;
  EXPECT_FALSE(reader.has("slurry/observables/return_error"));
}

/// Against the numbers that were put in, and against each frame read by itself.
TEST_F(TrajectoryFile, ScalarsOfAllFramesComeAsColumns_OfWholeFramesAlone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr long frames = 40;
  const auto is_scalar = [](const Quantity& q) { return q.of != Of::body && q.of != Of::profile && q.length == 1; };
  // Where not every frame needs to know a value: all know it, all but the first, or every third.
  const auto value = [&](std::size_t row, long k) {
    const bool known = !(*quantities())[row].sometimes || row % 3 == 0 || (row % 3 == 1 && k > 0) || k % 3 == 0;
    return known ? 100.25 * static_cast<double>(row) - static_cast<double>(k * k) : nan;
  };
  const auto at = [&](long k) {
    Snapshot s = frame(4, 10 * k);
    for (std::size_t row = 0; row < quantities()->size(); ++row)
      if (const Quantity& q = (*quantities())[row]; is_scalar(q) && q.name != "flux")
        s.values.set(q.name, value(row, k));
    return s;
  };
  {
    TrajectoryWriter w(file(), true, at(0), runtime);
    for (long k = 1; k < frames; ++k) w.write(at(k));
  }
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  const auto expect_columns = [&](std::size_t whole) {
    const Trajectory t(file());
    const ScalarColumns all = t.scalars();
    ASSERT_EQ(all.columns.size(), all.scalars.size());
    ASSERT_EQ(all.steps.size(), whole);
    EXPECT_EQ(all.times, t.times());
    for (std::size_t row = 0; row < quantities()->size(); ++row) {
      const Quantity& q = (*quantities())[row];
      const auto found = std::find(all.scalars.begin(), all.scalars.end(), &q);
      const bool known = is_scalar(q) && q.name != "flux";
      if (!known) EXPECT_EQ(found, all.scalars.end()) << q.name;
      if (known && is_valid(q, t.scenario(), 4)) EXPECT_NE(found, all.scalars.end()) << q.name;
      if (found == all.scalars.end()) continue;
      const std::vector<double>& column = all.columns[static_cast<std::size_t>(found - all.scalars.begin())];
      ASSERT_EQ(column.size(), whole) << q.name;
      for (std::size_t k = 0; k < whole; ++k)
        EXPECT_TRUE(same(column[k], value(row, static_cast<long>(k)))) << q.name << ", frame " << k;
    }
    for (std::size_t k = 0; k < whole; ++k) {
      const auto one = t.frame(k);
      EXPECT_EQ(all.steps[k], one->step);
      EXPECT_EQ(all.times[k], one->time);
      for (std::size_t i = 0; i < all.scalars.size(); ++i)
        EXPECT_TRUE(same(all.columns[i][k], one->values.number(*all.scalars[i]))) << all.scalars[i]->name;
    }
  };
  expect_columns(frames);
  // A kill left one column behind the others.
  {
    const auto lock = lock_hdf5();
    const H5Handle f(H5Fopen(file().c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    const H5Handle d(H5Dopen2(f.get(), "observables/min_gap/value", H5P_DEFAULT));
    const hsize_t rows = frames - 1;
    ASSERT_GE(H5Dset_extent(d.get(), &rows), 0);
  }
  expect_columns(frames - 1);
}

TEST_F(TrajectoryFile, WhatHasNoMeaningIsAbsent_AndWhatAnOldFileLacksIsFoundFromItsBodies) {
  Snapshot s = frame(4, 0);
  auto scenario = std::make_shared<Scenario>(*s.scenario);
  scenario->domain.kind = DomainKind::free_space;
  scenario->bodies.resize(1);
  scenario->bodies.front() = {};
  scenario->bodies.front().placement = PlacementKind::positions;
  scenario->bodies.front().positions = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 9}};
  scenario->bodies.front().count = 4;
  s.scenario = scenario;
  auto old = std::make_shared<std::vector<Quantity>>();
  for (const Quantity& q : *quantities())
    if (q.name != "mean_speed") old->push_back(q);
  s.values = Values(old);
  { const TrajectoryWriter w(file(), true, s, runtime); }
  EXPECT_FALSE(Hdf5Reader(file()).has("observables/mean_speed"));
  EXPECT_FALSE(Hdf5Reader(file()).has("observables/flux"));
  EXPECT_FALSE(Hdf5Reader(file()).has("observables/volume_fraction_profile"));
  const auto back = Trajectory(file()).frame(0);
  EXPECT_FALSE(back->values.has("flux"));
  double speed = 0;
  for (std::size_t i = 0; i < s.velocities.size(); i += 3)
    speed += std::hypot(s.velocities[i], s.velocities[i + 1], s.velocities[i + 2]) / 4;
  EXPECT_NEAR(back->values.number("mean_speed"), speed, 1e-12 * speed);
}

}  // namespace
}  // namespace slurry
