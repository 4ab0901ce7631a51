// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "base/views.hpp"
#include "mobility/pipe/wall_blocks.hpp"

namespace slurry {

/// No-slip wall of a periodic circular pipe, made by image Stokeslets on a cylinder outside of it
/// (theory/pipe-wall.md). A periodic sum gives the velocity on the wall. This class computes the strengths of the
/// images whose field cancels that velocity, mode by mode. Lengths are in units of the pipe radius, in the gauge of the
/// sums (theory/conventions-and-gauges.md (C8)).
///
/// The resulting flow has zero mean pressure gradient. For errors see wall_error.hpp.
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

  /// Computes the strengths (M,3) of the images [force] from the velocity (M,3) on the wall, which is a sum of G f
  /// without 1/(8 pi eta) [force/R]. Returns the uniform axial velocity that must be added to the images' field
  /// [force/R].
  double strengths(ConstVectors<Space> velocity, Vectors<Space> images);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
