// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "ewald/plan/nested_plan.hpp"
#include "summation/pair_counts.hpp"
#include "summation/survey.hpp"

// Where the patch of a nested sum may lie, and what a sample of the points says of it.
namespace slurry {

/// The box that leaves out the share `out` of the points at either end of every direction.
PatchBox patch_box(const Box& box, const std::vector<double>& x, double out);

/// The box of all sources and targets, seen from where they are a cluster: with it, nobody is outside.  points: after
/// both rounds.
PatchBox box_of_all(const Box& box, const Survey& points);

/// Pairs of a source and a target in the patch, taken evenly from both, whose images may be close: how far they are
/// apart in every direction.
struct ImagePairs {
  std::vector<std::array<double, 3>> apart;
  double sources_a_pair = 0;  ///< mean number of sources that see a target, for one pair here
};

/// A patch with what is known of its points.
struct PatchCandidate {
  PatchBox box;
  SumCounts counts;
  PairCounts pairs;     ///< in the patch
  PairCounts to_patch;  ///< of targets in the patch with sources elsewhere
  PairCounts to_rest;   ///< of targets elsewhere with all sources
  ImagePairs images;
  double patch_targets = 0;              ///< share
  std::vector<double> depths;            ///< of the sample's sources, behind the nearest face, in rising order
  std::vector<double> sources, targets;  ///< sample of those in it

  /// Mean number of sources within a cutoff, over all targets, of pairs that are not both in the patch.
  double others(double cutoff) const;
  /// Number of sources in the patch that those elsewhere may see.
  double halo(double cutoff) const;
};

/// Measures a patch with samples of the sources and targets. Cutoffs up to longest_cutoff may then be asked for.
PatchCandidate patch_candidate(const Box& box, const SumCounts& counts, const std::vector<double>& sources,
                               const std::vector<double>& targets, const PatchBox& patch, double longest_cutoff);

/// Mean number of images of patch sources within r_2 of a target in the patch.  points: the patch that the pairs are
/// of, longest: the reach that they were taken for.
double images_within(const Box& box, const PatchBox& points, const ImagePairs& pairs, const RefinedPatch& patch,
                     double reach, double longest);

/// Holds the pairs of a candidate whose images may be close while it lives: two megabytes, which are not kept for every
/// candidate at once.
class WithImages {
 public:
  WithImages(const Box& box, PatchCandidate& c, double longest_cutoff);
  ~WithImages() { candidate_.images = {}; }
  WithImages(const WithImages&) = delete;
  WithImages& operator=(const WithImages&) = delete;

 private:
  PatchCandidate& candidate_;
};

}  // namespace slurry
