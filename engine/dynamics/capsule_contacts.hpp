// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "dynamics/contacts.hpp"

namespace slurry {

/// The nearest points of two axes x + s n with |s| <= h, and y + t m with |t| <= k.
struct NearestPoints {
  double s = 0, t = 0;
  double d[3] = {0, 0, 0};  ///< vector from the second point to the first
  double distance = 0;
};
/// difference: x - y for the periodic image that counts.
NearestPoints nearest_points(const double* difference, const double* n, double h, const double* m, double k);

/// Unit vector from the second of the nearest points to the first. For axes that cross, it is perpendicular to both.
/// Returns false if such a direction does not exist either.
bool contact_normal(const NearestPoints& points, const double* n, const double* m, double* u);

/// Contacts of rods, treated as capsules, with each other, with spheres and with the wall
/// (theory/contacts-and-integrators.md). Coordinates are centres (N,3) followed by directors (N,3); velocities have the
/// same layout.
///
/// Projection: where surfaces overlap, both bodies are shifted and turned as by a contact force at the nearest points.
/// A rod is shifted like the sphere with its mean mobility, and turned like a thin rod: the point at the distance s
/// from its centre yields 1 + 3 s^2 sin^2/l^2 times as easily as the centre. The shares of two bodies are those of
/// Contacts. Pairs are treated one after another in a fixed order, so each pair sees the effect of those before it.
class CapsuleContacts {
 public:
  /// half_axes: half length of a capsule's axis, without its caps [length]; 0: a sphere.
  CapsuleContacts(const Domain& domain, std::vector<double> radii, std::vector<double> half_axes, double tolerance,
                  bool pairs);

  ContactReport project(std::span<double> coordinates, int most_sweeps);
  Gaps gaps(std::span<const double> coordinates);
  /// Velocities of the nearest points relative to each other.
  RelativeSpeeds relative_speeds(std::span<const double> coordinates, std::span<const double> velocities);

  double half_axis(std::size_t body) const { return half_axes_[body]; }
  double largest_half_axis() const { return largest_half_axis_; }

 private:
  struct Pair {
    int i, j;
  };
  NearestPoints nearest(std::span<const double> x, int i, int j) const;
  double gap(const NearestPoints& p, int i, int j) const;
  /// Finds all pairs with a gap below `reach`.
  void find_pairs(std::span<const double> x, double reach, std::vector<Pair>& found);
  double separate(std::span<double> x, const Pair& pair, double& moved);
  double pull_in(std::span<double> x, int i, double& moved) const;
  void push(std::span<double> x, int i, double lever, const double* direction, double amount, double& moved) const;
  double ease(std::span<const double> x, int i, double lever, const double* direction) const;

  Domain domain_;
  std::vector<double> radii_, half_axes_;
  std::vector<double> mobile_radii_;  ///< radii of spheres with the mean mobility of the bodies
  double largest_radius_ = 0, largest_half_axis_ = 0, tolerance_;
  bool pairs_;
  NeighbourList list_;
};

}  // namespace slurry
