// SPDX-License-Identifier: BSD-3-Clause
#include "summation/spectral_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "accuracy/error_estimate.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "far_field/convolution.hpp"
#include "far_field/spreading.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/near_pair.hpp"
#include "near_field/p2p.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

/// Smallest and largest coordinate, and whether all are finite.
struct Extent {
  double lower[3] = {1e300, 1e300, 1e300}, upper[3] = {-1e300, -1e300, -1e300};
  bool finite = true;
};

template <class Space>
void extend(const Space& space, ConstVectors<Space> x, Extent& e) {
  for (int d = 0; d < 3; ++d) {
    double lower = 1e300, upper = -1e300;
    int bad = 0;
    Kokkos::parallel_reduce(
        "slurry::summation::extent", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
        KOKKOS_LAMBDA(int i, double& lo, double& hi, int& wrong) {
          const double v = x(i, d);
          lo = v < lo ? v : lo;
          hi = v > hi ? v : hi;
          if (!(v > -1e300 && v < 1e300)) ++wrong;
        },
        Kokkos::Min<double>(lower), Kokkos::Max<double>(upper), bad);
    e.lower[d] = std::min(e.lower[d], lower);
    e.upper[d] = std::max(e.upper[d], upper);
    e.finite = e.finite && bad == 0;
  }
}

}  // namespace

template <class Space>
struct SpectralEwald<Space>::Impl {
  struct Target {
    double radius = 0;
    bool are_sources = false;
    SortedPoints<Space> points;
    TargetGroups<Space> groups;
    NearPair pair;
    int result = 0;  // index of the far field's grid
  };

  Space space;
  EwaldParameters p;
  ProlateSplit split;
  KaiserBessel window;
  FarGrid grid;
  WindowTable<Space> table;
  Convolution<Space> convolution;
  CellGrid cells;
  SortedPoints<Space> sources;
  TargetGroups<Space> source_groups;
  PackedSources<Space> packed;
  std::vector<Target> targets;
  double source_radius = 0;
  std::vector<double> laplacian;           // of each result grid
  std::vector<GridValues<Space>> results;  // the first also receives the spread forces
  StageTimes times;

  Impl(const Space& s, const EwaldParameters& parameters)
      : space(s),
        p(parameters),
        split(p.shape, p.near_degree),
        window(p.window_points, p.window_shape),
        grid(make_far_grid(p)),
        table(window, p.window_degree),
        convolution(p, grid, split, window),
        cells(make_cell_grid(p.box, p.cutoff_radius)) {}

  void set_points(ConstVectors<Space> x, double radius, const std::vector<TargetSet<Space>>& sets) {
    const StageScope scope(times, Stage::sort);
    Extent e;
    extend<Space>(space, x, e);
    for (const auto& t : sets)
      if (!t.are_sources) extend<Space>(space, t.positions, e);
    if (!e.finite) throw InputError("a position is not a finite number");
    for (int d = 0; d < 3; ++d) {
      if (cells.periodic[d]) continue;
      if (e.upper[d] - e.lower[d] > cells.length[d] * (1 + 1e-9))
        throw InputError(text("the points span {} along free direction {}, more than the box length {}",
                              e.upper[d] - e.lower[d], d + 1, cells.length[d]));
      cells.origin[d] = (e.lower[d] + e.upper[d] - cells.length[d]) / 2;
    }
    source_radius = radius;
    sources.sort(space, cells, x);
    if (packed.extent(0) < sources.count)
      packed =
          PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing), sources.count);
    if (targets.size() != sets.size()) targets.resize(sets.size());
    laplacian.clear();
    bool grouped = false;
    for (std::size_t k = 0; k < sets.size(); ++k) {
      Target& t = targets[k];
      if (t.radius != sets[k].radius || t.pair.degree == 0 || t.pair.b != radius)
        t.pair = make_near_pair(split, p.cutoff_radius, sets[k].radius, radius);
      t.radius = sets[k].radius;
      t.are_sources = sets[k].are_sources;
      if (t.are_sources) {
        if (!grouped) source_groups.build(space, sources);
        grouped = true;
      } else {
        t.points.sort(space, cells, sets[k].positions);
        t.groups.build(space, t.points);
      }
      const auto found = std::find(laplacian.begin(), laplacian.end(), t.pair.g);
      t.result = static_cast<int>(found - laplacian.begin());
      if (found == laplacian.end()) laplacian.push_back(t.pair.g);
    }
    while (results.size() < std::max<std::size_t>(1, laplacian.size()))
      results.emplace_back(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing), grid.size(3));
  }

  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
    std::array<double, 3> total{};
    {
      const StageScope scope(times, Stage::p2p);
      const auto order = sources.order;
      const auto local = sources.local;
      const auto row = packed;
      Kokkos::parallel_for(
          "slurry::near_field::pack", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(sources.count)),
          KOKKOS_LAMBDA(int k) {
            const int i = order(k);
            for (int d = 0; d < 3; ++d) {
              row(k, d) = local(k, d);
              row(k, 3 + d) = forces(i, d);
            }
          });
      for (std::size_t k = 0; k < targets.size(); ++k) {
        const Target& t = targets[k];
        p2p<Space>(space, t.are_sources ? sources : t.points, t.are_sources ? source_groups : t.groups, sources, packed,
                   t.pair, velocities[k]);
      }
      for (int d = 0; d < 3; ++d)
        Kokkos::parallel_reduce(
            "slurry::summation::net_force", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(sources.count)),
            KOKKOS_LAMBDA(int i, double& sum) { sum += forces(i, d); }, total[d]);
    }
    {
      const StageScope scope(times, Stage::p2g);
      p2g<Space>(space, grid, table, sources, forces, results[0]);
    }
    const std::vector<GridValues<Space>> used(results.begin(), results.begin() + laplacian.size());
    convolution.apply(space, results[0], used, laplacian, times);
    {
      const StageScope scope(times, Stage::g2p);
      const auto factor = convolution.constant();
      const double c0 = factor[0] * total[0], c1 = factor[1] * total[1], c2 = factor[2] * total[2];
      for (std::size_t k = 0; k < targets.size(); ++k) {
        const Target& t = targets[k];
        const auto u = velocities[k];
        g2p<Space>(space, grid, table, t.are_sources ? sources : t.points, results[t.result], u);
        if (c0 == 0 && c1 == 0 && c2 == 0) continue;
        Kokkos::parallel_for(
            "slurry::summation::constant", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(u.extent(0))),
            KOKKOS_LAMBDA(int i) {
              u(i, 0) += c0;
              u(i, 1) += c1;
              u(i, 2) += c2;
            });
      }
    }
  }

  double predicted(double squared_force_sum) const {
    double spacing = 0, g = 0;
    for (int d = 0; d < 3; ++d) spacing = std::max(spacing, grid.spacing[d]);
    for (const auto& t : targets) g = std::max(g, t.pair.g);
    const double rc = p.cutoff_radius;
    const ErrorEstimate estimate(split, spacing / rc, g / (rc * rc));
    const double tail = estimate.tail(p.box.volume(), rc), w = estimate.window(window, p.box.volume(), rc);
    return std::sqrt(squared_force_sum * (tail * tail + w * w));
  }
};

template <class Space>
SpectralEwald<Space>::SpectralEwald(const Space& space, const EwaldParameters& parameters)
    : impl_(std::make_unique<Impl>(space, parameters)) {}
template <class Space>
SpectralEwald<Space>::~SpectralEwald() = default;
template <class Space>
SpectralEwald<Space>::SpectralEwald(SpectralEwald&&) noexcept = default;
template <class Space>
SpectralEwald<Space>& SpectralEwald<Space>::operator=(SpectralEwald&&) noexcept = default;

template <class Space>
const EwaldParameters& SpectralEwald<Space>::parameters() const {
  return impl_->p;
}
template <class Space>
void SpectralEwald<Space>::set_points(ConstVectors<Space> sources, double source_radius,
                                      const std::vector<TargetSet<Space>>& targets) {
  impl_->set_points(sources, source_radius, targets);
}
template <class Space>
void SpectralEwald<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  impl_->apply(forces, velocities);
}
template <class Space>
double SpectralEwald<Space>::predicted_rms_error(double squared_force_sum) const {
  return impl_->predicted(squared_force_sum);
}
template <class Space>
StageTimes SpectralEwald<Space>::take_stage_times() {
  const StageTimes t = impl_->times;
  impl_->times = StageTimes{};
  return t;
}

template class SpectralEwald<Kokkos::DefaultHostExecutionSpace>;

}  // namespace slurry
