// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/machine_rates.hpp"
#include "slurry/stage_survey.hpp"

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
  MachineCosts costs;
  EwaldParameters parameters;
  double per_cell = 0;         ///< s = N r_c^3/V
  std::size_t grid_nodes = 0;  ///< nodes of the grid on which densities are spread
  Device device = Device::host;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  int threads = 1;    ///< threads of the host; on a device 0
};

/// Times the variants of every stage of one sum, row by row. For an Ewald sum, the predictions of the published models
/// are listed beside the times. For any other engine, the predictions of its own plans are listed. A Runtime must live.
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

/// Measures a machine's costs in about a second.  A Runtime must live.
MachineCosts measure_machine_costs(Device device, Precision precision = Precision::fp64);

}  // namespace slurry
