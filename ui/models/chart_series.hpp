// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "slurry/quantity.hpp"
#include "slurry/series.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// All plotted quantities as functions of time. A run is drawn from the engine's series, which contains every step, and
/// a file from the series of its scalars. Moments of which only pictures are kept are inserted one by one. The memory
/// is limited: when it is full, every second moment is dropped, and from then on only every second moment is added.
class ChartSeries {
 public:
  explicit ChartSeries(std::size_t capacity = 1200) : capacity_(capacity) {}
  /// Draws a series from its beginning; earlier moments stay. If the series has more buckets than a screen
  /// has pixels, neighbouring buckets are drawn as one, with their extreme values.
  void follow(std::shared_ptr<const Series> series);
  /// The series that is drawn. Null if there is none.
  const Series* followed() const { return followed_.get(); }
  /// Adds the next moment of a run. A second moment of the last step replaces the first. Going back in time (reset,
  /// another scenario) starts the series again. Returns true if the series changed.
  bool add(const Snapshot& snapshot);
  /// Inserts any moment of a recorded run at its time.
  bool insert(const Snapshot& snapshot);
  void clear();
  /// States that the present moments belong to the run whose snapshots have this generation.
  void go_on_with(std::uint64_t generation) { generation_ = generation; }

  const std::vector<double>& times() const;  ///< [time]
  /// Values of a scalar quantity, by name, as many as times(). Empty if the quantity is not known. NaN: not known at
  /// that time.
  std::span<const double> values(std::string_view name) const;

 private:
  void put(std::size_t place, bool replace, const Snapshot& snapshot);
  void thin_out();
  /// Updates the times of the points from the series that is followed. The values of a quantity follow when they are
  /// asked for: a file has about thirty quantities, and a chart shows one.
  void draw() const;
  void draw_values(const Quantity& quantity) const;
  void draw_all_values() const;
  std::size_t capacity_;
  mutable std::vector<double> times_;
  QuantityTable table_;
  mutable std::map<const Quantity*, std::vector<double>> values_;  ///< by the rows of table_
  std::shared_ptr<const Series> followed_;
  mutable bool drawn_ = true;                  ///< the times are those of followed_
  mutable std::set<const Quantity*> undrawn_;  ///< quantities whose values are not yet those of followed_
  std::uint64_t generation_ = 0;
  double interval_ = 0;
};

/// Quantities that the chart can show for this scenario, in the order of the table: scalars over time, and profiles
/// over the distance from the axis. run: includes the quantities of a live run's series that snapshots lack.
std::vector<const Quantity*> chart_quantities(const Snapshot& snapshot, const ChartSeries* run = nullptr);
/// The same for a file: the scalars of its series, and the profiles of its frame.
std::vector<const Quantity*> chart_quantities_of_file(const Snapshot& frame, const ChartSeries& file);

}  // namespace slurry::ui
