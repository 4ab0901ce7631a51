// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/state.hpp"
#include "geometry/neighbour_list.hpp"
#include "slurry/domain.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Distance of bodies that have nobody near.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

class CapsuleContacts;

/// Report of a projection.
struct ContactReport {
  bool converged = true;
  int sweeps = 0;
  double largest_overlap = 0;  ///< left over [length]
};

/// Surface to surface [length]; infinity where there is no pair or no wall.
struct Gaps {
  double bodies, wall;
};

/// How fast neighbours move relative to each other, and bodies towards the wall close by [length/time].
struct RelativeSpeeds {
  double bodies = 0, wall = 0;
  double largest() const { return bodies > wall ? bodies : wall; }
};

/// Keeps spheres from overlapping and inside of the pipe (theory/contacts-and-integrators.md): pairs that overlap
/// are pushed apart along their line of centres by half the overlap each, bodies in the wall by all of it, in Jacobi
/// sweeps.  The pairs come from a neighbour list that is built anew only after the bodies have moved by half its skin.
class Contacts {
 public:
  /// radii (N) [length]; tolerance: largest overlap that is let through [length].  pairs = false: only the wall.
  Contacts(const Domain& domain, std::vector<double> radii, double tolerance, bool pairs = true);
  /// Rods among them, as capsules (capsule_contacts.hpp): half_axes (N) is the half length of a body's axis, 0 for a
  /// sphere; radii those of the surfaces around it.  Positions are then centres (N,3) followed by directors (N,3), and
  /// velocities likewise.
  Contacts(const Domain& domain, std::vector<double> radii, std::vector<double> half_axes, double tolerance,
           bool pairs);

  /// positions (N,3) [length], moved in place.  Not converged: positions are of no use.
  ContactReport project(std::span<double> positions, int most_sweeps = 100);

  Gaps gaps(std::span<const double> positions);

  /// Relative speeds of pairs with a gap below about one radius, and of bodies that close to the wall.
  RelativeSpeeds relative_speeds(std::span<const double> positions, std::span<const double> velocities);

  /// Whether it can move something: there are pairs to part, or a wall.
  bool any() const { return pairs_ || domain_.kind == DomainKind::pipe; }
  bool with_rods() const { return capsules_ != nullptr; }
  bool is_rod(std::size_t body) const;
  /// Largest distance from the centre of a body to the end of its axis [length].
  double largest_half_axis() const;

  /// State for spheres: where the neighbour list was built, because the order of its pairs is the order of the sums.
  void save(State& to) const;
  void load(const State& from);

  /// Wall time in the three above since the last call [s].
  double take_seconds() { return std::exchange(times_, {}).total(); }

 private:
  /// Makes the list hold every pair with a gap below `reach` [length] at these positions.
  void refresh(std::span<const double> positions, double reach);
  double moved_since_build(std::span<const double> positions) const;
  /// One Jacobi sweep over the active bodies, into pushed_ and moved_; returns the largest overlap before it.
  double sweep(std::span<const double> from);
  void apply_pushes(std::span<double> positions);
  void look_at_all();

  std::shared_ptr<CapsuleContacts> capsules_;
  Domain domain_;
  std::vector<double> radii_;
  double largest_radius_, tolerance_, skin_;
  bool pairs_;
  NeighbourList list_;
  StageTimes times_;
  std::vector<double> built_at_, pushed_;
  std::vector<int> active_, next_;  ///< bodies of this sweep and of the next one
  std::vector<char> moved_, listed_;
};

}  // namespace slurry
