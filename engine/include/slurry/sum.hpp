// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/error_report.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

// Sums of Stokes kernels over points, as `slurry sum` does them.  A Runtime must live.
namespace slurry {

/// Points and densities.  Arrays are row-major (N,3).
struct SumProblem {
  Box box;
  std::vector<double> sources;  ///< (N,3) [length]
  std::vector<double> targets;  ///< (M,3) [length]; empty: the sources
  std::vector<double> forces;   ///< (N,3), density f of the single layer
  std::vector<double> dipoles;  ///< (N,3), density q of the double layer
  std::vector<double> normals;  ///< (N,3), its normals n
  std::vector<double> charges;  ///< (N), of the Coulomb sum
};

struct SumOptions : EwaldOptions {
  SumOptions() { engine = usual_engine; }
  int measured_targets = 64;  ///< targets at which the error is measured; 0: it is not
  std::uint64_t seed = 1;     ///< seed of their random choice
  bool guarantee = false;     ///< sum again, tighter, until the measured error is below the tolerance
};

/// The evidence on which a guarantee rests.
struct GuaranteeReport {
  int rounds = 0;                   ///< sums made; 0: no guarantee was asked for
  double tolerance_used = 0;        ///< tolerance of the sum that is given, of the kind asked for
  double first_measured = 0;        ///< error of the sum at the tolerance asked for
  double bound = 0;                 ///< upper bound of the error over all targets, the largest of the results asked for
  double confidence = 0;            ///< confidence of the bound: 1 if every target was measured
  std::size_t targets = 0;          ///< measured
  bool against_direct_sum = false;  ///< compared with the direct sum, or with two sums by other means, such as other
                                    ///< splits, cutoffs and grids
};

struct SumResult {
  std::vector<double> velocities;          ///< (M,3): sum of G f and T q n, without 1/(8 pi eta)
  std::vector<double> gradients;           ///< (M,3,3): [i][l] = du_i/dx_l, where asked for
  std::vector<double> pressures;           ///< (M), where asked for: grad p = Lap u, less 8 pi/V net force (3-periodic)
  std::vector<double> potentials;          ///< (M): sum of charge/r, of the Coulomb sum; its field is -gradients (M,3)
  int periodicity = 3;                     ///< periodic directions of the box
  ParameterReport report;                  ///< parameters that follow from the tolerance
  std::shared_ptr<const SumPlan> plan;     ///< the plan that summed, whose types the engine's rooms know
  std::string rule = "chosen";             ///< rule of the parameters: chosen for the least time, or by published rules
  std::optional<double> sources_per_cell;  ///< sources per cell as wide as the cutoff, if such rules were asked for
  ErrorEntry error;                        ///< error of the velocity or the potential, relative or absolute, as asked
  ErrorEntry gradient_error, pressure_error;  ///< errors of the gradient and the pressure
  GuaranteeReport guarantee;
  /// The velocities are known up to a constant alone: a net force in one periodic direction, or along one of two.
  bool gauge_dependent = false;
  std::string engine, variant;   ///< engine that summed, and the plan of it
  Device device = Device::host;  ///< device that evaluated the sum
  StageTimes times;              ///< measured
  /// Seconds per stage that the cost model predicted before the sum. NaN for a stage that a published variant does on a
  /// host.
  StageTimes predicted_times;
  StageVariantNames variants;  ///< variants that did the stages
  std::string rates;           ///< rates that the plan used, for the user (MachineRates::origin)
  MemoryReport memory;
  double plan_seconds = 0;  ///< choice of parameters, tables and Fourier plans
  double cpu_seconds = 0;   ///< CPU seconds of the process for the evaluation alone
};

/// u_i(x) = sum over sources and images of G_ij(x - y) f_j + T_ijk(x - y) q_j n_k, as the layer says;  gauge and
/// dropped modes: theory/conventions-and-gauges.md.  Gradient and pressure: theory/fields.md.
/// Layer::coulomb: the potential sum of charge/r and its gradient; gauge: SpectralEwald.  Throws InputError (shapes,
/// box, positions that are not finite, variants of stages) and RefusedError (tolerance, memory).
/// SumOptions::guarantee: predictions hold for densities and points that are spread at random; where they are not, the
/// error is measured against sums made otherwise and the tolerance is tightened until an upper bound of the error over
/// all targets is below what was asked.  Throws RefusedError, with what was reached, where it cannot be met.
SumResult evaluate_sum(const SumProblem& problem, const SumOptions& options);

/// A way to do a sum, before it is done.
struct SumForecast {
  std::string engine, variant;
  StageTimes predicted;  ///< seconds; not-a-number of a stage that a published variant does on a host
  double memory = 0;     ///< bytes in addition to the problem itself
  double error = 0;      ///< expected rms over the targets of the velocity's error; NaN: only known once it is summed
};
struct SumForecasts {
  std::vector<SumForecast> plans;     ///< cheapest first
  std::vector<std::string> refusals;  ///< engines that cannot do it, and why
};

/// All ways that the engine asked for has ("automatic": all engines), those included that it holds for slower than its
/// best, at the tolerance asked for, without a sum.  Throws
/// as evaluate_sum, but for what only one of the ways cannot.
SumForecasts forecast_sum(const SumProblem& problem, const SumOptions& options);

/// Reads group `group` of a file with the layout of stokes_reference.h5.  Throws InputError.
SumProblem read_sum_problem(const std::filesystem::path& file, const std::string& group, Layer layer);

/// Writes a file with everything that `slurry sum` reads, described, in the group "example": random points in a cube of
/// one periodic direction with the densities of every layer.  Throws InputError; an existing file is not replaced.
void write_sum_example(const std::filesystem::path& file);

/// Writes u, the errors, parameters and times beside `file` and renames.  Throws InputError.
void write_sum_result(const std::filesystem::path& file, bool overwrite, const SumResult& result,
                      const SumOptions& options);

/// Sentences for a person who may ask for an engine: what the engines do, and which one is taken if nobody asks.
std::string engine_help();

}  // namespace slurry
