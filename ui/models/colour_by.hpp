// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/colour_map.hpp"
#include "slurry/quantity.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Quantities that colours can show: the quantities of single bodies that are meant for them.
std::vector<const Quantity*> colour_quantities(const QuantityTable& table = quantities());
/// Quantity with this name, as in view.colour_by of a scenario. For an unknown name: speed.
const Quantity& colour_quantity(const QuantityTable& table, std::string_view name);

/// One value per body; 0 where it is not known.
std::vector<float> body_values(const Snapshot& snapshot, const Quantity& quantity);

/// Values of this quantity for the fluid in a slice; the quantity must apply there.
std::vector<float> slice_values(const Field& slice, const Snapshot& snapshot, const Quantity& quantity);
/// Whether it is a quantity of velocities, which the fluid has too.
inline bool shows_fluid(const Quantity& quantity) {
  return quantity.of_velocity != nullptr;
}

const ColourMap& colour_map_of(const Quantity& quantity);

/// Names of the values 0, 1, 2 ... of a quantity whose values are kinds of bodies. The names are all different. Empty
/// for a quantity whose values are numbers.
std::vector<std::string> names_of_values(const Quantity& quantity, const Scenario& scenario);

/// Range of the legend. Live: round limits that contain the middle of the values (2nd to 98th percentile); they change
/// only when they no longer fit, so that the legend stays steady. Locked: unchanged.
class ColourRange {
 public:
  void update(const std::vector<float>& values, bool diverging);
  void set(double low, double high);
  /// Gives each of `kinds` kinds a colour of its own, as different from each other as the map allows.
  void tellApart(std::size_t kinds);
  void forget();  ///< the next update chooses a new range
  bool locked = false;
  double low() const { return low_; }
  double high() const { return high_; }
  double fraction(double value) const { return high_ > low_ ? (value - low_) / (high_ - low_) : 0.5; }

 private:
  double low_ = 0, high_ = 1;
  bool fresh_ = true;
};

}  // namespace slurry::ui
