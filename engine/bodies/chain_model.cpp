// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/chain_model.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "bodies/body_model.hpp"

namespace slurry::chain_model {

namespace {

double dot(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Motion of the chain alone under a force and a turning load T x n.
void isolated(const BodyKind& b, double viscosity, const double* n, const double* force, const double* load,
              double* velocity, double* rate) {
  const double unit = 1 / (8 * std::numbers::pi * viscosity), along = dot(n, force);
  for (int c = 0; c < 3; ++c) {
    velocity[c] = unit * (b.along * along * n[c] + b.across * (force[c] - along * n[c]));
    rate[c] = unit * b.turn * load[c];
  }
  remove_along(n, rate);
}

}  // namespace

void answer(const BodyKind& b, double viscosity, const double* n, const double* v, double* f) {
  const double unit = 8 * std::numbers::pi * viscosity;
  const std::size_t m = b.points();
  std::vector<double> along(m);
  for (std::size_t j = 0; j < m; ++j) along[j] = dot(n, v + 3 * j);
  for (std::size_t i = 0; i < m; ++i) {
    double sum[3] = {0, 0, 0}, difference = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const double across = b.friction.across[i * m + j];
      for (std::size_t c = 0; c < 3; ++c) sum[c] += across * v[3 * j + c];
      difference += (b.friction.along[i * m + j] - across) * along[j];
    }
    for (std::size_t c = 0; c < 3; ++c) f[3 * i + c] = unit * (sum[c] + difference * n[c]);
  }
}

void add_rigid(const BodyKind& b, double factor, const double* velocity, const double* rate, double* v) {
  for (std::size_t k = 0; k < b.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c) v[3 * k + c] += factor * (velocity[c] + b.offsets[k] * rate[c]);
}

void project(const BodyKind& b, const double* n, const double* v, double* velocity, double* rate) {
  std::vector<double> f(3 * b.points());
  answer(b, 1, n, v, f.data());  // the viscosity cancels
  double force[3] = {0, 0, 0}, load[3] = {0, 0, 0}, u[3], turning[3];
  for (std::size_t k = 0; k < b.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      force[c] += f[3 * k + c];
      load[c] += b.offsets[k] * f[3 * k + c];
    }
  isolated(b, 1, n, force, load, u, turning);
  for (int c = 0; c < 3; ++c) {
    velocity[c] += u[c];
    rate[c] += turning[c];
  }
}

void expand(const BodyKind& b, double viscosity, const double* n, const double* force, const double* torque,
            double* f) {
  double missing[3], load[3], velocity[3], rate[3];
  turning_load(torque, n, load);
  for (int c = 0; c < 3; ++c) missing[c] = force[c];
  for (std::size_t k = 0; k < b.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      missing[c] -= f[3 * k + c];
      load[c] -= b.offsets[k] * f[3 * k + c];
    }
  isolated(b, viscosity, n, missing, load, velocity, rate);
  std::vector<double> rigid(3 * b.points(), 0.0), change(rigid.size());
  add_rigid(b, 1, velocity, rate, rigid.data());
  answer(b, viscosity, n, rigid.data(), change.data());
  for (std::size_t i = 0; i < change.size(); ++i) f[i] += change[i];
}

void turn(const BodyKind& b, const double* from, const double* to, double* f) {
  const double cosine = dot(from, to);
  if (cosine <= -0.9) return;  // no small turn: a poor start either way
  double k[3];
  turning_load(from, to, k);  // from x to
  for (std::size_t p = 0; p < b.points(); ++p) {
    double* v = f + 3 * p;
    double once[3], twice[3];
    turning_load(k, v, once);
    turning_load(k, once, twice);
    for (std::size_t c = 0; c < 3; ++c) v[c] += once[c] + twice[c] / (1 + cosine);
  }
}

}  // namespace slurry::chain_model
