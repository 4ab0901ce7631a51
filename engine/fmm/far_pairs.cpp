// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/far_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
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

void add(double r2, InversePowers& to) {
  to.second += 1 / r2;
  to.fourth += 1 / (r2 * r2);
  to.sixth += 1 / (r2 * r2 * r2);
}
InversePowers scaled(const InversePowers& p, double by) {
  return {p.second * by, p.fourth * by, p.sixth * by};
}

/// The k-th of `some` of `all` places.
std::size_t spread(std::size_t k, std::size_t some, std::size_t all) {
  return (2 * k + 1) * all / (2 * some);
}

/// Source minus target, of the nearest image; periods: 0 along free directions.
std::array<double, 3> nearest(const Tree& tree, std::size_t t, std::size_t s, const std::array<double, 3>& periods) {
  std::array<double, 3> d;
  for (std::size_t a = 0; a < 3; ++a) {
    d[a] = tree.source_x(int(a))[s] - tree.target_x(int(a))[t];
    if (periods[a] > 0) d[a] -= periods[a] * std::rint(d[a] / periods[a]);
  }
  return d;
}

double square(const std::array<double, 3>& d) {
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

void add_images(const Tree& tree, const std::array<double, 3>& periods, FarPairs& far) {
  constexpr std::size_t most_targets = 16, most_sources = 128;
  const std::size_t targets = tree.target_order().size(), sources = tree.source_order().size();
  const std::size_t some_targets = std::min(targets, most_targets), some_sources = std::min(sources, most_sources);
  std::array<int, 3> reach{};
  for (std::size_t a = 0; a < 3; ++a) reach[a] = periods[a] > 0 ? 2 : 0;
  FarPairs sum;
  for (std::size_t i = 0; i < some_targets; ++i)
    for (std::size_t k = 0; k < some_sources; ++k) {
      const auto d = nearest(tree, spread(i, some_targets, targets), spread(k, some_sources, sources), periods);
      std::array<int, 3> n;
      for (n[0] = -reach[0]; n[0] <= reach[0]; ++n[0])
        for (n[1] = -reach[1]; n[1] <= reach[1]; ++n[1])
          for (n[2] = -reach[2]; n[2] <= reach[2]; ++n[2]) {
            const int away = std::max({std::abs(n[0]), std::abs(n[1]), std::abs(n[2])});
            if (away == 0) continue;
            const double r2 = square({d[0] + n[0] * periods[0], d[1] + n[1] * periods[1], d[2] + n[2] * periods[2]});
            const bool by_tree = away == 1;
            if (r2 > 0 && (!by_tree || tree.levels() > 1)) add(r2, by_tree ? sum.tree : sum.lattice);
          }
    }
  const double share = 1.0 / (double(some_targets) * double(some_sources));
  for (const auto& [from, to] : {std::pair{&sum.tree, &far.tree}, std::pair{&sum.lattice, &far.lattice}}) {
    to->second += share * from->second;
    to->fourth += share * from->fourth;
    to->sixth += share * from->sixth;
  }
}

}  // namespace

FarPairs far_pairs(const Tree& tree, const InteractionLists& lists) {
  constexpr std::size_t most_targets = 48, most_sources = 2048;
  const std::size_t targets = tree.target_order().size(), sources = tree.source_order().size();
  FarPairs far;
  if (targets == 0 || sources == 0) return far;
  std::vector<std::pair<int, std::size_t>> leaves;  // by the end of their targets
  for (std::size_t k = 0; k < lists.target_leaves.size(); ++k)
    if (const TreeBox& t = tree.box(lists.target_leaves[k]); t.targets() > 0) leaves.emplace_back(t.last_target, k);
  std::sort(leaves.begin(), leaves.end());
  std::array<double, 3> periods{};
  for (std::size_t a = 0; a < 3; ++a)
    if (tree.roots().periodic(int(a))) periods[a] = tree.roots().side[a] * tree.roots().counts[a];
  const std::size_t some_targets = std::min(targets, most_targets), some_sources = std::min(sources, most_sources);
  for (std::size_t i = 0; i < some_targets; ++i) {
    const std::size_t t = spread(i, some_targets, targets);
    const auto leaf = std::upper_bound(leaves.begin(), leaves.end(), std::pair(static_cast<int>(t), SIZE_MAX));
    NearSources near(lists.pairs[leaf->second]);
    for (std::size_t k = 0; k < some_sources; ++k) {
      const std::size_t s = spread(k, some_sources, sources);
      if (near.holds(static_cast<int>(s))) continue;
      const double r2 = square(nearest(tree, t, s, periods));
      if (r2 > 0) add(r2, far.tree);
    }
  }
  far.tree = scaled(far.tree, 1.0 / (double(some_targets) * double(some_sources)));
  if (tree.roots().periodicity > 0) add_images(tree, periods, far);
  return far;
}

}  // namespace slurry::fmm
