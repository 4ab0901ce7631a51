// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/direct_sums/orbit.hpp"

namespace slurry {
namespace {

using enum DirectNumber;

/// Euler at 0.01 has 770 real periods in it, and the step of 0.001 some 506.
constexpr double long_run = 5e5, short_step_run = 2.65e5;

}  // namespace

std::vector<OrbitExpectation> orbit_table() {
  const auto euler = OrbitStep::euler;
  return {
      {{fp32, fp64, fp64, euler, 0.01, long_run, 200}, "770 cycles, 519.3 -> 832, y exactly 0", false},
      {{fp32, fp64, fp32, euler, 0.01, long_run, 200}, "769 cycles, 519.2 -> 837, y exactly 0", false},
      {{fp32, fp32, fp64, euler, 0.01, long_run, 200}, "breaks after 541..613; y 1e-7, 1e-4", true},
      {{fp32, fp32, fp32, euler, 0.01, long_run, 200}, "breaks after 634..645; y 7e-6, 6e-2", true},
      {{fp64, fp64, fp64, euler, 0.01, long_run, 200}, "breaks after 488..555; y 1e-14, 4e-12", true},
      {{fp64, extended, fp64, euler, 0.01, long_run, 0}, "770 cycles, like the first row, y exactly 0", false},
      {{fp32, double_single, double_single, euler, 0.01, long_run, 200},
       "like the first row (published: holds)",
       false},
      {{fp64, fp64, fp64, OrbitStep::runge_kutta_4, 1, 5.2e5, 0}, "1004 cycles, 517.03598 throughout, y 5e-12", false},
      {{fp32, fp64, fp64, euler, 0.001, short_step_run, 200}, "506 cycles, 517.3 -> 528.3, y exactly 0", false},
      {{fp32, fp64, fp32, euler, 0.001, short_step_run, 200}, "516 cycles, 514.1 -> 515.3, y exactly 0", false},
      {{fp32, fp32, fp64, euler, 0.001, short_step_run, 200}, "506 cycles; y 1e-7, 7e-5, 5e-4 (500 T)", false},
      {{fp32, fp32, fp32, euler, 0.001, short_step_run, 200}, "breaks after 63; 514 -> 497", true},
      {{fp64, fp64, fp64, euler, 0.001, short_step_run, 0}, "506 cycles; y 2e-11 (500 T)", false},
  };
}

}  // namespace slurry
