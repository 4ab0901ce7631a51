// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "evaluation/sum_evaluation.hpp"
#include "summation/plain_sum.hpp"

namespace slurry {
namespace plain_sum {

using plain::Long;

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

/// The numbers that are added up for a target, in a row: velocity, gradient, pressure, potential, its slope.
struct Sums {
  Long *u, *gradient, *pressure, *potential, *slope;
};
constexpr std::size_t width = 17;

/// u = f/r + (e.f) e/r with e = d/r, and its derivatives.
static void add_force(const Vector& e, Long r, const Vector& f, bool slopes, const Sums& s) {
  const Long ef = dot(e, f);
  for (int i = 0; i < 3; ++i) s.u[i] += (f[i] + ef * e[i]) / r;
  if (!slopes) return;
  for (int i = 0; i < 3; ++i)
    for (int l = 0; l < 3; ++l)
      s.gradient[3 * i + l] += (e[i] * f[l] - f[i] * e[l] + ef * (same(i, l) - 3 * e[i] * e[l])) / (r * r);
  *s.pressure += 2 * ef / (r * r);
}

/// u = -6 (e.q)(e.n) e/r^2, and its derivatives.
static void add_dipole(const Vector& e, Long r, const Vector& q, const Vector& n, bool slopes, const Sums& s) {
  const Long eq = dot(e, q), en = dot(e, n), both = eq * en;
  for (int i = 0; i < 3; ++i) s.u[i] -= 6 * both * e[i] / (r * r);
  if (!slopes) return;
  for (int i = 0; i < 3; ++i)
    for (int l = 0; l < 3; ++l)
      s.gradient[3 * i + l] -=
          6 * (e[i] * (q[l] * en + n[l] * eq) + both * (same(i, l) - 5 * e[i] * e[l])) / (r * r * r);
  *s.pressure += (4 * dot(q, n) - 12 * both) / (r * r * r);
}

}  // namespace plain_sum

plain::Images plain_images(const SumProblem& p, const std::vector<double>& targets) {
  return plain::images_for(p.box.periodicity, p.box.lengths[0], targets, p.sources);
}

SumEvaluation evaluate_plainly(const SumProblem& p, const EwaldOptions& o, const std::vector<double>& targets) {
  using namespace plain_sum;
  const bool coulomb = o.layer == Layer::coulomb, slopes = o.gradient || o.pressure;
  const bool forces = o.layer == Layer::single || o.layer == Layer::combined;
  const bool dipoles = o.layer == Layer::double_layer || o.layer == Layer::combined;
  const plain::Images images = plain_images(p, targets);
  std::array<Long, width> logs{}, constants{};
  if (images.any()) {  // theory/conventions-and-gauges.md (C9), and the same of charges
    if (forces)
      for (std::size_t i = 0; i < p.forces.size(); ++i) {
        logs[i % 3] += (i % 3 == 0 ? 4 : 2) * p.forces[i] / images.period();
        constants[i % 3] += (i % 3 == 0 ? 2 : 3) * p.forces[i] / images.period();
      }
    if (coulomb)
      for (const double q : p.charges) logs[13] += 2 * q / images.period();
  }
  std::vector<double> rows(width * (targets.size() / 3));
  plain::sum_all_pairs<width>(
      targets, p.sources, images, logs, constants,
      [&](const Long* apart, std::size_t j, std::size_t, Long* to) {
        const Sums s{to, to + 3, to + 12, to + 13, to + 14};
        Vector d{{apart[0], apart[1], apart[2]}};
        const Long r = std::sqrt(dot(d, d));
        if (r == 0) return;
        for (int c = 0; c < 3; ++c) d[c] /= r;
        if (coulomb) {
          *s.potential += p.charges[j] / r;
          for (int c = 0; c < 3; ++c) s.slope[c] -= p.charges[j] * d[c] / (r * r);
        }
        if (forces) add_force(d, r, at(p.forces, j), slopes, s);
        if (dipoles) add_dipole(d, r, at(p.dipoles, j), at(p.normals, j), slopes, s);
      },
      rows);
  SumEvaluation result;
  for (std::size_t t = 0; t < targets.size() / 3; ++t) {
    const double* row = &rows[width * t];
    const auto put = [](std::vector<double>& to, const double* from, int count) {
      to.insert(to.end(), from, from + count);
    };
    if (coulomb)
      put(result.potentials, row + 13, 1);
    else
      put(result.velocities, row, 3);
    if (o.gradient) put(result.gradients, coulomb ? row + 14 : row + 3, coulomb ? 3 : 9);
    if (o.pressure) put(result.pressures, row + 12, 1);
  }
  return result;
}

}  // namespace slurry
