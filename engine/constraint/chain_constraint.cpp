// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/chain_constraint.hpp"

#include <cmath>
#include <numbers>

namespace slurry {

namespace {

double dot(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

ChainConstraint::ChainConstraint(const BodyPoints& points) : points_(points) {
  for (std::size_t i = 0; i < points.bodies(); ++i) {
    if (points.kind(i).shape != BodyKind::Shape::rod_chain) continue;
    bodies_.push_back(i);
    first_.push_back(point_.size());
    for (std::size_t k = 0; k < points.kind(i).points(); ++k) point_.push_back(points.first(i) + k);
  }
}

void ChainConstraint::friction(double viscosity, std::span<const double> directors, std::span<const double> v,
                               std::span<double> f) const {
  const double unit = 8 * std::numbers::pi * viscosity;
  std::vector<double> along;
  for (std::size_t r = 0; r < chains(); ++r) {
    const BodyKind& b = kind(r);
    const double* n = &directors[3 * bodies_[r]];
    const double* in = &v[3 * first_[r]];
    double* out = &f[3 * first_[r]];
    const std::size_t m = b.points();
    along.resize(m);
    for (std::size_t j = 0; j < m; ++j) along[j] = dot(n, in + 3 * j);
    for (std::size_t i = 0; i < m; ++i) {
      double sum[3] = {0, 0, 0}, difference = 0;
      for (std::size_t j = 0; j < m; ++j) {
        const double across = b.friction.across[i * m + j];
        for (int c = 0; c < 3; ++c) sum[c] += across * in[3 * j + static_cast<std::size_t>(c)];
        difference += (b.friction.along[i * m + j] - across) * along[j];
      }
      for (std::size_t c = 0; c < 3; ++c) out[3 * i + c] = unit * (sum[c] + difference * n[c]);
    }
  }
}

void ChainConstraint::isolated_load(double viscosity, const BodyKind& b, const double* n, const double* force,
                                    const double* load, double* velocity, double* rate) const {
  const double unit = 1 / (8 * std::numbers::pi * viscosity), along = dot(n, force);
  for (int c = 0; c < 3; ++c) {
    velocity[c] = unit * (b.along * along * n[c] + b.across * (force[c] - along * n[c]));
    rate[c] = unit * b.turn * load[c];
  }
  remove_along(n, rate);
}

void ChainConstraint::isolated(double viscosity, std::span<const double> directors, std::span<const double> forces,
                               std::span<const double> torques, std::span<double> velocities,
                               std::span<double> rates) const {
  for (std::size_t r = 0; r < chains(); ++r) {
    const std::size_t i = bodies_[r];
    double load[3];
    turning_load(&torques[3 * i], &directors[3 * i], load);
    isolated_load(viscosity, kind(r), &directors[3 * i], &forces[3 * i], load, &velocities[3 * r], &rates[3 * r]);
  }
}

void ChainConstraint::project(std::span<const double> directors, std::span<const double> v,
                              std::span<double> velocities, std::span<double> rates) const {
  // the viscosity cancels
  std::vector<double> f(v.size());
  friction(1, directors, v, f);
  for (std::size_t r = 0; r < chains(); ++r) {
    const BodyKind& b = kind(r);
    double force[3] = {0, 0, 0}, load[3] = {0, 0, 0};
    for (std::size_t k = 0; k < b.points(); ++k)
      for (std::size_t c = 0; c < 3; ++c) {
        force[c] += f[3 * (first_[r] + k) + c];
        load[c] += b.offsets[k] * f[3 * (first_[r] + k) + c];
      }
    isolated_load(1, b, &directors[3 * bodies_[r]], force, load, &velocities[3 * r], &rates[3 * r]);
  }
}

void ChainConstraint::subtract_rigid(std::span<const double> velocities, std::span<const double> rates,
                                     std::span<double> v) const {
  for (std::size_t r = 0; r < chains(); ++r)
    for (std::size_t k = 0; k < kind(r).points(); ++k)
      for (std::size_t c = 0; c < 3; ++c)
        v[3 * (first_[r] + k) + c] -= velocities[3 * r + c] + kind(r).offsets[k] * rates[3 * r + c];
}

void ChainConstraint::balance(double viscosity, std::span<const double> directors, std::span<const double> forces,
                              std::span<const double> torques, std::span<double> f) const {
  std::vector<double> rigid(f.size(), 0.0), velocities(3 * chains()), rates(3 * chains()), change(f.size());
  for (std::size_t r = 0; r < chains(); ++r) {
    const BodyKind& b = kind(r);
    const std::size_t i = bodies_[r];
    double force[3], load[3];
    turning_load(&torques[3 * i], &directors[3 * i], load);
    for (std::size_t c = 0; c < 3; ++c) force[c] = forces[3 * i + c];
    for (std::size_t k = 0; k < b.points(); ++k)
      for (std::size_t c = 0; c < 3; ++c) {
        force[c] -= f[3 * (first_[r] + k) + c];
        load[c] -= b.offsets[k] * f[3 * (first_[r] + k) + c];
      }
    isolated_load(viscosity, b, &directors[3 * i], force, load, &velocities[3 * r], &rates[3 * r]);
  }
  for (double& v : velocities) v = -v;
  for (double& v : rates) v = -v;
  subtract_rigid(velocities, rates, rigid);
  friction(viscosity, directors, rigid, change);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] += change[i];
}

void ChainConstraint::turn(std::span<const double> from, std::span<const double> to, std::span<double> f) const {
  for (std::size_t r = 0; r < chains(); ++r) {
    const double* a = &from[3 * bodies_[r]];
    const double* b = &to[3 * bodies_[r]];
    const double cosine = dot(a, b);
    if (cosine <= -0.9) continue;  // no small turn: a poor start either way
    double k[3];
    turning_load(a, b, k);  // a x b
    for (std::size_t p = 0; p < kind(r).points(); ++p) {
      double* v = &f[3 * (first_[r] + p)];
      double once[3], twice[3];
      turning_load(k, v, once);
      turning_load(k, once, twice);
      for (std::size_t c = 0; c < 3; ++c) v[c] += once[c] + twice[c] / (1 + cosine);
    }
  }
}

}  // namespace slurry
