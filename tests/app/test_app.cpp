// SPDX-License-Identifier: BSD-3-Clause
// What the command line itself works out: checks of options, times in words, JSON to a file, and the process beside it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "json_output.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "side_process.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "support/temporary_folder.hpp"
#include "unknown_values.hpp"

namespace slurry::app {
namespace {

void expect_taken(const Check& check, const std::vector<std::string>& given) {
  for (const std::string& words : given) EXPECT_EQ(check.fault(words), "") << words;
}
/// The sentence names what was given.
void expect_refused(const Check& check, const std::vector<std::string>& given) {
  for (const std::string& words : given)
    EXPECT_NE(check.fault(words).find("'" + words + "'"), std::string::npos) << words;
}

TEST(UnknownValues, AreNamedUpToEight) {
  EXPECT_EQ(not_used({}), "");
  EXPECT_EQ(not_used({"a", "b"}), "not used, because this command knows no such name: a, b\n");
  const std::string many = not_used({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"});
  EXPECT_NE(many.find("7, 8 and 2 more"), std::string::npos) << many;
}

TEST(OptionChecks, NumbersAreTakenWholeOrNotAtAll) {
  expect_taken(positive_number(), {"1", "1e-300", "0.5", "+2", "1e308"});
  expect_refused(positive_number(), {"", "0", "-1", "nan", "inf", "1e999", "1,5", "1 m", "0x"});
  expect_taken(positive_count(), {"1", "9223372036854775807"});
  expect_refused(positive_count(), {"", "0", "-1", "1.5", "1e3", "9223372036854775808", " 1"});
  expect_taken(seed_number(), {"0", "9223372036854775807"});
  expect_refused(seed_number(), {"", "-1", "9223372036854775808", "1.0"});
  expect_taken(number_between(-1, 2), {"-1", "2", "0.25"});
  expect_refused(number_between(-1, 2), {"-1.01", "2.01", "nan", ""});
  expect_taken(tolerance_number(), {"1e-3", "2"});
  expect_refused(tolerance_number(), {"0", "-1e-3", "nan", "inf", "small"});
}

TEST(OptionChecks, ThreadsAreWhatARuntimeTakes) {
  const int most = Runtime::most_threads();
  expect_taken(thread_count(), {"1", std::to_string(most)});
  expect_refused(thread_count(), {"0", "-1", "two", "1.5"});
  EXPECT_NE(thread_count().fault(std::to_string(most + 1)), "");
  EXPECT_NE(thread_count().fault("99999999999999999999"), "");
}

TEST(OptionChecks, AnUnknownWordIsAnsweredWithAllThatAreKnown) {
  expect_taken(one_of({"single", "double"}), {"single", "double"});
  EXPECT_EQ(one_of({"single", "double"}).fault("triple"), "'triple' is not known; give single or double");
  EXPECT_EQ(one_of({"a", "b", "c"}).fault(""), "'' is not known; give a, b or c");
  EXPECT_EQ(one_of({"only"}).fault("x"), "'x' is not known; give only");
}

TEST(OptionChecks, ARelativeToleranceOfOneLeavesNothing) {
  EXPECT_NO_THROW(refuse_senseless_tolerance(0.999));
  EXPECT_THROW(refuse_senseless_tolerance(1), InputError);
}

TEST(Progress, TimesInWords) {
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(59.4), "0:59");
  EXPECT_EQ(clock_text(59.6), "1:00");
  EXPECT_EQ(clock_text(3599.4), "59:59");
  EXPECT_EQ(clock_text(3599.6), "1:00:00");
  EXPECT_EQ(clock_text(2 * 3600 + 3 * 60 + 7), "2:03:07");
  EXPECT_EQ(clock_text(std::numeric_limits<double>::infinity()), "?");
  EXPECT_EQ(clock_text(std::nan("")), "?");
}

TEST(JsonOutput, StagesThatTookNoTimeAreLeftOut) {
  StageTimes times;
  times["P2P"] = 0.002;
  times["FFT"] = 0;
  EXPECT_EQ(milliseconds(times).text(), "{\"P2P\":2.0}");
}

TEST(JsonOutput, AFileIsReplacedOnlyWhenAsked) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "a.json").string();
  EXPECT_NO_THROW(refuse_json_file(file, false));
  write_json(file, "{}");
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), "{}\n");
  EXPECT_THROW(refuse_json_file(file, false), InputError);
  EXPECT_NO_THROW(refuse_json_file(file, true));
  EXPECT_THROW(refuse_json_file(folder.path().string(), true), InputError);
  EXPECT_THROW(refuse_json_file((folder.path() / "none" / "a.json").string(), true), InputError);
  EXPECT_THROW(write_json((folder.path() / "none" / "a.json").string(), "{}"), InputError);
  std::ofstream(file, std::ios::trunc).close();
  EXPECT_NO_THROW(refuse_json_file(file, false)) << "an empty file holds nothing that could be lost";
}

TEST(SideProcess, AnswersAndErrorsComeBack) {
  SideProcess beside([](const std::string& word) -> std::string {
    if (word == "fail") throw Error("it failed there");
    if (word == "end") std::_Exit(0);
    return word + word;
  });
  EXPECT_EQ(beside.ask("ab"), "abab");
  const std::string much(300000, 'x');  // more than a pipe holds
  EXPECT_EQ(beside.ask(much), much + much);
  EXPECT_EQ(beside.ask(""), "");
  try {
    beside.ask("fail");
    FAIL() << "an error there is an error here";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "it failed there");
  }
  EXPECT_EQ(beside.ask("c"), "cc") << "an error does not end the process";
  EXPECT_THROW(beside.ask("end"), Error);
  EXPECT_THROW(beside.ask("c"), Error) << "a process that ended does not end this one";
}

}  // namespace
}  // namespace slurry::app
