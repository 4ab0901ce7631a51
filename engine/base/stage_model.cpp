// SPDX-License-Identifier: BSD-3-Clause
#include "base/stage_model.hpp"

namespace slurry {
namespace {

double bytes_without_caches(const StageWork& w, const StageCosts& c) {
  return w.global_bytes + c.l1 * w.scratch_bytes;
}
double expected_time(const StageWork& w, const StageCosts& c) {
  const bool slow = w.one_by_one && c.second_per_single_flop > 0;
  return w.flops * (slow ? c.second_per_single_flop : c.second_per_flop) + w.atomics * c.second_per_atomic +
         c.second_per_byte * (w.bytes + c.l2 * w.global_bytes + c.l1 * w.scratch_bytes);
}

}  // namespace

StageModelTimes model_times(const StageWork& w, const StageCosts& c) {
  const double flops = c.second_per_flop * w.flops;
  const auto time = [&](double bytes) { return flops + c.second_per_byte * bytes; };
  return {time(bytes_without_caches(w, c)), time(w.bytes + c.l2 * w.global_bytes + c.l1 * w.scratch_bytes),
          time(w.bytes + c.l1 * (w.global_bytes + w.scratch_bytes)), flops, expected_time(w, c)};
}

double intensity(const StageWork& w, const StageCosts& c) {
  return w.flops / bytes_without_caches(w, c);
}

}  // namespace slurry
