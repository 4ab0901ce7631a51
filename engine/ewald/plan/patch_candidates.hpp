// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "ewald/plan/nested_plan.hpp"
#include "summation/pair_counts.hpp"
#include "summation/survey.hpp"

// Finds where the patch of a nested sum may lie, and measures it with a sample of the points.
namespace slurry {

/// The box that leaves out a share `out` of the points at each end of every direction.
PatchBox patch_box(const Box& box, const std::vector<double>& x, double out);

/// The box of all sources and targets, in the periods in which they form a cluster. With this patch no point is
/// outside. points: a survey after both rounds.
PatchBox box_of_all(const Box& box, const Survey& points);

/// Sampled pairs of a source and a target in the patch whose images may be close, taken evenly from both. It holds
/// their distances in every direction.
struct ImagePairs {
  std::vector<std::array<double, 3>> apart;
  double sources_a_pair = 0;  ///< mean number of sources around a target for which one of these pairs stands
};

/// A possible patch, with the counts of its points.
struct PatchCandidate {
  PatchBox box;
  SumCounts counts;
  PairCounts pairs;     ///< pairs of targets and sources in the patch
  PairCounts to_patch;  ///< pairs of targets in the patch with sources elsewhere
  PairCounts to_rest;   ///< pairs of targets elsewhere with all sources
  ImagePairs images;
  double patch_targets = 0;    ///< share of the targets in the patch
  std::vector<double> depths;  ///< depths of the sample's sources behind the nearest face, in rising order [length]
  std::vector<double> sources, targets;  ///< sample of the sources and of the targets in the patch

  /// Mean number of sources within a cutoff, over all targets, of pairs that are not both in the patch.
  double others(double cutoff) const;
  /// Number of sources in the patch within `cutoff` [length] of its faces, so that points elsewhere may see them.
  double halo(double cutoff) const;
};

/// Measures a patch with samples of the sources and targets. Cutoffs up to longest_cutoff may then be asked for.
PatchCandidate patch_candidate(const Box& box, const SumCounts& counts, const std::vector<double>& sources,
                               const std::vector<double>& targets, const PatchBox& patch, double longest_cutoff);

/// Mean number of images of patch sources within r_2 of a target in the patch. points: the patch of the pairs. longest:
/// the reach for which the pairs were taken.
double images_within(const Box& box, const PatchBox& points, const ImagePairs& pairs, const RefinedPatch& patch,
                     double reach, double longest);

/// Holds the pairs of a candidate whose images may be close, as long as this object lives. They take two megabytes,
/// which is too much to keep for every candidate.
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
