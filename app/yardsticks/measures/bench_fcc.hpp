// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/options.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"
#include "yardsticks/direct_sums/timing_models.hpp"

namespace slurry {

/// The published timing of direct sums: equal forces on the spheres of a face-centred cubic crystal, with a density of
/// 0.1 per cubed radius and nearest images only.
struct FccBenchCase {
  std::size_t points = 4000;
  DirectForm form;
  double least_seconds = 0.1;  ///< calls are repeated for this long, and at least twice if one call is shorter
  Device device = Device::automatic;
};

struct FccBenchRow {
  double seconds = 0;     ///< seconds of the quickest call
  double mean_speed = 0;  ///< mean velocity along the force [mu0 F]; meaningless for memory-alone
  int calls = 0;
  Device device = Device::host;
};

/// Times one kernel. A Runtime must exist. Throws InputError for a form that does not exist on the device.
FccBenchRow bench_fcc_kernel(const FccBenchCase& c);

/// Seconds per step for the stages of the published step, and for the same sum without arithmetic. They are measured
/// over `steps` steps of 0.001 tau_s, after one step that does not count.
struct FccStageShares {
  double hydrodynamics = 0, memory_alone = 0, lubrication = 0, integration = 0;
  Device device = Device::host;
};
FccStageShares bench_fcc_shares(const FccBenchCase& c, DirectNumber positions, int steps);

/// Our sums over the same spheres: the direct sum in free space (terms in fp64, or in fp32 on a host), and the Ewald
/// sum with three periodic directions to a relative tolerance. Points are set anew in every call.
enum class FccEngine { direct_fp64, direct_fp32, ewald };
struct FccEngineRow {
  double seconds = 0;
  double mean_speed = 0;  ///< mean velocity along the force [mu0 F]
  Device device = Device::host;
};
/// Times one of our sums. Throws InputError for fp32 terms on a device.
FccEngineRow bench_fcc_engine(const FccBenchCase& c, FccEngine engine, double tolerance);

/// Finds the faults of the published models as physics.
TimingModelFaults bench_timing_models(std::size_t points);

}  // namespace slurry
