// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "slurry/options.hpp"

namespace slurry {

/// Seconds of wall time that a run needs beside its sums. One thread does this work. The defaults were measured on one
/// AVX-512 core (Xeon, about 2.1 GHz, gcc 12, -O3 -march=native).
struct RunRates {
  double step = 6e-6, step_body = 0.45e-6;   ///< per step with its contacts and quantities; per step and body
  double frame = 0.4e-3, frame_body = 1e-7;  ///< per recorded frame; per recorded frame and body
};

/// All rates of a run with their names in files.
inline constexpr std::pair<std::string_view, double RunRates::*> run_rates[] = {{"step", &RunRates::step},
                                                                                {"step_body", &RunRates::step_body},
                                                                                {"frame", &RunRates::frame},
                                                                                {"frame_body", &RunRates::frame_body}};

/// Rates of this machine. Engines predict times from them when they choose parameters for a tolerance.
struct MachineRates {
  /// Seconds per unit of work, for all threads together, by names that the engines give: "fmm/pair". An engine uses
  /// its built-in rate in place of a name that is missing.
  std::map<std::string, double, std::less<>> named;
  Device device = Device::host;  ///< device of the rates, host or cuda
  /// Rates of a device. spare_targets: number of targets that a sum of pairs can have more without taking longer,
  /// because the device is not full. launch: seconds from the start of one loop to the start of the next.
  double spare_targets = 0, launch = 0;
  RunRates run;     ///< rates of runs on the host
  int threads = 1;  ///< number of threads for which the rates hold
  Precision precision = Precision::fp64;
  std::string origin = "built in";  ///< text for the user: "built in", or when the rates were measured
};

/// Names of all rates that engines define.
std::vector<std::string_view> engine_rate_names();

/// Rates of a machine of which nothing was measured: every engine uses its built-in rates.
MachineRates built_in_rates(int threads = 1, Precision precision = Precision::fp64, Device device = Device::host);

/// Measures the rates of this machine with short runs of the sums, which take a few seconds together. A Runtime must
/// exist. For a device, spare_targets and launch keep their built-in values.
MachineRates measure_rates(Precision precision, Device device = Device::host);

/// Measures the rates of runs with steps and frames of two small clouds, in a fraction of a second. A Runtime must
/// exist. Frames are written to the folder for temporary files; if that fails, the rates of frames keep their built-in
/// values.
RunRates measure_run_rates();

}  // namespace slurry
