// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>

#include "base/execution.hpp"
#include "base/memory.hpp"
#include "base/views.hpp"
#include "yardsticks/sparse_spreading/spreading.hpp"

namespace slurry {

/// Values of particles (N,C), or of mesh nodes (K,K,K,C) with z slowest. Components are contiguous.
template <class Space, class Real>
using SpreadValues = Kokkos::View<Real*, typename Space::memory_space>;

/// Spreading onto a K^3 mesh over the periodic unit cube, and its transpose, for points that are set once:
///   mesh(g) = sum_i w(K x_i - g) value_i,   value_i = sum_g w(K x_i - g) mesh(g).
template <class Space, class Real>
class SpreadOperator {
 public:
  virtual ~SpreadOperator() = default;
  /// Sets positions (N,3) in box edges, which may lie anywhere. They are copied. Memory is kept and never shrinks.
  virtual void set_points(const Space& space, ConstVectors<Space> positions) = 0;
  /// Spreads values onto the mesh, which is overwritten.
  virtual void spread(const Space& space, const SpreadValues<Space, Real>& values,
                      const SpreadValues<Space, Real>& mesh) = 0;
  /// Interpolates from the mesh to the values, which are overwritten.
  virtual void interpolate(const Space& space, const SpreadValues<Space, Real>& mesh,
                           const SpreadValues<Space, Real>& values) = 0;
  /// Bytes that are held for the points.
  virtual double bytes() const = 0;
  virtual SpreadMethod method() const = 0;
  /// Number of particles for which `gather` found no free place, so that it spreads them by `particle`.
  virtual std::size_t overflow() const { return 0; }
};

/// Makes the operator. Throws InputError if the method cannot do what the options say.
template <class Space, class Real>
std::unique_ptr<SpreadOperator<Space, Real>> make_spread_operator(const SpreadOptions& options);

/// Forecasts the largest number of bytes that a method takes at one time for this number of points, including values
/// and mesh.
template <class Real>
double spread_memory(const SpreadOptions& options, SpreadMethod method, std::size_t points);
/// Bytes that spreading may take. Other programs use the machine too.
template <class Space>
double memory_for_spreading() {
  return 0.75 * (is_host_space<Space> ? available_memory() : available_device_memory());
}

/// Times by which `automatic` chooses: seconds of the build and of one spread. The rates are measured on first use. A
/// time is infinite if a method cannot be used.
struct SpreadTimes {
  double build = 0, spread = 0;
};
template <class Space, class Real>
SpreadTimes modelled_spread_times(const SpreadOptions& options, SpreadMethod method, std::size_t points);
/// Returns the quickest method for which the memory suffices. held: bytes that will be free again.
template <class Space, class Real>
SpreadMethod choose_spread_method(const SpreadOptions& options, std::size_t points, double held = 0);

namespace spreading_methods {

template <class Space, class Real>
using Made = std::unique_ptr<SpreadOperator<Space, Real>>;
/// Makes the operator of the method particle, probe or gather.
template <class Space, class Real>
Made<Space, Real> make_particle(const SpreadOptions& options);
/// Makes the operator of the method colours or stored.
template <class Space, class Real>
Made<Space, Real> make_slabs(const SpreadOptions& options);
/// Makes the operator of the method single_mesh, group_mesh or hybrid.
template <class Space, class Real>
Made<Space, Real> make_matrix(const SpreadOptions& options);

}  // namespace spreading_methods
}  // namespace slurry
