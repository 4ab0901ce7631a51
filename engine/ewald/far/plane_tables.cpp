// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/plane_tables.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "ewald/far/multiplier.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Signed wave numbers of a transform of n points and grid spacing h.
std::vector<double> wave_numbers(int n, double h) {
  std::vector<double> k(n);
  for (int j = 0; j < n; ++j) k[j] = 2 * pi / (n * h) * (2 * j <= n ? j : j - n);
  return k;
}

/// Multiplier of one x-mode with wave number kx.
template <class Real>
std::vector<Real> fill_table(const EwaldParameters& p, const FarGrid& grid, const FarMultiplier& multiplier,
                             const KaiserBessel& window, const typename PlaneTables<Real>::Class& c, double kx) {
  const int ny = c.planes.size[0], nz = c.planes.size[1];
  const auto transform = [&](int d, double k) {
    const double half = 0.5 * window.points() * grid.spacing[d];
    return half * window.transform(k * half);
  };
  const double wx = transform(0, kx);
  const double scale = 1 / (double(grid.transform_x) * ny * nz) / (wx * wx);
  std::vector<double> wy(ny / 2 + 1), wz(nz / 2 + 1);
  for (int i = 0; i <= ny / 2; ++i) wy[i] = 1 / std::pow(transform(1, c.ky[i]), 2);
  for (int i = 0; i <= nz / 2; ++i) wz[i] = 1 / std::pow(transform(2, c.kz[i]), 2);
  std::vector<Real> t(c.quadrant(), Real(0));
  const double ball2 = std::pow(multiplier.largest_wave_number(), 2);
  const int periodicity = p.box.periodicity;
  const double area = ny * grid.spacing[1] * nz * grid.spacing[2];
  std::function<double(double)> radial;
  for (int iy = 0; iy <= ny / 2; ++iy) {
    // the periodic part of the wave vector, and what is left for the free directions
    const double a = periodicity == 0 ? 0.0 : periodicity == 2 ? std::hypot(kx, c.ky[iy]) : kx;
    if (iy == 0 || periodicity == 2) {
      if (a * a >= ball2) continue;
      radial = multiplier.radial(a, multiplier.padding(a).kind, area);
    }
    for (int iz = 0; iz <= nz / 2; ++iz) {
      const double k2 = kx * kx + c.ky[iy] * c.ky[iy] + c.kz[iz] * c.kz[iz];
      if (k2 >= ball2 * (1 - 1e-12)) continue;
      const double kappa = std::sqrt(std::max(0.0, k2 - a * a));
      t[std::size_t(iz) * (ny / 2 + 1) + iy] = static_cast<Real>(radial(kappa) * scale * wy[iy] * wz[iz]);
    }
  }
  return t;
}

}  // namespace

template <class Real>
PlaneTables<Real>::PlaneTables(const EwaldParameters& p, const FarGrid& grid, const EwaldSplit& split,
                               const KaiserBessel& window, int most_classes, const std::vector<int>* wanted) {
  const FarMultiplier far(p, split);
  zero_mode_constant = far.constant();
  kx = wave_numbers(grid.transform_x, grid.spacing[0]);
  double area = 0;
  for (const auto& planes : plane_classes(p, grid, far, most_classes)) {
    const int ny = planes.size[0], nz = planes.size[1];
    const Class c{planes, wave_numbers(ny, grid.spacing[1]), wave_numbers(nz, grid.spacing[2])};
    for (int j = planes.first_mode; j <= planes.last_mode; ++j) {
      class_of_mode.push_back(static_cast<int>(classes.size()));
      multiplier.emplace_back();
      if (!wanted || std::find(wanted->begin(), wanted->end(), j) != wanted->end())
        multiplier.back() = fill_table<Real>(p, grid, far, window, c, kx[j]);
    }
    area += double(ny) * nz * c.modes();
    classes.push_back(c);
  }
  padding = area / (double(modes()) * grid.points[1] * grid.points[2]);
}

template struct PlaneTables<double>;
template struct PlaneTables<float>;

}  // namespace slurry
