// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "slurry/quantity.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Quantities that the chart can show of this scenario, in the order of the table: numbers against time, profiles
/// against the distance from the axis.
std::vector<const Quantity*> chart_quantities(const Snapshot& snapshot);

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
  /// The moments so far belong to a run whose snapshots have this generation.
  void go_on_with(std::uint64_t generation) { generation_ = generation; }

  const std::vector<double>& times() const { return times_; }  ///< [time]
  /// Values of a quantity of one number, by name; as long as times(), or empty: not known.  NaN: not known at that
  /// time.
  std::span<const double> values(std::string_view name) const;

 private:
  void put(std::size_t place, bool replace, const Snapshot& snapshot);
  void thin_out();
  std::size_t capacity_;
  std::vector<double> times_;
  QuantityTable table_;
  std::map<const Quantity*, std::vector<double>> values_;  ///< by the rows of table_
  std::uint64_t generation_ = 0;
  double interval_ = 0;
};

}  // namespace slurry::ui
