// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "slurry/scenario.hpp"

// The times of a drive that are known before the run.
namespace slurry {

/// Number of switches of a reversing drive up to this time. 0 for other drives.
inline long phase_of_drive(const DrivingOptions& drive, double time) {
  if (drive.kind != DrivingKind::reversing) return 0;
  return static_cast<long>(std::floor(2 * time / drive.period + 1e-9));
}

/// Time of the switch that ends a phase. Infinity for drives that do not reverse.
inline double switch_after(const DrivingOptions& drive, long phase) {
  if (drive.kind != DrivingKind::reversing) return std::numeric_limits<double>::infinity();
  return 0.5 * drive.period * static_cast<double>(phase + 1);
}

/// Longest step that resolves an oscillating drive: a twentieth of its period [time]. Infinity for other drives.
inline double longest_step_of(const DrivingOptions& drive) {
  if (drive.kind != DrivingKind::oscillating) return std::numeric_limits<double>::infinity();
  return drive.period / 20;
}

/// Length of the step asked for, halved until it is at most `allowed` [time]. Halves let a multistep rule keep its
/// past.
inline double halved_to(double step, double allowed) {
  while (step > allowed) step *= 0.5;
  return step;
}

}  // namespace slurry
