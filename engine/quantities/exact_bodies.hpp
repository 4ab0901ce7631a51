// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

// Velocities of true rigid spheres in configurations for which they are known, and of the models in the same
// configuration (theory/exact-bodies.md). All velocities are relative to a single sphere in unbounded fluid. Tables are
// interpolated and never extrapolated: outside a table there is no value.
namespace slurry::exact_bodies {

struct Compared {
  double rotne_prager = 0, points = 0, exact = 0;
};

/// A sphere that is pushed along the axis of a pipe without net flow. ratio: a/R.
std::optional<Compared> on_axis(double ratio);
/// A force-free sphere on the axis of a pipe, carried by Poiseuille flow. Its velocity is relative to the flow on the
/// axis. ratio: a/R.
std::optional<Compared> carried_on_axis(double ratio);

/// The largest a/R for which a sphere on the axis is tabulated.
double largest_on_axis();

/// Two equal spheres under equal forces along their line of centres (in_line), or across it without torques
/// (side_by_side). gap: distance of the surfaces over a.
std::optional<Compared> in_line(double gap);
std::optional<Compared> side_by_side(double gap);
/// Two equal spheres that are pushed towards each other. gap: distance of the surfaces over a.
std::optional<Compared> approaching(double gap);
/// Two equal spheres that are pushed past each other: opposite forces across the line of centres, no torques. gap:
/// distance of the surfaces over a.
std::optional<Compared> passing(double gap);

/// A sphere beside a plane wall that is pushed towards it, or along it without torque. gap: distance of the surfaces
/// over a, at most largest_wall_gap.
std::optional<Compared> towards_wall(double gap);
std::optional<Compared> along_wall(double gap);
inline constexpr double largest_wall_gap = 2;

/// Spheres on a cubic lattice under equal forces, relative to zero mean velocity of fluid and spheres. ratio: a over
/// the distance of neighbours.
std::optional<Compared> simple_cubic(double ratio);
std::optional<Compared> body_centred_cubic(double ratio);
std::optional<Compared> face_centred_cubic(double ratio);
/// Number of spheres of these lattices in a cube whose edge is the distance of neighbours.
inline constexpr double simple_cubic_density = 1, body_centred_density = 1.2990381056766580,
                        face_centred_density = 1.4142135623730951;

/// Range of tabulated gaps over a. Smaller gaps count as smallest_gap, which is the tolerance of contacts.
inline constexpr double smallest_gap = 1e-6, largest_gap = 4;

}  // namespace slurry::exact_bodies
