// SPDX-License-Identifier: BSD-3-Clause
#include "direct/direct_work.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "summation/rates.hpp"

namespace slurry {

Precision terms_of(const SumTask& task) {
  return value_of_word<Precision>(task.own(std::string(direct_terms_wish))).value_or(Precision::fp64);
}

ParameterReport report_of(const DirectParameters& p) {
  ParameterReport r;
  r.summary = "direct sum";
  if (p.terms == Precision::fp32) r.remark = text("terms in {}", word_of(p.terms));
  r.parts.push_back({"", {{"terms", "terms", "", "Precision of single terms", {}, std::string(word_of(p.terms))}}});
  std::vector<NamedValue>& values = r.parts[0].values;
  if (p.box.periodicity == 0) return r;
  values.push_back({"period", "period", "length", "Distance between two images", {p.box.lengths[0]}});
  values.push_back({"series_tolerance",
                    "rest of the series",
                    "",
                    "Error at which the series of images is cut off",
                    {p.series_tolerance}});
  return r;
}

bool of_forces_alone(const SumTask& task) {
  const EwaldOptions& o = task.options;
  return task.moving.has_value() || (o.layer == Layer::single && !o.gradient && !o.pressure);
}

/// Time that a pair takes in the loops over layers and charges, which are not vectorised and find gradients in any
/// case, over that of a force's velocity (4,000 points, Zen 5: 13.8, 14.9, 26.2 and 3.9 ns against 1.3 ns).
static double plain_loops(const SumTask& task) {
  switch (task.options.layer) {
    case Layer::single:
      return 10;
    case Layer::double_layer:
      return 11;
    case Layer::combined:
      return 20;
    case Layer::coulomb:
      return 3;
  }
  return 1;
}

/// Seconds per pair. The built-in rates are those of one AVX-512 core (Xeon, about 2.1 GHz), and of one H100. A pair
/// with images took 60 ns there and 66 to 89 ns on a Zen 5 core, where the Ewald sum of 100 points takes half of what
/// is predicted. With 80 ns the wrong choice between the two costs a third on the one and nothing on the other, not
/// twice.
static double pair_seconds(const MachineRates& rates, bool images) {
  const bool host = rates.device == Device::host;
  const double free = host ? 1 : 0.0046, periodic = host ? 80 : 0.047;
  return images ? rate_of(rates, direct_periodic_rate, periodic * built_in_unit(rates))
                : rate_of(rates, direct_free_rate, free * built_in_unit(rates));
}

double direct_seconds(const SumTask& task, const SumCounts& counts, const MachineRates& rates) {
  constexpr double single = 0.55;  // of the time that terms in double precision take: slurry bench direct
  // the loops of a call take so long however few pairs there are (three bodies, one thread)
  const double loops = rates.device == Device::host ? 2e-6 : rates.launch;
  const double pairs =
      static_cast<double>(counts.sources) * (static_cast<double>(counts.targets) + rates.spare_targets);
  if (task.box.periodicity == 1) return loops + pairs * pair_seconds(rates, true);
  if (!of_forces_alone(task) && rates.device == Device::host)
    return loops + pairs * pair_seconds(rates, false) * plain_loops(task);
  return loops + pairs * pair_seconds(rates, false) * (terms_of(task) == Precision::fp32 ? single : 1);
}

double series_tolerance(const SumTask& task, const SumCounts& counts) {
  if (task.options.tolerance_kind == ToleranceKind::relative) return 1e-15;
  const double forces = std::sqrt(counts.squared_force_sum * static_cast<double>(counts.sources));
  if (!(forces > 0)) return 1e-15;
  return std::clamp(1e-3 * task.options.tolerance * task.box.lengths[0] / forces, 1e-15, 1e-8);
}

}  // namespace slurry
