// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "ewald/plan/ewald_memory.hpp"
#include "ewald/sums/nested_ewald.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// Numbers of points that one grid of a nested sum sees, and of points that it passes on to its patch.
struct LevelPoints {
  struct Set {
    double all = 0, in_patch = 0;
    /// points in the patch within the cutoff of points elsewhere (halo), and of images (face)
    double halo = 0, face = 0;
    double elsewhere() const { return all - in_patch; }
  };
  Set sources, targets;  ///< targets: equal to `sources` if the targets are the sources
  double images = 0;     ///< number of images of patch sources within the cutoff of the patch
};

/// Numbers of points in every patch, from the outermost patch on. They are counted on the sample of a survey, which
/// gives the share of points in a patch within one per cent of all points.
std::vector<LevelPoints> points_of_levels(const NestedParameters& parameters, const Survey& points, bool same);

/// Bytes of memory that a NestedEwald holds on the host after its first apply(), as ewald_memory() counts them.
/// density: bytes of a source's densities. net_source: whether some q.n is not 0.
double nested_memory(const NestedParameters& parameters, const std::vector<LevelPoints>& levels, bool same,
                     double density, bool net_source, int threads, const StageVariantNames& variants = {});

}  // namespace slurry
