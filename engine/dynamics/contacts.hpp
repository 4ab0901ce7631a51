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

/// Value of a gap if a body has no neighbour.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

class CapsuleContacts;

/// Report of a projection.
struct ContactReport {
  bool converged = true;
  int sweeps = 0;
  double largest_overlap = 0;  ///< largest remaining overlap [length]
};

/// Smallest gaps from surface to surface [length]. Infinity if there is no pair or no wall.
struct Gaps {
  double bodies, wall;
};

/// Largest relative speeds of neighbours, and of bodies towards a nearby wall [length/time].
struct RelativeSpeeds {
  double bodies = 0, wall = 0;
  double largest() const { return bodies > wall ? bodies : wall; }
};

/// How far a sphere of radius a moves per contact force from a sphere of radius b that touches it, in units of
/// 1/(6 pi eta): its own mobility without that of the other sphere beside it (theory/contacts-and-integrators.md). a, b
/// in units of length.
double yield_of_sphere(double a, double b);

/// Keeps spheres from overlapping and inside the pipe (theory/contacts-and-integrators.md). Overlapping pairs are
/// pushed apart along their line of centres, each body by its share of the overlap, as a contact force would move it:
/// half of it for equal spheres. A body in the wall is pushed by the whole overlap. This is done in Jacobi sweeps. The
/// pairs come from a neighbour list, which is rebuilt only after bodies have moved by half of its skin.
class Contacts {
 public:
  /// radii (N) [length]; tolerance: largest allowed overlap [length]; pairs = false: only contacts with the wall.
  Contacts(const Domain& domain, std::vector<double> radii, double tolerance, bool pairs = true);
  /// Contacts of bodies that include rods, treated as capsules (capsule_contacts.hpp). half_axes (N): half length of a
  /// body's axis, 0 for a sphere; radii (N): radii of the surfaces around the axes. Positions are centres (N,3)
  /// followed by directors (N,3), and velocities have the same layout.
  Contacts(const Domain& domain, std::vector<double> radii, std::vector<double> half_axes, double tolerance,
           bool pairs);

  /// Moves positions (N,3) [length] in place. If the sweeps do not converge, the positions must not be used.
  ContactReport project(std::span<double> positions, int most_sweeps = 100);

  Gaps gaps(std::span<const double> positions);

  /// Relative speeds of pairs with a gap below about one radius, and of bodies that are that close to the wall.
  RelativeSpeeds relative_speeds(std::span<const double> positions, std::span<const double> velocities);

  /// Whether contacts can move bodies: there are pairs or there is a wall.
  bool any() const { return pairs_ || domain_.kind == DomainKind::pipe; }
  bool with_rods() const { return capsules_ != nullptr; }
  bool is_rod(std::size_t body) const;
  /// Largest distance from the centre of a body to the end of its axis [length].
  double largest_half_axis() const;

  /// State for spheres: the positions at which the neighbour list was built. The order of its pairs determines the
  /// order of the sums.
  void save(State& to) const;
  void load(const State& from);

  /// Returns the wall time of projections, gaps and relative speeds since the last call [s].
  double take_seconds() { return std::exchange(times_, {}).total(); }

 private:
  /// Ensures that the list contains every pair with a gap below `reach` [length] at these positions.
  void refresh(std::span<const double> positions, double reach);
  double moved_since_build(std::span<const double> positions) const;
  /// Does one Jacobi sweep over the active bodies, into pushed_ and moved_. Returns the largest overlap before the
  /// sweep.
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
