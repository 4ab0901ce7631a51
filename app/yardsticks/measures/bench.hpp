// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// Parameters of a sum that is timed (tests/performance.md). Points are uniformly random in the unit cube and densities
/// are normally distributed. Targets are the sources, and every call has new positions. Sorting is included in the
/// times, planning is not.
struct SumBenchCase {
  Layer layer = Layer::single;
  Precision precision = Precision::fp64;
  double tolerance = 1e-3;  ///< relative
  std::size_t points = 100000;
  int periodicity = 1;
  int repeats = 7;
  std::uint64_t seed = 1;
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
  StageVariantNames variants;                 ///< variants that were asked for
  Device device = Device::automatic;
};

struct SumBenchResult {
  double cpu_seconds = 0;           ///< CPU seconds of the process, median over the calls
  double wall_seconds = 0;          ///< wall seconds of the same call
  double quickest_seconds = 0;      ///< wall time of the quickest call
  double plan_seconds = 0;          ///< wall time of tables and Fourier plans
  double reached = 0;               ///< relative l2 error at 200 targets
  bool against_direct_sum = false;  ///< true: `reached` compares with a direct sum; false: with another split at 1e-12
  StageTimes stages;                ///< wall seconds of the median call
  StageTimes predicted;             ///< predicted by the cost model
  EwaldParameters parameters;
  StageVariantNames variants;  ///< variants that computed the stages
  Device device =
      Device::host;  ///< device of the sum; if it is not the host, points and results are copied in every call
};

/// One case, evaluated call by call. Several cases can thus take turns on a machine that other programs use too. A
/// Runtime must exist.
class SumBench {
 public:
  /// Makes the plan. Throws like select_ewald_parameters.
  explicit SumBench(const SumBenchCase& c);
  ~SumBench();
  SumBench(const SumBench&) = delete;
  SumBench& operator=(const SumBench&) = delete;
  /// Evaluates once at new positions. The first call allocates the memory and does not count.
  void call();
  /// Returns the figures of all calls that count, and the error of the last one.
  SumBenchResult result() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Makes all calls of one case.
SumBenchResult bench_sum(const SumBenchCase& c);

enum class PointSet {
  uniform,         ///< in the unit cube
  sphere_surface,  ///< a sphere of radius 0.4 around the middle
  gaussian_cloud,  ///< standard deviation 0.1 around the middle
  one_percent      ///< uniform in a cube of a hundredth of the volume
};

/// Uneven sets of points are compared with a uniform one, at the same number of points and, within a quarter, the same
/// reached error. The tolerance of every set is adjusted until its error is that of the uniform set. Every call gets
/// the same points in another order.
struct UnevenBenchCase {
  Layer layer = Layer::single;
  double tolerance = 1e-3;  ///< relative, of the uniform set
  std::size_t points = 100000;
  int periodicity = 3;
  int repeats = 5;
  std::uint64_t seed = 1;
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
};
struct UnevenBenchRow {
  PointSet set = PointSet::uniform;
  double cpu_seconds = 0;  ///< smallest CPU time of the calls; the sets take turns
  double asked = 0;        ///< tolerance for which the sum was planned
  double reached = 0;      ///< relative l2 error at 200 targets against another split a hundred times tighter
  StageTimes stages;       ///< wall seconds of the fastest call
  StageTimes predicted;    ///< predicted by the cost model
  EwaldParameters parameters;
  std::vector<RefinedPatch> patches;  ///< parts with a grid of their own, each inside the one before
};
/// Times all sets. A Runtime must exist. Throws like select_ewald_parameters.
std::vector<UnevenBenchRow> bench_uneven(const UnevenBenchCase& c);

/// The direct sum over equal spheres in free space (Rotne-Prager) is compared with a bare loop over the same pairs.
/// Places are random with a volume fraction of 1 %, forces are normally distributed, and every call has new positions.
/// The loop evaluates the formula for separate spheres in the same vectors and precision, and does nothing else.
struct DirectBenchCase {
  std::size_t points = 2000;
  Precision terms = Precision::fp64;  ///< fp32: terms in fp32, sums in fp64
  int repeats = 15;
  std::uint64_t seed = 1;
};

struct DirectBenchResult {
  double engine_seconds = 0, bare_seconds = 0;  ///< CPU seconds of the quickest call; the two take turns
  double difference = 0;                        ///< difference from the sum with terms in fp64, relative l2
};

/// Times one case. A Runtime must exist.
DirectBenchResult bench_direct(const DirectBenchCase& c);

}  // namespace slurry
