// SPDX-License-Identifier: BSD-3-Clause
#include "far_field/grid_transfer.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/execution.hpp"
#include "base/loop_name.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Index of a coarse node in the stored grid.
KOKKOS_INLINE_FUNCTION int stored_node(const FarGrid& g, int d, int node) {
  if (!g.periodic[d]) return node;
  const int n = g.total[d], m = node % n;
  return m < 0 ? m + n : m;
}

/// out = sum of count rows of `width` numbers, `stride` apart, each times its weight.
template <class Real>
KOKKOS_INLINE_FUNCTION void sum_rows(Real* out, int width, const Real* weights, int count, const Real* rows,
                                     std::size_t stride) {
  for (int i = 0; i < width; ++i) out[i] = 0;
  for (int j = 0; j < count; ++j) {
    const Real weight = weights[j];
    const Real* const row = rows + std::size_t(j) * stride;
    for (int i = 0; i < width; ++i) out[i] += weight * row[i];
  }
}

template <class View, class T>
View in_space(const std::vector<T>& host, const std::string& label) {
  View v(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), host.size());
  Kokkos::deep_copy(v, Kokkos::View<const T*, Kokkos::HostSpace>(host.data(), host.size()));
  return v;
}

}  // namespace

template <class Space, class Real>
std::vector<double> GridTransfer<Space, Real>::weights(const KaiserBessel& fine_window, double fine_spacing,
                                                       const KaiserBessel& coarse_window, double coarse_spacing,
                                                       double phase, const EwaldSplit& split, double cutoff_radius) {
  constexpr int modes = 64;
  const int points = coarse_window.points();
  const double coarse_half = 0.5 * points, fine_half = 0.5 * fine_window.points();
  Eigen::MatrixXd a(2 * modes, points);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(2 * modes);
  for (int i = 0; i < modes; ++i) {
    const double k = pi * (i + 0.5) / (modes * coarse_spacing);
    const double coarse = coarse_half * coarse_window.transform(k * coarse_half * coarse_spacing);
    const double fine = fine_half * fine_window.transform(k * fine_half * fine_spacing);
    const double part = std::abs(split.gamma(k * cutoff_radius)) / coarse;
    for (int j = 0; j < points; ++j) {
      const double x = (phase + j - coarse_half) * coarse_spacing;
      a(i, j) = part * std::cos(k * x);
      a(modes + i, j) = -part * std::sin(k * x);
    }
    b(i) = part * coarse / fine;
  }
  const Eigen::VectorXd t = a.colPivHouseholderQr().solve(b);
  return {t.data(), t.data() + points};
}

template <class Space, class Real>
typename GridTransfer<Space, Real>::Band GridTransfer<Space, Real>::make_band(int d, const EwaldParameters& fine,
                                                                              const EwaldParameters& coarse,
                                                                              const EwaldSplit& split) const {
  const KaiserBessel fine_window(fine.window_points, fine.window_shape),
      coarse_window(coarse.window_points, coarse.window_shape);
  const int points = coarse.window_points, n = place_.nodes[d];
  std::vector<int> first(n);
  std::vector<double> weight(std::size_t(n) * points);
  for (int i = 0; i < n; ++i) {
    const double left = (place_.first[d] + i * fine_.spacing[d]) / coarse_.spacing[d] - 0.5 * points;
    first[i] = static_cast<int>(std::ceil(left));
    const auto t = weights(fine_window, fine_.spacing[d], coarse_window, coarse_.spacing[d], first[i] - left, split,
                           coarse.cutoff_radius);
    std::copy(t.begin(), t.end(), weight.begin() + std::ptrdiff_t(i) * points);
  }
  Band band;
  band.fine = n;
  band.coarse = first.back() - first.front() + points;
  band.first_stored = first.front() + coarse_.offset[d];
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
                                        const EwaldSplit& coarse_split, const Place& place)
    : fine_(fine_grid), coarse_(coarse_grid), place_(place) {
  for (int d = 0; d < 3; ++d) band_[d] = make_band(d, fine, coarse, coarse_split);
  const auto numbers = [](const std::string& label, std::size_t count) {
    return Numbers(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), count);
  };
  const std::size_t width = 4 * std::size_t(band_[0].coarse);  // up to four components
  along_x_ = numbers("slurry::transfer::along_x", std::size_t(band_[2].fine) * band_[1].fine * width);
  plane_ = numbers("slurry::transfer::plane", std::size_t(band_[2].fine) * band_[1].coarse * width);
  block_ = numbers("slurry::transfer::block", std::size_t(band_[2].coarse) * band_[1].coarse * width);
}

template <class Space, class Real>
void GridTransfer<Space, Real>::restrict_to(const Space& space, const GridValues<Space, Real>& fine,
                                            const GridValues<Space, Real>& coarse, int components) const {
  const FarGrid f = fine_, g = coarse_;
  const Band bx = band_[0], by = band_[1], bz = band_[2];
  const int width = components * bx.coarse;
  const Numbers rows = along_x_, plane = plane_, block = block_;
  Kokkos::parallel_for(
      "slurry::transfer::restrict_x"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.fine * components),
      KOKKOS_LAMBDA(int r) {
        const int c = r % components, y = r / components % by.fine, z = r / components / by.fine;
        const Real* const in = fine.data() + f.row(z, y, c, components);
        Real* const out = rows.data() + std::size_t(r) * bx.coarse;
        for (int j = 0; j < bx.coarse; ++j) {
          const Real *const w = bx.up.data() + bx.row(j), *const x = in + bx.first_fine(j);
          const int count = bx.row(j + 1) - bx.row(j);
          Real sum = 0;
          for (int i = 0; i < count; ++i) sum += w[i] * x[i];
          out[j] = sum;
        }
      });
  Kokkos::parallel_for(
      "slurry::transfer::restrict_y"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.coarse, z = r / by.coarse;
        sum_rows(plane.data() + std::size_t(r) * width, width, by.up.data() + by.row(y), by.row(y + 1) - by.row(y),
                 rows.data() + (std::size_t(z) * by.fine + by.first_fine(y)) * width, width);
      });
  Kokkos::parallel_for(
      "slurry::transfer::restrict_z"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.coarse * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.coarse, z = r / by.coarse;
        sum_rows(block.data() + std::size_t(r) * width, width, bz.up.data() + bz.row(z), bz.row(z + 1) - bz.row(z),
                 plane.data() + (std::size_t(bz.first_fine(z)) * by.coarse + y) * width,
                 std::size_t(by.coarse) * width);
      });
  // a block that goes around the box meets a stored node more than once: the stored rows own the sums
  Kokkos::parallel_for(
      "slurry::transfer::restrict_add"_loop, Kokkos::RangePolicy<Space>(space, 0, g.total[2] * g.total[1]),
      KOKKOS_LAMBDA(int r) {
        const int sy = r % g.total[1], sz = r / g.total[1];
        for (int z = 0; z < bz.coarse; ++z) {
          if (stored_node(g, 2, bz.first_stored + z) != sz) continue;
          for (int y = 0; y < by.coarse; ++y) {
            if (stored_node(g, 1, by.first_stored + y) != sy) continue;
            for (int c = 0; c < components; ++c) {
              const Real* const in =
                  block.data() + (std::size_t(z) * by.coarse + y) * width + std::size_t(c) * bx.coarse;
              Real* const out = coarse.data() + g.row(sz, sy, c, components);
              for (int x = 0; x < bx.coarse; ++x) out[stored_node(g, 0, bx.first_stored + x)] += in[x];
            }
          }
        }
      });
}

template <class Space, class Real>
void GridTransfer<Space, Real>::prolong_from(const Space& space, const GridValues<Space, Real>& coarse,
                                             const GridValues<Space, Real>& fine) const {
  constexpr int components = 3;
  const FarGrid f = fine_, g = coarse_;
  const Band bx = band_[0], by = band_[1], bz = band_[2];
  const int width = components * bx.coarse, points = g.window;
  // gathering multiplies by the volume of a node's cell, the fine one's where it was the coarse one's
  Real scale = 1;
  for (int d = 0; d < 3; ++d) scale *= static_cast<Real>(g.spacing[d] / f.spacing[d]);
  const Numbers rows = along_x_, plane = plane_, block = block_;
  Kokkos::parallel_for(
      "slurry::transfer::prolong_copy"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.coarse * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = stored_node(g, 1, by.first_stored + r % by.coarse),
                  z = stored_node(g, 2, bz.first_stored + r / by.coarse);
        for (int c = 0; c < components; ++c) {
          const Real* const in = coarse.data() + g.row(z, y, c, components);
          Real* const out = block.data() + std::size_t(r) * width + std::size_t(c) * bx.coarse;
          for (int x = 0; x < bx.coarse; ++x) out[x] = in[stored_node(g, 0, bx.first_stored + x)];
        }
      });
  Kokkos::parallel_for(
      "slurry::transfer::prolong_z"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.coarse, z = r / by.coarse;
        sum_rows(plane.data() + std::size_t(r) * width, width, bz.down.data() + std::size_t(z) * points, points,
                 block.data() + (std::size_t(bz.first_coarse(z)) * by.coarse + y) * width,
                 std::size_t(by.coarse) * width);
      });
  Kokkos::parallel_for(
      "slurry::transfer::prolong_y"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.fine),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.fine, z = r / by.fine;
        sum_rows(rows.data() + std::size_t(r) * width, width, by.down.data() + std::size_t(y) * points, points,
                 plane.data() + (std::size_t(z) * by.coarse + by.first_coarse(y)) * width, width);
      });
  Kokkos::parallel_for(
      "slurry::transfer::prolong_x"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.fine * components),
      KOKKOS_LAMBDA(int r) {
        const int c = r % components, y = r / components % by.fine, z = r / components / by.fine;
        const Real* const in = rows.data() + std::size_t(r) * bx.coarse;
        Real* const out = fine.data() + f.row(z, y, c, components);
        for (int i = 0; i < bx.fine; ++i) {
          const Real *const w = bx.down.data() + std::size_t(i) * points, *const x = in + bx.first_coarse(i);
          Real sum = 0;
          for (int j = 0; j < points; ++j) sum += w[j] * x[j];
          out[i] += scale * sum;
        }
      });
  fill_halo(space, f, fine, components);
}

double transfer_memory(const FarGrid& fine, const std::array<int, 3>& nodes, const FarGrid& coarse, std::size_t real) {
  double touched[3], weights = 0;
  for (int d = 0; d < 3; ++d) {
    touched[d] = std::ceil(nodes[d] * fine.spacing[d] / coarse.spacing[d]) + coarse.window;
    weights += 2.0 * nodes[d] * coarse.window;
  }
  return (4 * touched[0] * (double(nodes[2]) * (nodes[1] + touched[1]) + touched[2] * touched[1]) + weights) *
         double(real);
}

template class GridTransfer<CoreSpace, double>;
template class GridTransfer<CoreSpace, float>;

}  // namespace slurry
