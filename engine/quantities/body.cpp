// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "quantities/body_gaps.hpp"
#include "quantities/rows.hpp"

// What is known of each body: for colours and for the inspector.
namespace slurry {

using namespace quantity;

namespace {

double speed(const Vector3& v, const Vector3&) {
  return std::sqrt(dot(v, v));
}

double across(const Vector3& v, const Vector3& g) {
  const double along = dot(v, g);
  const Vector3 w{v[0] - along * g[0], v[1] - along * g[1], v[2] - along * g[2]};
  return std::sqrt(dot(w, w));
}

Vector3 row(std::span<const double> x, std::size_t i) {
  return {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}

/// Calls visit(body, its place in `out`) for each that is asked for.
template <class Visit>
void each(std::size_t first, std::size_t last, Out out, std::size_t length, Visit&& visit) {
  for (std::size_t i = first; i < last; ++i) visit(i, out.subspan((i - first) * length, length));
}

/// Rows of a list of the step; NaN where it is not there.
template <auto list>
void rows_of(const Step& s, std::size_t first, std::size_t last, Out out) {
  if ((s.*list).size() != 3 * s.bodies()) return;
  for (std::size_t i = 3 * first; i < 3 * last; ++i) out[i - 3 * first] = static_cast<double>((s.*list)[i]);
}

/// Gap of each body: for all bodies, the gap to bodies nearby, which is enough for colours; for one body, the gap to
/// the nearest, however far.
void gap(const Step& s, std::size_t first, std::size_t last, Out out) {
  if (last - first == 1) {
    out[0] = nearest_neighbour(s, static_cast<long>(first)).gap;
    return;
  }
  const std::vector<double> gaps = nearest_gaps(s, s.bodies() > 0 ? 2 * s.radii[0] : 1);
  std::copy(gaps.begin() + static_cast<std::ptrdiff_t>(first), gaps.begin() + static_cast<std::ptrdiff_t>(last),
            out.begin());
}

/// Angular velocity: for a rod, that of its axis, n x dn/dt; for a sphere, the newest that the engine has found.
void angular_velocity(const Step& s, std::size_t first, std::size_t last, Out out) {
  each(first, last, out, 3, [&](std::size_t i, Out w) {
    if (s.is_rod(i) && s.rates.size() == 3 * s.bodies()) {
      const Vector3 n = row(s.directors, i), r = row(s.rates, i);
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
        w[k] = n[p] * r[q] - n[q] * r[p];
      }
    } else if (s.angular.size() == 3 * s.bodies()) {
      for (std::size_t k = 0; k < 3; ++k) w[k] = s.angular[3 * i + k];
    }
  });
}

/// Over the bodies for which it is known.
double rms_angular_velocity(const Step& s) {
  std::vector<double> all(3 * s.bodies(), unknown);
  angular_velocity(s, 0, s.bodies(), all);
  double sum = 0, count = 0;
  for (const double w : all) {
    if (!std::isfinite(w)) continue;
    sum += w * w;
    count += 1.0 / 3;
  }
  return std::sqrt(sum / count);
}

/// NaN for a rod, and where it does not fall.
void drag_ratio(const Step& s, std::size_t first, std::size_t last, Out out) {
  if (!s.scenario || s.forces.size() != 3 * s.bodies() || s.velocities.size() != 3 * s.bodies()) return;
  each(first, last, out, 1, [&](std::size_t i, Out ratio) {
    if (s.is_rod(i)) return;
    const double along = dot(row(s.velocities, i), s.scenario->gravity);
    const double alone = speed(row(s.forces, i), {}) / (6 * std::numbers::pi * s.scenario->viscosity * s.radii[i]);
    if (along > 0 && alone > 0) ratio[0] = alone / along;
  });
}

}  // namespace

std::vector<Quantity> body_quantities() {
  return {
      {.name = "position",
       .symbol = "x, y, z",
       .title = "Position",
       .description = "Position of the centre; x along the pipe",
       .unit = "length",
       .of = Of::body,
       .length = 3,
       .shown = in_inspector,
       .of_bodies = rows_of<&Step::positions>},
      {.name = "axis",
       .symbol = "axis",
       .title = "Axis",
       .description = "Direction of a rod's axis",
       .of = Of::body,
       .length = 3,
       .shown = in_inspector,
       .of_bodies =
           [](const Step& s, std::size_t first, std::size_t last, Out out) {
             if (s.directors.size() != 3 * s.bodies()) return;
             each(first, last, out, 3, [&](std::size_t i, Out axis) {
               if (s.is_rod(i)) std::copy_n(&s.directors[3 * i], 3, axis.begin());
             });
           }},
      {.name = "periods",
       .symbol = "periodic image",
       .title = "Periodic image",
       .description = "Number of periodic boundary crossings",
       .of = Of::body,
       .length = 3,
       .shown = in_inspector,
       .of_bodies = rows_of<&Step::images>},
      {.name = "velocity",
       .symbol = "v",
       .title = "Velocity",
       .description = "Velocity of the centre",
       .unit = "velocity",
       .of = Of::body,
       .length = 3,
       .shown = in_inspector,
       .of_the_frame = true,
       .of_bodies = rows_of<&Step::velocities>},
      {.name = "speed",
       .symbol = "|v|",
       .title = "speed",
       .description = "Speed |v| of each body; in the slice, speed of the fluid",
       .unit = "velocity",
       .of = Of::body,
       .shown = in_colours | in_inspector,
       .of_the_frame = true,
       .of_velocity = speed},
      {.name = "along_gravity",
       .symbol = "along g",
       .title = "velocity along gravity",
       .description = "Velocity along gravity, v·g: down is positive",
       .unit = "velocity",
       .of = Of::body,
       .shown = in_colours | in_inspector,
       .diverging = true,
       .beside = "speed",
       .of_the_frame = true,
       .of_velocity = dot},
      {.name = "across_gravity",
       .symbol = "across g",
       .title = "speed perpendicular to gravity",
       .description = "Speed perpendicular to gravity, |v − (v·g) g|",
       .unit = "velocity",
       .of = Of::body,
       .shown = in_colours,
       .of_the_frame = true,
       .of_velocity = across},
      {.name = "angular_velocity",
       .symbol = "ω",
       .title = "Angular velocity",
       .description = "Angular velocity. For a sphere it is half the curl of the flow at its centre, computed a few "
                      "times per second while it is shown. For a rod it is the angular velocity of its axis; a spin "
                      "about the axis is not computed",
       .unit = "velocity/length",
       .of = Of::body,
       .length = 3,
       .shown = in_inspector,
       .of_bodies = angular_velocity},
      {.name = "force",
       .symbol = "force",
       .title = "Force",
       .description = "Weight minus buoyancy",
       .unit = "force",
       .of = Of::body,
       .shown = in_inspector,
       .of_bodies =
           [](const Step& s, std::size_t first, std::size_t last, Out out) {
             if (s.forces.size() != 3 * s.bodies()) return;
             each(first, last, out, 1, [&](std::size_t i, Out f) { f[0] = speed(row(s.forces, i), {}); });
           }},
      {.name = "neighbour",
       .symbol = "nearest body",
       .title = "Nearest body",
       .description = "Nearest body and the gap to it, surface to surface",
       .of = Of::body,
       .shown = in_inspector,
       .valid = of_pairs,
       .of_bodies =
           [](const Step& s, std::size_t first, std::size_t last, Out out) {
             each(first, last, out, 1, [&](std::size_t i, Out j) {
               const NearestNeighbour n = nearest_neighbour(s, static_cast<long>(i));
               if (n.index >= 0) j[0] = static_cast<double>(n.index);
             });
           }},
      {.name = "gap",
       .symbol = "gap",
       .title = "nearest gap",
       .description = "Distance to the nearest body, surface to surface",
       .unit = "length",
       .of = Of::body,
       .shown = in_colours | in_inspector,
       .beside = "neighbour",
       .of_bodies = gap},
      {.name = "wall_gap",
       .symbol = "wall gap",
       .title = "gap to the wall",
       .description = "Distance from the surface of the body to the wall of the pipe",
       .unit = "length",
       .of = Of::body,
       .shown = in_colours | in_inspector,
       .of_bodies =
           [](const Step& s, std::size_t first, std::size_t last, Out out) {
             each(first, last, out, 1, [&](std::size_t i, Out d) { d[0] = wall_gap(s, static_cast<long>(i)); });
           }},
      {.name = "rms_angular_velocity",
       .symbol = "rms ω",
       .title = "Angular velocity",
       .description = "Root mean square of the angular velocity over the bodies for which it is known. A spin of rods "
                      "about their axes is not computed",
       .unit = "velocity/length",
       .shown = nowhere,
       .sometimes = true,
       .valid = [](const Scenario& s, std::size_t n) { return s.run.output_angular_velocity || of_rods(s, n); },
       .compute = [](const Step& s, Out out) { out[0] = rms_angular_velocity(s); }},
      {.name = "drag_ratio",
       .symbol = "drag ratio K",
       .title = "Drag ratio",
       .description = "Settling velocity of a sphere alone over that of this sphere, K = F/(6πηa v·g)",
       .of = Of::body,
       .shown = in_inspector,
       .of_the_frame = true,
       .of_bodies = drag_ratio},
      {.name = "group",
       .symbol = "kind",
       .title = "body type",
       .description = "Index of the group of bodies in the scenario",
       .of = Of::body,
       .shown = in_colours,
       .of_bodies =
           [](const Step& s, std::size_t first, std::size_t last, Out out) {
             each(first, last, out, 1, [&](std::size_t i, Out k) { k[0] = i < s.groups.size() ? s.groups[i] : 0; });
           }},
  };
}

}  // namespace slurry
