// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/grid_transfer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "base/dense_solves.hpp"
#include "base/execution.hpp"
#include "base/text.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

template <class View, class T>
View in_space(const std::vector<T>& host, const std::string& label) {
  View v(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), host.size());
  Kokkos::deep_copy(v, Kokkos::View<const T*, Kokkos::HostSpace>(host.data(), host.size()));
  return v;
}

}  // namespace

// The modes of a node at another phase are those at phase 0 times exp(-i k h phase), of absolute value 1: turned back,
// the matrix of the least squares is the same for every node, and only the right side turns.
TransferWeights::TransferWeights(const KaiserBessel& fine_window, double fine_spacing,
                                 const KaiserBessel& coarse_window, double coarse_spacing, const EwaldSplit& split,
                                 double cutoff_radius)
    : points_(coarse_window.points()) {
  constexpr int modes = 64;
  const double coarse_half = 0.5 * points_, fine_half = 0.5 * fine_window.points();
  std::vector<double> a(std::size_t(2 * modes) * points_);
  for (int i = 0; i < modes; ++i) {
    const double k = pi * (i + 0.5) / (modes * coarse_spacing);
    const double coarse = coarse_half * coarse_window.transform(k * coarse_half * coarse_spacing);
    const double fine = fine_half * fine_window.transform(k * fine_half * fine_spacing);
    // a velocity has gamma/k^2, and k^2 dk waves between k and k + dk
    const double part = std::abs(split.gamma(k * cutoff_radius)) / (k * coarse_spacing * coarse);
    for (int j = 0; j < points_; ++j) {
      const double x = (j - coarse_half) * coarse_spacing;
      a[std::size_t(i) * points_ + j] = part * std::cos(k * x);
      a[std::size_t(modes + i) * points_ + j] = -part * std::sin(k * x);
    }
    angle_.push_back(k * coarse_spacing);
    wanted_.push_back(part * coarse / fine);
  }
  inverse_ = least_squares_inverse(a, 2 * modes, points_);
}

std::vector<double> TransferWeights::at(double phase) const {
  const std::size_t modes = angle_.size();
  std::vector<double> right(2 * modes), t(points_, 0.0);
  for (std::size_t i = 0; i < modes; ++i) {
    right[i] = wanted_[i] * std::cos(angle_[i] * phase);
    right[modes + i] = wanted_[i] * std::sin(angle_[i] * phase);
  }
  for (int j = 0; j < points_; ++j)
    for (std::size_t i = 0; i < 2 * modes; ++i) t[j] += inverse_[j * 2 * modes + i] * right[i];
  return t;
}

template <class Space, class Real>
typename GridTransfer<Space, Real>::Band GridTransfer<Space, Real>::make_band(int d, const EwaldParameters& fine,
                                                                              const EwaldParameters& coarse,
                                                                              const EwaldSplit& split) const {
  const KaiserBessel fine_window(fine.window_points, fine.window_shape),
      coarse_window(coarse.window_points, coarse.window_shape);
  const int points = coarse.window_points, n = place_.nodes[d];
  const TransferWeights weights(fine_window, fine_.spacing[d], coarse_window, coarse_.spacing[d], split,
                                coarse.cutoff_radius);
  std::vector<int> first(n);
  std::vector<double> weight(std::size_t(n) * points);
  for (int i = 0; i < n; ++i) {
    const double left = (place_.first[d] + i * fine_.spacing[d]) / coarse_.spacing[d] - 0.5 * points;
    first[i] = static_cast<int>(std::ceil(left));
    const auto t = weights.at(first[i] - left);
    std::copy(t.begin(), t.end(), weight.begin() + std::ptrdiff_t(i) * points);
  }
  Band band;
  band.fine = n;
  band.coarse = first.back() - first.front() + points;
  band.first_stored = first.front() + coarse_.offset[d];
  if (!coarse_.periodic[d] && (band.first_stored < 0 || band.first_stored + band.coarse > coarse_.total[d]))
    throw std::logic_error(
        text("a transfer needs the coarse nodes {} to {}, but there are only {} along free direction {}",
             band.first_stored, band.first_stored + band.coarse - 1, coarse_.total[d], d + 1));
  // the coarse nodes of a fine one are those from `first`; the fine nodes of a coarse one follow each other too
  std::vector<int> first_fine(band.coarse, n), row(band.coarse + 1, 0);
  std::vector<Real> up, down(weight.begin(), weight.end());
  const int base = first.front();
  for (int& f : first) f -= base;
  for (int c = 0; c < band.coarse; ++c) {
    row[c] = static_cast<int>(up.size());
    for (int i = 0; i < n; ++i) {
      if (c < first[i] || c >= first[i] + points) continue;
      first_fine[c] = std::min(first_fine[c], i);
      up.push_back(static_cast<Real>(weight[std::size_t(i) * points + c - first[i]]));
    }
  }
  row[band.coarse] = static_cast<int>(up.size());
  band.first_coarse = in_space<Integers>(first, "slurry::transfer::first_coarse");
  band.down = in_space<Numbers>(down, "slurry::transfer::down");
  band.first_fine = in_space<Integers>(first_fine, "slurry::transfer::first_fine");
  band.row = in_space<Integers>(row, "slurry::transfer::row");
  band.up = in_space<Numbers>(up, "slurry::transfer::up");
  return band;
}

template <class Space, class Real>
GridTransfer<Space, Real>::GridTransfer(const EwaldParameters& fine, const FarGrid& fine_grid,
                                        const EwaldParameters& coarse, const FarGrid& coarse_grid,
                                        const EwaldSplit& coarse_split, const TransferPlace& place)
    : fine_(fine_grid), coarse_(coarse_grid), place_(place) {
  for (int d = 0; d < 3; ++d) {
    band_[d] = make_band(d, fine, coarse, coarse_split);
    scale_ *= static_cast<Real>(coarse_.spacing[d] / fine_.spacing[d]);
  }
}

#define SLURRY_INSTANTIATE(Space)             \
  template class GridTransfer<Space, double>; \
  template class GridTransfer<Space, float>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
