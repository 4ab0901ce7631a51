// SPDX-License-Identifier: BSD-3-Clause
#include "models/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace slurry::ui {
namespace {

// White of D65 for sRGB, CIE 1931 2 degrees.
constexpr double white_x = 0.95047, white_y = 1.0, white_z = 1.08883;
constexpr double knee = 6.0 / 29.0;

double linear(double s) {
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}
double gamma_coded(double l) {
  return l <= 0.0031308 ? 12.92 * l : 1.055 * std::pow(l, 1 / 2.4) - 0.055;
}
double lab_forward(double t) {
  return t > knee * knee * knee ? std::cbrt(t) : t / (3 * knee * knee) + 4.0 / 29.0;
}
double lab_back(double t) {
  return t > knee ? t * t * t : 3 * knee * knee * (t - 4.0 / 29.0);
}

std::uint8_t byte_of(double linear_value) {
  return static_cast<std::uint8_t>(
      std::lround(255 * std::clamp(gamma_coded(std::clamp(linear_value, 0.0, 1.0)), 0.0, 1.0)));
}

Lab between(const Lab& x, const Lab& y, double t) {
  return {x.lightness + t * (y.lightness - x.lightness), x.a + t * (y.a - x.a), x.b + t * (y.b - x.b)};
}

}  // namespace

Lab to_lab(Rgb8 c) {
  const double r = linear(c.r / 255.0), g = linear(c.g / 255.0), b = linear(c.b / 255.0);
  const double x = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b;
  const double y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
  const double z = 0.0193339 * r + 0.1191920 * g + 0.9503041 * b;
  const double fx = lab_forward(x / white_x), fy = lab_forward(y / white_y), fz = lab_forward(z / white_z);
  return {116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)};
}

Rgb8 to_rgb(const Lab& c) {
  const double fy = (c.lightness + 16) / 116;
  const double x = white_x * lab_back(fy + c.a / 500), y = white_y * lab_back(fy),
               z = white_z * lab_back(fy - c.b / 200);
  return {byte_of(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
          byte_of(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
          byte_of(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

double colour_distance(const Lab& x, const Lab& y) {
  return std::hypot(x.lightness - y.lightness, x.a - y.a, x.b - y.b);
}

ColourMap::ColourMap(std::span<const Lab> anchors) {
  std::vector<double> way{0};
  for (std::size_t i = 1; i < anchors.size(); ++i)
    way.push_back(way.back() + colour_distance(anchors[i - 1], anchors[i]));
  std::size_t leg = 0;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const double s = way.back() * static_cast<double>(i) / static_cast<double>(table_.size() - 1);
    while (leg + 2 < anchors.size() && s > way[leg + 1]) ++leg;
    table_[i] = to_rgb(between(anchors[leg], anchors[leg + 1], (s - way[leg]) / (way[leg + 1] - way[leg])));
  }
}

Rgb8 ColourMap::at(double t) const {
  if (!(t > 0)) return table_.front();
  return table_[static_cast<std::size_t>(std::lround(std::min(t, 1.0) * 255))];
}

const ColourMap& ColourMap::sequential() {
  static const std::array<Lab, 6> anchors{Lab{26, 32, -54}, Lab{39, 6, -48},  Lab{52, -20, -23},
                                          Lab{65, -42, 8},  Lab{79, -42, 46}, Lab{93, -8, 78}};
  static const ColourMap map(anchors);
  return map;
}

const ColourMap& ColourMap::diverging() {
  static const std::array<Lab, 5> anchors{Lab{38, 8, -50}, Lab{64, -8, -30}, Lab{90, 0, 2}, Lab{66, 30, 34},
                                          Lab{44, 58, 46}};
  static const ColourMap map(anchors);
  return map;
}

}  // namespace slurry::ui
