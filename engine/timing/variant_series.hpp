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

/// The sum of a run, whose variants are to be timed one by one.
struct RunVariants {
  std::shared_ptr<const SumPlan> plan;  ///< plan of the single layer
  std::vector<double> positions;        ///< (N,3) [length], the sources, which are the targets
  double radius = 0;                    ///< radius of each of these spheres [length]; 0: points
  Device device = Device::automatic;
  std::shared_ptr<const MachineRates> rates;         ///< rates of this machine; empty: the built-in rates
  std::optional<MachineCosts> costs = std::nullopt;  ///< costs of that device, for the models; empty: they are measured
                                                     ///< first
};

/// The sum whose variants are timed, and the machine that does it.
struct VariantSum {
  MachineCosts costs;
  EwaldParameters parameters;
  double per_cell = 0;         ///< s = N r_c^3/V
  std::size_t grid_nodes = 0;  ///< nodes of the grid on which densities are spread
  Device device = Device::host;
  std::string space;  ///< Kokkos space: "OpenMP", "Serial", "Cuda"
  int threads = 1;    ///< threads of the host; on a device 0
};

/// Times the variants of every stage of one sum, row by row.  Of an Ewald sum the published models stand beside; of any
/// other engine's what its own plans predict.  A Runtime must live.
class VariantSeries {
 public:
  /// Lists the rows with what is predicted for them.  Throws InputError for a stage or a variant that there is not, and
  /// what planning throws.
  explicit VariantSeries(const VariantCase& c);
  explicit VariantSeries(const RunVariants& run);
  ~VariantSeries();
  /// Times the next row; false where there is none left.
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
