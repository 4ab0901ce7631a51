// SPDX-License-Identifier: BSD-3-Clause
// Colour maps and ranges, against the definition of CIELAB and of "perceptually uniform".
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/colour_by.hpp"
#include "models/colour_map.hpp"

namespace slurry::ui {
namespace {

/// Shortest and longest of 16 equal stretches of a map; longer than the rounding to 8 bits.
std::pair<double, double> stretches(const ColourMap& map) {
  double low = 1e9, high = 0;
  for (int i = 0; i + 15 < 256; i += 15) {
    double way = 0;
    for (int k = 0; k < 15; k += 5) way += colour_distance(to_lab(map.table()[i + k]), to_lab(map.table()[i + k + 5]));
    low = std::min(low, way);
    high = std::max(high, way);
  }
  return {low, high};
}

TEST(Lab, KnownColours_CIE1976) {
  EXPECT_NEAR(to_lab({255, 255, 255}).lightness, 100, 0.01);
  EXPECT_NEAR(to_lab({255, 255, 255}).a, 0, 0.02);
  // sRGB red, D65: a value found in every table.
  const Lab red = to_lab({255, 0, 0});
  EXPECT_NEAR(red.lightness, 53.24, 0.02);
  EXPECT_NEAR(red.a, 80.09, 0.03);
  EXPECT_NEAR(red.b, 67.20, 0.03);
}

TEST(Lab, ThereAndBack_IsTheSameColour) {
  for (int r = 0; r < 256; r += 17)
    for (int g = 0; g < 256; g += 17)
      for (int b = 0; b < 256; b += 17) {
        const Rgb8 c{static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b)};
        const Rgb8 back = to_rgb(to_lab(c));
        EXPECT_EQ(back.r, c.r);
        EXPECT_EQ(back.g, c.g);
        EXPECT_EQ(back.b, c.b);
      }
}

TEST(ColourMap, EqualStepsAreEqualDistances_WithinTheRounding) {
  for (const ColourMap* map : {&ColourMap::sequential(), &ColourMap::diverging()}) {
    const auto [low, high] = stretches(*map);
    EXPECT_LT(high / low, 1.25);  // half a byte per channel is 0.6 of about 11
  }
}

TEST(ColourMap, LightnessOfTheSequentialMapGrows) {
  const auto& t = ColourMap::sequential().table();
  for (int i = 4; i < 256; i += 4) EXPECT_GT(to_lab(t[i]).lightness, to_lab(t[i - 4]).lightness);
}

TEST(ColourMap, TheDivergingMapIsLightestInItsMiddle) {
  const auto& t = ColourMap::diverging().table();
  for (int i = 8; i <= 120; i += 8) {
    EXPECT_GT(to_lab(t[i]).lightness, to_lab(t[i - 8]).lightness);
    EXPECT_GT(to_lab(t[255 - i]).lightness, to_lab(t[255 - i + 8]).lightness);
  }
}

TEST(ColourMap, ValuesOutsideAreClamped_NotANumberIsTheFirst) {
  const ColourMap& map = ColourMap::sequential();
  EXPECT_EQ(map.at(-3).r, map.table().front().r);
  EXPECT_EQ(map.at(7).g, map.table().back().g);
  EXPECT_EQ(map.at(std::nan("")).b, map.table().front().b);
}

TEST(ColourRange, RoundBoundsThatStayCalm) {
  ColourRange range;
  std::vector<float> values;
  for (int i = 0; i <= 100; ++i) values.push_back(0.0087F * static_cast<float>(i));
  range.update(values, false);
  EXPECT_EQ(range.low(), 0);
  EXPECT_DOUBLE_EQ(range.high(), 1);
  for (float& v : values) v *= 0.9F;  // still most of the range: it stays
  range.update(values, false);
  EXPECT_DOUBLE_EQ(range.high(), 1);
  for (float& v : values) v *= 0.3F;  // now less than two fifths: a round bound with room for a fifth more than 0.23
  range.update(values, false);
  EXPECT_DOUBLE_EQ(range.high(), 0.3);
}

TEST(ColourRange, FluctuatingSpeedsMoveTheLegendOnceAtMost) {
  // The largest speed of a few hundred settling spheres goes up and down like this.
  for (const double start : {1.0, 1.3, 1.49, 1.7}) {
    ColourRange range;
    int changes = 0;
    for (int frame = 0; frame < 400; ++frame) {
      const double top = start * (1 + 0.2 * std::sin(0.37 * frame) + 0.03 * std::sin(1.9 * frame));
      const double before = range.high();
      range.update(std::vector<float>(100, static_cast<float>(top)), false);
      if (frame > 0 && range.high() != before) ++changes;
      EXPECT_GE(range.high(), top * (1 - 1e-6));
    }
    EXPECT_LE(changes, 1) << start;
  }
}

TEST(ColourRange, SignedValuesGetASymmetricRange_LockedOnesDoNotMove) {
  ColourRange range;
  range.update({-0.4F, -0.2F, 0.1F, 0.3F}, true);
  EXPECT_DOUBLE_EQ(range.low(), -range.high());
  EXPECT_GE(range.high(), 0.3);
  range.locked = true;
  range.update({-9.0F, 9.0F}, true);
  EXPECT_LT(range.high(), 1);
}

}  // namespace
}  // namespace slurry::ui
