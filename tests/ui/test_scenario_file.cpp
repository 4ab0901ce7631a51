// SPDX-License-Identifier: BSD-3-Clause
// Scenarios as the window saves them and as command lines, read back by the program's own reader and by a shell.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include "models/scenario_file.hpp"
#include "slurry/option_table.hpp"
#include "support/temporary_folder.hpp"

namespace slurry::ui {
namespace {

Snapshot moment_of(const Scenario& s, double time = 0) {
  Snapshot moment;
  moment.scenario = std::make_shared<const Scenario>(s);
  moment.time = time;
  return moment;
}

/// The words into which a POSIX shell splits a line.
std::vector<std::string> words_of(const std::string& line) {
  std::FILE* shell = popen(("for word in " + line + "; do printf '%s\\n' \"$word\"; done").c_str(), "r");
  std::vector<std::string> words(1);
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) {
    if (c == '\n')
      words.emplace_back();
    else
      words.back() += static_cast<char>(c);
  }
  pclose(shell);
  words.pop_back();
  return words;
}

/// The scenario that a command line runs, as `slurry run` reads it.
Scenario scenario_of_line(const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  std::vector<std::string> changes;
  for (std::size_t i = 3; i + 1 < words.size(); i += 2) {
    if (words[i] == "--set")
      changes.push_back(words[i + 1]);
    else
      EXPECT_EQ(words[i], "--output");
  }
  EXPECT_EQ(words.at(0), "slurry");
  EXPECT_EQ(words.at(1), "run");
  return find_scenario(words.at(2), changes);
}

TEST(ScenarioFile, WhatWasNotChangedIsSavedAsItsAuthorWroteIt) {
  for (const BuiltinScenario& b : builtin_scenarios())
    EXPECT_EQ(commented_scenario(moment_of(find_scenario(std::string(b.name)), 3)), b.toml) << b.name;
}

TEST(ScenarioFile, ChangedValuesAreSavedWithTheMeaningOfEachKey_AndReadBackTheSame) {
  for (const BuiltinScenario& b : builtin_scenarios()) {
    Scenario s = find_scenario(std::string(b.name));
    set_option(s, "fluid.viscosity=0.25");
    const std::string text = commented_scenario(moment_of(s, 12.5));
    EXPECT_EQ(write_scenario(parse_scenario(text, "saved")), write_scenario(s)) << b.name;
    EXPECT_NE(text.find("t = 12.5"), std::string::npos);
    const std::string help(find_option("fluid.viscosity")->help), unit(find_option("fluid.viscosity")->unit);
    EXPECT_NE(text.find("# " + help + " [" + unit + "]\nviscosity = 0.25\n"), std::string::npos) << b.name;
  }
}

TEST(CommandLine, OfABuiltInScenarioIsItsName_WithEveryChangedValue) {
  EXPECT_EQ(command_line_of(find_scenario("welcome"), {}), "slurry run welcome --output welcome.h5");
  for (const BuiltinScenario& b : builtin_scenarios())
    for (const char* change :
         {"fluid.viscosity=0.25", "run.seed=77", "integrator.time_step=0.0123", "title=It's \"so\" $1"}) {
      Scenario s = find_scenario(std::string(b.name));
      set_option(s, change);
      const std::string line = command_line_of(s, {});
      ASSERT_FALSE(line.empty()) << b.name << ", " << change;
      EXPECT_EQ(write_scenario(scenario_of_line(line)), write_scenario(s)) << line;
    }
}

/// A command line gives two of number, volume fraction and length, and the third follows.
TEST(CommandLine, ChangesOfNumberShareAndSizeAreSaidOnce) {
  for (const std::vector<std::string>& changes : {std::vector<std::string>{"bodies.volume_fraction=0.04"},
                                                  {"bodies.count=77"},
                                                  {"domain.length=90"},
                                                  {"bodies.count=50", "domain.radius=12"}}) {
    const Scenario s = find_scenario("welcome", changes);
    const std::string line = command_line_of(s, {});
    ASSERT_FALSE(line.empty()) << changes.front();
    EXPECT_EQ(write_scenario(scenario_of_line(line)), write_scenario(s)) << line;
  }
}

TEST(CommandLine, OfAFileItNamesTheFile_OrWhatWasSaved_OrThereIsNone) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "my own.toml";
  std::ofstream(file)
      << "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0], [3, 0, 0]]\n";
  Scenario s = read_scenario(file);
  set_option(s, "fluid.viscosity=2");
  const std::string line = command_line_of(s, {});
  EXPECT_EQ(words_of(line).at(2), file.string());
  EXPECT_EQ(write_scenario(scenario_of_line(line)), write_scenario(s)) << line;
  // Made in memory: no file has it until it is saved.
  Scenario made = parse_scenario(write_scenario(s), "made");
  made.file_name.clear();
  EXPECT_EQ(command_line_of(made, {}), "");
  const std::filesystem::path saved = folder.path() / "saved.toml";
  std::ofstream(saved) << commented_scenario(moment_of(made));
  EXPECT_EQ(words_of(command_line_of(made, saved)).at(2), saved.string());
}

}  // namespace
}  // namespace slurry::ui
