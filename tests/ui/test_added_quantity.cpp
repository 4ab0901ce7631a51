// SPDX-License-Identifier: BSD-3-Clause
// A quantity is one row of the table: with a table of its own, a test finds it wherever quantities are.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/trajectory_writer.hpp"
#include "models/chart_series.hpp"
#include "session/simulation.hpp"
#include "slurry/expectations.hpp"
#include "slurry/trajectory.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

TEST(AddedQuantity, IsInSnapshot_File_Chart_AndExpectations) {
  auto rows = *quantities();
  rows.push_back({.name = "mean_height",
                  .symbol = "⟨z⟩",
                  .title = "Height",
                  .description = "Mean of z over the bodies",
                  .unit = "length",
                  .compute = [](const Step& s, std::span<double> out) {
                    out[0] = 0;
                    for (std::size_t i = 0; i < s.bodies(); ++i) out[0] += s.positions[3 * i + 2] / 3;
                  }});
  const auto table = std::make_shared<const std::vector<Quantity>>(rows);

  const Scenario scenario = parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 1], [9, 0, 2], [0, 9, 6]]\n", "x");
  Simulation simulation(scenario, make_point_mobility, {}, table);
  Snapshot shot;
  simulation.fill(shot);
  EXPECT_NEAR(shot.values.number("mean_height"), 3, 1e-12);

  const test::TemporaryFolder folder;
  const auto file = folder.path() / "run.h5";
  { const TrajectoryWriter writer(file, false, shot, RuntimeInfo{}); }
  EXPECT_EQ(Trajectory(file, table).frame(0)->values.number("mean_height"), shot.values.number("mean_height"));

  const auto charts = ui::chart_quantities(shot);
  EXPECT_TRUE(std::any_of(charts.begin(), charts.end(), [](const Quantity* q) { return q->title == "Height"; }));
  ui::ChartSeries series;
  series.add(shot);
  EXPECT_NEAR(series.values("mean_height").back(), 3, 1e-12);

  Scenario expecting = scenario;
  expecting.expect.push_back({.quantity = "mean_height", .value = 3, .tolerance = 1e-9});
  shot.scenario = std::make_shared<const Scenario>(expecting);
  ASSERT_EQ(check_expectations(shot).size(), 1u);
  EXPECT_TRUE(check_expectations(shot)[0].passed);
}

}  // namespace
}  // namespace slurry
