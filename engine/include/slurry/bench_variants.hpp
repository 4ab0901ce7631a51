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
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// How points of a benchmark lie in the unit cube, as Kosmacher et al. 2026 draw them; `normal`: of standard deviation
/// 0.3 around the middle, `sphere`: on the surface of the largest one that fits.
enum class Distribution { uniform, normal, sphere };

/// A machine's costs in the space that was timed.
struct MachineCosts {
  double flops_per_second = 0, bytes_per_second = 0;  ///< multiply-adds of `precision`; reading memory
  double l1 = 0, l2 = 0;                              ///< a byte from there over one from memory
  /// Of a host that evaluates one pair after another, without vectors; additions to memory that others add to.  0: not
  /// measured.
  double single_flops_per_second = 0, atomics_per_second = 0;
  Precision precision = Precision::fp64;
};

struct VariantBenchResult;

/// Every row of the tables of stages, timed within the same sum of random points with normal random densities.
///
/// Or within a sum that there is already (of a run): `parameters` and `positions`.
struct VariantBenchCase {
  Layer layer = Layer::combined;
  Precision precision = Precision::fp64;
  Split split = Split::prolate;
  double tolerance = 1e-4;  ///< relative; of the published rules: the absolute one of their scripts
  std::size_t points = 100000;
  int periodicity = 1;
  int repeats = 3;
  std::uint64_t seed = 1;
  std::string stage;                  ///< P2P, P2G, FFT, CNV, IFFT, G2P; empty: all
  std::vector<std::string> variants;  ///< that are timed; empty: every row of the tables
  StageVariantNames others;           ///< of the stages that are not timed just then
  Distribution sources = Distribution::uniform, targets = Distribution::uniform;
  bool apart = false;  ///< targets are other points than the sources, as many
  std::optional<double> cutoff_radius;
  /// Parameters by the rules of Kosmacher et al. 2026 with so many sources per cell (theirs: 160 to 960).
  std::optional<double> published_per_cell;
  std::shared_ptr<const MachineRates> rates;  ///< of this machine; empty: the built-in ones
  Device device = Device::automatic;
  /// In place of layer, precision, split, tolerance, points and periodicity; of the single layer.
  std::optional<EwaldParameters> parameters;
  std::vector<double> positions;  ///< (N,3) [length], the sources, which are the targets; with `parameters`
  double radius = 0;              ///< of each of these spheres [length]; 0: points
  std::optional<MachineCosts> costs = std::nullopt;  ///< of that device, for the models; empty: they are measured first
  /// Told of what is there so far: once before the first row, and after each.
  std::function<void(const VariantBenchResult&)> row_done = nullptr;
};

/// Seconds by a published model (Kosmacher et al. 2026) from this machine's measured costs.
struct ModelFigures {
  double no_caches = 0, l2 = 0, l1 = 0, flops = 0;  ///< T_0, T_inf, T_inf,l1, T_f
  double flop_count = 0;                            ///< as the model counts them
  double intensity = 0;                             ///< operations per byte without caches
  double expected = 0;  ///< T_inf with atomic additions and a host's loops without vectors, which theirs leave out
};

struct VariantBenchRow {
  std::string stage, variant, source;
  std::string refused;    ///< why it cannot do this sum; else empty
  double seconds = 0;     ///< of the stage, the quickest call
  double sort = 0;        ///< of sorting and lists of cells in that sum
  double predicted = 0;   ///< by the cost model that plans are made with: own rows that it knows; else 0
  bool taken = false;     ///< the row that a sum takes where none is asked for
  double difference = 0;  ///< of the velocities from those of the first row, relative l2
  std::optional<ModelFigures> model;
  /// Of pairs within the cutoff alone, where the published count takes pi/6 of the candidates for them; else the same.
  double useful_flops = 0;
};

struct VariantBenchResult {
  std::vector<VariantBenchRow> rows;
  StageTimes whole;  ///< of bench_whole_sum(): by `others` and, where they name none, what suits it; the quickest call
  MachineCosts costs;
  double reached = 0;  ///< of the whole sum alone: relative l2 error at 200 targets, against the other split at 1e-11
  EwaldParameters parameters;
  double per_cell = 0;         ///< s = N r_c^3/V
  std::size_t grid_nodes = 0;  ///< that densities are spread on
  Device device = Device::host;
  std::string space;  ///< of Kokkos: "OpenMP", "Serial", "Cuda"
  int threads = 1;    ///< of the host; on a device 0
};

/// About a second.  A Runtime must live.
MachineCosts measure_machine_costs(Device device, Precision precision = Precision::fp64);

/// The stages as they are published, their pair with erf(x)/x as a rational function.
StageVariantNames published_stages();

/// A cutoff of the published rules, and what the models expect of the published stages with it.
struct PublishedCutoff {
  double per_cell = 0;  ///< s = N r_c^3/V
  int window_points = 0;
  StageTimes expected;  ///< seconds
};
/// 16 to 2,048 sources per cell, four to an octave, quickest first: the cutoff as Kosmacher et al. 2026 (arXiv
/// 2606.19059) choose it where none is given.  Of the case it takes layer, precision, tolerance (that of the published
/// scripts), points, periodicity, device and costs.  A Runtime must live.  Throws InputError where the rules reach the
/// tolerance with no cutoff.
std::vector<PublishedCutoff> published_cutoffs(const VariantBenchCase& c);

/// A Runtime must live.  Throws InputError for a stage or a variant that there is not, and what planning throws.
VariantBenchResult bench_variants(const VariantBenchCase& c);
/// The whole sum alone, no row.
VariantBenchResult bench_whole_sum(const VariantBenchCase& c);

}  // namespace slurry
