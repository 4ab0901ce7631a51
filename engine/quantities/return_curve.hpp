// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "slurry/quantity.hpp"

namespace slurry {

/// How far a reversed run is from where it was on its way out: the rms distance of the bodies at time 2 t_r - t to
/// those at t, t_r being the time of the reversal.  The way out is remembered, at most in `most_numbers` doubles: when
/// they are full, every second state goes and from then on every second one is kept.
///
/// Between two remembered states of the way out, cubics through places and velocities stand for it; their error is of
/// fourth order in the steps.  With steps of one length the states are met and no cubic is needed.  Where states have
/// been thrown away the distance is known only at those that are left.
class ReturnCurve {
 public:
  explicit ReturnCurve(std::size_t most_numbers = std::size_t{4} << 20) : most_numbers_(most_numbers) {}

  /// After each step, and once before the first: places (N,3) without wrapping, velocities (N,3).
  void see(double time, std::span<const double> places, std::span<const double> velocities);
  /// The run turns round at the state seen last.  A second time: the way out begins here.
  void reversed(double time);
  /// Error of the return in the state seen last [length]. NaN before a reversal, beyond the way out, and if it is not
  /// known.
  double error() const { return error_; }

  /// State of the meter, including the way out as blocks of rows, way/0, way/1, ..., which the states of later times
  /// share.
  MeterState state() const;
  /// State of the meter without the way out, which may be long.
  MeterState state_without_way() const;
  /// Without what a way out needs, there is none.
  void restore(const MeterState& state);

 private:
  std::size_t rows_per_block() const;
  void remember(double time, std::span<const double> places, std::span<const double> velocities);
  double distance(double mirrored, std::span<const double> places) const;

  std::size_t most_numbers_;
  std::vector<double> times_, states_;              ///< states: places, then velocities, each in a row
  mutable std::vector<SharedList<double>> blocks_;  ///< of states_ from its start on, as far as they were asked for
  std::size_t row_ = 0, stride_ = 1, skipped_ = 0;
  bool back_ = false;
  double reversed_at_ = 0, last_seen_ = 0;
  double error_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace slurry
