// SPDX-License-Identifier: BSD-3-Clause
// Files of older versions go on: data/old_checkpoints.json holds checkpoints of every kind of mobility as the last
// version wrote them whose plans had no names, and where the same run in one piece was ten steps later.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/old_checkpoint.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

std::vector<double> numbers(const nlohmann::json& text) {
  std::istringstream in(text.get<std::string>());
  std::vector<double> found;
  for (std::string word; in >> word;) found.push_back(std::strtod(word.c_str(), nullptr));
  return found;
}

State checkpoint_of(const nlohmann::json& run) {
  State s;
  for (const auto& [name, list] : run.at("checkpoint").items()) s.put(name, numbers(list));
  return s;
}

nlohmann::json recorded_runs() {
  std::ifstream file(SLURRY_OLD_CHECKPOINTS);
  return nlohmann::json::parse(file);
}

/// Numbers that were not known are no numbers.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), 8 * a.size()) == 0);
}

/// On the machine that made them all bits agree; others round otherwise.  Iterative solves are asked for more than when
/// these were made, so that such runs go on as exactly as was asked and no more.
double allowed(const Scenario& scenario) {
  const bool solves = scenario.solver.lubrication != LubricationLaw::none ||
                      std::any_of(scenario.bodies.begin(), scenario.bodies.end(), [](const BodyGroup& g) {
                        return g.shape == BodyShape::rod && g.rod_model != RodModel::line;
                      });
  return solves ? scenario.solver.tolerance : 1e-9;
}

/// Whether the laws of motion of a run have changed since: the lubrication of spheres that pass each other, and the
/// shares of a rod and a sphere in a contact.  Such runs go on as a run that starts from the places of the checkpoint.
bool moves_otherwise(const nlohmann::json& run, const Scenario& scenario) {
  return scenario.solver.lubrication != LubricationLaw::none || run.at("name") == "mixture";
}

/// Where a run is ten steps after a checkpoint, of which it knows the places alone.
BodyState after_ten_steps(const Scenario& scenario, const State& checkpoint) {
  State places;
  for (const char* name : {"state/positions", "state/directors", "state/time", "state/step", "law/sense"})
    if (checkpoint.has(name)) places.put(name, checkpoint.list(name));
  places.put_integers("state/images", checkpoint.integers("state/images"));
  Simulation run(scenario);
  run.restore(places);
  for (int i = 0; i < 10; ++i) run.step();
  return run.state();
}

TEST(OldCheckpoints, GoOnWithTheirPlans) {
  const nlohmann::json runs = recorded_runs();
  ASSERT_GE(runs.size(), 5u);
  for (const auto& run : runs) {
    SCOPED_TRACE(run.at("name"));
    const Scenario scenario = parse_scenario(run.at("scenario").get<std::string>(), "old.toml");
    State checkpoint = checkpoint_of(run);
    ASSERT_TRUE(checkpoint.has("mobility/plan"));
    upgrade_checkpoint(checkpoint, scenario);
    const State plan = checkpoint.part("mobility");
    EXPECT_FALSE(plan.has("plan"));
    EXPECT_FALSE(plan.lists().empty());
    Simulation resumed(scenario);
    resumed.restore(checkpoint);
    // every number of the plan has arrived and is in force after the first solve, but for the velocity of rods that are
    // alone: it follows the forces of each solve
    const State taken = resumed.checkpoint().part("mobility");
    for (const auto& [name, list] : plan.lists())
      if (name != "single_scale") EXPECT_TRUE(same_bits(taken.list(name), list)) << name;
    for (const auto& [name, word] : plan.words()) EXPECT_EQ(taken.word(name), *word) << name;
    for (int i = 0; i < 10; ++i) resumed.step();
    const BodyState& s = resumed.state();
    std::vector<double> x = numbers(run.at("after").at("position")), v = numbers(run.at("after").at("velocity"));
    if (moves_otherwise(run, scenario)) {
      const BodyState anew = after_ten_steps(scenario, checkpoint);
      x = anew.positions;
      v = anew.velocities;
    }
    ASSERT_EQ(x.size(), s.positions.size());
    const double rounding = allowed(scenario);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(s.positions[i], x[i], rounding * (1 + std::abs(x[i]))) << i;
      EXPECT_NEAR(s.velocities[i], v[i], rounding * (1 + std::abs(v[i]))) << i;
    }
  }
}

TEST(OldCheckpoints, OneThatIsCutOffIsRefused) {
  const nlohmann::json runs = recorded_runs();
  for (const auto& run : runs) {
    const Scenario scenario = parse_scenario(run.at("scenario").get<std::string>(), "old.toml");
    State checkpoint = checkpoint_of(run);
    std::vector<double> plan = checkpoint.list("mobility/plan");
    plan.resize(3);
    checkpoint.put("mobility/plan", plan);
    EXPECT_THROW(upgrade_checkpoint(checkpoint, scenario), InputError) << run.at("name");
  }
}

/// The first versions did not keep how a sum was chosen, and none of them had names to change.
TEST(OldCheckpoints, WithoutAChoiceOrWithNamesAlready) {
  const nlohmann::json runs = recorded_runs();
  for (const auto& run : runs) {
    const Scenario scenario = parse_scenario(run.at("scenario").get<std::string>(), "old.toml");
    State checkpoint = checkpoint_of(run);
    upgrade_checkpoint(checkpoint, scenario);
    const State once = checkpoint;
    upgrade_checkpoint(checkpoint, scenario);
    EXPECT_EQ(checkpoint.words().size(), once.words().size()) << run.at("name");
    for (const auto& [name, word] : once.words()) EXPECT_EQ(checkpoint.word(name), *word) << name;
    EXPECT_EQ(checkpoint.lists().size(), once.lists().size()) << run.at("name");
    for (const auto& [name, list] : once.lists()) EXPECT_TRUE(same_bits(checkpoint.list(name), list)) << name;
    if (run.at("name") != "free_space") continue;
    EXPECT_FALSE(once.word("mobility/points/choice/method").empty());
    State older = checkpoint_of(run);
    std::vector<double> plan = older.list("mobility/plan");
    plan.resize(7);
    older.put("mobility/plan", plan);
    upgrade_checkpoint(older, scenario);
    EXPECT_TRUE(older.word("mobility/points/choice/method").empty());
    EXPECT_TRUE(older.has("mobility/points/scale"));
  }
}

}  // namespace
}  // namespace slurry
