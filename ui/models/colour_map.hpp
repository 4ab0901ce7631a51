// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace slurry::ui {

struct Rgb8 {
  std::uint8_t r = 0, g = 0, b = 0;
};

/// A colour in CIELAB (D65, 2 degrees): lightness 0..100, a and b.
struct Lab {
  double lightness = 0, a = 0, b = 0;
};
Lab to_lab(Rgb8 colour);
/// Nearest sRGB colour; components outside of the gamut are cut off.
Rgb8 to_rgb(const Lab& colour);
/// Distance of two colours, CIE 1976.
double colour_distance(const Lab& x, const Lab& y);

/// A scale of 256 colours through a few anchors. It follows straight lines in CIELAB at constant speed, so that equal
/// steps of the value are equal steps of perceived colour. The anchors are listed in assets/colour_maps/README.md.
class ColourMap {
 public:
  explicit ColourMap(std::span<const Lab> anchors);
  /// Colour of t in 0..1. Values outside are clamped; not-a-number gives the first colour.
  Rgb8 at(double t) const;
  const std::array<Rgb8, 256>& table() const { return table_; }

  /// Magnitudes: indigo, teal, green, yellow; lightness grows throughout.
  static const ColourMap& sequential();
  /// Signed values: blue, pale grey at the middle, vermilion.
  static const ColourMap& diverging();

 private:
  std::array<Rgb8, 256> table_;
};

}  // namespace slurry::ui
