// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/body_points.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

/// Director or torque of a body for which none is given.
constexpr double none[3] = {0, 0, 0};

const double* row(std::span<const double> vectors, std::size_t body) {
  return vectors.empty() ? none : &vectors[3 * body];
}

}  // namespace

BodyPoints::BodyPoints(std::vector<BodyKind> kinds, std::vector<int> kind_of)
    : kinds_(std::move(kinds)), kind_of_(std::move(kind_of)) {
  for (std::size_t i = 0; i < kind_of_.size(); ++i) {
    if (kind_of_[i] < 0 || static_cast<std::size_t>(kind_of_[i]) >= kinds_.size())
      throw InputError(text("body {} is of kind {}, but there are {} kinds", i, kind_of_[i], kinds_.size()));
    first_.push_back(sizes_.size());
    if (model_of(kind(i)).unknown)
      for (std::size_t k = 0; k < kind(i).points(); ++k) unknown_.push_back(sizes_.size() + k);
    sizes_.insert(sizes_.end(), kind(i).sizes.begin(), kind(i).sizes.end());
  }
}

std::vector<double> BodyPoints::body_radii() const {
  std::vector<double> radii;
  for (std::size_t i = 0; i < bodies(); ++i) radii.push_back(kind(i).radius);
  if (std::adjacent_find(radii.begin(), radii.end(), std::not_equal_to<>()) == radii.end() && !radii.empty())
    radii.resize(1);
  return radii;
}

bool BodyPoints::has(BodyKind::Shape shape) const {
  return std::any_of(kind_of_.begin(), kind_of_.end(),
                     [&](int k) { return kinds_[static_cast<std::size_t>(k)].shape == shape; });
}

void BodyPoints::place(const BodyPlaces& places, std::span<double> points) const {
  for (std::size_t i = 0; i < bodies(); ++i)
    model_of(kind(i)).place(kind(i), &places.centres[3 * i], row(places.directors, i), &points[3 * first_[i]]);
}

void BodyPoints::expand(double viscosity, std::span<const double> directors, const BodyLoads& loads,
                        std::span<double> f) const {
  for (std::size_t i = 0; i < bodies(); ++i)
    model_of(kind(i)).expand(kind(i), viscosity, row(directors, i), &loads.forces[3 * i], row(loads.torques, i),
                             &f[3 * first_[i]]);
}

void BodyPoints::project(double viscosity, std::span<const double> directors, const BodyLoads& loads,
                         std::span<const double> v, const BodyMotion& motion) const {
  double unwanted[3];
  for (std::size_t i = 0; i < bodies(); ++i) {
    const RigidBodyModel& model = model_of(kind(i));
    const double* n = row(directors, i);
    double* velocity = &motion.velocities[3 * i];
    double* rate = motion.rates.empty() ? unwanted : &motion.rates[3 * i];
    model.self(kind(i), viscosity, n, &loads.forces[3 * i], row(loads.torques, i), velocity, rate);
    model.project(kind(i), n, &v[3 * first_[i]], velocity, rate);
  }
}

void BodyPoints::add_background_strain(const BackgroundFlow& flow, const BodyPlaces& places,
                                       std::span<double> rates) const {
  for (std::size_t i = 0; i < bodies(); ++i) {
    if (!kind(i).is_rod()) continue;
    const double* n = &places.directors[3 * i];
    std::array<double, 3> e = flow.strain_times(&places.centres[3 * i], n);
    remove_along(n, e.data());
    const double share = 1 - bretherton(kind(i).turning_aspect);
    for (std::size_t c = 0; c < 3; ++c) rates[3 * i + c] -= share * e[c];
  }
}

void BodyPoints::gather(std::span<const double> all, std::span<double> unknown) const {
  for (std::size_t b = 0; b < unknown_.size(); ++b)
    for (std::size_t c = 0; c < 3; ++c) unknown[3 * b + c] = all[3 * unknown_[b] + c];
}

void BodyPoints::scatter(std::span<const double> unknown, std::span<double> all) const {
  for (std::size_t b = 0; b < unknown_.size(); ++b)
    for (std::size_t c = 0; c < 3; ++c) all[3 * unknown_[b] + c] = unknown[3 * b + c];
}

template <class F>
void BodyPoints::each_with_unknowns(const F& f) const {
  std::size_t at = 0;
  for (std::size_t i = 0; i < bodies(); ++i) {
    const RigidBodyModel& model = model_of(kind(i));
    if (!model.unknown) continue;
    f(kind(i), model, i, at);
    at += 3 * kind(i).points();
  }
}

void BodyPoints::rigid_motion(std::span<const double> directors, std::span<const double> v,
                              const BodyMotion& motion) const {
  std::fill(motion.velocities.begin(), motion.velocities.end(), 0.0);
  std::fill(motion.rates.begin(), motion.rates.end(), 0.0);
  each_with_unknowns([&](const BodyKind& b, const RigidBodyModel& model, std::size_t i, std::size_t at) {
    model.project(b, &directors[3 * i], &v[at], &motion.velocities[3 * i], &motion.rates[3 * i]);
  });
}

void BodyPoints::add_rigid(double factor, const BodyMotion& motion, std::span<double> v) const {
  each_with_unknowns([&](const BodyKind& b, const RigidBodyModel& model, std::size_t i, std::size_t at) {
    model.unknown->add_rigid(b, factor, &motion.velocities[3 * i], &motion.rates[3 * i], &v[at]);
  });
}

void BodyPoints::answer(double viscosity, std::span<const double> directors, std::span<const double> v,
                        std::span<double> forces) const {
  each_with_unknowns([&](const BodyKind& b, const RigidBodyModel& model, std::size_t i, std::size_t at) {
    model.unknown->answer(b, viscosity, &directors[3 * i], &v[at], &forces[at]);
  });
}

void BodyPoints::turn(std::span<const double> from, std::span<const double> to, std::span<double> forces) const {
  each_with_unknowns([&](const BodyKind& b, const RigidBodyModel& model, std::size_t i, std::size_t at) {
    model.unknown->turn(b, &from[3 * i], &to[3 * i], &forces[at]);
  });
}

}  // namespace slurry
