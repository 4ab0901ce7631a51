// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "direct/direct.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/sum.hpp"
#include "support/host.hpp"
#include "support/quick_plans.hpp"
#include "support/reference_groups.hpp"

// A sum asked for in one line.
namespace slurry::test {

/// Sources, targets (none: the sources) and radii; layer and tolerance are options of the sum.
struct EwaldCase {
  Box box;
  std::vector<double> sources, targets, f, q, n;
  double source_radius = 0, target_radius = 0;
  bool targets_are_sources() const { return targets.empty(); }
  const std::vector<double>& where() const { return targets.empty() ? sources : targets; }
};

inline SumProblem problem_of(const ReferenceGroup& g) {
  return {g.box, g.sources, g.targets_are_sources ? std::vector<double>{} : g.targets, g.f, g.q, g.n, {}};
}
inline EwaldCase case_of(const ReferenceGroup& g) {
  return {g.box, g.sources, g.targets_are_sources ? std::vector<double>{} : g.targets, g.f, g.q, g.n, 0, 0};
}

inline SumCounts counts_of(const EwaldCase& c, Layer layer) {
  SumCounts counts;
  counts.sources = c.sources.size() / 3;
  counts.targets = c.where().size() / 3;
  if (layer != Layer::double_layer)
    counts.squared_force_sum = std::inner_product(c.f.begin(), c.f.end(), c.f.begin(), 0.0);
  if (layer != Layer::single)
    for (std::size_t i = 0; i < c.q.size(); i += 3) {
      double qq = 0, nn = 0, qn = 0;
      for (std::size_t d = i; d < i + 3; ++d) {
        qq += c.q[d] * c.q[d];
        nn += c.n[d] * c.n[d];
        qn += c.q[d] * c.n[d];
      }
      counts.dipole_norm += 17.0 / 15 * qn * qn + 0.4 * qq * nn;
    }
  counts.largest_radius = std::max(c.source_radius, c.target_radius);
  counts.radius_on_both_sides = c.source_radius > 0 && c.target_radius > 0;
  return counts;
}

inline Density<Host> density_of(const EwaldCase& c, Layer layer) {
  Density<Host> d;
  if (layer != Layer::double_layer) d.forces = view_of(c.f);
  if (layer != Layer::single) {
    d.dipoles = view_of(c.q);
    d.normals = view_of(c.n);
  }
  return d;
}

/// With parameters given.
inline std::vector<double> spectral_ewald(const EwaldCase& c, const EwaldParameters& p) {
  SpectralEwald<Host> ewald(Host(), p);
  const auto y = view_of(c.sources), x = view_of(c.where());
  Vectors<Host> u("u", x.extent(0));
  ewald.set_points(y, c.source_radius, {{c.targets_are_sources() ? y : x, c.target_radius, c.targets_are_sources()}});
  ewald.apply(density_of(c, p.layer), {u});
  return values_of(u);
}
/// With parameters chosen from the options.
inline std::vector<double> spectral_ewald(const EwaldCase& c, const EwaldOptions& options) {
  return spectral_ewald(c, select_ewald_parameters(c.box, options, counts_of(c, options.layer)));
}
inline EwaldOptions relative(double tolerance, Layer layer = Layer::single) {
  EwaldOptions o;
  o.tolerance = tolerance;
  o.layer = layer;
  return o;
}

inline std::vector<double> direct_sum(const EwaldCase& c, double tolerance = 1e-15) {
  DirectSum<Host> direct(Host(), c.box, tolerance);
  const auto y = view_of(c.sources), x = view_of(c.where());
  Vectors<Host> u("u", x.extent(0));
  direct.set_points(y, c.source_radius, {{c.targets_are_sources() ? y : x, c.target_radius, c.targets_are_sources()}});
  direct.apply(view_of(c.f), {u});
  return values_of(u);
}

}  // namespace slurry::test
