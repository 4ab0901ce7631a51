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

/// Says which body a point lies in, periodic images included.  A rod is a spheroid; a chain also has its spheres.
/// Where bodies overlap, a point belongs to the body in which it lies deepest: the distance from the centre over that
/// of the surface in the same direction is smallest.  Of equal ones the first counts.  A point body has no inside but
/// its own place.
class BodyInterior {
 public:
  /// Keeps `bodies` and the arrays of `places`, which must outlive it.
  BodyInterior(const Domain& domain, const BodyPoints& bodies, const BodyPlaces& places);

  /// Number of the body that a point lies in or on; -1: it lies in the fluid.
  std::int32_t body_at(const double* point) const;
  /// Vector from the centre of a body, or of its nearest image, to a point.
  std::array<double, 3> from_centre(std::size_t body, const double* point) const;
  /// Distance from the nearest centre, or from the nearest point of the axis of a rod, to a point, if it is less than
  /// `most`.
  double distance_to_sources(const double* point, double most) const;

 private:
  /// 0 at the centre, 1 on the surface.
  double depth(std::size_t body, const double* point) const;

  Periods periods_;
  const BodyPoints* bodies_;
  BodyPlaces places_;
  double same_place_;  ///< a point that is nearer to a point body than this is at its place [length]
  BodyCells cells_;
};

}  // namespace slurry
