// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "bodies/body_loads.hpp"
#include "bodies/body_points.hpp"
#include "geometry/body_cells.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Finds the body that holds a point, including periodic images. A rod counts as a spheroid; a chain also includes its
/// spheres. If bodies overlap, a point belongs to the body in which it lies deepest. Its depth is its distance from the
/// centre over the distance of the surface in the same direction. If depths are equal, the body with the lower number
/// counts. A point body contains only its own position.
class BodyInterior {
 public:
  /// Keeps references to `bodies` and to the arrays of `places`. They must outlive this object.
  BodyInterior(const Domain& domain, const BodyPoints& bodies, const BodyPlaces& places);

  /// Number of the body that holds the point or has it on its surface. -1: the point is in the fluid.
  std::int32_t body_at(const double* point) const;
  /// Vector from the centre of a body, or of its nearest image, to a point.
  std::array<double, 3> from_centre(std::size_t body, const double* point) const;
  /// Distance of a point from the nearest centre, or from the nearest point of a rod's axis, if it is less than `most`.
  double distance_to_sources(const double* point, double most) const;

 private:
  /// Depth of a point in a body: 0 at the centre, 1 on the surface.
  double depth(std::size_t body, const double* point) const;

  Periods periods_;
  const BodyPoints* bodies_;
  BodyPlaces places_;
  double same_place_;  ///< a point this close to a point body counts as its position [length]
  BodyCells cells_;
};

}  // namespace slurry
