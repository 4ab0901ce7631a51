// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "models/colour_map.hpp"
#include "models/quantity_text.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// What the colour of a body shows.
enum class ColourBy { speed, along_gravity, across_gravity, neighbour_gap, wall_gap, group };

struct ColourQuantity {
  ColourBy by;
  std::string_view key;    ///< as in a scenario's view.colour_by
  std::string_view title;  ///< for menus and the legend
  std::string_view help;   ///< with the formula
  Dimension dimension;
  bool diverging;  ///< signed: diverging map, symmetric range
};
const std::array<ColourQuantity, 6>& colour_quantities();
const ColourQuantity& colour_quantity(ColourBy by);
/// Speed for a key that is not known.
ColourBy colour_by_key(std::string_view key);

/// One value per body.
std::vector<float> body_values(const Snapshot& snapshot, ColourBy by);

/// The same quantity of the fluid in a slice, where it has a meaning there (velocities); otherwise speed.
std::vector<float> slice_values(const FieldSlice& slice, const Snapshot& snapshot, ColourBy by);
bool shows_fluid(ColourBy by);

const ColourMap& colour_map_of(ColourBy by);

/// Range of the legend.  Live: round bounds that hold the middle of the values (2nd to 98th percentile) and change only
/// when they no longer fit, so that the legend stays calm.  Locked: as it is.
class ColourRange {
 public:
  void update(const std::vector<float>& values, bool diverging);
  void set(double low, double high);
  void forget();  ///< next update starts afresh
  bool locked = false;
  double low() const { return low_; }
  double high() const { return high_; }
  double fraction(double value) const { return high_ > low_ ? (value - low_) / (high_ - low_) : 0.5; }

 private:
  double low_ = 0, high_ = 1;
  bool fresh_ = true;
};

}  // namespace slurry::ui
