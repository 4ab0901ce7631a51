// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "slurry/options.hpp"

namespace slurry {

/// Seconds of wall time per unit of work of an Ewald sum of one layer, all threads together (what is counted:
/// ewald/plan/cost_model.cpp).
struct SumRates {
  double sort = 0;  ///< per point: sorting into cells
  /// Near field of sources on themselves, per vector of targets (on a device: target) and source that may be near:
  /// pair + pair_degree * degree.
  double pair = 0, pair_degree = 0;
  double row = 0;                       ///< per vector of targets, or target, and row of cells that it walks
  double spread_number = 0;             ///< P2G: per number of the grid
  double spread_point = 0, spread = 0;  ///< P2G: per source; per source and vector of grid numbers
  double fft = 0, ifft = 0;             ///< per complex number and unit of log2(length)
  double multiply = 0;                  ///< CNV: per complex number
  double gather_number = 0;             ///< G2P: per number of the grid
  double gather_point = 0, gather = 0;  ///< G2P: per target; per target and vector of grid numbers
};

/// All of them, with their names in files.
inline constexpr std::pair<std::string_view, double SumRates::*> sum_rates[] = {
    {"sort", &SumRates::sort},
    {"pair", &SumRates::pair},
    {"pair_degree", &SumRates::pair_degree},
    {"row", &SumRates::row},
    {"spread_number", &SumRates::spread_number},
    {"spread_point", &SumRates::spread_point},
    {"spread", &SumRates::spread},
    {"fft", &SumRates::fft},
    {"ifft", &SumRates::ifft},
    {"multiply", &SumRates::multiply},
    {"gather_number", &SumRates::gather_number},
    {"gather_point", &SumRates::gather_point},
    {"gather", &SumRates::gather}};

/// Layers to which the columns of SumRates apply.
enum class RateLayer { single, combined, coulomb };
template <>
inline constexpr std::array words<RateLayer>{Word<RateLayer>{RateLayer::single, "single"},
                                             Word<RateLayer>{RateLayer::combined, "combined"},
                                             Word<RateLayer>{RateLayer::coulomb, "coulomb"}};
inline constexpr std::size_t rate_layers = 3;

/// Seconds of wall time of a run's own work beside its sums, which one thread does.  As built in: of the core that
/// built_in_rates() are of.
struct RunRates {
  double step = 6e-6, step_body = 0.45e-6;   ///< a step with its contacts and quantities, and per body
  double frame = 0.4e-3, frame_body = 1e-7;  ///< a recorded frame, and per body
};

/// All of them, with their names in files.
inline constexpr std::pair<std::string_view, double RunRates::*> run_rates[] = {{"step", &RunRates::step},
                                                                                {"step_body", &RunRates::step_body},
                                                                                {"frame", &RunRates::frame},
                                                                                {"frame_body", &RunRates::frame_body}};

/// Rates of this machine, for the cost model that chooses every parameter behind a tolerance.
struct MachineRates {
  std::array<SumRates, rate_layers> sums;
  double direct_free = 0, direct_periodic = 0;  ///< direct sums: per pair, in free space and with images along x
  Device device = Device::host;                 ///< host or cuda
  /// Rates of a device.  spare_targets: a sum of pairs could have this number of additional targets in the same time.
  /// launch: seconds from the start of one loop to the start of the next.
  double spare_targets = 0, launch = 0;
  RunRates run;  ///< rates of runs on the host
  /// Rates of engines with rates of their own, by name: "brute/pair" [s per unit of work].
  std::map<std::string, double> named;
  int threads = 1;  ///< number of threads for which the rates hold
  Precision precision = Precision::fp64;
  std::string origin = "built in";  ///< for a person: built in, or measured when

  /// The double layer has the rates of the combined one.
  const SumRates& of(Layer layer) const {
    const RateLayer column = layer == Layer::single    ? RateLayer::single
                             : layer == Layer::coulomb ? RateLayer::coulomb
                                                       : RateLayer::combined;
    return sums[static_cast<std::size_t>(column)];
  }
};

/// The names of all rates of engines with rates of their own.
std::vector<std::string_view> engine_rate_names();

/// Least times of many calls on one AVX-512 core (Xeon, 2.1 GHz or so, gcc 12, -O3 -march=native), 5,000 to 100,000
/// points; more threads share the work.  For the choice of parameters only the ratios matter.  Of a device: medians of
/// 750 sums of 1,000 to 1,000,000 points on one H100 (nvcc 13), which nine in ten of them take within a factor of 1.3.
MachineRates built_in_rates(int threads = 1, Precision precision = Precision::fp64, Device device = Device::host);

/// Rates of this machine from short runs of the sums themselves, a few seconds in all; a Runtime must live.  Of a
/// device what it can spare and what a launch takes stay those that are built in.
MachineRates measure_rates(Precision precision, Device device = Device::host);

/// Rates of runs from steps and frames of two small clouds, a fraction of a second in all; a Runtime must live.  Frames
/// go to a file in the folder for temporary files; where none can be written they stay those that are built in.
RunRates measure_run_rates();

}  // namespace slurry
