// SPDX-License-Identifier: BSD-3-Clause
// Texts of numbers, units, moments, speeds and files, without a display.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "models/file_kind.hpp"
#include "models/moment_text.hpp"
#include "models/numbered_file.hpp"
#include "models/quantity_text.hpp"
#include "models/run_speed.hpp"
#include "ui/support/model_snapshot.hpp"

namespace slurry::ui {
namespace {

TEST(QuantityText, NumbersUnitsAndWhatIsNotKnown) {
  Scenario reduced, si;
  reduced.bodies = {BodyGroup{}};
  si.units = Units::si;
  EXPECT_EQ(quantity_text(-0.25, "velocity", reduced), "−0.25 U₀");
  EXPECT_EQ(quantity_text(0.002, "length", si), "0.002 m");
  EXPECT_EQ(duration_text(1383.75), "23 min");
  EXPECT_EQ(duration_text(15000), "4.2 h");
  EXPECT_EQ(number_text(std::nan("")), "–");
  const auto list = [&](std::vector<double> v) { return list_text(v, "length", reduced); };
  EXPECT_EQ(list({30, 5.04321, -0.000012}), "30, 5.04, <0.01 a");
  EXPECT_EQ(list({1.234567e-5, -2.3456e-6, 0}), "1.235e−5, −2.346e−6, 0 a");
  EXPECT_EQ(list({123456, std::nan(""), 1}), "1.235e5, –, 1 a");
  EXPECT_EQ(list({1.234567e-5}), "1.235e−5 a");
  EXPECT_EQ(list({std::nan("")}), "–");
  EXPECT_EQ(error_text(3.04e-7), "3.0e−7");
  EXPECT_EQ(duration_text(2.5e-5), "25 µs");
  EXPECT_EQ(duration_text(4.57e-8), "46 ns");
  EXPECT_EQ(duration_text(0), "0 µs");
  EXPECT_EQ(duration_text(150), "2.5 min");
  EXPECT_EQ(duration_text(0.0034), "3.4 ms");
  EXPECT_EQ(duration_text(1.5), "1.50 s");
}

// The rules for numbers of the window's design: four digits, plain between 0.001 and 100 000, no padding of the power.
TEST(NumberText, PlainBetweenAThousandthAndAHundredThousand) {
  EXPECT_EQ(number_text(10), "10");
  EXPECT_EQ(number_text(0.05305164), "0.05305");
  EXPECT_EQ(number_text(0.001), "0.001");
  EXPECT_EQ(number_text(0.00099996), "0.001");  // rounding comes first
  EXPECT_EQ(number_text(0.0009999), "9.999e−4");
  EXPECT_EQ(number_text(-0.00031), "−3.1e−4");
  EXPECT_EQ(number_text(1e-12), "1e−12");
  EXPECT_EQ(number_text(99994), "99 990");
  EXPECT_EQ(number_text(99996), "1e5");
  EXPECT_EQ(number_text(-1.5e5), "−1.5e5");
  EXPECT_EQ(number_text(1234), "1234");
  EXPECT_EQ(number_text(12340), "12 340");
}

TEST(NumberText, ValuesOfOptionsAreReadAsNumbersWhereTheyAre) {
  EXPECT_EQ(option_value_text("0.05305164769729845"), "0.05305");
  EXPECT_EQ(option_value_text("10"), "10");
  EXPECT_EQ(option_value_text("rk4"), "rk4");
  EXPECT_EQ(option_value_text("[1, 0, 0]"), "[1, 0, 0]");
  EXPECT_EQ(option_value_text(""), "");
}

TEST(NumberText, ZeroIsExact_AndZerosTellHowWellANumberIsKnown) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(1.25, 4, Zeros::kept), "1.250");
  EXPECT_EQ(number_text(80, 4, Zeros::kept), "80.00");
  EXPECT_EQ(number_text(1e-7, 4, Zeros::kept), "1.000e−7");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "–");
  EXPECT_EQ(error_text(0.00058), "5.8e−4");
  EXPECT_EQ(error_text(0.00096), "9.6e−4");
  EXPECT_EQ(error_text(0.000996), "1.0e−3");
  EXPECT_EQ(count_text(9999), "9999");
  EXPECT_EQ(count_text(100000), "100 000");
}

TEST(NumberText, ComponentsShareTheDecimalsOfTheLargest) {
  using Texts = std::vector<std::string>;
  const auto texts = [](std::vector<double> v) { return vector_texts(v); };
  EXPECT_EQ(texts({14.8213, -3.0712, 5.4}), (Texts{"14.82", "−3.07", "5.40"}));
  EXPECT_EQ(texts({0.81271, 0.04312, -0.15021}), (Texts{"0.8127", "0.0431", "−0.1502"}));
  EXPECT_EQ(texts({1.25, 0, 0}), (Texts{"1.250", "0", "0"}));
  EXPECT_EQ(texts({1.25, -1e-9, std::nan("")}), (Texts{"1.250", "<0.001", "–"}));
  EXPECT_EQ(texts({0, 0, 0}), (Texts{"0", "0", "0"}));
}

// No text in the window is read as another number than the one it was written for, to the digits it has.
TEST(NumberText, ReadBackItIsTheNumber) {
  for (double x = 1.2345678e-9; x < 1e9; x *= 3.7)
    for (const int digits : {2, 3, 4, 6})
      for (const double signed_x : {x, -x}) {
        std::string text = number_text(signed_x, digits);
        for (const std::string part : {" ", "−"})
          for (std::size_t at; (at = text.find(part)) != std::string::npos;)
            text.replace(at, part.size(), part == "−" ? "-" : "");
        EXPECT_NEAR(std::stod(text), signed_x, 0.501 * x * std::pow(10.0, 1 - digits)) << text;
      }
}

TEST(QuantityText, RoundNumbersAboveAndBelow) {
  EXPECT_DOUBLE_EQ(nice_ceiling(0.87), 1);
  EXPECT_DOUBLE_EQ(nice_ceiling(1.01), 1.2);
  EXPECT_DOUBLE_EQ(nice_ceiling(5e-5), 5e-5);
  EXPECT_DOUBLE_EQ(nice_floor(4.9), 2);
  EXPECT_DOUBLE_EQ(nice_floor(0.05), 0.05);
}

TEST(QuantityText, AsManyDigitsAsTellTicksApart) {
  EXPECT_EQ(digits_to_tell(1.279, 5e-4), 5);  // 1.2785
  EXPECT_EQ(digits_to_tell(1.25, 0.25), 3);
  EXPECT_EQ(digits_to_tell(1.5, 0.375), 4);  // 1.125
  EXPECT_EQ(digits_to_tell(4, 1), 1);
  EXPECT_EQ(digits_to_tell(1234, 1), 4);
  EXPECT_EQ(digits_to_tell(0, 0.1), 1);
  EXPECT_EQ(digits_to_tell(1, 1e-30), 15);
  for (const double step : {0.1, 0.2, 0.25, 0.5, 2e-5, 2.5e-5})
    for (const double from : {0.0, 1.278, 99.0, -3.0}) {
      const double first = std::round(from / step) * step;
      const int digits = digits_to_tell(std::abs(first) + 4 * step, step);
      for (int i = 0; i < 3; ++i)
        EXPECT_NE(number_text(first + i * step, digits), number_text(first + (i + 1) * step, digits)) << step;
    }
}

TEST(FileKind, ARecordingIsKnownByItsFirstBytes_OrByItsName) {
  const auto folder = std::filesystem::temp_directory_path() / "slurry_file_kind_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "foo", std::ios::binary) << "\x89HDF\r\n\x1a\n and so on";
  std::ofstream(folder / "foo.toml") << "[domain]\n";
  std::ofstream(folder / "short") << "\x89HDF";
  EXPECT_TRUE(is_recording(folder / "foo"));
  EXPECT_FALSE(is_recording(folder / "foo.toml"));
  EXPECT_FALSE(is_recording(folder / "short"));
  EXPECT_FALSE(is_recording(folder / "nowhere"));
  EXPECT_FALSE(is_recording(folder));
  EXPECT_TRUE(is_recording(folder / "nowhere.H5"));
  EXPECT_TRUE(is_recording(folder / "nowhere.hdf5"));
  std::filesystem::remove_all(folder);
}

TEST(NumberedFile, NeverNamesAFileThatIsThere) {
  const auto folder = std::filesystem::temp_directory_path() / "slurry_numbered_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto first = numbered_file(folder, "a b/c", ".png");
  EXPECT_EQ(first.filename(), "a-b-c.png");
  std::ofstream(first) << "x";
  EXPECT_EQ(numbered_file(folder, "a b/c", ".png").filename(), "a-b-c-2.png");
  std::filesystem::remove_all(folder);
}

TEST(MomentText, SaysWhatIsLookedAt_AndWhatTheRunDoes) {
  const auto s = snapshot(12, 3.5);
  EXPECT_EQ(looking_back_text(*s, SessionState::running), "Looking back at t = 3.50 τ; the run goes on");
  EXPECT_EQ(looking_back_text(*s, SessionState::paused), "Looking back at t = 3.50 τ; the run is paused");
  EXPECT_EQ(looking_back_text(*s, SessionState::finished), "Looking back at t = 3.50 τ; the run has finished");
  EXPECT_EQ(viewing_text("welcome.h5", SessionState::empty), "Viewing welcome.h5");
  EXPECT_EQ(viewing_text("welcome.h5", SessionState::running), "Viewing welcome.h5; the live run continues");
  EXPECT_EQ(viewing_text("welcome.h5", SessionState::paused), "Viewing welcome.h5; the live run is paused");
}

// Twenty steps of 0.54 in a second are 10.8 of the 20 that were asked for.
TEST(RunSpeed, SaysWhatWasAskedAndWhatIsReached) {
  RunSpeed speed;
  for (int i = 0; i <= 4; ++i) speed.see(0.25 * i, 5L * i, 0.54 * 5 * i, true, 20);
  EXPECT_NEAR(speed.steps(), 20, 1e-9);
  EXPECT_NEAR(speed.time(), 10.8, 1e-9);
  EXPECT_EQ(run_speed_text(speed.time(), 20, "τ"), "10.8 of 20 τ per s");
  EXPECT_EQ(run_speed_text(speed.time(), 0, "τ"), "10.8 τ per s");
  EXPECT_EQ(run_speed_text(9.9, 10, "τ"), "10 τ per s");
  EXPECT_EQ(run_speed_text(3.44, 10, "s"), "3.4 of 10 s per s");
  EXPECT_EQ(run_speed_text(2, 10, "τ"), "2.0 of 10 τ per s");  // decimals stay while the number changes
  EXPECT_EQ(run_speed_text(0, 10, "τ"), "");
}

TEST(RunSpeed, CountsAnewWhenARunBeginsOrAnotherSpeedIsAsked) {
  RunSpeed speed;
  speed.see(0, 0, 0, true, 5);
  speed.see(2, 10, 4, true, 5);
  EXPECT_NEAR(speed.time(), 2, 1e-12);
  speed.see(2.1, 11, 4.4, true, 50);  // asked just now: nothing is known of it
  EXPECT_EQ(speed.time(), 0);
  speed.see(4.1, 31, 12.4, true, 50);
  EXPECT_NEAR(speed.time(), 4, 1e-12);
  speed.see(5.2, 2, 0.8, true, 50);  // restarted
  EXPECT_EQ(speed.steps(), 0);
  speed.see(6.2, 4, 1.6, false, 50);  // paused
  EXPECT_EQ(speed.steps(), 0);
  // a step of five seconds is waited for
  speed.see(7, 4, 1.6, false, 50);  // played from here on
  speed.see(9, 4, 1.6, true, 50);
  EXPECT_EQ(speed.steps(), 0);
  speed.see(12, 5, 2, true, 50);
  EXPECT_NEAR(speed.steps(), 0.2, 1e-12);
}

}  // namespace
}  // namespace slurry::ui
