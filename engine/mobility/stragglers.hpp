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

/// Bodies far outside of all others, in free space: a cloud that falls loses some of them, and the box of an Ewald sum
/// would be stretched to the last of these.  positions (N,3) [length] -> their indices, in order.  A body is one if it
/// lies, along any direction, more than a quarter of the spread outside of the middle 90 % of the bodies.  There are
/// none where the box of all is less than twice that of the others, or where the pairs with them would cost more than
/// the smaller box saves.  Depends on the positions alone.
std::vector<std::size_t> find_stragglers(const Domain& domain, std::span<const double> positions);

/// A sum over bodies that leaves the stragglers out, and what these add: all pairs in which one takes part.
class StragglerSum {
 public:
  using Space = Kokkos::DefaultHostExecutionSpace;

  /// Takes (N,3) positions and forces; keeps no reference.
  void divide(const Domain& domain, std::span<const double> positions, std::span<const double> forces,
              const BodySizes& sizes);
  bool any() const { return !outside_.empty(); }

  /// All bodies but the stragglers, valid where there are any: (M,3).
  std::span<const double> positions() const { return core_positions_; }
  std::span<const double> forces() const { return core_forces_; }
  SourceSet<Space> bodies() const { return {x_, sizes_.radius, radii_}; }
  ConstVectors<Space> forces_in_space() const { return f_; }
  /// Memory for the velocities of the bodies from the sum [sum of G f].
  const Vectors<Space>& result() const { return result_; }

  /// result() and what the stragglers add -> out (N,3), in the order of all bodies.
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
