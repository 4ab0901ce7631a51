// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/execution.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "direct/direct.hpp"
#include "direct/direct_pairs.hpp"
#include "direct/direct_tiles.hpp"
#include "direct/image_series.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace direct {

template <class Space>
inline constexpr int lanes =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible ? 8 : 1;

/// Coordinates and radii of points. Each coordinate and the radius have an array of their own, so that W neighbouring
/// points are loaded together. The arrays are padded to multiples of W.
template <class Space>
using Planes = Kokkos::View<double* [4], Kokkos::LayoutLeft, typename Space::memory_space>;

template <class Space>
struct Targets {
  ConstVectors<Space> x;
  double radius;
  SphereRadii<Space> radii;
  KOKKOS_INLINE_FUNCTION double radius_of(std::size_t i) const { return radii.extent(0) > 0 ? radii(i) : radius; }
};

/// Adds up the lanes of one target.
template <int W, class Space>
KOKKOS_INLINE_FUNCTION void add_up(const double (&ux)[W], const double (&uy)[W], const double (&uz)[W], std::size_t i,
                                   const Vectors<Space>& velocities) {
  double sx = 0, sy = 0, sz = 0;
  for (int v = 0; v < W; ++v) {
    sx += ux[v];
    sy += uy[v];
    sz += uz[v];
  }
  velocities(i, 0) = sx;
  velocities(i, 1) = sy;
  velocities(i, 2) = sz;
}

template <int W, class Space>
void to_planes(const Space& space, const char* label, std::size_t count, ConstVectors<Space> from, Planes<Space> to,
               bool pad_with_zero) {
  const std::size_t padded = to.extent(0);
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Space>(space, 0, padded), KOKKOS_LAMBDA(const std::size_t i) {
        for (int c = 0; c < 3; ++c) to(i, c) = i < count ? from(i, c) : pad_with_zero ? 0.0 : from(count - 1, c);
      });
}

template <class Space>
void radii_to_planes(const Space& space, std::size_t count, const SourceSet<Space>& from, Planes<Space> to) {
  const double radius = from.radius;
  const auto radii = from.radii;
  const bool each = radii.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::direct_radii", Kokkos::RangePolicy<Space>(space, 0, to.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) { to(i, 3) = each ? radii(i < count ? i : count - 1) : radius; });
}

template <int W, class Space>
void free_space_sum(const Space& space, const Targets<Space>& targets, Planes<Space> sources, Planes<Space> forces,
                    Vectors<Space> velocities) {
  const std::size_t groups = sources.extent(0) / W;
  Kokkos::parallel_for(
      "slurry::summation::direct_free", Kokkos::RangePolicy<Space>(space, 0, targets.x.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        const double tx = targets.x(i, 0), ty = targets.x(i, 1), tz = targets.x(i, 2), a = targets.radius_of(i);
        double ux[W] = {}, uy[W] = {}, uz[W] = {};
        for (std::size_t group = 0; group < groups; ++group) {
          const std::size_t j = group * W;
          double x[W], y[W], z[W];
          for (int v = 0; v < W; ++v) {
            x[v] = tx - sources(j + v, 0);
            y[v] = ty - sources(j + v, 1);
            z[v] = tz - sources(j + v, 2);
          }
          add_pairs<W>({a, &sources(j, 3)}, x, y, z, &forces(j, 0), &forces(j, 1), &forces(j, 2), ux, uy, uz);
        }
        add_up<W, Space>(ux, uy, uz, i, velocities);
      });
}

/// Distance from the axis of a source, in periods, beyond which its images act as a line. The other modes, K_0(2 pi n
/// rho/L), are then below 1e-17 of the line's field.
inline constexpr double line_distance = 7;

/// Adds (1 + g Lap) of mode 0 along the period to u, in the gauge of the sum, at the position (y, z) relative to the
/// line (theory/pipe-wall.md (P1)).
KOKKOS_INLINE_FUNCTION void add_line(double period, double g, double y, double z, const double f[3], double& ux,
                                     double& uy, double& uz) {
  const double r2 = y * y + z * z, logarithm = ::log(r2), i2 = 1 / r2;
  const double along = (2 - 8 * g * i2) * i2 * (y * f[1] + z * f[2]), across = -logarithm - 3 + 4 * g * i2;
  ux += (-2 * logarithm - 4) * f[0] / period;
  uy += (across * f[1] + along * y) / period;
  uz += (across * f[2] + along * z) / period;
}

/// far2: squared distance from a source's axis beyond which the source acts as a line; infinity: no target is so far
/// away.
template <int W, class Space>
void periodic_sum(const Space& space, const ImageSeries& series, double far2, const Targets<Space>& targets,
                  Planes<Space> sources, Planes<Space> forces, Vectors<Space> velocities) {
  const std::size_t groups = sources.extent(0) / W;
  Kokkos::parallel_for(
      "slurry::summation::direct_periodic", Kokkos::RangePolicy<Space>(space, 0, targets.x.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        const double tx = targets.x(i, 0), ty = targets.x(i, 1), tz = targets.x(i, 2), a = targets.radius_of(i);
        const double period = series.period, inverse = 1 / period;
        double ux[W] = {}, uy[W] = {}, uz[W] = {};
        for (std::size_t group = 0; group < groups; ++group) {
          const std::size_t j = group * W;
          const double *fx = &forces(j, 0), *fy = &forces(j, 1), *fz = &forces(j, 2);
          double x[W], y[W], z[W], xn[W], near_x[W], near_y[W], near_z[W];
          int far = 0;
          for (int v = 0; v < W; ++v) {
            const double d = tx - sources(j + v, 0);
            x[v] = d - period * ::floor(d * inverse + 0.5);
            y[v] = ty - sources(j + v, 1);
            z[v] = tz - sources(j + v, 2);
            far += y[v] * y[v] + z[v] * z[v] > far2 ? 1 : 0;
          }
          const PairRadii<W> radii(a, &sources(j, 3));
          if (far > 0) {  // these lanes only need the fields of their lines
            for (int v = 0; v < W; ++v) {
              const bool line = y[v] * y[v] + z[v] * z[v] > far2;
              const double f[3] = {fx[v], fy[v], fz[v]};
              if (line) add_line(period, radii.g[v], y[v], z[v], f, ux[v], uy[v], uz[v]);
              near_x[v] = line ? 0 : fx[v];
              near_y[v] = line ? 0 : fy[v];
              near_z[v] = line ? 0 : fz[v];
              y[v] = line ? 0 : y[v];
              z[v] = line ? 0 : z[v];
            }
            if (far == W) continue;
            fx = near_x;
            fy = near_y;
            fz = near_z;
          }
          for (int n = -series.images; n <= series.images; ++n) {
            for (int v = 0; v < W; ++v) xn[v] = x[v] + n * period;
            add_pairs<W>(radii, xn, y, z, fx, fy, fz, ux, uy, uz);
          }
          add_tail<W>(series, radii.g, x, y, z, fx, fy, fz, ux, uy, uz);
        }
        add_up<W, Space>(ux, uy, uz, i, velocities);
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
  Precision terms;
  double span = -1;  ///< the image series is valid for separations up to this across the axis
  double far2 = std::numeric_limits<double>::infinity();  ///< squared distance beyond which a source acts as a line
                                                          ///< (periodic_sum)
  direct::ImageSeries series;
  direct::Planes<Space> planes, forces;
  std::vector<direct::TileSource<double>> tile_sources;
  std::vector<direct::TileSource<float>> single_sources;
  SourceSet<Space> sources;
  std::vector<TargetSet<Space>> targets;
  std::vector<direct::TileKind> kinds;  ///< cases of the tiles for each set of targets
  direct::TileScale scale;
  std::size_t count = 0;
  StageTimes times;

  void set_points(const SourceSet<Space>& s, const std::vector<TargetSet<Space>>& sets) {
    const StageScope scope(times, "sort");
    count = s.positions.extent(0);
    sources = s;
    targets = sets;
    check_radii(s.radii, count);
    for (auto& t : targets) {
      if (t.are_sources) {
        t.radius = s.radius;
        t.radii = s.radii;
      }
      check_radii(t.radii, t.positions.extent(0));
    }
    if (count == 0) return;
    if constexpr (is_host_space<Space>)
      if (periodicity == 0) return prepare_tiles();
    const std::size_t padded = (count + W - 1) / W * W;
    if (planes.extent(0) != padded) {
      planes =
          direct::Planes<Space>(Kokkos::view_alloc("slurry::direct::sources", Kokkos::WithoutInitializing), padded);
      forces = direct::Planes<Space>(Kokkos::view_alloc("slurry::direct::forces", Kokkos::WithoutInitializing), padded);
    }
    direct::to_planes<W>(space, "slurry::summation::direct_sources", count, s.positions, planes, false);
    direct::radii_to_planes<Space>(space, count, s, planes);
    if (periodicity == 0) return;
    direct::CrossSection section;
    section.include(space, s.positions);
    for (const TargetSet<Space>& t : targets) section.include(space, t.positions);
    if (section.diagonal() > span && std::isinf(far2)) {
      span = 1.05 * section.diagonal();
      // a series for all distances would need images by the thousand, or not be there
      const double reach = direct::line_distance * period;
      far2 = span > reach ? reach * reach : std::numeric_limits<double>::infinity();
      span = std::min(span, reach);
      series = direct::make_image_series(period, span, tolerance);
    }
  }

  static void check_radii(const SphereRadii<Space>& radii, std::size_t points) {
    if (radii.extent(0) > 0 && radii.extent(0) != points)
      throw InputError(text("{} radii were given for {} points", radii.extent(0), points));
  }

  void prepare_tiles() {
    kinds.clear();
    for (const auto& t : targets) {
      const bool each = t.radii.extent(0) > 0 || sources.radii.extent(0) > 0;
      kinds.push_back({each, each || (t.radius > 0 && sources.radius > 0)});
    }
    if (terms == Precision::fp64)
      tile_sources.resize(count);
    else
      single_sources.resize(count);
    scale = {};
    if (terms == Precision::fp64) return;
    double low[3], high[3], extent = 0;
    for (int c = 0; c < 3; ++c) {
      low[c] = std::numeric_limits<double>::infinity();
      high[c] = -low[c];
    }
    const auto include = [&](const ConstVectors<Space>& x) {
      for (std::size_t i = 0; i < x.extent(0); ++i)
        for (int c = 0; c < 3; ++c) {
          low[c] = std::min(low[c], x(i, c));
          high[c] = std::max(high[c], x(i, c));
        }
    };
    include(sources.positions);
    for (const auto& t : targets) include(t.positions);
    for (int c = 0; c < 3; ++c) {
      scale.centre[c] = 0.5 * (low[c] + high[c]);
      extent = std::max(extent, high[c] - low[c]);
    }
    double largest = sources.radius;
    for (std::size_t i = 0; i < sources.radii.extent(0); ++i) largest = std::max(largest, sources.radii(i));
    scale.length = std::max(extent, largest);
    if (!(scale.length > 0)) scale.length = 1;
  }

  double radius_of_source(std::size_t i) const {
    return sources.radii.extent(0) > 0 ? sources.radii(i) : sources.radius;
  }

  void apply_tiles(ConstVectors<Space> f, const std::vector<Vectors<Space>>& velocities) {
    if (terms == Precision::fp64) {
      for (std::size_t i = 0; i < count; ++i) {
        auto& q = tile_sources[i];
        for (int c = 0; c < 3; ++c) {
          q.x[c] = sources.positions(i, c);
          q.f[c] = f(i, c);
        }
        q.radius = radius_of_source(i);
      }
      return meet(tile_sources, velocities);
    }
    scale.force = 0;
    for (std::size_t i = 0; i < count; ++i)
      for (int c = 0; c < 3; ++c) scale.force = std::max(scale.force, std::abs(f(i, c)));
    if (!(scale.force > 0)) scale.force = 1;
    for (std::size_t i = 0; i < count; ++i) {
      auto& q = single_sources[i];
      for (int c = 0; c < 3; ++c) {
        direct::split_coordinate((sources.positions(i, c) - scale.centre[c]) / scale.length, q.x[c], q.rest[c]);
        q.f[c] = static_cast<float>(f(i, c) / scale.force);
      }
      q.radius = static_cast<float>(radius_of_source(i) / scale.length);
    }
    meet(single_sources, velocities);
  }

  template <class Real>
  void meet(const std::vector<direct::TileSource<Real>>& from, const std::vector<Vectors<Space>>& velocities) {
    for (std::size_t k = 0; k < targets.size(); ++k)
      direct::sum_tiles<Real, Space>(space, kinds[k], scale, targets[k].positions, targets[k].radius, targets[k].radii,
                                     from, velocities[k]);
  }

  void apply(ConstVectors<Space> f, const std::vector<Vectors<Space>>& velocities) {
    const StageScope scope(times, "P2P");
    if (f.extent(0) != count) throw InputError(text("{} forces were given for {} sources", f.extent(0), count));
    if (count == 0) {
      for (const Vectors<Space>& v : velocities) Kokkos::deep_copy(space, v, 0.0);
      return;
    }
    if constexpr (is_host_space<Space>)
      if (periodicity == 0) return apply_tiles(f, velocities);
    direct::to_planes<W>(space, "slurry::summation::direct_forces", count, f, forces, true);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const direct::Targets<Space> to{targets[k].positions, targets[k].radius, targets[k].radii};
      if (periodicity == 0)
        direct::free_space_sum<W>(space, to, planes, forces, velocities[k]);
      else
        direct::periodic_sum<W>(space, series, far2, to, planes, forces, velocities[k]);
    }
  }
};

template <class Space>
DirectSum<Space>::DirectSum(const Space& space, const Box& box, double tolerance, Precision terms) : impl_(new Impl) {
  if (box.periodicity > 1 || box.periodicity < 0)
    throw InputError(
        text("the direct sum works in free space and with one periodic direction, not with periodicity {}; use the "
             "Ewald sum",
             box.periodicity));
  if (box.periodicity == 1 && !(box.lengths[0] > 0 && std::isfinite(box.lengths[0])))
    throw InputError(text("the period of a sum is {}; it must be positive", box.lengths[0]));
  if (terms == Precision::fp32 && (box.periodicity != 0 || !is_host_space<Space>))
    throw InputError("terms in single precision are possible in free space only; use fp64");
  impl_->space = space;
  impl_->periodicity = box.periodicity;
  impl_->period = box.lengths[0];
  impl_->tolerance = std::max(tolerance, 1e-16);
  impl_->terms = terms;
}

template <class Space>
DirectSum<Space>::~DirectSum() = default;
template <class Space>
DirectSum<Space>::DirectSum(DirectSum&&) noexcept = default;
template <class Space>
DirectSum<Space>& DirectSum<Space>::operator=(DirectSum&&) noexcept = default;

template <class Space>
void DirectSum<Space>::set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) {
  impl_->set_points(sources, targets);
}
template <class Space>
void DirectSum<Space>::set_points(ConstVectors<Space> sources, double source_radius,
                                  const std::vector<TargetSet<Space>>& targets) {
  impl_->set_points({sources, source_radius, {}}, targets);
}
template <class Space>
void DirectSum<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  impl_->apply(forces, velocities);
}

template <class Space>
StageTimes DirectSum<Space>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes{});
}

}  // namespace slurry
