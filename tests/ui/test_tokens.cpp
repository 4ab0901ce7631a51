// SPDX-License-Identifier: BSD-3-Clause
// The window's colours against WCAG 2: text 4.5, borders of controls 3; and the icons, each of which draws something.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "icons.hpp"
#include "tokens.hpp"
#include "view/scene.hpp"

namespace slurry::ui {
namespace {

/// Relative luminance of sRGB.
double luminance(const QColor& c) {
  const auto part = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * part(c.redF()) + 0.7152 * part(c.greenF()) + 0.0722 * part(c.blueF());
}

/// Contrast of two opaque colours as WCAG 2 defines it: from 1 to 21.
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Contrast, KnownPairs_WCAG2) {
  EXPECT_NEAR(contrast(Qt::black, Qt::white), 21, 1e-9);
  EXPECT_NEAR(contrast(Qt::white, Qt::white), 1, 1e-9);
  // the lightest grey that passes on white, as every list of WCAG says
  EXPECT_NEAR(contrast(QColor("#767676"), Qt::white), 4.54, 0.005);
  EXPECT_NEAR(contrast(QColor("#ff0000"), Qt::white), 4.00, 0.005);
}

class Theme : public ::testing::TestWithParam<const Tokens*> {};

TEST_P(Theme, TextIsReadOnEveryGroundItStandsOn) {
  const Tokens& t = *GetParam();
  const std::vector<std::pair<std::string, QColor>> words{{"tx1", t.tx1}, {"tx2", t.tx2}, {"tx3", t.tx3},
                                                          {"acc", t.acc}, {"ok", t.ok},   {"warn", t.warn},
                                                          {"err", t.err}, {"ref", t.ref}, {"past", t.past}};
  const std::vector<std::pair<std::string, QColor>> grounds{
      {"bg1", t.bg1}, {"bg2", t.bg2}, {"bg3", t.bg3}, {"field", t.field}, {"plot", t.plot}};
  for (const auto& [word, colour] : words)
    for (const auto& [ground, behind] : grounds) {
      // buttons have text of the first two kinds alone
      if (ground == "bg3" && word != "tx1" && word != "tx2") continue;
      EXPECT_GE(contrast(colour, behind), 4.5) << word << " on " << ground;
    }
  EXPECT_GE(contrast(Qt::white, t.fill), 4.5);
  EXPECT_GE(contrast(t.tx1, t.sel), 4.5);
  for (const auto& [colour, tint] :
       {std::pair{t.ok, t.okbg}, {t.warn, t.warnbg}, {t.err, t.errbg}, {t.ref, t.refbg}, {t.past, t.pastbg}})
    EXPECT_GE(contrast(colour, tint), 4.5) << colour.name().toStdString();
}

TEST_P(Theme, BordersAndCurvesAreSeen) {
  const Tokens& t = *GetParam();
  for (const QColor& ground : {t.bg1, t.bg2, t.field})
    EXPECT_GE(contrast(t.line2, ground), 3) << ground.name().toStdString();
  for (const QColor& curve : t.series) EXPECT_GE(contrast(curve, t.plot), 4.5) << curve.name().toStdString();
}

INSTANTIATE_TEST_SUITE_P(Both, Theme, ::testing::Values(&dark_tokens(), &light_tokens()),
                         [](const auto& info) { return info.param == &dark_tokens() ? "Dark" : "Light"; });

/// Ink of an icon in each quarter of its picture, in pixels of 40 by 40.
std::array<double, 4> ink(const char* name) {
  QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  icon(name, Qt::white).paint(&painter, image.rect());
  painter.end();
  std::array<double, 4> quarters{};
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x) quarters[2 * (y / 20) + x / 20] += qAlpha(image.pixel(x, y)) / 255.0;
  return quarters;
}

double sum(const std::array<double, 4>& q) {
  return q[0] + q[1] + q[2] + q[3];
}

/// Gold is for expected numbers alone (and for what has many colours, the bodies).
TEST(Colours, ATrailIsNotGold) {
  for (const auto& [scene, tokens] :
       {std::pair(dark_scene(), &dark_tokens()), std::pair(light_scene(), &light_tokens())}) {
    const QColor trail = QColor::fromRgbF(static_cast<float>(scene.accent[0]), static_cast<float>(scene.accent[1]),
                                          static_cast<float>(scene.accent[2]));
    EXPECT_GT(std::abs(trail.hslHue() - tokens->ref.hslHue()), 15) << trail.name().toStdString();
  }
}

TEST(Icons, AreasAreThoseOfTheirShapes) {
  // pause: two bars of 3 x 12 on a grid of 20
  EXPECT_NEAR(sum(ink("pause")), 2 * 3 * 12 * 4, 10);
  // stop: a square of 10; play: a triangle of 12.4 x 10 / 2
  EXPECT_NEAR(sum(ink("stop")), 100 * 4, 10);
  EXPECT_NEAR(sum(ink("play")), 62 * 4, 10);
  // clock: a ring of radius 7 and line 1.6, and two hands
  EXPECT_NEAR(sum(ink("clock")), (2 * M_PI * 7 * 1.6 + 1.6 * (4.3 + 3.45 + 1.6)) * 4, 25);
}

TEST(Icons, ArcsRunTheRightWayRound) {
  // The open ring of "reset" misses its upper left, that of "reverse" its upper right.
  const auto reset = ink("reset"), reverse = ink("reverse");
  EXPECT_GT(reset[1] + reset[3], 40);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(reverse[i], 15) << i;
  // 'live' has the same arc at either side of its dot.
  const auto live = ink("live");
  EXPECT_NEAR(live[0], live[1], 3);
  EXPECT_NEAR(live[0], live[2], 3);
}

TEST(Icons, UnknownNameHasNone) {
  EXPECT_TRUE(icon("no such icon").isNull());
}

/// The scene knows no tokens, and its boxes have their colours.
TEST(Tokens, TheBoxesOfASumHaveTheColoursOfTextAndSeries) {
  for (const auto& [scene, t] : {std::pair(dark_scene(), &dark_tokens()), std::pair(light_scene(), &light_tokens())}) {
    const std::array<QColor, cell_list_count> wanted{t->tx1, t->series[1], t->series[0], t->series[2], t->series[3]};
    for (std::size_t k = 0; k < cell_list_count; ++k) {
      EXPECT_NEAR(scene.cells.lists[k][0], wanted[k].redF(), 0.003) << k;
      EXPECT_NEAR(scene.cells.lists[k][1], wanted[k].greenF(), 0.003) << k;
      EXPECT_NEAR(scene.cells.lists[k][2], wanted[k].blueF(), 0.003) << k;
    }
  }
}

}  // namespace
}  // namespace slurry::ui
