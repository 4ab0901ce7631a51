// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/state.hpp"
#include "io/descriptions.hpp"
#include "io/hdf5_file.hpp"

// Stores whole states of a run in its file. There are four columns, because a dataset for every list of every state
// would take more room than a small run. `numbers` and `words` hold the contents of the states, one state after the
// other. `end` says where each state ends in both, and `step` says to which step it belongs.
namespace slurry {

class MomentColumns {
 public:
  MomentColumns(Hdf5Writer& file, FileUnits units) : file_(file), units_(std::move(units)) {}

  /// Appends a state. events: number of the file's events that the state includes.
  void put(std::int64_t step, const State& state, std::size_t events);
  /// Step of the newest state; -1 if there is none.
  std::int64_t last_step() const { return last_step_; }
  /// Bytes of all states, and of the newest state.
  std::size_t bytes() const { return bytes_; }
  std::size_t last_bytes() const { return last_bytes_; }

 private:
  Hdf5Writer& file_;
  FileUnits units_;
  std::unique_ptr<Hdf5Column> numbers_, words_, end_, step_;
  std::int64_t last_step_ = -1, numbers_end_ = 0, words_end_ = 0;
  std::size_t bytes_ = 0, last_bytes_ = 0;
};

/// Place of a whole state in a file.
struct StoredMoment {
  std::int64_t step = 0;
  std::size_t events = 0;                   ///< number of the file's events that the state includes
  std::array<std::size_t, 2> from{}, to{};  ///< range of the state in `numbers` and in `words`
};

/// Moments that a file holds, in order. A file of an earlier version has none. Throws InputError if the file is
/// damaged.
std::vector<StoredMoment> stored_moments(const Hdf5Reader& file);
State read_moment(const Hdf5Reader& file, const StoredMoment& moment);

}  // namespace slurry
