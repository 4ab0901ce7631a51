// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "ewald/far/slabs.hpp"
#include "geometry/sorted_points.hpp"
#include "yardsticks/sparse_spreading/spread_base.hpp"

// Particles sorted by cells.  On the host they spread slab by slab in the order of Slurry's own P2G
// (ewald/far/slabs.hpp): every even slab comes before the odd ones beside it, so that no atomics are needed and the sum
// does not depend on the number of threads.
namespace slurry::spreading_methods {
namespace slab {

/// First nodes and window values of sorted particles.
template <class Space, class Real, int P>
struct StoreWindows {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  const int* order;
  NodeWeights<Real, P>* stored;
  KOKKOS_INLINE_FUNCTION void operator()(int k) const { window.template at<P>(x, order[k], stored[k]); }
};

/// Stored or fresh window values of the k-th sorted particle.
template <class Space, class Real, int P, bool keeps>
struct Windows {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  const int* order;
  const NodeWeights<Real, P>* stored;
  KOKKOS_INLINE_FUNCTION NodeWeights<Real, P> of(int k) const {
    if constexpr (keeps) return stored[k];
    NodeWeights<Real, P> n;
    window.template at<P>(x, order[k], n);
    return n;
  }
};

/// Spreads the particles of one slab, which has the cells from its first layer on.
template <class Space, class Real, int P, int C, bool keeps>
struct SpreadSlab {
  Windows<Space, Real, P, keeps> windows;
  const int* cell_start;
  int cells_per_layer;
  point_transfer::Slabs slabs;
  const Real* values;
  Real* nodes;
  void operator()(int slab) const {
    const int from = cell_start[slabs.first(slab) * cells_per_layer],
              to = cell_start[slabs.first(slab + 1) * cells_per_layer];
    for (int k = from; k < to; ++k)
      spread_particle<AddPlainly, P, C>(windows.of(k), windows.window.mesh, values + std::size_t(windows.order[k]) * C,
                                        nodes);
  }
};

template <class Space, class Real, int P, int C, bool keeps>
struct SpreadSorted {
  Windows<Space, Real, P, keeps> windows;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int k) const {
    spread_particle<AddAtomically, P, C>(windows.of(k), windows.window.mesh, values + std::size_t(windows.order[k]) * C,
                                         nodes);
  }
};

template <class Space, class Real, int P, int C, bool keeps>
struct GatherSorted {
  Windows<Space, Real, P, keeps> windows;
  const Real* nodes;
  Real* values;
  KOKKOS_INLINE_FUNCTION void operator()(int k) const {
    gather_particle<P, C>(windows.of(k), windows.window.mesh, nodes, values + std::size_t(windows.order[k]) * C);
  }
};

template <class Space, class Real, int P, bool keeps>
class Slabs final : public SpreadBase<Space, Real> {
 public:
  using SpreadBase<Space, Real>::SpreadBase;

  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    Kokkos::deep_copy(space, mesh, Real(0));
    if (this->count_ == 0) return;
    with_components(this->options_.components, [&](auto c) {
      constexpr int C = decltype(c)::value;
      if constexpr (is_host_space<Space>) {
        const SpreadSlab<Space, Real, P, C, keeps> spread_slab{
            windows(), sorted_.cell_start.data(), cells_.n[0] * cells_.n[1], slabs_, values.data(), mesh.data()};
        const point_transfer::Slabs slabs = slabs_;
        const int threads = space.concurrency();
        const Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>> groups(space, 0, slabs.groups(threads),
                                                                                   Kokkos::ChunkSize(1));
        Kokkos::parallel_for("slurry::spreading::slabs"_loop, groups,
                             [=](int g) { slabs.visit_group(g, threads, spread_slab); });
        Kokkos::parallel_for("slurry::spreading::slabs"_loop, groups, [=](int g) {
          if (const int slab = slabs.left_over(g, threads); slab >= 0) spread_slab(slab);
        });
      } else {
        Kokkos::parallel_for("slurry::spreading::sorted"_loop, Kokkos::RangePolicy<Space>(space, 0, this->count_),
                             SpreadSorted<Space, Real, P, C, keeps>{windows(), values.data(), mesh.data()});
      }
    });
  }
  void interpolate(const Space& space, const SpreadValues<Space, Real>& mesh,
                   const SpreadValues<Space, Real>& values) override {
    with_components(this->options_.components, [&](auto c) {
      Kokkos::parallel_for(
          "slurry::spreading::interpolate"_loop, Kokkos::RangePolicy<Space>(space, 0, this->count_),
          GatherSorted<Space, Real, P, decltype(c)::value, keeps>{windows(), mesh.data(), values.data()});
    });
  }
  double bytes() const override {
    return SpreadBase<Space, Real>::bytes() + bytes_of(sorted_.local) + 2 * bytes_of(sorted_.order) +
           2 * bytes_of(sorted_.cell_start) + bytes_of(stored_);
  }

 private:
  Windows<Space, Real, P, keeps> windows() const {
    return {this->window_, this->x_, sorted_.order.data(), stored_.data()};
  }
  /// Cells are one node thick along z, so that slabs may begin anywhere, 8 wide along y and 16 along x.
  void build(const Space& space) override {
    const int K = this->options_.mesh;
    const int thickness = std::max(P, K / 16), even = K / thickness / 2 * 2;
    slabs_ = {K, std::max(1, even)};
    cells_ = CellGrid();
    cells_.n[0] = std::max(1, K / 16);
    cells_.n[1] = std::max(1, K / 8);
    cells_.n[2] = K;
    for (int d = 0; d < 3; ++d) cells_.width[d] = 1.0 / cells_.n[d];
    sorted_.sort(space, cells_, Kokkos::subview(this->x_, std::pair<int, int>(0, this->count_), Kokkos::ALL));
    if constexpr (keeps) {
      grow(stored_, this->count_, "slurry::spreading::windows");
      Kokkos::parallel_for("slurry::spreading::windows"_loop, Kokkos::RangePolicy<Space>(space, 0, this->count_),
                           StoreWindows<Space, Real, P>{this->window_, this->x_, sorted_.order.data(), stored_.data()});
    }
  }
  CellGrid cells_;
  point_transfer::Slabs slabs_;
  SortedPoints<Space> sorted_;
  Kokkos::View<NodeWeights<Real, P>*, typename Space::memory_space> stored_;
};

}  // namespace slab

template <class Space, class Real>
Made<Space, Real> make_slabs(const SpreadOptions& o) {
  if (!is_host_space<Space> && o.method == SpreadMethod::colours)
    throw InputError(
        "spreading by 'colours' has too little parallelism for a device; take 'particle' or 'stored' there");
  Made<Space, Real> made;
  with_window_points(o.window_points, [&](auto p) {
    if (o.method == SpreadMethod::stored)
      made = std::make_unique<slab::Slabs<Space, Real, decltype(p)::value, true>>(o);
    else
      made = std::make_unique<slab::Slabs<Space, Real, decltype(p)::value, false>>(o);
  });
  return made;
}

#define SLURRY_INSTANTIATE(Space)                                               \
  template Made<Space, double> make_slabs<Space, double>(const SpreadOptions&); \
  template Made<Space, float> make_slabs<Space, float>(const SpreadOptions&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::spreading_methods
