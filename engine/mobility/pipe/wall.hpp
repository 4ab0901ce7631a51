// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "base/views.hpp"
#include "mobility/pipe/wall_blocks.hpp"

namespace slurry {

/// No-slip wall of a periodic circular pipe by image Stokeslets on a cylinder outside of it (theory/pipe-wall.md):
/// from the velocity that a periodic sum gives on the wall to the strengths of images whose field cancels it there,
/// mode by mode.  Lengths in units of the pipe radius; gauge of the sums (theory/conventions-and-gauges.md (C8)).
///
/// The flow that results has zero mean pressure gradient.  Error: wall_error.hpp.
template <class Space>
class PipeWall {
 public:
  PipeWall(const Space& space, const WallGrid& grid);
  ~PipeWall();
  PipeWall(PipeWall&&) noexcept;
  PipeWall& operator=(PipeWall&&) noexcept;

  const WallGrid& grid() const;
  ConstVectors<Space> wall_points() const;   ///< (Nt Nx,3) [R], on r = 1, x fastest
  ConstVectors<Space> image_points() const;  ///< (Nt Nx,3) [R], on r = R_s

  /// velocity (M,3) on the wall, sum of G f without 1/(8 pi eta) [force/R] -> strengths (M,3) of the images [force];
  /// returns the uniform axial velocity to add to the images' field [force/R].
  double strengths(ConstVectors<Space> velocity, Vectors<Space> images);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
