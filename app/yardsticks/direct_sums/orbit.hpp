// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "yardsticks/direct_sums/direct_form.hpp"

namespace slurry {

enum class OrbitStep { euler, runge_kutta_4 };

/// One run of the stability experiment: four spheres on a periodic orbit.  Lengths in radii a, times in
/// tau_s = a/(mu0 F).
struct OrbitCase {
  DirectNumber terms = DirectNumber::fp32;      ///< fp32 or fp64
  DirectNumber sums = DirectNumber::fp64;       ///< extended: long double of the host
  DirectNumber positions = DirectNumber::fp64;  ///< any but extended; terms in fp32 read only hi of double_single
  OrbitStep stepping = OrbitStep::euler;
  double step = 0.01;
  double duration = 5e5;
  double box = 200;  ///< edge of the periodic cube, with nearest images only; 0: free space
};

/// One swing of sphere 1 in x, from a maximum to the next maximum.
struct OrbitCycle {
  int number = 0;
  double end = 0;        ///< time of the second maximum
  double duration = 0;   ///< time between the two maxima
  double amplitude = 0;  ///< half of (maximum - minimum) of x_1
  double largest_y = 0;  ///< largest |y_1|, which is 0 on the orbit
};

struct OrbitResult {
  int cycles = 0;                                ///< number of cycles, including those after a break
  bool breaks = false;                           ///< sphere 1 leaves its plane by more than a radius, or stops swinging
  int cycles_in_plane = -1;                      ///< cycles before |y_1| exceeds a radius; -1: it never does
  std::string reason;                            ///< reason for an early end; empty: its time was over
  double time = 0;                               ///< time for which the orbit was followed
  double first_duration = 0, last_duration = 0;  ///< mean durations over the first and the last 1e4 tau_s of swinging
  double first_amplitude = 0, last_amplitude = 0;          ///< mean amplitudes of these cycles
  double y_after_1 = 0, y_after_100 = 0, y_after_500 = 0;  ///< largest |y_1| of this cycle; 0: not reached
  double y_last = 0;                                       ///< largest |y_1| of the last cycle
  double period = 0;                                       ///< mean duration of all cycles
  double nanoseconds_per_step = 0;
  bool stopped = false;  ///< stopped on request before its time was over
};

/// Follows the orbit on the calling thread until its time is over. It ends earlier if sphere 1 has no maximum of x_1
/// for 2000 tau_s or drifts 40 radii away. each: called with every finished cycle. stop: checked once per tau_s. The
/// exact period in free space is 517.03598403 tau_s. Throws InputError for a step, duration or box out of range, and
/// for sums narrower than their terms.
OrbitResult bench_orbit(const OrbitCase& c, const std::function<void(const OrbitCycle&)>& each = {},
                        std::stop_token stop = {});

/// A kind of terms, sums, positions and step, with the results of an independently written program.
struct OrbitExpectation {
  OrbitCase run;
  const char* figures = "";  ///< figures of that program; ranges are over two boxes, with and without contraction of
                             ///< products
  bool breaks = false;  ///< whether the orbit breaks; this decides, because figures depend on the compiler and breaking
                        ///< does not
};

/// Returns the kinds of the publication (Kopp and Hoefling 2012) and of its notes. First come the kinds with a step of
/// 0.01 over 770 true periods, which the publication calls almost 1000 of 517 tau_s. Then come the kinds with a step of
/// 0.001.
std::vector<OrbitExpectation> orbit_table();

}  // namespace slurry
