// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/point_sets.hpp"
#include "base/stage_timer.hpp"
#include "base/views.hpp"
#include "mobility/body_sizes.hpp"
#include "slurry/domain.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Finds stragglers: bodies in free space that are far outside of all others. A falling cloud loses some bodies, and
/// the box of an Ewald sum would otherwise reach to the last of them. positions (N,3) [length] -> indices of the
/// stragglers, in order.
/// A body is a straggler if, along any direction, it lies outside of the middle 90 % of the bodies by more than a
/// quarter of their spread. There are none if the box of all bodies is less than twice the box of the others, or if the
/// pairs with the stragglers would cost more than the smaller box saves. The result depends on the positions alone.
std::vector<std::size_t> find_stragglers(const Domain& domain, std::span<const double> positions);

/// Sum over bodies in two parts. One part leaves the stragglers out; the other adds all pairs with a straggler.
class StragglerSum {
 public:
  using Space = Kokkos::DefaultHostExecutionSpace;

  /// Divides the bodies into stragglers and others. positions, forces (N,3); no reference to them is kept.
  void divide(const Domain& domain, std::span<const double> positions, std::span<const double> forces,
              const BodySizes& sizes);
  bool any() const { return !outside_.empty(); }

  /// Positions of all bodies but the stragglers (M,3). Valid only if there are stragglers.
  std::span<const double> positions() const { return core_positions_; }
  std::span<const double> forces() const { return core_forces_; }
  SourceSet<Space> bodies() const { return {x_, sizes_.radius, radii_}; }
  ConstVectors<Space> forces_in_space() const { return f_; }
  /// Memory for the velocities of these bodies from the sum [sum of G f].
  const Vectors<Space>& result() const { return result_; }

  /// Adds the contributions of the stragglers to result() and stores the velocities of all bodies in their order in out
  /// (N,3).
  void finish(std::span<double> out, StageTimes& times) const;

 private:
  struct Part {
    std::vector<double> positions, forces, radii;
    Part(std::span<const double> x, std::span<const double> f, const BodySizes& sizes,
         const std::vector<std::size_t>& chosen);
  };
  std::vector<std::size_t> outside_, inside_;
  std::vector<double> core_positions_, core_forces_, outer_positions_, outer_forces_;
  BodySizes sizes_, outer_sizes_;
  SphereRadii<Space> radii_;
  Vectors<Space> x_, f_, result_;
};

}  // namespace slurry
