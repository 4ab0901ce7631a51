// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "models/quantity_text.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// What the chart can show.  All but the last two are plotted against time, those against the distance from the axis.
enum class Chart {
  settling_velocity,  ///< with the standard deviation over the bodies
  smallest_gap,
  smallest_wall_gap,
  order_parameter,
  rms_radius,
  separation,
  reversal_error,
  flux,
  pressure_gradient,
  wall_drag,
  volume_fraction_profile,
  axial_velocity_profile,
};
inline constexpr std::size_t chart_count = 12;
inline constexpr std::size_t time_chart_count = 10;

struct ChartText {
  std::string_view title;     ///< of the choice
  std::string_view help;      ///< tooltip
  std::string_view quantity;  ///< that an expectation may name (expectations.hpp) and this chart shows; empty: none
  Dimension dimension;
};
const ChartText& chart_text(Chart chart);

/// Whether a scenario has this quantity at all.
bool has_chart(const Snapshot& snapshot, Chart chart);

/// Values at this step of the charts against time; NaN: not known.
double chart_value(const Snapshot& snapshot, Chart chart);

/// Means in rings of equal width from axis to wall, of the charts that are profiles; empty for the others.
std::span<const double> chart_profile(const Snapshot& snapshot, Chart chart);

/// Everything plotted against time, over a run.  Bounded: when full, every second point goes, and from then on only
/// every second one is taken, and so on.
class ChartSeries {
 public:
  explicit ChartSeries(std::size_t capacity = 1200) : capacity_(capacity) {}
  /// The next moment of a run; the last one again replaces it.  True when the series changed.  Going back in time
  /// (reset, another scenario) starts afresh.
  bool add(const Snapshot& snapshot);
  /// Any moment of a recorded run, put in its place.
  bool insert(const Snapshot& snapshot);
  void clear();

  const std::vector<double>& times() const { return times_; }  ///< [time]
  /// Of a chart against time; as long as times().
  const std::vector<double>& values(Chart chart) const { return values_[static_cast<std::size_t>(chart)]; }
  const std::vector<double>& spreads() const { return spreads_; }  ///< of the settling velocity [velocity]

 private:
  void put(std::size_t place, bool replace, const Snapshot& snapshot);
  void thin_out();
  std::size_t capacity_;
  std::vector<double> times_, spreads_;
  std::array<std::vector<double>, time_chart_count> values_;
  std::uint64_t generation_ = 0;
  double interval_ = 0;
};

/// Standard deviation of the settling velocity over the bodies.
double settling_spread(const Snapshot& snapshot);

}  // namespace slurry::ui
