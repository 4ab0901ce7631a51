// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/lubrication.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/chebyshev.hpp"

namespace slurry {

namespace lubrication {

namespace {

using std::numbers::pi;

/// (4/3) sinh alpha sum k_n (numerator/denominator), k_n = n (n + 1)/((2n - 1)(2n + 3)); terms fall like exp(-2 n
/// alpha).
template <class Term>
double bispherical_sum(double alpha, const Term& term) {
  double sum = 0;
  for (int n = 1; n < 1000000; ++n) {
    const double m = 2 * n + 1, k = n * (n + 1.0) / ((2 * n - 1.0) * (2 * n + 3.0));
    if (m * alpha > 600) break;
    const double t = k * term(m);
    sum += t;
    if (n > 20 && t < 1e-17 * sum) break;
  }
  return 4.0 / 3 * std::sinh(alpha) * sum;
}

/// What is left of a friction when its singular part is taken off, in Chebyshev polynomials of ln s.
class Remainder {
 public:
  template <class F>
  explicit Remainder(const F& f)
      : c_(chebyshev_fit<double>([&](double v) { return f(std::exp(low_ + (v + 1) / 2 * (high_ - low_))); }, 40)) {}
  /// Below the range it is constant up to s ln s.
  double operator()(double s) const {
    const double v = std::clamp(2 * (std::log(s) - low_) / (high_ - low_) - 1, -1.0, 1.0);
    double b1 = 0, b2 = 0;
    for (std::size_t k = c_.size() - 1; k >= 1; --k) {
      const double b = 2 * v * b1 - b2 + c_[k];
      b2 = b1;
      b1 = b;
    }
    return v * b1 - b2 + c_[0];
  }

 private:
  double low_ = std::log(1e-4), high_ = std::log(reach);
  std::vector<double> c_;
};

/// 1 up to half the reach, 0 beyond it, with a continuous slope.
double fade(double s) {
  const double t = std::clamp(2 * s / reach - 1, 0.0, 1.0);
  return 1 - t * t * (3 - 2 * t);
}

double singular_pair(double s) {
  return 1 / (4 * s) - 9.0 / 40 * std::log(s);
}
double singular_wall(double s) {
  return 1 / s - 0.2 * std::log(s);
}

}  // namespace

double approaching_spheres(double s) {
  const double alpha = std::acosh(1 + s / 2), sh = std::sinh(alpha), sh2 = std::sinh(2 * alpha);
  // (4 cosh^2(m alpha/2) + m^2 sinh^2 alpha)/(2 sinh m alpha - m sinh 2 alpha) - 1, without the difference at the end
  return bispherical_sum(alpha, [&](double m) {
    return (2 + 2 * std::exp(-m * alpha) + m * m * sh * sh + m * sh2) / (2 * std::sinh(m * alpha) - m * sh2);
  });
}

double sphere_towards_wall(double s) {
  const double alpha = std::acosh(1 + s), sh = std::sinh(alpha), sh2 = std::sinh(2 * alpha);
  return bispherical_sum(alpha, [&](double m) {
    const double half = std::sinh(m * alpha / 2);
    return (2 - 2 * std::exp(-m * alpha) + m * m * sh * sh + m * sh2) / (4 * half * half - m * m * sh * sh);
  });
}

double approaching_spheres_rotne_prager(double s) {
  const double i = 1 / (2 + s);
  return 1 / (1 - 1.5 * i + i * i * i);
}

double sphere_towards_wall_rotne_prager(double s) {
  const double i = 1 / (1 + s), i3 = i * i * i;
  return 1 / (1 - 9.0 / 8 * i + i3 / 2 - i3 * i * i / 8);
}

double sphere_along_wall_rotne_prager(double s) {
  const double i = 1 / (1 + s), i3 = i * i * i;
  return 1 / (1 - 9.0 / 16 * i + i3 / 8 - i3 * i * i / 16);
}

Friction of_pair(LubricationLaw law, double s) {
  static const Remainder remainder([](double at) {
    return (approaching_spheres(at) - approaching_spheres_rotne_prager(at)) / 2 - singular_pair(at);
  });
  Friction f;
  if (law == LubricationLaw::none || s >= reach) return f;
  s = std::max(s, smallest_gap);
  if (s < 1) f.tangential = -std::log(s) / 6;
  if (law == LubricationLaw::printed) {
    if (s < 1) f.normal = singular_pair(s);
  } else {
    f.normal = std::max(0.0, singular_pair(s) + remainder(s)) * fade(s);
  }
  return f;
}

Friction of_wall(LubricationLaw law, double s, double ratio) {
  static const Remainder remainder(
      [](double at) { return sphere_towards_wall(at) - sphere_towards_wall_rotne_prager(at) - singular_wall(at); });
  Friction f;
  if (law != LubricationLaw::exact || s >= reach) return f;
  s = std::max(s, smallest_gap);
  // the gap between radii of curvature 1 and 1/(1 - ratio) resists squeezing this many times as much as over a plane
  const double curved = 2 / ((2 - ratio) * std::sqrt(1 - ratio));
  f.normal = std::max(0.0, singular_wall(s) + remainder(s)) * fade(s);
  if (s < 1) {
    f.normal += (curved - 1) * (1 / s - 1);
    f.tangential = std::max(0.0, -8.0 / 15 * std::log(s) + 0.9588 - sphere_along_wall_rotne_prager(s));
  }
  return f;
}

}  // namespace lubrication

LubricationMatrix::LubricationMatrix(const Domain& domain, std::vector<double> radii, LubricationLaw law)
    : domain_(domain), radii_(std::move(radii)), law_(law), list_(domain) {}

void LubricationMatrix::build(double viscosity, std::span<const double> x) {
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
        Pair p{static_cast<int>(i), j, {}, 0, 0};
        double r2 = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          p.n[c] = list_.periods().nearest(static_cast<int>(c), x[3 * i + c] - x[3 * k + c]);
          r2 += p.n[c] * p.n[c];
        }
        const double r = std::sqrt(r2), a = 2 * radius(i) * radius(k) / (radius(i) + radius(k));
        if (r == 0) continue;
        for (double& c : p.n) c /= r;
        const auto f = lubrication::of_pair(law_, (r - radius(i) - radius(k)) / a);
        p.normal = unit * a * f.normal;
        p.tangential = unit * a * f.tangential;
        if (p.normal > 0 || p.tangential > 0) pairs_.push_back(p);
      }
  }
  if (domain_.kind != DomainKind::pipe) return;
  for (std::size_t i = 0; i < bodies_; ++i) {
    const double r = std::hypot(x[3 * i + 1], x[3 * i + 2]), a = radius(i);
    const double s = (domain_.radius - r) / a - 1;
    if (s >= lubrication::reach || r == 0) continue;
    const auto f = lubrication::of_wall(law_, s, a / domain_.radius);
    if (f.normal > 0 || f.tangential > 0)
      walls_.push_back(
          {static_cast<int>(i), {0, x[3 * i + 1] / r, x[3 * i + 2] / r}, unit * a * f.normal, unit * a * f.tangential});
  }
}

void LubricationMatrix::add(double factor, std::span<const double> x, std::span<double> y) const {
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
          factor * (w.tangential * u[c] + (w.normal - w.tangential) * along * w.n[c]);
  }
}

double LubricationMatrix::axial_wall_force(std::span<const double> x) const {
  double sum = 0;  // normals of the wall have no axial component
  for (const Wall& w : walls_) sum += w.tangential * x[3 * static_cast<std::size_t>(w.i)];
  return sum;
}

std::vector<double> LubricationMatrix::diagonal() const {
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
  for (const Wall& w : walls_) put(w.i, w.n, w.normal, w.tangential);
  return d;
}

}  // namespace slurry
