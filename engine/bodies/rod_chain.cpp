// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/rod_chain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/dense_solves.hpp"
#include "base/text.hpp"
#include "kernels/near_pair.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

/// Mobilities (N,N) of the N blobs along and across the chain, times 8 pi eta.
void blob_mobilities(const std::vector<double>& offsets, double radius, std::vector<double>& along,
                     std::vector<double>& across) {
  const std::size_t n = offsets.size();
  along.resize(n * n);
  across.resize(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double r = std::abs(offsets[i] - offsets[j]);
      double x = 0, y = 0;
      rotne_prager_pair(r, radius, radius, x, y);
      across[i * n + j] = x;
      along[i * n + j] = x + y * r * r;
    }
}

std::vector<double> equidistant(int blobs, double end) {
  std::vector<double> s(static_cast<std::size_t>(blobs));
  for (int i = 0; i < blobs; ++i) s[static_cast<std::size_t>(i)] = end * (2.0 * i / (blobs - 1) - 1);
  return s;
}

void check(double half_length, double aspect, int blobs) {
  if (!(half_length > 0) || !std::isfinite(half_length))
    throw InputError(text("the half length of a rod is {}; it must be positive", half_length));
  if (!(aspect >= smallest_aspect) || !(aspect <= largest_aspect))
    throw InputError(
        text("the aspect ratio of a rod is {}; it must lie from {} to {}", aspect, smallest_aspect, largest_aspect));
  if (blobs < 2 || blobs > 400) throw InputError(text("a chain has {} blobs; it takes 2 to 400", blobs));
}

/// Relative deviations of the three resistances from the target's, for half length 1.
std::array<double, 3> deviations(double aspect, int blobs, const std::array<double, 2>& kappa_beta,
                                 const SpheroidResistance& target) {
  RodChain chain;
  chain.aspect = aspect;
  chain.blob_radius = kappa_beta[1] / aspect;
  chain.offsets = equidistant(blobs, kappa_beta[0]);
  const SpheroidResistance r = chain_friction(chain).resistance(1);
  return {r.xa / target.xa - 1, r.ya / target.ya - 1, r.yc / target.yc - 1};
}

}  // namespace

SpheroidResistance ChainFriction::resistance(double l) const {
  SpheroidResistance r;
  r.xa = 4.0 / 3 * translation_along / l;
  r.ya = 4.0 / 3 * translation_across / l;
  r.xc = 0;
  r.yc = rotation / (l * l * l);
  return r;
}

ChainFriction chain_friction(const RodChain& chain) {
  std::vector<double> along, across;
  blob_mobilities(chain.offsets, chain.blob_radius, along, across);
  const int n = static_cast<int>(chain.offsets.size());
  std::optional<std::vector<double>> a = inverse_of_positive_definite(along, n);
  std::optional<std::vector<double>> b = inverse_of_positive_definite(across, n);
  if (!a || !b) throw Error("the mobility of a chain of blobs is not positive definite");
  ChainFriction f;
  f.along = std::move(*a);
  f.across = std::move(*b);
  f.translation_along = std::accumulate(f.along.begin(), f.along.end(), 0.0);
  f.translation_across = std::accumulate(f.across.begin(), f.across.end(), 0.0);
  f.rotation = quadratic_form(f.across, chain.offsets);
  return f;
}

RodChain make_rod_chain(double half_length, double aspect, int blobs, double kappa, double beta) {
  check(half_length, aspect, blobs);
  if (!(kappa > 0) || !(beta > 0))
    throw InputError(text("the proportions of a chain are {} and {}; they must be positive", kappa, beta));
  RodChain chain;
  chain.half_length = half_length;
  chain.aspect = aspect;
  chain.blob_radius = beta * half_length / aspect;
  chain.offsets = equidistant(blobs, kappa * half_length);
  chain.turning_aspect = aspect;
  return chain;
}

RodChain fit_rod_chain(double half_length, double aspect, ChainTarget target, int blobs) {
  if (blobs == 0) blobs = static_cast<int>(std::lround(aspect));
  check(half_length, aspect, blobs);
  const bool cylinder = target == ChainTarget::cylinder;
  const SpheroidResistance wanted = cylinder ? cylinder_resistance(aspect) : spheroid_resistance(aspect);
  // Gauss-Newton from proportions that are about right; steps are kept where a chain makes sense
  std::array<double, 2> p{std::max(0.5, 1 - (cylinder ? 0.5 : 1.3) / aspect), 1.0};
  for (int iteration = 0; iteration < 60; ++iteration) {
    const std::array<double, 3> r = deviations(aspect, blobs, p, wanted);
    std::array<double, 6> slope;  // (3,2)
    for (int k = 0; k < 2; ++k) {
      constexpr double h = 1e-5;
      std::array<double, 2> up = p, down = p;
      up[k] += h;
      down[k] -= h;
      const auto above = deviations(aspect, blobs, up, wanted), below = deviations(aspect, blobs, down, wanted);
      for (int i = 0; i < 3; ++i) slope[2 * i + k] = (above[i] - below[i]) / (2 * h);
    }
    const std::array<double, 2> back = least_squares_3x2(slope, r);
    const double length = std::hypot(back[0], back[1]), damping = std::min(1.0, 0.1 / std::max(length, 1e-300));
    p[0] = std::clamp(p[0] - damping * back[0], 0.2, 1.2);
    p[1] = std::clamp(p[1] - damping * back[1], 0.3, 2.0);
    if (length < 1e-10) break;
  }
  RodChain chain = make_rod_chain(half_length, aspect, blobs, p[0], p[1]);
  chain.turning_aspect = cylinder ? cylinder_turning_aspect(aspect) : aspect;
  return chain;
}

}  // namespace slurry
