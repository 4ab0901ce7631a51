// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/options.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"
#include "yardsticks/direct_sums/timing_models.hpp"

namespace slurry {

/// The published timing of direct sums: equal forces on spheres of a face-centred cubic crystal, 0.1 per cubed radius,
/// nearest images alone.
struct FccBenchCase {
  std::size_t points = 4000;
  DirectForm form;
  double least_seconds = 0.1;  ///< calls are repeated until they took so long, and twice at least where one is shorter
  Device device = Device::automatic;
};

struct FccBenchRow {
  double seconds = 0;     ///< seconds of the quickest call
  double mean_speed = 0;  ///< along the force [mu0 F]; of memory-alone no meaning
  int calls = 0;
  Device device = Device::host;
};

/// Times one kernel.  A Runtime must live.  Throws InputError for a form that there is not on the device.
FccBenchRow bench_fcc_kernel(const FccBenchCase& c);

/// Seconds of the stages of the published step, per step, of `steps` steps of 0.001 tau_s after one that is not
/// counted, and of the same sum without arithmetic.
struct FccStageShares {
  double hydrodynamics = 0, memory_alone = 0, lubrication = 0, integration = 0;
  Device device = Device::host;
};
FccStageShares bench_fcc_shares(const FccBenchCase& c, DirectNumber positions, int steps);

/// Ours over the same spheres: the direct sum in free space (terms in fp64, or in fp32 on a host), and the Ewald sum of
/// three periodic directions to a relative tolerance, points set anew in every call.
enum class FccEngine { direct_fp64, direct_fp32, ewald };
struct FccEngineRow {
  double seconds = 0;
  double mean_speed = 0;  ///< along the force [mu0 F]
  Device device = Device::host;
};
/// Throws InputError for fp32 terms on a device.
FccEngineRow bench_fcc_engine(const FccBenchCase& c, FccEngine engine, double tolerance);

/// Finds what is wrong with the published models as physics.
TimingModelFaults bench_timing_models(std::size_t points);

}  // namespace slurry
