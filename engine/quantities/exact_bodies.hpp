// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

// Velocities of true rigid spheres where they are known, and of the models in the same place (theory/exact-bodies.md).
// All are relative to a sphere alone in unbounded fluid.  Tables are interpolated, never extrapolated: outside there is
// no value.
namespace slurry::exact_bodies {

struct Compared {
  double rotne_prager = 0, points = 0, exact = 0;
};

/// A sphere on the axis of a pipe without net flow, pushed along it; ratio: a/R.
std::optional<Compared> on_axis(double ratio);
/// A sphere on the axis of a pipe without force, carried by Poiseuille's flow: over the velocity on the axis.
std::optional<Compared> carried_on_axis(double ratio);

/// The largest a/R for which a sphere on the axis is known.
double largest_on_axis();

/// Two equal spheres under equal forces along their line of centres, and across it without torques; gap: over a.
std::optional<Compared> in_line(double gap);
std::optional<Compared> side_by_side(double gap);
/// Two equal spheres that are pushed towards each other.
std::optional<Compared> approaching(double gap);

/// Spheres on a simple cubic lattice under equal forces, relative to zero mean velocity of fluid and spheres; ratio: a
/// over the distance of neighbours.
std::optional<Compared> simple_cubic(double ratio);

/// Gaps this close to contact count as this gap: it is the tolerance of contacts.
inline constexpr double smallest_gap = 1e-6, largest_gap = 4;

}  // namespace slurry::exact_bodies
