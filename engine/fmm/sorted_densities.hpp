// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "base/execution.hpp"
#include "base/sphere_radii.hpp"
#include "fmm/sorted_sources.hpp"
#include "fmm/tree.hpp"
#include "summation/summation.hpp"

// Radii and densities of a sum on the host, from the caller's order to that of a tree.
namespace slurry::fmm {

/// Returns the kind of sum for these densities. Throws InputError if spheres have densities other than forces.
Kernel kernel_of(const SumDensity<Host>& d, bool spheres);

/// Radii of a set of `count` points, in the caller's order [length]. There is one radius for all, or one for each.
struct SetRadii {
  double all = 0;
  SphereRadii<Host> each;
  double of(int i) const { return each.extent(0) > 0 ? each(i) : all; }
  /// Returns the largest radius. Throws InputError for a wrong number of radii and for a negative radius.
  double largest(std::size_t count) const;
  double mean_square(std::size_t count) const;
  /// Returns the radii in this order, with padding.
  std::vector<double> sorted(const std::vector<int>& order) const;
};

/// Puts places, densities and radii of the sources in the order of the tree. radii: null for points. Throws the
/// InputError of kernel_of().
void sort_densities(const Tree& tree, const SumDensity<Host>& d, const SetRadii* radii, SortedSources& s);

/// Returns the size of the net force, or of the net charge; 0 for dipoles alone.
double net_of(const SortedSources& s);

/// Returns the sum of the squares of forces or charges; 0 where there are dipoles.
double squares_of(const SortedSources& s);

}  // namespace slurry::fmm
