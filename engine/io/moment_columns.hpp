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

// Whole states of a run in its file.  They are four columns, since a dataset for every list of every state would
// outweigh a small run: `numbers` and `words` have what the states hold, one state behind the other, `end` says where
// each ends in both, and `step` which step it is of.
namespace slurry {

class MomentColumns {
 public:
  MomentColumns(Hdf5Writer& file, FileUnits units) : file_(file), units_(units) {}

  /// events: how many of the file's events the state knows of.
  void put(std::int64_t step, const State& state, std::size_t events);
  /// Step of the newest one; -1: there is none.
  std::int64_t last_step() const { return last_step_; }
  /// Bytes of all of them, and of the newest.
  std::size_t bytes() const { return bytes_; }
  std::size_t last_bytes() const { return last_bytes_; }

 private:
  Hdf5Writer& file_;
  FileUnits units_;
  std::unique_ptr<Hdf5Column> numbers_, words_, end_, step_;
  std::int64_t last_step_ = -1, numbers_end_ = 0, words_end_ = 0;
  std::size_t bytes_ = 0, last_bytes_ = 0;
};

/// Where a whole state is in a file.
struct StoredMoment {
  std::int64_t step = 0;
  std::size_t events = 0;                   ///< how many of the file's events it knows of
  std::array<std::size_t, 2> from{}, to{};  ///< in `numbers` and in `words`
};

/// Moments that a file holds, in order. A file of an earlier version has none. Throws InputError if the file is
/// damaged.
std::vector<StoredMoment> stored_moments(const Hdf5Reader& file);
State read_moment(const Hdf5Reader& file, const StoredMoment& moment);

}  // namespace slurry
