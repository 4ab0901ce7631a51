// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "scenario/uniform.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Hard spheres moved at random until they have forgotten how they were placed: Metropolis moves, one per body and
/// sweep, refused where spheres would overlap each other or leave the pipe; the moves shrink or grow towards half of
/// them being taken.  positions (N,3) [length], without overlap before and after; radii (N) [length].
/// late: asked once per sweep, with the share that is done; true ends it.  Returns the sweeps done.
int equilibrate(const Domain& domain, std::span<double> positions, std::span<const double> radii, int sweeps,
                Uniform& uniform, const std::function<bool(double)>& late);

/// Lets spheres grow from radii * scale to radii between such moves: each sweep ends with the largest common scale that
/// overlaps nowhere.  The same arguments; returns the scale reached, 1 when done.
double grow(const Domain& domain, std::span<double> positions, std::span<const double> radii, double scale,
            Uniform& uniform, const std::function<bool(double)>& late);

}  // namespace slurry
