// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/sparse_spreading/spread_base.hpp"

// Spreading from coordinates alone: particle by particle, or mesh point by mesh point.
namespace slurry::spreading_methods {
namespace particle {

template <class Space, class Real>
class Particle final : public SpreadBase<Space, Real> {
 public:
  using SpreadBase<Space, Real>::SpreadBase;
  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    Kokkos::deep_copy(space, mesh, Real(0));
    if (this->options_.method == SpreadMethod::probe)
      this->template spread_list<StorePlainly>(space, this->count_, nullptr, values, mesh);
    else
      this->template spread_list<AddAtomically>(space, this->count_, nullptr, values, mesh);
  }

 private:
  void build(const Space&) override {}
};

/// Every particle asks for the one place of its first node; who comes late goes to the overflow list.
template <class Space, class Real, int P>
struct TakePlaces {
  using memory = typename Space::memory_space;
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  Kokkos::View<int*, memory> place, overflow;
  Kokkos::View<int, memory> count;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    NodeWeights<Real, P> n;
    window.template at<P>(x, i, n);
    const int node = (n.first[2] * window.mesh + n.first[1]) * window.mesh + n.first[0];
    if (Kokkos::atomic_compare_exchange(&place(node), -1, i) != -1) overflow(Kokkos::atomic_fetch_add(&count(), 1)) = i;
  }
};

/// A node looks for particles whose window begins at most P - 1 nodes before it.
template <class Space, class Real, int P, int C>
struct GatherPlaces {
  using memory = typename Space::memory_space;
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  Kokkos::View<int*, memory> place;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    const int K = window.mesh, at[3] = {node % K, node / K % K, node / (K * K)};
    Real sum[C];
    for (int c = 0; c < C; ++c) sum[c] = 0;
    for (int iz = 0; iz < P; ++iz)
      for (int iy = 0; iy < P; ++iy) {
        const int z = at[2] - iz, y = at[1] - iy, row = ((z < 0 ? z + K : z) * K + (y < 0 ? y + K : y)) * K;
        for (int ix = 0; ix < P; ++ix) {
          const int column = at[0] - ix, i = place(row + (column < 0 ? column + K : column));
          if (i < 0) continue;
          NodeWeights<Real, P> n;
          window.template at<P>(x, i, n);
          const Real weight = n.weight[0][ix] * n.weight[1][iy] * n.weight[2][iz];
          for (int c = 0; c < C; ++c) sum[c] += weight * values[std::size_t(i) * C + c];
        }
      }
    for (int c = 0; c < C; ++c) nodes[std::size_t(node) * C + c] = sum[c];
  }
};

template <class Space, class Real>
class Gather final : public SpreadBase<Space, Real> {
  using memory = typename Space::memory_space;

 public:
  using SpreadBase<Space, Real>::SpreadBase;
  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    with_window_points(this->options_.window_points, [&](auto p) {
      with_components(this->options_.components, [&](auto c) {
        Kokkos::parallel_for("slurry::spreading::gather"_loop, Kokkos::RangePolicy<Space>(space, 0, this->nodes()),
                             GatherPlaces<Space, Real, decltype(p)::value, decltype(c)::value>{
                                 this->window_, this->x_, place_, values.data(), mesh.data()});
      });
    });
    this->template spread_list<AddAtomically>(space, late_, overflow_.data(), values, mesh);
  }
  double bytes() const override { return SpreadBase<Space, Real>::bytes() + bytes_of(place_) + bytes_of(overflow_); }
  std::size_t overflow() const override { return late_; }

 private:
  void build(const Space& space) override {
    grow(place_, this->nodes(), "slurry::spreading::place");
    grow(overflow_, this->count_, "slurry::spreading::overflow");
    Kokkos::deep_copy(space, place_, -1);
    Kokkos::View<int, memory> count("slurry::spreading::late");
    with_window_points(this->options_.window_points, [&](auto p) {
      Kokkos::parallel_for(
          "slurry::spreading::places"_loop, Kokkos::RangePolicy<Space>(space, 0, this->count_),
          TakePlaces<Space, Real, decltype(p)::value>{this->window_, this->x_, place_, overflow_, count});
    });
    Kokkos::deep_copy(space, late_, count);
    space.fence();
  }
  Kokkos::View<int*, memory> place_, overflow_;
  int late_ = 0;
};

}  // namespace particle

template <class Space, class Real>
Made<Space, Real> make_particle(const SpreadOptions& o) {
  if (o.method == SpreadMethod::gather) return std::make_unique<particle::Gather<Space, Real>>(o);
  return std::make_unique<particle::Particle<Space, Real>>(o);
}

#define SLURRY_INSTANTIATE(Space)                                                  \
  template Made<Space, double> make_particle<Space, double>(const SpreadOptions&); \
  template Made<Space, float> make_particle<Space, float>(const SpreadOptions&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::spreading_methods
