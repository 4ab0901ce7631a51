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

/// A sum that is timed (tests/performance.md): uniform random points in the unit cube, normal random densities, targets
/// = sources, new positions in every call.  Sorting is included, planning is not.
struct SumBenchCase {
  Layer layer = Layer::single;
  Precision precision = Precision::fp64;
  double tolerance = 1e-3;  ///< relative
  std::size_t points = 100000;
  int periodicity = 1;
  int repeats = 7;
  std::uint64_t seed = 1;
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
  StageVariantNames variants;                 ///< asked for
  Device device = Device::automatic;
};

struct SumBenchResult {
  double cpu_seconds = 0;           ///< CPU seconds of the process, median over the calls
  double wall_seconds = 0;          ///< wall seconds of the same call
  double quickest_seconds = 0;      ///< wall time of the quickest call
  double plan_seconds = 0;          ///< wall time of tables and Fourier plans
  double reached = 0;               ///< relative l2 error at 200 targets
  bool against_direct_sum = false;  ///< the truth of `reached`: direct sum, or another split at 1e-12
  StageTimes stages;                ///< wall seconds of the median call
  StageTimes predicted;             ///< by the cost model
  EwaldParameters parameters;
  StageVariantNames variants;  ///< that did the stages
  Device device =
      Device::host;  ///< that did the sum; on another than the host, points and results travel in every call
};

/// One case, call by call, so that several can take turns on a machine that others use too.  A Runtime must live.
class SumBench {
 public:
  /// Plans.  Throws as select_ewald_parameters does.
  explicit SumBench(const SumBenchCase& c);
  ~SumBench();
  SumBench(const SumBench&) = delete;
  SumBench& operator=(const SumBench&) = delete;
  /// Evaluates once at new positions.  The first call takes the memory and does not count.
  void call();
  /// Figures of all calls that count, and the error of the last one.
  SumBenchResult result() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// All calls of one case.
SumBenchResult bench_sum(const SumBenchCase& c);

enum class PointSet {
  uniform,         ///< in the unit cube
  sphere_surface,  ///< a sphere of radius 0.4 around the middle
  gaussian_cloud,  ///< standard deviation 0.1 around the middle
  one_percent      ///< uniform in a cube of a hundredth of the volume
};

/// Uneven sets beside the uniform one at an equal number of points and, within a quarter, an equal reached error: the
/// tolerance of every set is moved until its error is that of the uniform one.  Every call gets the same points in
/// another order.
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
  double cpu_seconds = 0;  ///< least of the calls; the sets take turns
  double asked = 0;        ///< tolerance that the sum was planned for
  double reached = 0;      ///< relative l2 error at 200 targets against another split a hundred times tighter
  StageTimes stages;       ///< wall seconds of the fastest call
  StageTimes predicted;    ///< by the cost model
  EwaldParameters parameters;
  std::vector<RefinedPatch> patches;  ///< parts with grids of their own, each in the one before
};
/// A Runtime must live.  Throws as select_ewald_parameters does.
std::vector<UnevenBenchRow> bench_uneven(const UnevenBenchCase& c);

/// The direct sum over equal spheres in free space (Rotne-Prager) against a bare loop over the same pairs: random
/// places, 1 % of the volume, normal random forces, new positions every call.  The loop is the formula of spheres apart
/// in the same vectors and the same precision, with nothing around it.
struct DirectBenchCase {
  std::size_t points = 2000;
  Precision terms = Precision::fp64;  ///< fp32: single terms in fp32, added up in fp64
  int repeats = 15;
  std::uint64_t seed = 1;
};

struct DirectBenchResult {
  double engine_seconds = 0, bare_seconds = 0;  ///< CPU seconds per call, the least of all calls, taken in turns
  double difference = 0;                        ///< relative l2, from the sum with terms in fp64
};

/// Times one case.  A Runtime must live.
DirectBenchResult bench_direct(const DirectBenchCase& c);

}  // namespace slurry
