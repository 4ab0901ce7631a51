// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <chrono>
#include <string>
#include <string_view>

#include "slurry/stage_times.hpp"

namespace slurry {

/// Adds the wall time of a scope to one stage and opens the profiling region of that name. The name must outlive the
/// scope. The execution space is fenced at the end, so asynchronous work counts for the stage that launched it.
class StageScope {
 public:
  StageScope(StageTimes& times, std::string_view stage) : times_(times), stage_(stage), start_(clock::now()) {
    Kokkos::Profiling::pushRegion("slurry::" + std::string(stage));
  }
  ~StageScope() {
    Kokkos::fence();
    Kokkos::Profiling::popRegion();
    times_[stage_] += std::chrono::duration<double>(clock::now() - start_).count();
  }
  StageScope(const StageScope&) = delete;
  StageScope& operator=(const StageScope&) = delete;

 private:
  using clock = std::chrono::steady_clock;
  StageTimes& times_;
  std::string_view stage_;
  clock::time_point start_;
};

}  // namespace slurry
