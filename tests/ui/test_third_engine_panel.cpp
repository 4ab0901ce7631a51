// SPDX-License-Identifier: BSD-3-Clause
// An engine is one row of the table (tests/support/third_engine.hpp): the models of the solver panel show it, its
// times, what it made of the tolerance, and the variants of its stages.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "models/solver_rows.hpp"
#include "models/variant_list.hpp"
#include "session/simulation.hpp"
#include "support/third_engine.hpp"
#include "timing/variant_series.hpp"

namespace slurry {
namespace {

const bool added = [] {
  test::add_third_engine();
  return true;
}();

TEST(ThirdEngine, IsInTheModelsOfTheSolverPanel) {
  const Scenario scenario = parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\ncount = 200\nplacement = \"cloud\"\ncloud_radius = 8\n"
      "radius = 0.01\n[solver]\nmodel = \"points\"\ndeterministic = true\n",
      "x");
  Simulation simulation(scenario, make_point_mobility);
  simulation.step();
  Snapshot shot;
  simulation.fill(shot);
  shot.scenario = std::make_shared<const Scenario>(scenario);

  const auto times = ui::engine_rows(shot.sum_choice);
  ASSERT_GE(times.size(), 2u);
  EXPECT_EQ(times[0].name, "Predicted, third") << "the one that is used comes first";
  const auto values = ui::parameter_rows(shot.sum_report, scenario);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].help, "Share by which every term is wrong");
  EXPECT_EQ(values[2].value, "forwards");

  EXPECT_EQ(ui::why_not_surveyable(shot), "");
  const VariantProblem problem = ui::surveyed_sum(shot);
  VariantSeries series(RunVariants{problem.plan, problem.positions, problem.radius, problem.device, nullptr});
  VariantSurveyState state;
  state.rows = series.rows();
  ui::VariantList list;
  list.take(state);
  list.show(shot);
  ASSERT_EQ(list.entries().size(), 2u);
  EXPECT_TRUE(list.entries()[0].in_use);
  EXPECT_EQ(list.entries()[1].variant, "backwards");
  EXPECT_EQ(list.asking_for(1), "pairs=backwards");
}

}  // namespace
}  // namespace slurry
