// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <span>
#include <vector>

#include "base/views.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"
#include "yardsticks/direct_sums/sums.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

namespace slurry {

/// Friction of close pairs as published: zeta = [1/(4s) - (9/40) ln s] rr - (1/6) ln s (I - rr), over mu0, where s = r
/// - 2 < 1 is the gap in radii. These are the leading terms of Jeffrey and Onishi; the jump of 1/4 at s = 1 is kept as
/// printed.
template <class Space>
class LaggedFriction {
 public:
  /// box: edge of the cube, with nearest images; 0: free space.
  LaggedFriction(const Space& space, double box);

  /// Lists, on the host, neighbours closer than `reach` [radius]. positions (N,3).
  void find_neighbours(std::span<const double> positions, double reach = 3.2);
  /// Computes forces_i = external_i - sum_j zeta_ij (v_i - v_j), (N,3) each, without a fence.
  void apply(const ConstVectors<Space>& positions, const ConstVectors<Space>& velocities,
             const ConstVectors<Space>& external, const Vectors<Space>& forces) const;

  std::size_t pairs() const { return neighbours_.extent(0); }  ///< number of listed ordered pairs

 private:
  using Numbers = Kokkos::View<int*, typename Space::memory_space>;
  Space space_;
  double box_;
  Numbers first_, neighbours_;  // of every sphere, and the end
};

/// Positions in one type of number, moved by Euler steps.
template <class Space>
class HeldPositions {
 public:
  /// number: any but extended. Throws InputError.
  HeldPositions(const Space& space, DirectNumber number, std::span<const double> positions, double box);
  void advance(double time, const ConstVectors<Space>& velocities);
  const Vectors<Space>& read() const { return read_; }  ///< positions that sums read (N,3) [radius], in [0, box)

 private:
  template <class Number>
  using Held = Kokkos::View<Number* [3], Kokkos::LayoutRight, typename Space::memory_space>;
  Space space_;
  DirectNumber number_;
  double box_;
  Held<direct_sums::PlainSum<float>> single_;
  Held<direct_sums::PlainSum<double>> double_;
  Held<direct_sums::DoubleSingle> pair_;
  Vectors<Space> read_;
};

/// A step of the published program: (1) r += dt v; (2) F = external - sum zeta (v_i - v_j) with the velocities of the
/// previous step; (3) v = mu F. Part (2) replaces a solve by one pass of a fixed-point iteration, which grows without
/// bound if spheres are close. It is therefore a timing model, called `lagged` (README.md).
template <class Space>
class PublishedStep {
 public:
  struct Seconds {
    double integration = 0, lubrication = 0, hydrodynamics = 0;
    double total() const { return integration + lubrication + hydrodynamics; }
  };

  /// positions, forces (N,3). Velocities start at 0. Throws InputError.
  PublishedStep(const Space& space, const DirectForm& form, DirectNumber positions_in, double box,
                std::span<const double> positions, std::span<const double> forces);
  void step(double time);
  const Seconds& seconds() const { return seconds_; }  ///< seconds of all steps so far
  void forget_seconds() { seconds_ = {}; }
  const VelocitySum<Space>& sum() const { return sum_; }

 private:
  Space space_;
  VelocitySum<Space> sum_;
  HeldPositions<Space> positions_;
  LaggedFriction<Space> friction_;
  Vectors<Space> external_, forces_;
  Seconds seconds_;
};

}  // namespace slurry
