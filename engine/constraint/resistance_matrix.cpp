// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/resistance_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.hpp"
#include "geometry/near_images.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

/// So near the axis, over the distance of the centre from the wall, the direction of the nearest wall begins to count.
constexpr double near_axis = 0.05;

void refuse_unknown(const BodyPoints& bodies, bool wall) {
  for (const BodyKind& one : bodies.kinds()) {
    for (const BodyKind& other : bodies.kinds())
      if (!lubrication::find_row(one.shape, other.shape))
        throw InputError(text("no resistance is known between a {} and a {}; lubrication is for spheres",
                              model_of(one).name, model_of(other).name));
    if (wall && !lubrication::find_row(one.shape, std::nullopt))
      throw InputError(
          text("no resistance is known between a {} and a wall; lubrication is for spheres", model_of(one).name));
  }
}

}  // namespace

ResistanceMatrix::ResistanceMatrix(const Domain& domain, const BodyPoints& bodies, LubricationLaw law)
    : domain_(domain), radii_(bodies.body_radii()), law_(law), list_(domain) {
  refuse_unknown(bodies, domain.kind == DomainKind::pipe);
  for (std::size_t i = 0; i < bodies.bodies(); ++i) shapes_.push_back(bodies.kind(i).shape);
}

void ResistanceMatrix::build(double viscosity, std::span<const double> x) {
  pairs_.clear();
  walls_.clear();
  bodies_ = x.size() / 3;
  if (law_ == LubricationLaw::none || bodies_ == 0) return;
  const double unit = 6 * std::numbers::pi * viscosity;
  const double largest = *std::max_element(radii_.begin(), radii_.end());
  if (bodies_ > 1) {
    list_.build(x, (2 + lubrication::reach) * largest);
    const auto lists = list_.lists();
    const auto counts = list_.counts();
    for (std::size_t i = 0; i < bodies_; ++i)
      for (int m = 0; m < counts(i); ++m) {
        const int j = lists(i, m);
        if (static_cast<std::size_t>(j) <= i) continue;
        const auto k = static_cast<std::size_t>(j);
        const double a = 2 * radius(i) * radius(k) / (radius(i) + radius(k));
        const lubrication::Row* law = lubrication::find_row(shapes_[i], shapes_[k]);
        double difference[3];
        for (std::size_t c = 0; c < 3; ++c) difference[c] = x[3 * i + c] - x[3 * k + c];
        // in a short period both sides of a body may be close to the same neighbour
        for_near_images(list_.periods(), difference, list_.cutoff(), [&](const double* d) {
          const double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
          if (r == 0) return;
          const auto f = law->of(law_, (r - radius(i) - radius(k)) / a, 0);
          const Pair p{
              static_cast<int>(i), j, {d[0] / r, d[1] / r, d[2] / r}, unit * a * f.normal, unit * a * f.tangential};
          if (p.normal > 0 || p.tangential > 0) pairs_.push_back(p);
        });
      }
  }
  if (domain_.kind != DomainKind::pipe) return;
  for (std::size_t i = 0; i < bodies_; ++i) {
    const double r = std::hypot(x[3 * i + 1], x[3 * i + 2]), a = radius(i);
    const double s = (domain_.radius - r) / a - 1;
    if (s >= lubrication::reach) continue;
    const lubrication::Row* law = lubrication::find_row(shapes_[i], std::nullopt);
    const auto f = law->of(law_, s, a / domain_.radius);
    if (!(f.normal > 0 || f.tangential > 0)) continue;
    // On the axis no part of the wall is the nearest one: there both transverse directions resist alike.
    const double t = std::min(1.0, r / (near_axis * (domain_.radius - r))), known = t * t * (3 - 2 * t);
    const double mean = (f.normal + f.tangential) / 2, half = known * (f.normal - f.tangential) / 2;
    const double normal = t < 1 ? mean + half : f.normal, across = t < 1 ? mean - half : f.tangential;
    const double ny = r > 0 ? x[3 * i + 1] / r : 1, nz = r > 0 ? x[3 * i + 2] / r : 0;
    walls_.push_back({static_cast<int>(i), {0, ny, nz}, unit * a * f.tangential, unit * a * normal, unit * a * across});
  }
}

void ResistanceMatrix::add(double factor, std::span<const double> x, std::span<double> y) const {
  for (const Pair& p : pairs_) {
    const double* u = &x[3 * static_cast<std::size_t>(p.i)];
    const double* v = &x[3 * static_cast<std::size_t>(p.j)];
    const double along = p.n[0] * (u[0] - v[0]) + p.n[1] * (u[1] - v[1]) + p.n[2] * (u[2] - v[2]);
    for (std::size_t c = 0; c < 3; ++c) {
      const double f = factor * (p.tangential * (u[c] - v[c]) + (p.normal - p.tangential) * along * p.n[c]);
      y[3 * static_cast<std::size_t>(p.i) + c] += f;
      y[3 * static_cast<std::size_t>(p.j) + c] -= f;
    }
  }
  for (const Wall& w : walls_) {
    const double* u = &x[3 * static_cast<std::size_t>(w.i)];
    const double along = w.n[0] * u[0] + w.n[1] * u[1] + w.n[2] * u[2];
    for (std::size_t c = 0; c < 3; ++c)
      y[3 * static_cast<std::size_t>(w.i) + c] +=
          factor * ((c == 0 ? w.axial : w.across) * u[c] + (w.normal - w.across) * along * w.n[c]);
  }
}

double ResistanceMatrix::axial_wall_force(std::span<const double> x) const {
  double sum = 0;  // normals of the wall have no axial component
  for (const Wall& w : walls_) sum += w.axial * x[3 * static_cast<std::size_t>(w.i)];
  return sum;
}

std::vector<double> ResistanceMatrix::diagonal() const {
  std::vector<double> d(9 * bodies_, 0.0);
  const auto put = [&](int i, const double* n, double normal, double tangential) {
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c)
        d[9 * static_cast<std::size_t>(i) + 3 * r + c] +=
            (r == c ? tangential : 0) + (normal - tangential) * n[r] * n[c];
  };
  for (const Pair& p : pairs_) {
    put(p.i, p.n, p.normal, p.tangential);
    put(p.j, p.n, p.normal, p.tangential);
  }
  for (const Wall& w : walls_) {
    put(w.i, w.n, w.normal, w.across);
    d[9 * static_cast<std::size_t>(w.i)] += w.axial - w.across;
  }
  return d;
}

}  // namespace slurry
