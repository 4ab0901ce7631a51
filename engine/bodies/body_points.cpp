// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/body_points.hpp"

#include <algorithm>
#include <numbers>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

BodyPoints::BodyPoints(std::vector<BodyKind> kinds, std::vector<int> kind_of)
    : kinds_(std::move(kinds)), kind_of_(std::move(kind_of)) {
  for (std::size_t i = 0; i < kind_of_.size(); ++i) {
    if (kind_of_[i] < 0 || static_cast<std::size_t>(kind_of_[i]) >= kinds_.size())
      throw InputError(text("body {} is of kind {}, but there are {} kinds", i, kind_of_[i], kinds_.size()));
    first_.push_back(sizes_.size());
    sizes_.insert(sizes_.end(), kind(i).sizes.begin(), kind(i).sizes.end());
  }
}

bool BodyPoints::has(BodyKind::Shape shape) const {
  for (int k : kind_of_)
    if (kinds_[static_cast<std::size_t>(k)].shape == shape) return true;
  return false;
}

void BodyPoints::place(std::span<const double> positions, std::span<const double> directors,
                       std::span<double> points) const {
  for (std::size_t i = 0; i < bodies(); ++i) {
    const BodyKind& b = kind(i);
    for (std::size_t k = 0; k < b.points(); ++k)
      for (std::size_t c = 0; c < 3; ++c)
        points[3 * (first_[i] + k) + c] = positions[3 * i + c] + (b.is_rod() ? b.offsets[k] * directors[3 * i + c] : 0);
  }
}

void BodyPoints::spread_loads(std::span<const double> directors, std::span<const double> forces,
                              std::span<const double> torques, std::span<double> f) const {
  std::fill(f.begin(), f.end(), 0.0);
  for (std::size_t i = 0; i < bodies(); ++i) {
    const BodyKind& b = kind(i);
    if (b.shape == BodyKind::Shape::sphere) {
      for (std::size_t c = 0; c < 3; ++c) f[3 * first_[i] + c] = forces[3 * i + c];
    } else if (b.shape == BodyKind::Shape::rod_line) {
      double g[3];
      turning_load(&torques[3 * i], &directors[3 * i], g);
      for (std::size_t k = 0; k < b.points(); ++k)
        for (std::size_t c = 0; c < 3; ++c)
          f[3 * (first_[i] + k) + c] = b.weights[k] * forces[3 * i + c] + b.turn_weights[k] * g[c];
    }
  }
}

void BodyPoints::gather_motion(double viscosity, std::span<const double> directors, std::span<const double> forces,
                               std::span<const double> torques, std::span<const double> v, std::span<double> velocities,
                               std::span<double> rates) const {
  const double unit = 1 / (8 * std::numbers::pi * viscosity);
  for (std::size_t i = 0; i < bodies(); ++i) {
    const BodyKind& b = kind(i);
    double* u = &velocities[3 * i];
    double* rate = &rates[3 * i];
    if (b.shape == BodyKind::Shape::sphere) {
      for (std::size_t c = 0; c < 3; ++c) {
        u[c] = v[3 * first_[i] + c];
        rate[c] = 0;
      }
    } else if (b.shape == BodyKind::Shape::rod_line) {
      const double* n = &directors[3 * i];
      const double* force = &forces[3 * i];
      double g[3];
      turning_load(&torques[3 * i], n, g);
      const double along = n[0] * force[0] + n[1] * force[1] + n[2] * force[2];
      for (std::size_t c = 0; c < 3; ++c) {
        u[c] = unit * ((b.along - b.own_along) * along * n[c] + (b.across - b.own_across) * (force[c] - along * n[c]));
        rate[c] = unit * (b.turn - b.own_turn) * g[c];
        for (std::size_t k = 0; k < b.points(); ++k) {
          u[c] += b.weights[k] * v[3 * (first_[i] + k) + c];
          rate[c] += b.turn_weights[k] * v[3 * (first_[i] + k) + c];
        }
      }
      remove_along(n, rate);
    }
  }
}

void BodyPoints::add_background_strain(const BackgroundFlow& flow, std::span<const double> positions,
                                       std::span<const double> directors, std::span<double> rates) const {
  for (std::size_t i = 0; i < bodies(); ++i) {
    if (!kind(i).is_rod()) continue;
    const double* n = &directors[3 * i];
    std::array<double, 3> e = flow.strain_times(&positions[3 * i], n);
    remove_along(n, e.data());
    const double share = 1 - bretherton(kind(i).turning_aspect);
    for (std::size_t c = 0; c < 3; ++c) rates[3 * i + c] -= share * e[c];
  }
}

}  // namespace slurry
