// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/sum_scaling.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

/// Densities that the arithmetic takes as they are.
struct Range {
  double least, most;
  bool holds(double x) const { return x >= least && x <= most; }
};
constexpr Range densities_of(Precision p) {
  return p == Precision::fp32 ? Range{1e-10, 1e10} : Range{1e-50, 1e50};
}
double largest(const std::vector<double>& v) {
  double m = 0;
  for (const double x : v) m = std::max(m, std::abs(x));
  return m;
}

/// x in [1, 2) times 2^exponent; 0 for 0.
int exponent_of(double x) {
  return x > 0 ? std::ilogb(x) : 0;
}

std::vector<double> times(const std::vector<double>& v, int exponent) {
  std::vector<double> scaled(v.size());
  std::transform(v.begin(), v.end(), scaled.begin(), [&](double x) { return std::ldexp(x, exponent); });
  return scaled;
}

}  // namespace

std::optional<ScaledSum> scaled_sum(const SumProblem& p, Layer layer, Precision precision) {
  const bool single = layer == Layer::single || layer == Layer::combined,
             dipoles = layer == Layer::double_layer || layer == Layer::combined;
  const double f = single ? largest(p.forces) : 0, q = dipoles ? largest(p.dipoles) : 0,
               n = dipoles ? largest(p.normals) : 0, charge = layer == Layer::coulomb ? largest(p.charges) : 0;
  const auto usual = [range = densities_of(precision)](double x) { return x == 0 || range.holds(x); };
  if (usual(f) && usual(q) && usual(n) && usual(charge)) return std::nullopt;
  // n alone becomes 1; f and q n share the factor of the sum
  const int of_n = exponent_of(n);
  int common = exponent_of(charge);
  if (f > 0) common = exponent_of(f);
  int of_q = -exponent_of(q);  // alone, it makes nothing of any size
  if (q > 0 && n > 0) {
    common = f > 0 ? std::max(common, exponent_of(q) + of_n) : exponent_of(q) + of_n;
    of_q = of_n - common;
  }
  ScaledSum s;
  s.problem.box = p.box;
  s.problem.sources = p.sources;
  s.problem.targets = p.targets;
  s.problem.forces = times(p.forces, -common);
  s.problem.dipoles = times(p.dipoles, of_q);
  s.problem.normals = times(p.normals, -of_n);
  s.problem.charges = times(p.charges, -common);
  s.factor = std::ldexp(1.0, common);
  if (!(s.factor > 0) || !std::isfinite(s.factor))
    throw RefusedError("the products of the densities q and n are beyond what a double holds; scale one of them");
  return s;
}

void scale_result(SumResult& r, double factor, ToleranceKind kind) {
  for (auto* values : {&r.velocities, &r.gradients, &r.pressures, &r.potentials})
    for (double& x : *values) x *= factor;
  if (kind == ToleranceKind::relative) return;
  for (ErrorEntry* e : {&r.error, &r.gradient_error, &r.pressure_error})
    for (double* x : {&e->asked, &e->predicted, &e->measured}) *x *= factor;
  for (double* x : {&r.guarantee.tolerance_used, &r.guarantee.first_measured, &r.guarantee.bound}) *x *= factor;
}

void check_finite(const SumResult& r) {
  for (const auto* values : {&r.velocities, &r.gradients, &r.pressures, &r.potentials})
    if (!std::all_of(values->begin(), values->end(), [](double x) { return std::isfinite(x); }))
      throw RefusedError(
          "a result is beyond what a double holds: the densities are too large, or points are too close to each other; "
          "scale the densities, or choose another unit of length");
}

}  // namespace slurry
