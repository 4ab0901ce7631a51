// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ctime>

namespace slurry {

/// CPU time of this process so far, all threads together [s].
inline double process_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace slurry
