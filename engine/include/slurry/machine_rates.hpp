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

/// Seconds of wall time per unit of work of an Ewald sum with one layer, for all threads together. The units of work
/// are defined in ewald/plan/cost_model.cpp.
struct SumRates {
  double sort = 0;  ///< sorting into cells: per point
  /// Near field of the sources on themselves: pair + pair_degree * degree seconds for each source that may be near a
  /// vector of targets (on a device: near one target).
  double pair = 0, pair_degree = 0;
  double row = 0;                       ///< near field: per row of cells that a vector of targets (or target) visits
  double spread_number = 0;             ///< P2G: per number of the grid
  double spread_point = 0, spread = 0;  ///< P2G: per source; per source and vector of grid numbers
  double fft = 0, ifft = 0;             ///< per complex number and unit of log2(length)
  double multiply = 0;                  ///< CNV: per complex number
  double gather_number = 0;             ///< G2P: per number of the grid
  double gather_point = 0, gather = 0;  ///< G2P: per target; per target and vector of grid numbers
};

/// All rates of an Ewald sum with their names in files.
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

/// The layers for which SumRates has separate columns.
enum class RateLayer { single, combined, coulomb };
template <>
inline constexpr std::array words<RateLayer>{Word<RateLayer>{RateLayer::single, "single"},
                                             Word<RateLayer>{RateLayer::combined, "combined"},
                                             Word<RateLayer>{RateLayer::coulomb, "coulomb"}};
inline constexpr std::size_t rate_layers = 3;

/// Seconds of wall time that a run needs beside its sums. One thread does this work. The defaults were measured on the
/// machine described at built_in_rates().
struct RunRates {
  double step = 6e-6, step_body = 0.45e-6;   ///< per step with its contacts and quantities; per step and body
  double frame = 0.4e-3, frame_body = 1e-7;  ///< per recorded frame; per recorded frame and body
};

/// All rates of a run with their names in files.
inline constexpr std::pair<std::string_view, double RunRates::*> run_rates[] = {{"step", &RunRates::step},
                                                                                {"step_body", &RunRates::step_body},
                                                                                {"frame", &RunRates::frame},
                                                                                {"frame_body", &RunRates::frame_body}};

/// Rates of this machine. The cost model uses them when it chooses parameters for a tolerance.
struct MachineRates {
  std::array<SumRates, rate_layers> sums;
  double direct_free = 0, direct_periodic = 0;  ///< direct sums: per pair, in free space; with images along x
  Device device = Device::host;                 ///< device of the rates, host or cuda
  /// Rates of a device. spare_targets: number of additional targets that a sum of pairs could have in the same time.
  /// launch: seconds from the start of one loop to the start of the next.
  double spare_targets = 0, launch = 0;
  RunRates run;  ///< rates of runs on the host
  /// Rates of engines that define rates, by name: "brute/pair" [s per unit of work].
  std::map<std::string, double> named;
  int threads = 1;  ///< number of threads for which the rates hold
  Precision precision = Precision::fp64;
  std::string origin = "built in";  ///< text for the user: "built in", or when the rates were measured

  /// Rates of a layer. The double layer uses the rates of the combined layer.
  const SumRates& of(Layer layer) const {
    const RateLayer column = layer == Layer::single    ? RateLayer::single
                             : layer == Layer::coulomb ? RateLayer::coulomb
                                                       : RateLayer::combined;
    return sums[static_cast<std::size_t>(column)];
  }
};

/// Names of all rates that engines define.
std::vector<std::string_view> engine_rate_names();

/// Built-in rates. For the host they are the least times of many calls on one AVX-512 core (Xeon, about 2.1 GHz, gcc
/// 12, -O3 -march=native) with 5,000 to 100,000 points; more threads share the work. The choice of parameters depends
/// only on the ratios of the rates. For a device they are medians of 750 sums of 1,000 to 1,000,000 points on one H100
/// (nvcc 13). Nine of ten of these sums take the predicted time within a factor of 1.3.
MachineRates built_in_rates(int threads = 1, Precision precision = Precision::fp64, Device device = Device::host);

/// Measures the rates of this machine with short runs of the sums, which take a few seconds together. A Runtime must
/// exist. For a device, spare_targets and launch keep their built-in values.
MachineRates measure_rates(Precision precision, Device device = Device::host);

/// Measures the rates of runs with steps and frames of two small clouds, in a fraction of a second. A Runtime must
/// exist. Frames are written to the folder for temporary files; if that fails, the rates of frames keep their built-in
/// values.
RunRates measure_run_rates();

}  // namespace slurry
