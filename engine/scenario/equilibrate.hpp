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

/// Lets spheres grow from radii * scale to radii: they grow by a step at once, are pushed apart where they overlap then
/// (contacts.hpp; aiming `tolerance` [length] beyond contact), and move at random in between; a step that leaves no
/// room is halved.  The other arguments as above; returns the scale reached, 1 when done.
double grow(const Domain& domain, std::span<double> positions, std::span<const double> radii, double scale,
            double tolerance, Uniform& uniform, const std::function<bool(double)>& late);

}  // namespace slurry
