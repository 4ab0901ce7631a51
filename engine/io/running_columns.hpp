// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/state.hpp"
#include "io/descriptions.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/quantity.hpp"

// Stores the data that a run needs to continue from a frame, in addition to bodies and observables: totals, the sense
// of forces, the count of times. Each list has a group with `step` and `value`. It gets a row only if it has changed; a
// row holds from its step to the next row.
namespace slurry {

/// Name of the list in which a meter keeps its quantity's value.
std::string running_value(const Quantity& quantity);

class RunningColumns {
 public:
  RunningColumns(Hdf5Writer& file, FileUnits units) : file_(file), units_(std::move(units)) {}

  /// Stores the state at a frame. A list gets no row if it is empty or unchanged since the frame before.
  void put(std::int64_t step, const State& state);
  /// Largest amount by which put() lets the file grow [bytes].
  std::size_t growth(const State& state) const;

 private:
  struct Column {
    std::unique_ptr<Hdf5Column> steps, values;
    std::vector<double> last;
  };
  Hdf5Writer& file_;
  FileUnits units_;
  std::map<std::string, Column> columns_;
};

/// Reads the state at a step. The state is empty for a file of an earlier version.
State read_running(const Hdf5Reader& file, std::int64_t step);

}  // namespace slurry
