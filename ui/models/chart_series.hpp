// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "slurry/quantity.hpp"
#include "slurry/series.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Everything plotted against time, over a run.  A live run is drawn from the engine's own series, which has every
/// step; a file, from those of its moments that were read.  Bounded: when full, every second moment goes, and from then
/// on only every second one is taken, and so on.
class ChartSeries {
 public:
  explicit ChartSeries(std::size_t capacity = 1200) : capacity_(capacity) {}
  /// Draws the engine's series from its beginning on; moments from before stay.  Where the series has more buckets than
  /// a screen has pixels, neighbours are drawn as one, with their extremes.
  void follow(std::shared_ptr<const Series> series);
  /// The engine's series that is drawn; null: none is.
  const Series* followed() const { return followed_.get(); }
  /// The next moment of a run; the last one again replaces it.  True when the series changed.  Going back in time
  /// (reset, another scenario) starts afresh.
  bool add(const Snapshot& snapshot);
  /// Any moment of a recorded run, put in its place.
  bool insert(const Snapshot& snapshot);
  void clear();
  /// The moments so far belong to a run whose snapshots have this generation.
  void go_on_with(std::uint64_t generation) { generation_ = generation; }

  const std::vector<double>& times() const;  ///< [time]
  /// Values of a quantity of one number, by name; as long as times(), or empty: not known.  NaN: not known at that
  /// time.
  std::span<const double> values(std::string_view name) const;

 private:
  void put(std::size_t place, bool replace, const Snapshot& snapshot);
  void thin_out();
  /// Brings the points up to date with the series that is followed.
  void draw() const;
  std::size_t capacity_;
  mutable std::vector<double> times_;
  QuantityTable table_;
  mutable std::map<const Quantity*, std::vector<double>> values_;  ///< by the rows of table_
  std::shared_ptr<const Series> followed_;
  mutable bool drawn_ = true;  ///< the points are those of followed_
  std::uint64_t generation_ = 0;
  double interval_ = 0;
};

/// Quantities that the chart can show of this scenario, in the order of the table: numbers against time, profiles
/// against the distance from the axis.  run: of a live run, whose series has more than its snapshots.
std::vector<const Quantity*> chart_quantities(const Snapshot& snapshot, const ChartSeries* run = nullptr);

}  // namespace slurry::ui
