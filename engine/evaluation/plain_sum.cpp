// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "evaluation/sum_evaluation.hpp"

namespace slurry {
namespace plain_sum {

using Long = long double;

struct Vector {
  Long c[3] = {0, 0, 0};
  Long operator[](int i) const { return c[i]; }
  Long& operator[](int i) { return c[i]; }
};
static Vector at(const std::vector<double>& v, std::size_t i) {
  return {{v[3 * i], v[3 * i + 1], v[3 * i + 2]}};
}
static Long dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static int same(int i, int l) {
  return i == l ? 1 : 0;
}

struct Sums {
  Long u[3] = {}, gradient[9] = {}, pressure = 0, potential = 0, slope[3] = {};
};

/// u = f/r + (e.f) e/r with e = d/r, and its derivatives.
static void add_force(const Vector& e, Long r, const Vector& f, bool slopes, Sums& s) {
  const Long ef = dot(e, f);
  for (int i = 0; i < 3; ++i) s.u[i] += (f[i] + ef * e[i]) / r;
  if (!slopes) return;
  for (int i = 0; i < 3; ++i)
    for (int l = 0; l < 3; ++l)
      s.gradient[3 * i + l] +=
          (e[i] * f[l] - f[i] * e[l] + ef * (same(i, l) - 3 * e[i] * e[l])) / (r * r);
  s.pressure += 2 * ef / (r * r);
}

/// u = -6 (e.q)(e.n) e/r^2, and its derivatives.
static void add_dipole(const Vector& e, Long r, const Vector& q, const Vector& n, bool slopes, Sums& s) {
  const Long eq = dot(e, q), en = dot(e, n), both = eq * en;
  for (int i = 0; i < 3; ++i) s.u[i] -= 6 * both * e[i] / (r * r);
  if (!slopes) return;
  for (int i = 0; i < 3; ++i)
    for (int l = 0; l < 3; ++l)
      s.gradient[3 * i + l] -=
          6 * (e[i] * (q[l] * en + n[l] * eq) + both * (same(i, l) - 5 * e[i] * e[l])) / (r * r * r);
  s.pressure += (4 * dot(q, n) - 12 * both) / (r * r * r);
}

}  // namespace plain_sum

SumEvaluation evaluate_plainly(const SumProblem& p, const EwaldOptions& o, const std::vector<double>& targets) {
  using namespace plain_sum;
  const bool coulomb = o.layer == Layer::coulomb, slopes = o.gradient || o.pressure;
  const bool forces = o.layer == Layer::single || o.layer == Layer::combined;
  const bool dipoles = o.layer == Layer::double_layer || o.layer == Layer::combined;
  SumEvaluation result;
  for (std::size_t t = 0; t < targets.size() / 3; ++t) {
    const Vector x = at(targets, t);
    Sums s;
    for (std::size_t j = 0; j < p.sources.size() / 3; ++j) {
      Vector d = at(p.sources, j);
      for (int c = 0; c < 3; ++c) d[c] = x[c] - d[c];
      const Long r = std::sqrt(dot(d, d));
      if (r == 0) continue;
      for (int c = 0; c < 3; ++c) d[c] /= r;
      if (coulomb) {
        s.potential += p.charges[j] / r;
        for (int c = 0; c < 3; ++c) s.slope[c] -= p.charges[j] * d[c] / (r * r);
      }
      if (forces) add_force(d, r, at(p.forces, j), slopes, s);
      if (dipoles) add_dipole(d, r, at(p.dipoles, j), at(p.normals, j), slopes, s);
    }
    const auto put = [](std::vector<double>& to, const Long* from, int count) {
      for (int c = 0; c < count; ++c) to.push_back(static_cast<double>(from[c]));
    };
    if (coulomb)
      put(result.potentials, &s.potential, 1);
    else
      put(result.velocities, s.u, 3);
    if (o.gradient) put(result.gradients, coulomb ? s.slope : s.gradient, coulomb ? 3 : 9);
    if (o.pressure) put(result.pressures, &s.pressure, 1);
  }
  return result;
}

}  // namespace slurry
