// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/sums/image_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "base/quadrature.hpp"
#include "ewald/far/multiplier.hpp"
#include "ewald/far/plane_classes.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Mean squares of a mode over that of the mode of 1/r, x = a D: polynomials (theory/error-control.md (E7b)).
ImageErrors over_potential(Layer layer, double a, double x) {
  const double a2 = a * a, xx = x * x;
  ImageErrors e;
  if (layer == Layer::coulomb) {
    e.force = {1, 2 * a2, 0};
    return e;
  }
  e.force = {(6 + 4 * xx) / 3, a2 * (16 - 8 * x + 8 * xx) / 3, a2 * 8 / 3};
  e.dipole = {a2 * (56 - 32 * x + 32 * xx) / 7, a2 * a2 * (176 - 128 * x + 64 * xx) / 7, a2 * a2 * 64 / 7};
  return e;
}

void add(FieldSquares& sum, double weight, const FieldSquares& e) {
  sum.value += weight * e.value;
  sum.gradient += weight * e.gradient;
  sum.pressure += weight * e.pressure;
}

void add(ImageErrors& sum, double weight, const ImageErrors& e) {
  add(sum.force, weight, e.force);
  add(sum.dipole, weight, e.dipole);
}

/// Distances z of two random places on [0, length], those near the length where the image is near: y = length - z with
/// the density 2 y/length^2, up to the distance behind which exp(-2 a y) is nothing.
template <class F>
void over_image_distances(double length, double a, const F& f) {
  static const GaussRule<double> rule = gauss_legendre(12);
  if (!(length > 0)) return f(0.0, 1.0);
  const double end = std::min(length, 10 / a);
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const double y = end * (rule.nodes[i] + 1) / 2;
    f(y, rule.weights[i] * end * y / (length * length));
  }
}

/// One mode of two periodic directions, whose image is the period less z away: (2 pi/a) exp(-a D)/A is that of 1/r.
ImageErrors sheet_mode(const EwaldParameters& p, double a, double period, double length) {
  const double front = 2 * pi / (a * p.box.lengths[0] * p.box.lengths[1]);
  ImageErrors sum;
  over_image_distances(length, a, [&](double y, double weight) {
    const double x = a * (period - length + y), amplitude = front * std::exp(-x);
    add(sum, weight * amplitude * amplitude, over_potential(p.layer, a, x));
  });
  return sum;
}

/// K_0 where x is well above 1, as it is at an image.
double decaying_bessel_k0(double x) {
  return std::sqrt(pi / (2 * x)) * std::exp(-x) * (1 - 1 / (8 * x) + 9 / (128 * x * x));
}

/// One mode of one periodic direction, 2 K_0(a rho)/L for 1/r, whose images are a period away along y or along z.
ImageErrors line_mode(const EwaldParameters& p, double a, const std::array<double, 2>& period,
                      const std::array<double, 2>& length) {
  static const GaussRule<double> rule = gauss_legendre(6);
  ImageErrors sum;
  for (int d = 0; d < 2; ++d)
    over_image_distances(length[d], a, [&](double y, double weight) {
      const double along = period[d] - length[d] + y;
      for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
        const double u = (rule.nodes[i] + 1) / 2, x = a * std::hypot(along, u * length[1 - d]);
        if (x > 300) continue;  // nothing is left
        const double amplitude = 2 * decaying_bessel_k0(x) / p.box.lengths[0];
        add(sum, weight * rule.weights[i] * (1 - u) * amplitude * amplitude, over_potential(p.layer, a, x));
      }
    });
  return sum;
}

/// Numbers from first to last, or some of them that stand for as many each; the first, which may count most, for
/// itself.
std::vector<std::pair<double, double>> in_parts(int first, int last, int most) {
  std::vector<std::pair<double, double>> parts;
  if (last < first) return parts;
  parts.emplace_back(first, 1);
  const int others = last - first, count = std::min(others, most);
  for (int i = 0; i < count; ++i) {
    const double each = double(others) / count;
    parts.emplace_back(first + 0.5 + each * (i + 0.5), each);
  }
  return parts;
}

}  // namespace

ImageErrors image_errors(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid,
                         const std::array<double, 3>& spread) {
  ImageErrors sum;
  const int periodic = p.box.periodicity;
  if (periodic != 1 && periodic != 2) return sum;
  const FarMultiplier multiplier(p, split);
  const double largest = multiplier.largest_wave_number();
  std::array<double, 3> length = p.box.lengths;
  for (int d = periodic; d < 3; ++d)
    if (spread[d] > 0) length[d] = std::min(length[d], spread[d]);
  const std::array<double, 2> across{length[1], length[2]};
  constexpr int most_planes = 32, most_modes = 32;  // of a class, and of a plane; of more there are equal parts
  for (const PlaneClass& c : plane_classes(p, grid, multiplier)) {
    const std::array<double, 2> period{c.size[0] * grid.spacing[1], c.size[1] * grid.spacing[2]};
    const auto planes = in_parts(c.first_mode, c.last_mode, most_planes);
    for (const auto& [j, equal] : planes) {
      const double k = 2 * pi * j / p.box.lengths[0], both = equal * (j > 0 ? 2 : 1);
      if (periodic == 1) {
        if (j > 0 && k < largest && multiplier.padding(k).kind == ModeKind::padded)
          add(sum, both, line_mode(p, k, period, across));
        continue;
      }
      // every mode decays faster than the one before: what is left of the image falls like exp(-2 a (P - L))
      const double least = std::hypot(k, j > 0 ? 0.0 : 2 * pi / p.box.lengths[1]);
      const double last = std::min(largest, least + 10 / (period[1] - length[2]));
      const int modes = int(std::sqrt(std::max(0.0, last * last - k * k)) * p.box.lengths[1] / (2 * pi));
      for (const auto& [i, alike] : in_parts(j > 0 ? 0 : 1, modes, most_modes)) {
        const double a = std::hypot(k, 2 * pi * i / p.box.lengths[1]);
        if (a < largest) add(sum, both * alike * (i > 0 ? 2 : 1), sheet_mode(p, a, period[1], length[2]));
      }
    }
  }
  return sum;
}

}  // namespace slurry
