// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/stage_timer.hpp"
#include "slurry/error.hpp"
#include "summation/direct.hpp"
#include "summation/direct_pairs.hpp"
#include "summation/image_series.hpp"

namespace slurry {

namespace direct {

template <class Space>
inline constexpr int lanes =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible ? 8 : 1;

/// One coordinate per array, so that W neighbours load at once; padded to whole groups of W.
template <class Space>
using Planes = Kokkos::View<double* [3], Kokkos::LayoutLeft, typename Space::memory_space>;

template <int W, class Space>
void to_planes(const Space& space, const char* label, std::size_t count, ConstVectors<Space> from, Planes<Space> to,
               bool pad_with_zero) {
  const std::size_t padded = to.extent(0);
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Space>(space, 0, padded), KOKKOS_LAMBDA(const std::size_t i) {
        for (int c = 0; c < 3; ++c) to(i, c) = i < count ? from(i, c) : pad_with_zero ? 0.0 : from(count - 1, c);
      });
}

template <int W, class Space>
void free_space_sum(const Space& space, const PairRadii& radii, ConstVectors<Space> targets, Planes<Space> sources,
                    Planes<Space> forces, Vectors<Space> velocities) {
  const std::size_t groups = sources.extent(0) / W;
  Kokkos::parallel_for(
      "slurry::summation::direct_free", Kokkos::RangePolicy<Space>(space, 0, targets.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        const double tx = targets(i, 0), ty = targets(i, 1), tz = targets(i, 2);
        double ux[W] = {}, uy[W] = {}, uz[W] = {};
        for (std::size_t group = 0; group < groups; ++group) {
          const std::size_t j = group * W;
          double x[W], y[W], z[W];
          for (int v = 0; v < W; ++v) {
            x[v] = tx - sources(j + v, 0);
            y[v] = ty - sources(j + v, 1);
            z[v] = tz - sources(j + v, 2);
          }
          add_pairs<W>(radii, x, y, z, &forces(j, 0), &forces(j, 1), &forces(j, 2), ux, uy, uz);
        }
        double sx = 0, sy = 0, sz = 0;
        for (int v = 0; v < W; ++v) {
          sx += ux[v];
          sy += uy[v];
          sz += uz[v];
        }
        velocities(i, 0) = sx;
        velocities(i, 1) = sy;
        velocities(i, 2) = sz;
      });
}

template <int W, class Space>
void periodic_sum(const Space& space, const PairRadii& radii, const ImageSeries& series, ConstVectors<Space> targets,
                  Planes<Space> sources, Planes<Space> forces, Vectors<Space> velocities) {
  const std::size_t groups = sources.extent(0) / W;
  Kokkos::parallel_for(
      "slurry::summation::direct_periodic", Kokkos::RangePolicy<Space>(space, 0, targets.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        const double tx = targets(i, 0), ty = targets(i, 1), tz = targets(i, 2);
        const double period = series.period, inverse = 1 / period;
        double ux[W] = {}, uy[W] = {}, uz[W] = {};
        for (std::size_t group = 0; group < groups; ++group) {
          const std::size_t j = group * W;
          const double *fx = &forces(j, 0), *fy = &forces(j, 1), *fz = &forces(j, 2);
          double x[W], y[W], z[W], xn[W];
          for (int v = 0; v < W; ++v) {
            const double d = tx - sources(j + v, 0);
            x[v] = d - period * ::floor(d * inverse + 0.5);
            y[v] = ty - sources(j + v, 1);
            z[v] = tz - sources(j + v, 2);
          }
          for (int n = -series.images; n <= series.images; ++n) {
            for (int v = 0; v < W; ++v) xn[v] = x[v] + n * period;
            add_pairs<W>(radii, xn, y, z, fx, fy, fz, ux, uy, uz);
          }
          add_tail<W>(series, radii.g, x, y, z, fx, fy, fz, ux, uy, uz);
        }
        double sx = 0, sy = 0, sz = 0;
        for (int v = 0; v < W; ++v) {
          sx += ux[v];
          sy += uy[v];
          sz += uz[v];
        }
        velocities(i, 0) = sx;
        velocities(i, 1) = sy;
        velocities(i, 2) = sz;
      });
}

/// Smallest and largest y and z of a set of points.
struct CrossSection {
  double low[2]{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double high[2]{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  template <class Space>
  void include(const Space& space, ConstVectors<Space> p) {
    if (p.extent(0) == 0) return;
    for (int c = 0; c < 2; ++c) {
      double least = 0, most = 0;
      Kokkos::RangePolicy<Space> all(space, 0, p.extent(0));
      Kokkos::parallel_reduce(
          "slurry::summation::direct_extent", all,
          KOKKOS_LAMBDA(const std::size_t i, double& m) { m = p(i, c + 1) < m ? p(i, c + 1) : m; },
          Kokkos::Min<double>(least));
      Kokkos::parallel_reduce(
          "slurry::summation::direct_extent", all,
          KOKKOS_LAMBDA(const std::size_t i, double& m) { m = p(i, c + 1) > m ? p(i, c + 1) : m; },
          Kokkos::Max<double>(most));
      low[c] = std::min(low[c], least);
      high[c] = std::max(high[c], most);
    }
  }
  double diagonal() const { return std::hypot(high[0] - low[0], high[1] - low[1]); }
};

}  // namespace direct

template <class Space>
struct DirectSum<Space>::Impl {
  static constexpr int W = direct::lanes<Space>;

  Space space;
  int periodicity;
  double period, tolerance;
  double span = -1;  ///< the image series holds for separations up to this across the axis
  direct::ImageSeries series;
  direct::Planes<Space> sources, forces;
  std::size_t count = 0;
  double source_radius = 0;
  std::vector<TargetSet<Space>> targets;
  StageTimes times;
};

template <class Space>
DirectSum<Space>::DirectSum(const Space& space, const Box& box, double tolerance) : impl_(new Impl) {
  if (box.periodicity > 1 || box.periodicity < 0)
    throw InputError("the direct sum takes free space and one periodic direction, not periodicity " +
                     std::to_string(box.periodicity) + "; use the Ewald sum");
  if (box.periodicity == 1 && !(box.lengths[0] > 0 && std::isfinite(box.lengths[0])))
    throw InputError("the period of a sum is " + std::to_string(box.lengths[0]) + "; it must be positive");
  impl_->space = space;
  impl_->periodicity = box.periodicity;
  impl_->period = box.lengths[0];
  impl_->tolerance = std::max(tolerance, 1e-16);
}

template <class Space>
DirectSum<Space>::~DirectSum() = default;
template <class Space>
DirectSum<Space>::DirectSum(DirectSum&&) noexcept = default;
template <class Space>
DirectSum<Space>& DirectSum<Space>::operator=(DirectSum&&) noexcept = default;

template <class Space>
void DirectSum<Space>::set_points(ConstVectors<Space> sources, double source_radius,
                                  const std::vector<TargetSet<Space>>& targets) {
  Impl& m = *impl_;
  const StageScope scope(m.times, Stage::sort);
  constexpr std::size_t W = Impl::W;
  m.count = sources.extent(0);
  m.source_radius = source_radius;
  m.targets = targets;
  const std::size_t padded = (m.count + W - 1) / W * W;
  if (m.sources.extent(0) != padded) {
    m.sources =
        direct::Planes<Space>(Kokkos::view_alloc("slurry::direct::sources", Kokkos::WithoutInitializing), padded);
    m.forces = direct::Planes<Space>(Kokkos::view_alloc("slurry::direct::forces", Kokkos::WithoutInitializing), padded);
  }
  if (m.count == 0) return;
  direct::to_planes<Impl::W>(m.space, "slurry::summation::direct_sources", m.count, sources, m.sources, false);
  if (m.periodicity == 0) return;
  direct::CrossSection section;
  section.include(m.space, sources);
  for (const TargetSet<Space>& t : targets) section.include(m.space, t.positions);
  if (section.diagonal() > m.span) {
    m.span = 1.05 * section.diagonal();
    m.series = direct::make_image_series(m.period, m.span, m.tolerance);
  }
}

template <class Space>
void DirectSum<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  Impl& m = *impl_;
  const StageScope scope(m.times, Stage::p2p);
  if (m.count == 0) {
    for (const Vectors<Space>& v : velocities) Kokkos::deep_copy(m.space, v, 0.0);
    return;
  }
  direct::to_planes<Impl::W>(m.space, "slurry::summation::direct_forces", m.count, forces, m.forces, true);
  for (std::size_t k = 0; k < m.targets.size(); ++k) {
    const direct::PairRadii radii(m.targets[k].radius, m.source_radius);
    if (m.periodicity == 0)
      direct::free_space_sum<Impl::W>(m.space, radii, m.targets[k].positions, m.sources, m.forces, velocities[k]);
    else
      direct::periodic_sum<Impl::W>(m.space, radii, m.series, m.targets[k].positions, m.sources, m.forces,
                                    velocities[k]);
  }
}

template <class Space>
StageTimes DirectSum<Space>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes{});
}

template <class Space>
double DirectSum<Space>::predicted_seconds(double pairs, int periodicity, int threads) {
  // measured with -O3 -march=native (AVX-512): see tests/engine/summation/README.md
  return pairs * (periodicity == 0 ? 3e-9 : 60e-9) / std::max(1, threads);
}

}  // namespace slurry
