// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/field_of_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slurry {

bool is_outside_of_pipe(const Domain& domain, const double* p) {
  return domain.kind == DomainKind::pipe && std::hypot(p[1], p[2]) > domain.radius * (1 + 1e-12);
}

bool FieldOfBodies::outside_of_pipe(const double* p) const {
  return is_outside_of_pipe(domain_, p);
}

std::vector<double> FieldOfBodies::turns(std::span<const std::int32_t> inside, const Turning& turning) const {
  std::vector<double> turn(motion_.centres.size(), 0.0);
  std::vector<char> wanted(motion_.centres.size() / 3, 0);
  for (const std::int32_t b : inside)
    if (b >= 0) wanted[static_cast<std::size_t>(b)] = 1;
  std::vector<std::size_t> asked;
  for (std::size_t b = 0; b < wanted.size(); ++b) {
    if (!wanted[b] || bodies_.kind(b).shape == BodyKind::Shape::point) continue;
    double* w = &turn[3 * b];
    if (bodies_.kind(b).is_rod()) {  // a spin about the director is not known, and moves nothing outside
      const double *n = &motion_.directors[3 * b], *rate = &motion_.rates[3 * b];
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t p = (c + 1) % 3, q = (c + 2) % 3;
        w[c] = n[p] * rate[q] - n[q] * rate[p];
      }
    } else if (!motion_.angular.empty() && std::isfinite(motion_.angular[3 * b])) {
      std::copy_n(&motion_.angular[3 * b], 3, w);
    } else {
      asked.push_back(b);
    }
  }
  if (asked.empty()) return turn;
  std::vector<double> found(3 * asked.size());
  turning(asked, found);
  for (std::size_t k = 0; k < asked.size(); ++k) std::copy_n(&found[3 * k], 3, &turn[3 * asked[k]]);
  return turn;
}

std::vector<std::int32_t> FieldOfBodies::evaluate(std::span<const double> points, std::span<double> u,
                                                  const OfFluid& of_fluid, const Turning& turning) const {
  const std::size_t m = points.size() / 3;
  std::vector<std::int32_t> inside(m, -1);
  std::vector<double> in_fluid;
  std::vector<std::size_t> number;
  for (std::size_t i = 0; i < m; ++i) {
    const double* p = &points[3 * i];
    const bool nowhere = outside_of_pipe(p);
    if (!nowhere) inside[i] = interior_.body_at(p);
    if (nowhere || inside[i] >= 0) {
      std::fill_n(&u[3 * i], 3, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    in_fluid.insert(in_fluid.end(), p, p + 3);
    number.push_back(i);
  }
  std::vector<double> v(in_fluid.size());
  of_fluid(in_fluid, v);
  for (std::size_t k = 0; k < number.size(); ++k) std::copy_n(&v[3 * k], 3, &u[3 * number[k]]);
  if (inside_ == InsideBodies::nan) return inside;
  const std::vector<double> turn = turns(inside, turning);
  for (std::size_t i = 0; i < m; ++i) {
    if (inside[i] < 0) continue;
    const auto b = static_cast<std::size_t>(inside[i]);
    const std::array<double, 3> r = interior_.from_centre(b, &points[3 * i]);
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t p = (c + 1) % 3, q = (c + 2) % 3;
      u[3 * i + c] = motion_.velocities[3 * b + c] + turn[3 * b + p] * r[q] - turn[3 * b + q] * r[p];
    }
  }
  return inside;
}

}  // namespace slurry
