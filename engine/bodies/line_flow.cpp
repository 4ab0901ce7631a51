// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/line_flow.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "geometry/near_images.hpp"

namespace slurry {
namespace {

/// A Gauss rule of n points errs by about rho^(-2 n), where rho is the size of the ellipse through the point whose foci
/// are the ends of the line, times powers of n (dipoles grow as 1/r^3). Here ln(1/error)/2.
constexpr double half_digits = 20;
/// Fine rules have a multiple of this number of points, so that there are few of them.
constexpr int rule_step = 32;

/// Half the distance of the foci.
double half_line(const BodyKind& k) {
  const double slender = k.radius / k.half_length;
  return k.half_length * std::sqrt(1 - slender * slender);
}

/// ln rho of a point at `along` and `across` from the middle of a line with half length c.
double log_ellipse(double c, double along, double across) {
  const std::complex<double> z(std::abs(along) / c, across / c);
  return std::log(std::abs(z + std::sqrt(z - 1.0) * std::sqrt(z + 1.0)));
}

}  // namespace

LineFlow::LineFlow(const Domain& domain, const BodyPoints& bodies, std::span<const double> directors,
                   std::span<const double> nodes, std::span<const double> forces)
    : bodies_(&bodies), periods_(Periods::of(domain)) {
  for (std::size_t b = 0; b < bodies.bodies(); ++b) {
    const BodyKind& k = bodies.kind(b);
    if (k.shape != BodyKind::Shape::rod_line) continue;
    const double c = half_line(k);
    Line line{b, {}, {}, {}, {}};
    const std::size_t first = bodies.first(b), last = first + k.points() - 1;
    for (std::size_t a = 0; a < 3; ++a) {
      line.centre[a] = 0.5 * (nodes[3 * first + a] + nodes[3 * last + a]);
      line.director[a] = directors[3 * b + a];
      // the sum of the weights is 1, of weights times offset 0, of weights times offset^2 c^2/3
      for (std::size_t i = 0; i < k.points(); ++i) {
        line.force[a] += forces[3 * (first + i) + a];
        line.slope[a] += 3 / (c * c) * k.offsets[i] * forces[3 * (first + i) + a];
      }
    }
    centres_.insert(centres_.end(), line.centre, line.centre + 3);
    lines_.push_back(line);
    reach_ = std::max(reach_, c * std::cosh(half_digits / double(k.points())));
  }
  if (!lines_.empty()) cells_.emplace_back(domain, reach_, centres_);
}

const GaussRule<double>& LineFlow::rule(int count) const {
  const auto found = rules_.find(count);
  return found != rules_.end() ? found->second : rules_.emplace(count, gauss_legendre(count)).first->second;
}

template <class F>
void LineFlow::for_near_lines(const double* point, const F& f) const {
  cells_.front().for_near(point, [&](std::size_t i, double) {
    const Line& line = lines_[i];
    const BodyKind& k = bodies_->kind(line.body);
    const double c = half_line(k), inside = std::log((1 + k.radius / k.half_length) * k.half_length / c);
    double apart[3];
    for (std::size_t a = 0; a < 3; ++a) apart[a] = point[a] - line.centre[a];
    for_near_images(periods_, apart, reach_, [&](const double* d) {
      const double along = d[0] * line.director[0] + d[1] * line.director[1] + d[2] * line.director[2];
      const double across2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along;
      const double ellipse = log_ellipse(c, along, std::sqrt(std::max(0.0, across2)));
      // A difference of velocities beside the rod may reach a little into it, where the field goes on smoothly.
      constexpr double deepest = 0.5;
      if (ellipse * double(k.points()) > half_digits || ellipse < deepest * inside) return;
      const int needed = static_cast<int>(std::ceil(half_digits / ellipse));
      f(line, d, (needed + rule_step - 1) / rule_step * rule_step);
    });
  });
}

template <class F>
void LineFlow::for_sources(const Line& line, const double* apart, int count, const F& f) const {
  const BodyKind& k = bodies_->kind(line.body);
  const double c = half_line(k);
  const auto source = [&](double x, double weight) {
    double r[3];
    for (std::size_t a = 0; a < 3; ++a) r[a] = apart[a] - x * line.director[a];
    f(x, weight, r);
  };
  const GaussRule<double>& fine = rule(count);
  for (std::size_t i = 0; i < fine.nodes.size(); ++i) source(c * fine.nodes[i], 0.5 * fine.weights[i]);
  for (std::size_t i = 0; i < k.points(); ++i) source(k.offsets[i], -k.weights[i]);
}

void LineFlow::add_velocity(double factor, double viscosity, std::span<const double> points,
                            std::span<double> u) const {
  if (lines_.empty()) return;
  const double unit = factor / (8 * std::numbers::pi * viscosity);
  for (std::size_t p = 0; p < points.size(); p += 3)
    for_near_lines(&points[p], [&](const Line& line, const double* apart, int count) {
      const BodyKind& k = bodies_->kind(line.body);
      const double c = half_line(k), slender = k.radius / k.half_length;
      const double size = slender * slender / (4 * (1 - slender * slender));  // Q = (c^2 - x^2) (1 - e^2)/(4 e^2)
      for_sources(line, apart, count, [&](double x, double weight, const double* r) {
        const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], inverse = 1 / std::sqrt(r2);
        double force[3], along = 0;
        for (std::size_t a = 0; a < 3; ++a) {
          force[a] = unit * weight * (line.force[a] + x * line.slope[a]);
          along += r[a] * force[a];
        }
        // (1 + Q Lap) G f, with Lap G f = 2 f/r^3 - 6 r (r.f)/r^5
        const double dipole = 2 * size * (c * c - x * x) / r2;
        for (std::size_t a = 0; a < 3; ++a)
          u[p + a] += inverse * ((1 + dipole) * force[a] + (1 - 3 * dipole) * along * r[a] / r2);
      });
    });
}

void LineFlow::add_pressure(std::span<const double> points, std::span<double> pressure) const {
  if (lines_.empty()) return;
  for (std::size_t p = 0; p < points.size(); p += 3)
    for_near_lines(&points[p], [&](const Line& line, const double* apart, int count) {
      for_sources(line, apart, count, [&](double x, double weight, const double* r) {
        const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        double along = 0;
        for (std::size_t a = 0; a < 3; ++a) along += r[a] * (line.force[a] + x * line.slope[a]);
        pressure[p / 3] += weight * along / (4 * std::numbers::pi * r2 * std::sqrt(r2));
      });
    });
}

}  // namespace slurry
