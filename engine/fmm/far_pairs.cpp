// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/far_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace slurry::fmm {
namespace {

/// Whether each of the chosen sources, in order, lies in one of the runs.
class NearSources {
 public:
  explicit NearSources(const std::vector<SourceRun>& runs) {
    for (const SourceRun& r : runs) runs_.emplace_back(r.first, r.last);
    std::sort(runs_.begin(), runs_.end());
  }
  bool holds(int source) {
    while (at_ < runs_.size() && runs_[at_].second <= source) ++at_;
    return at_ < runs_.size() && runs_[at_].first <= source;
  }

 private:
  std::vector<std::pair<int, int>> runs_;
  std::size_t at_ = 0;
};

}  // namespace

FarPairs far_pairs(const Tree& tree, const InteractionLists& lists) {
  constexpr std::size_t most_targets = 48, most_sources = 2048;
  const std::size_t targets = tree.target_order().size(), sources = tree.source_order().size();
  FarPairs far;
  if (targets == 0 || sources == 0) return far;
  std::vector<std::pair<int, std::size_t>> leaves;  // by the end of their targets
  for (std::size_t k = 0; k < lists.target_leaves.size(); ++k)
    leaves.emplace_back(tree.box(lists.target_leaves[k]).last_target, k);
  std::sort(leaves.begin(), leaves.end());
  const RootCells& roots = tree.roots();
  const std::size_t some_targets = std::min(targets, most_targets), some_sources = std::min(sources, most_sources);
  for (std::size_t i = 0; i < some_targets; ++i) {
    const std::size_t t = (2 * i + 1) * targets / (2 * some_targets);
    const auto leaf = std::upper_bound(leaves.begin(), leaves.end(), std::pair(static_cast<int>(t), SIZE_MAX));
    NearSources near(lists.pairs[leaf->second]);
    for (std::size_t k = 0; k < some_sources; ++k) {
      const std::size_t s = (2 * k + 1) * sources / (2 * some_sources);
      if (near.holds(static_cast<int>(s))) continue;
      double r2 = 0;
      for (int a = 0; a < 3; ++a) {
        double d = tree.target_x(a)[t] - tree.source_x(a)[s];
        if (roots.periodic(a)) {
          const double period = roots.side[static_cast<std::size_t>(a)] * roots.counts[static_cast<std::size_t>(a)];
          d -= period * std::rint(d / period);
        }
        r2 += d * d;
      }
      if (r2 == 0) continue;
      far.second += 1 / r2;
      far.fourth += 1 / (r2 * r2);
      far.sixth += 1 / (r2 * r2 * r2);
    }
  }
  const double share = 1.0 / (double(some_targets) * double(some_sources));
  return {far.second * share, far.fourth * share, far.sixth * share};
}

}  // namespace slurry::fmm
