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
  DirectNumber sums = DirectNumber::fp64;       ///< extended: the host's long double
  DirectNumber positions = DirectNumber::fp64;  ///< not extended; double_single is read as hi by terms in fp32
  OrbitStep stepping = OrbitStep::euler;
  double step = 0.01;
  double duration = 5e5;
  double box = 200;  ///< edge of the periodic cube, nearest images alone; 0: free space
};

/// One swing of sphere 1 in x, from a maximum to the next.
struct OrbitCycle {
  int number = 0;
  double end = 0;        ///< time of the second maximum
  double duration = 0;   ///< between the two
  double amplitude = 0;  ///< half of (maximum - minimum) of x_1
  double largest_y = 0;  ///< largest |y_1|, which is 0 on the orbit
};

struct OrbitResult {
  int cycles = 0;            ///< from maximum to maximum of x_1, those after a break included
  bool breaks = false;       ///< sphere 1 comes more than a radius out of its plane, or swings no more
  int cycles_in_plane = -1;  ///< cycles before |y_1| exceeds a radius; -1: it never does
  std::string reason;        ///< why it was followed no longer; empty: its time was over
  double time = 0;           ///< followed
  double first_duration = 0, last_duration = 0;    ///< means over the first and the last 1e4 tau_s that it swings
  double first_amplitude = 0, last_amplitude = 0;  ///< mean amplitudes of these cycles
  double y_after_1 = 0, y_after_100 = 0, y_after_500 = 0;  ///< largest |y_1| of that cycle; 0: not reached
  double y_last = 0;                                       ///< largest |y_1| of the last cycle
  double period = 0;                                       ///< mean over all cycles
  double nanoseconds_per_step = 0;
  bool stopped = false;  ///< by whoever asked for it, before its time was over
};

/// Follows the orbit on the calling thread until its time is over, or until sphere 1 has no maximum of x_1 for 2000
/// tau_s or drifts 40 radii away.  each: called with every cycle as it ends.  Exact period in free space: 517.03598403
/// tau_s.  stop: looked at once in a tau_s.  Throws InputError for a step, duration or box out of range and for sums
/// narrower than their terms.
OrbitResult bench_orbit(const OrbitCase& c, const std::function<void(const OrbitCycle&)>& each = {},
                        std::stop_token stop = {});

/// A kind of terms, sums, positions and step, and what a program written apart from this one gave for it.
struct OrbitExpectation {
  OrbitCase run;
  const char* figures = "";  ///< figures of that program; ranges are over two boxes, with and without contraction of
                             ///< products
  bool breaks = false;  ///< whether the orbit breaks; this decides, because figures depend on the compiler and breaking
                        ///< does not
};

/// The kinds of the publication (Kopp and Hoefling 2012) and of the notes: at a step of 0.01 over 770 real periods,
/// which the publication calls almost 1000 of 517 tau_s, then at 0.001.
std::vector<OrbitExpectation> orbit_table();

}  // namespace slurry
