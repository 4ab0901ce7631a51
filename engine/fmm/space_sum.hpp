// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "fmm/tree_sum.hpp"

namespace slurry::fmm {

/// The fast multipole sum in any space: tree and lists are made on the host, every stage of a sum is loops over arrays.
/// Velocities of both layers of Stokes' equations, potential and gradient of charges, 0 to 3 periodic directions. M2L
/// by a kernel over a level (level_kernels.hpp). On the host TreeSum is quicker and can do more.
/// Throws InputError for an order out of range; set_points throws it for spheres with a radius,
/// apply for gradients and pressures of a flow.
template <class Space>
std::unique_ptr<Summation<Space>> make_tree_sum_in(const Space& space, const TreeParameters& parameters);

}  // namespace slurry::fmm
