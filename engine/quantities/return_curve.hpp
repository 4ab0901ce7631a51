// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "slurry/quantity.hpp"

namespace slurry {

/// Measures how far a reversed run is from its way out. This is the rms distance between the places of the bodies at
/// time 2 t_r - t and at time t, where t_r is the time of the reversal. The way out is remembered in at most
/// `most_numbers` doubles. When they are full, every second state is dropped, and from then on only every second state
/// is kept.
///
/// Between two remembered states, cubics through places and velocities approximate the way out. Their error is of
/// fourth order in the steps. If all steps have the same length, the run meets the states exactly and needs no cubic.
/// If states have been dropped, the distance is known only at the remaining states.
class ReturnCurve {
 public:
  explicit ReturnCurve(std::size_t most_numbers = std::size_t{4} << 20) : most_numbers_(most_numbers) {}

  /// Takes the state after each step, and once before the first step: places (N,3) without wrapping, velocities (N,3).
  void see(double time, std::span<const double> places, std::span<const double> velocities);
  /// Says that the run reverses at the state that was seen last. After a second reversal, the way out begins here.
  void reversed(double time);
  /// Error of the return in the state seen last [length]. NaN before a reversal, beyond the way out, and if it is not
  /// known.
  double error() const { return error_; }

  /// State of the meter, including the way out as blocks of rows, way/0, way/1, ..., which the states of later times
  /// share.
  MeterState state() const;
  /// State of the meter without the way out, which may be long.
  MeterState state_without_way() const;
  /// Restores the meter. If the state lacks the data of a way out, there is no way out.
  void restore(const MeterState& state);

 private:
  std::size_t rows_per_block() const;
  void remember(double time, std::span<const double> places, std::span<const double> velocities);
  double distance(double mirrored, std::span<const double> places) const;

  std::size_t most_numbers_;
  std::vector<double> times_, states_;              ///< a state has places, followed by velocities, in a row
  mutable std::vector<SharedList<double>> blocks_;  ///< blocks of states_ from its start, as far as they were asked for
  std::size_t row_ = 0, stride_ = 1, skipped_ = 0;
  bool back_ = false;
  double reversed_at_ = 0, last_seen_ = 0;
  double error_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace slurry
