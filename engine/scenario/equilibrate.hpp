// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "scenario/uniform.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Moves hard spheres at random until they have forgotten how they were placed. Each sweep tries one Metropolis move
/// per body. A move is refused if spheres would overlap each other or leave the pipe. The length of the moves is
/// adapted so that about half of them are accepted. positions (N,3) [length], without overlap before and after; radii
/// (N) [length]. late: called once per sweep with the share that is done; if it returns true, the function ends.
/// Returns the number of sweeps.
int equilibrate(const Domain& domain, std::span<double> positions, std::span<const double> radii, int sweeps,
                Uniform& uniform, const std::function<bool(double)>& late);

/// Lets spheres grow from radii * scale to radii. They grow in steps. After a step, overlapping spheres are pushed
/// apart (contacts.hpp, aiming `tolerance` [length] beyond contact), and then the spheres move at random. A step that
/// leaves no room is halved. The other arguments are those of equilibrate(). Returns the scale that was reached; it is
/// 1 if the growth is complete.
double grow(const Domain& domain, std::span<double> positions, std::span<const double> radii, double scale,
            double tolerance, Uniform& uniform, const std::function<bool(double)>& late);

}  // namespace slurry
