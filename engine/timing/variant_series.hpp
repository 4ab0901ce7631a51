// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/machine_rates.hpp"
#include "slurry/stage_survey.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

struct VariantCase;  // variant_case.hpp

/// The sum of a run whose variants will be timed one by one.
struct RunVariants {
  std::shared_ptr<const SumPlan> plan;  ///< plan of the single layer
  std::vector<double> positions;        ///< (N,3) [length], the sources, which are the targets
  double radius = 0;                    ///< radius of each of these spheres [length]; 0: points
  Device device = Device::automatic;
  std::shared_ptr<const MachineRates> rates;         ///< rates of this machine; empty: the built-in rates
  std::optional<MachineCosts> costs = std::nullopt;  ///< costs of that device, for the models; empty: they are measured
                                                     ///< first
};

/// The sum whose variants are timed, and the machine that computes it.
struct VariantSum {
  MachineCosts costs;  ///< 0 if no variant has a model
  Parameters parameters;
  Device device = Device::host;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  int threads = 1;    ///< threads of the host; on a device 0
};

/// Times the variants of every stage of one sum, row by row. The engine's forecasts
/// are listed beside the times. If it makes none for this sum, the predictions of its plans are listed. A Runtime must
/// live.
class VariantSeries {
 public:
  /// Lists the rows with their predictions. Throws InputError for an unknown stage or variant, and the errors of
  /// planning.
  explicit VariantSeries(const VariantCase& c);
  explicit VariantSeries(const RunVariants& run);
  ~VariantSeries();
  /// Times the next row. Returns false if no row is left.
  bool measure_next();
  const std::vector<SurveyedVariant>& rows() const;
  const VariantSum& found() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
