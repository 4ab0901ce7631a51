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

// Computes sums of Stokes kernels over points, as `slurry sum` does. A Runtime must exist.
namespace slurry {

/// Points and densities. Arrays are row-major (N,3).
struct SumProblem {
  Box box;
  std::vector<double> sources;  ///< (N,3) [length]
  std::vector<double> targets;  ///< (M,3) [length]; empty: the sources
  std::vector<double> forces;   ///< (N,3), density f of the single layer
  std::vector<double> dipoles;  ///< (N,3), density q of the double layer
  std::vector<double> normals;  ///< (N,3), normals n of the double layer
  std::vector<double> charges;  ///< (N), charges of the Coulomb sum
  /// Names of values beside these in the group of a file. They mean nothing to a sum.
  std::vector<std::string> unknown;
};

struct SumOptions : EwaldOptions {
  SumOptions() { engine = usual_engine; }
  /// Least number of random targets at which the error is measured. An engine may want more. 0: it is not measured.
  int measured_targets = 64;
  std::uint64_t seed = 1;  ///< seed of the random choice of these targets
  bool guarantee = false;  ///< repeats the sum with smaller tolerances until the measured error is below the tolerance
};

/// The evidence on which a guarantee rests.
struct GuaranteeReport {
  int rounds = 0;             ///< number of sums made; 0: no guarantee was asked for
  double tolerance_used = 0;  ///< tolerance of the returned sum, relative or absolute as asked
  double first_measured = 0;  ///< error of the sum at the tolerance asked for
  /// upper bound of the error over all targets; the largest bound of velocity, gradient and pressure
  double bound = 0;
  double confidence = 0;    ///< confidence level of the bound; 1 if every target was measured
  std::size_t targets = 0;  ///< number of measured targets
  /// compared with the direct sum; false: with two sums by other means, such as other splits, cutoffs and grids
  bool against_direct_sum = false;
};

struct SumResult {
  std::vector<double> velocities;  ///< (M,3): sum of G f and T q n, without the factor 1/(8 pi eta)
  std::vector<double> gradients;   ///< (M,3,3): [i][l] = du_i/dx_l, if asked for
  /// (M), if asked for: grad p = Lap u; with 3 periods, minus 8 pi/V times the net force
  std::vector<double> pressures;
  std::vector<double> potentials;  ///< (M): sum of charge/r of the Coulomb sum; the electric field is -gradients (M,3)
  int periodicity = 3;             ///< number of periodic directions of the box
  ParameterReport report;          ///< parameters that follow from the tolerance
  std::shared_ptr<const SumPlan> plan;  ///< plan of the sum; its type is known inside the engine only
  std::string rule = "chosen";          ///< rule for the parameters: chosen for the least time, or by published rules
  /// sources per cell as wide as the cutoff, if published rules were asked for
  std::optional<double> sources_per_cell;
  ErrorEntry error;   ///< error of the velocity or the potential, relative or absolute, as asked
  std::string doubt;  ///< why the predicted errors may be far off, as a sentence; empty: they are not
  ErrorEntry gradient_error, pressure_error;  ///< errors of the gradient and the pressure
  std::size_t measured_targets = 0;           ///< random targets at which these errors were measured
  GuaranteeReport guarantee;
  /// The velocities are defined only up to a constant, because of a net force with one periodic direction, or along one
  /// of two periodic directions; the potential, because of a net charge with one or two.
  bool gauge_dependent = false;
  std::string engine, variant;   ///< engine that did the sum, and which of its plans
  Device device = Device::host;  ///< device that evaluated the sum
  int ranks = 1;                 ///< number of processes that evaluated the sum together
  /// Why rank 0 evaluated the sum alone although there are other ranks, as the end of a sentence. Empty if it did not.
  std::string alone_because;
  StageTimes times;  ///< measured seconds per stage
  /// Seconds per stage that the cost model predicted before the sum. NaN for a stage for which a published variant runs
  /// on a host.
  StageTimes predicted_times;
  StageVariantNames variants;  ///< variants that did the stages
  std::string rates;           ///< origin of the rates that the plan used, as text for the user (MachineRates::origin)
  MemoryReport memory;
  double plan_seconds = 0;  ///< seconds for the choice of parameters, tables and Fourier plans
  double cpu_seconds = 0;   ///< CPU seconds of the process for the evaluation alone
};

/// Computes u_i(x) = sum over sources and images of G_ij(x - y) f_j + T_ijk(x - y) q_j n_k, with the terms of the
/// chosen layer. Gauge and dropped modes: theory/conventions-and-gauges.md. Gradient and pressure: theory/fields.md.
/// Layer::coulomb gives the potential sum of charge/r and its gradient; for its gauge see SpectralEwald. Throws
/// InputError (shapes, box, positions that are not finite, variants of stages) and RefusedError (tolerance, memory).
///
/// SumOptions::guarantee: predictions of the error assume random points and densities. For other points and densities,
/// the error is measured against sums made by other means, and the tolerance is reduced until an upper bound of the
/// error over all targets is below the tolerance asked for. Throws RefusedError with the bound that was reached if this
/// fails.
SumResult evaluate_sum(const SumProblem& problem, const SumOptions& options);

/// One way to do a sum, with its predicted cost.
struct SumForecast {
  std::string engine, variant;
  StageTimes predicted;  ///< predicted seconds per stage; NaN for a stage for which a published variant runs on a host
  double memory = 0;     ///< bytes in addition to the problem itself
  double error = 0;      ///< expected rms of the velocity's error over the targets; NaN: known only after the sum
};
struct SumForecasts {
  std::vector<SumForecast> plans;     ///< cheapest first
  std::vector<std::string> refusals;  ///< sentences: engines that cannot do the sum, and why
};

/// Lists all ways to do the sum at the tolerance asked for, without summing. It includes the plans that an engine
/// predicts to be slower than its best. "automatic" lists the plans of all engines. Throws like evaluate_sum(), except
/// for conditions that rule out only some of the ways.
SumForecasts forecast_sum(const SumProblem& problem, const SumOptions& options);

/// Reads group `group` of a file with the layout of stokes_reference.h5. Throws InputError.
SumProblem read_sum_problem(const std::filesystem::path& file, const std::string& group, Layer layer);

/// Writes an example of an input file of `slurry sum`, with descriptions, in the group "example": random points in a
/// cube with one periodic direction, and densities of every layer. Throws InputError; an existing file is not replaced.
void write_sum_example(const std::filesystem::path& file);

/// Writes u, errors, parameters and times. The data are written to a temporary file beside `file`, which is then
/// renamed. Throws InputError.
void write_sum_result(const std::filesystem::path& file, bool overwrite, const SumResult& result,
                      const SumOptions& options);

/// Sentence that tells the user that the velocities of a sum, or the potential of charges, depend on the gauge.
const char* gauge_sentence_of(Layer layer);

/// Sentences for a person who may ask for an engine: what the engines do, and which one is taken if nobody asks.
std::string engine_help();

}  // namespace slurry
