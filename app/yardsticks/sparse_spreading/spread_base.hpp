// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include "base/loop_name.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "yardsticks/sparse_spreading/spread_operator.hpp"
#include "yardsticks/sparse_spreading/spread_window.hpp"

// Common parts of the methods: the points, loops over particles, and calls by window and number of components.
namespace slurry::spreading_methods {

/// Calls f with p as a constant.
template <class F>
void with_window_points(int p, F&& f) {
  if (p == 4)
    f(std::integral_constant<int, 4>());
  else if (p == 6)
    f(std::integral_constant<int, 6>());
  else
    f(std::integral_constant<int, 8>());
}
/// Calls f with C as a constant.
template <class F>
void with_components(int c, F&& f) {
  if (c == 1)
    f(std::integral_constant<int, 1>());
  else if (c == 2)
    f(std::integral_constant<int, 2>());
  else if (c == 3)
    f(std::integral_constant<int, 3>());
  else
    f(std::integral_constant<int, 4>());
}

/// Grows a view if needed. The memory is kept and never shrinks.
template <class View>
void grow(View& v, std::size_t n, const char* label) {
  if (v.extent(0) < n) v = View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}
template <class View>
double bytes_of(const View& v) {
  return double(v.span()) * sizeof(typename View::value_type);
}

/// Loop over single particles: over all of them, or over a list.
template <class Space, class Real, int P, int C, class Add>
struct SpreadParticles {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  const int* list;
  const Real* values;
  Real* nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int k) const {
    const int i = list ? list[k] : k;
    NodeWeights<Real, P> n;
    window.template at<P>(x, i, n);
    spread_particle<Add, P, C>(n, window.mesh, values + std::size_t(i) * C, nodes);
  }
};
template <class Space, class Real, int P, int C>
struct GatherParticles {
  MeshWindow<Space, Real> window;
  ConstVectors<Space> x;
  const Real* nodes;
  Real* values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    NodeWeights<Real, P> n;
    window.template at<P>(x, i, n);
    gather_particle<P, C>(n, window.mesh, nodes, values + std::size_t(i) * C);
  }
};

template <class Space, class Real>
class SpreadBase : public SpreadOperator<Space, Real> {
 public:
  explicit SpreadBase(const SpreadOptions& o) : options_(o), window_(o) {}
  void set_points(const Space& space, ConstVectors<Space> positions) override {
    count_ = int(positions.extent(0));
    if (x_.extent(0) < positions.extent(0))
      x_ = Vectors<Space>(Kokkos::view_alloc("slurry::spreading::x", Kokkos::WithoutInitializing), count_);
    if (count_ > 0)
      Kokkos::deep_copy(space, Kokkos::subview(x_, std::pair<int, int>(0, count_), Kokkos::ALL), positions);
    build(space);
    space.fence();
  }
  void interpolate(const Space& space, const SpreadValues<Space, Real>& mesh,
                   const SpreadValues<Space, Real>& values) override {
    with_window_points(options_.window_points, [&](auto p) {
      with_components(options_.components, [&](auto c) {
        Kokkos::parallel_for("slurry::spreading::interpolate"_loop, Kokkos::RangePolicy<Space>(space, 0, count_),
                             GatherParticles<Space, Real, decltype(p)::value, decltype(c)::value>{
                                 window_, x_, mesh.data(), values.data()});
      });
    });
  }
  double bytes() const override { return bytes_of(x_); }
  SpreadMethod method() const override { return options_.method; }

 protected:
  virtual void build(const Space& space) = 0;
  template <class Add>
  void spread_list(const Space& space, int count, const int* list, const SpreadValues<Space, Real>& values,
                   const SpreadValues<Space, Real>& mesh) const {
    with_window_points(options_.window_points, [&](auto p) {
      with_components(options_.components, [&](auto c) {
        Kokkos::parallel_for("slurry::spreading::particles"_loop, Kokkos::RangePolicy<Space>(space, 0, count),
                             SpreadParticles<Space, Real, decltype(p)::value, decltype(c)::value, Add>{
                                 window_, x_, list, values.data(), mesh.data()});
      });
    });
  }
  int nodes() const { return options_.mesh * options_.mesh * options_.mesh; }
  /// Number of entries of a matrix. It is refused if it does not fit into 32 bits.
  int entries() const {
    const double p = options_.window_points, n = count_ * p * p * p;
    if (n > std::numeric_limits<int>::max())
      throw RefusedError(
          text("the matrix of {} points with {} nodes each has more entries than can be counted in 32 bits; "
               "take 'particle' or 'stored'",
               count_, p * p * p));
    return int(n);
  }

  SpreadOptions options_;
  MeshWindow<Space, Real> window_;
  int count_ = 0;
  Vectors<Space> x_;
};

}  // namespace slurry::spreading_methods
