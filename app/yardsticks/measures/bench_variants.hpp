// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/options.hpp"
#include "slurry/stage_survey.hpp"
#include "slurry/stage_variants.hpp"
#include "timing/variant_series.hpp"

namespace slurry {

/// Distribution of the points of a benchmark in the unit cube, as in Kosmacher et al. 2026. `normal`: standard
/// deviation 0.3 around the middle; `sphere`: on the surface of the largest sphere that fits.
enum class Distribution { uniform, normal, sphere };

struct VariantBenchResult;

/// Times every row of the tables of stages within the same sum, over random points with normally distributed densities.
struct VariantBenchCase {
  Layer layer = Layer::combined;
  Precision precision = Precision::fp64;
  Split split = Split::prolate;
  double tolerance = 1e-4;  ///< relative; for the published rules, the absolute tolerance of their scripts
  std::size_t points = 100000;
  int periodicity = 1;
  int repeats = 3;
  std::uint64_t seed = 1;
  std::string stage;                  ///< P2P, P2G, FFT, CNV, IFFT, G2P; empty: all
  std::vector<std::string> variants;  ///< variants to be timed; empty: every row of the tables
  StageVariantNames others;           ///< variants of the stages that are not being timed
  Distribution sources = Distribution::uniform, targets = Distribution::uniform;
  bool apart = false;  ///< targets are not the sources but as many other points
  std::optional<double> cutoff_radius;
  /// Takes parameters by the rules of Kosmacher et al. 2026 with this number of sources per cell (160 to 960 in the
  /// paper).
  std::optional<double> published_per_cell;
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
  Device device = Device::automatic;
  std::optional<MachineCosts> costs = std::nullopt;  ///< costs of that device, for the models; empty: they are measured
                                                     ///< first
  /// Receives the rows that are finished: once before the first row, and after each row.
  std::function<void(const VariantBenchResult&)> row_done = nullptr;
};

struct VariantBenchResult {
  std::vector<VariantRow> rows;
  VariantSum sum;
  EwaldParameters parameters;
  double per_cell = 0;         ///< s = N r_c^3/V
  std::size_t grid_nodes = 0;  ///< nodes of the grid on which densities are spread
};

/// Times every row. A Runtime must exist. Throws InputError for a stage or a variant that does not exist, and
/// everything that planning throws.
VariantBenchResult bench_variants(const VariantBenchCase& c);

struct WholeSumResult {
  StageTimes stages;   ///< times of the quickest call
  double reached = 0;  ///< relative l2 error at 200 targets, against the other split at 1e-11
};
/// Times the whole sum. The stages use the variants `others`; for a stage that is not named there, the variant that
/// suits the sum is used.
WholeSumResult bench_whole_sum(const VariantBenchCase& c);

}  // namespace slurry
