// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <span>
#include <vector>

#include "base/execution.hpp"
#include "base/process_clock.hpp"
#include "base/relative_difference.hpp"
#include "base/simd.hpp"
#include "direct/direct.hpp"
#include "yardsticks/measures/bench.hpp"

namespace slurry {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

/// The plain loop for this formula and nothing else: coordinates and forces in arrays of their own, vectors of targets
/// against one source after the other, everything in one precision.  It has no overlap, no choice and no threads.
template <class Real>
class BareLoop {
 public:
  BareLoop(const Vectors<Space>& x, const Vectors<Space>& f)
      : count_(x.extent(0)), padded_((count_ + step - 1) / step * step) {
    for (std::size_t c = 0; c < 3; ++c) {
      x_[c].assign(padded_, Real(0));
      f_[c].assign(padded_, Real(0));
      u_[c].assign(padded_, Real(0));
      for (std::size_t i = 0; i < count_; ++i) {
        x_[c][i] = static_cast<Real>(x(i, c));
        f_[c][i] = static_cast<Real>(f(i, c));
      }
    }
  }

  void run(double radius) {
    for (std::size_t i = 0; i < padded_; i += step) meet(i, static_cast<Real>(radius * radius / 3));
  }

  double velocity(std::size_t i, std::size_t c) const { return u_[c][i]; }

 private:
  using Wide = simd::Wide<Real>;
  static constexpr std::size_t width = Wide::size(), vectors = 2, step = width * vectors;

  void meet(std::size_t i, Real g) {
    Wide t[3][vectors], u[3][vectors];
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t v = 0; v < vectors; ++v) {
        t[c][v] = Wide(&x_[c][i + v * width], simd::element_aligned);
        u[c][v] = Real(0);
      }
    for (std::size_t j = 0; j < count_; ++j) {
      const Real fx = f_[0][j], fy = f_[1][j], fz = f_[2][j];
      for (std::size_t v = 0; v < vectors; ++v) {
        const Wide x = t[0][v] - x_[0][j], y = t[1][v] - x_[1][j], z = t[2][v] - x_[2][j];
        const Wide s = x * x + y * y + z * z + smallest;  // a sphere meets itself with what is finite
        Wide n = simd::inverse_sqrt(s);
        if constexpr (sizeof(Real) == 8) n = n * (Real(1.5) - Real(0.5) * s * n * n);
        const Wide n2 = n * n, g2 = Real(2) * g * n2;
        const Wide X = n * (Real(1) + g2), along = n * n2 * (Real(1) - Real(3) * g2) * (x * fx + y * fy + z * fz);
        u[0][v] += X * fx + along * x;
        u[1][v] += X * fy + along * y;
        u[2][v] += X * fz + along * z;
      }
    }
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t v = 0; v < vectors; ++v) u[c][v].copy_to(&u_[c][i + v * width], simd::element_aligned);
  }

  static constexpr Real smallest = Real(1e-6);
  std::size_t count_, padded_;
  std::vector<Real> x_[3], f_[3], u_[3];
};

struct Suspension {
  Vectors<Space> x, f, u;
  explicit Suspension(std::size_t n) : x("slurry::bench::x", n), f("slurry::bench::f", n), u("slurry::bench::u", n) {}
  void fill(std::mt19937_64& random, double side) {
    std::uniform_real_distribution<double> uniform(0, side);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < x.extent(0); ++i)
      for (std::size_t c = 0; c < 3; ++c) {
        x(i, c) = uniform(random);
        f(i, c) = normal(random);
      }
  }
};

template <class Real>
DirectBenchResult time_both(const DirectBenchCase& c) {
  constexpr double radius = 1, volume_fraction = 0.01;
  const double side = std::cbrt(static_cast<double>(c.points) * 4 * std::numbers::pi / 3 / volume_fraction);
  const Space space;
  const Box free_space{{side, side, side}, 0};
  DirectSum<Space> engine(space, free_space, 1e-15, sizeof(Real) == 8 ? Precision::fp64 : Precision::fp32);
  Suspension s(c.points);
  std::mt19937_64 random(c.seed);
  DirectBenchResult r;
  r.engine_seconds = r.bare_seconds = std::numeric_limits<double>::infinity();
  for (int i = 0; i < c.repeats; ++i) {
    s.fill(random, side);
    double start = process_seconds();
    engine.set_points(s.x, radius, {{s.x, radius, true, {}}});
    engine.apply(s.f, {s.u});
    r.engine_seconds = std::min(r.engine_seconds, process_seconds() - start);
    BareLoop<Real> bare(s.x, s.f);
    start = process_seconds();
    bare.run(radius);
    r.bare_seconds = std::min(r.bare_seconds, process_seconds() - start);
  }
  DirectSum<Space> exact(space, free_space);
  const Vectors<Space> truth("slurry::bench::truth", c.points);
  exact.set_points(s.x, radius, {{s.x, radius, true, {}}});
  exact.apply(s.f, {truth});
  r.difference = relative_difference(s.u, truth);
  return r;
}

}  // namespace

DirectBenchResult bench_direct(const DirectBenchCase& c) {
  return c.terms == Precision::fp64 ? time_both<double>(c) : time_both<float>(c);
}

}  // namespace slurry
