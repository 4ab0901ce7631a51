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

// What a run that goes on from a frame needs beside bodies and observables: totals, the sense of forces, the count of
// times.  Each list has a group with `step` and `value`, and a row only where it has changed: a row holds from its step
// to the next row.
namespace slurry {

/// Name of the list in which a meter keeps its quantity's value.
std::string running_value(const Quantity& quantity);

class RunningColumns {
 public:
  RunningColumns(Hdf5Writer& file, FileUnits units) : file_(file), units_(units) {}

  /// The state at a frame.  A list that is empty, or as it was at the frame before, gets no row.
  void put(std::int64_t step, const State& state);
  /// Most that put() lets the file grow by [bytes].
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

/// The state at a step, read again; empty in a file of an earlier version.
State read_running(const Hdf5Reader& file, std::int64_t step);

}  // namespace slurry
