// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fftw3.h>

// Tests make hundreds of plans and use each once: FFTW need not look for the best.
namespace slurry::test {

inline const bool plans_are_quick = [] {
  fftw_set_timelimit(1e-3);
  fftwf_set_timelimit(1e-3);
  return true;
}();

}  // namespace slurry::test
