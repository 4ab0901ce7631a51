// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/target_tree.hpp"

#include <algorithm>
#include <utility>

namespace slurry::fmm {

template <class Real>
TargetTree<Real>::TargetTree(Tree made, FewPoints with_few, const ExpansionShape& shape)
    : tree(std::move(made)), few(std::move(with_few)), lists(find_lists(tree, few)) {
  const auto boxes = static_cast<int>(tree.boxes().size());
  for (int b = 0; b < boxes; ++b)
    if (tree.box(b).leaf && (tree.has_all_children() || tree.box(b).sources() > 0)) source_leaves.push_back(b);
  multipoles.resize(boxes, shape.p, shape.sets);
  locals.resize(boxes, shape.p, shape.sets);
}

template <class Real>
double TargetTree<Real>::met_pairs() const {
  double met = 0;
  for (std::size_t i = 0; i < lists.target_leaves.size(); ++i) {
    double sources = 0;
    for (const SourceRun& run : lists.pairs[i]) sources += run.last - run.first;
    met += sources * tree.box(lists.target_leaves[i]).targets();
  }
  return met;
}

template struct TargetTree<double>;
template struct TargetTree<float>;

std::array<double, 3> middle_of(const ConstHostVectors& points, int periodicity) {
  std::array<double, 3> middle{0, 0, 0};
  for (std::size_t a = static_cast<std::size_t>(periodicity); a < 3; ++a) {
    for (std::size_t i = 0; i < points.extent(0); ++i) middle[a] += points(i, a);
    middle[a] /= static_cast<double>(std::max<std::size_t>(1, points.extent(0)));
  }
  return middle;
}

std::array<double, 3> sum_of(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

}  // namespace slurry::fmm
