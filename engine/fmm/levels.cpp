// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/levels.hpp"

#include <algorithm>

namespace slurry::fmm {
namespace {

/// Boxes of a level in the given octant of their parents that hold something on the wanted side.
std::vector<int> boxes_in_octant(const Tree& tree, int level, int octant, bool sources) {
  std::vector<int> found;
  for (int b = tree.level_start(level); b < tree.level_start(level + 1); ++b)
    if (tree.box(b).octant == octant && (sources ? tree.box(b).sources() : tree.box(b).targets()) > 0)
      found.push_back(b);
  return found;
}

}  // namespace

template <class Real>
LevelTransfer<Real>::LevelTransfer(const ExpansionShape& shape, const Vector3& cell)
    : shape_(shape),
      cell_(cell),
      up_(rotated_m2m<Real>(shape.p, {cell[0] / 4, cell[1] / 4, cell[2] / 4})),
      down_(rotated_l2l<Real>(shape.p, {cell[0] / 4, cell[1] / 4, cell[2] / 4})),
      work_([&] { return std::make_unique<Work>(shape); }) {
  for (int o = 0; o < 8; ++o) signs_[static_cast<std::size_t>(o)] = mirror_signs<Real>(shape.p, 7 - o);
}

template <class Real>
void LevelTransfer<Real>::up(const Tree& tree, int level, ExpansionsOf<Real>& multipoles) const {
  if (level + 1 >= tree.levels()) return;
  for (int o = 0; o < 8; ++o) {  // a parent has one child per octant: tiles of an octant write to different boxes
    const std::vector<int> children = boxes_in_octant(tree, level + 1, o, true);
    const Real* const signs = signs_[static_cast<std::size_t>(o)].data();
    Real d[3];
    for (int a = 0; a < 3; ++a)
      d[a] = static_cast<Real>(((o >> a & 1) ? 0.25 : -0.25) * cell_[static_cast<std::size_t>(a)]);
    const int width = shape_.boxes(), count = static_cast<int>(children.size());
    for_each_item("slurry::fmm::m2m", (count + width - 1) / width, [&](int t) {
      work_.use([&](Work& w) {
        const int first = t * width, used = std::min(width, count - first);
        const std::span<const int> from(children.data() + first, static_cast<std::size_t>(used));
        std::array<int, tile_columns> parents;
        for (int i = 0; i < used; ++i) parents[std::size_t(i)] = tree.box(from[std::size_t(i)]).parent;
        gather_tile(shape_, multipoles, from, signs, w.in.data());
        up_.apply(w.in.data(), w.out.data(), w.scratch.data());
        if (shape_.sets == 4)  // B in the parent's units, about its centre
          for (int k = 0; k < shape_.rows(); ++k)
            for (int i = 0; i < tile_columns; i += 4) {
              Real* const v = w.out.data() + k * tile_columns + i;
              v[3] = Real(0.5) * v[3] + d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
            }
        scatter_tile(shape_, w.out.data(), signs, {parents.data(), std::size_t(used)}, multipoles);
      });
    });
  }
}

template <class Real>
void LevelTransfer<Real>::down(const Tree& tree, int level, ExpansionsOf<Real>& locals) const {
  if (level == 0) return;
  for (int o = 0; o < 8; ++o) {
    const std::vector<int> children = boxes_in_octant(tree, level, o, false);
    const Real* const signs = signs_[static_cast<std::size_t>(o)].data();
    Real d[3];
    for (int a = 0; a < 3; ++a)
      d[a] = static_cast<Real>(((o >> a & 1) ? 0.5 : -0.5) * cell_[static_cast<std::size_t>(a)]);
    const int width = shape_.boxes(), count = static_cast<int>(children.size());
    for_each_item("slurry::fmm::l2l", (count + width - 1) / width, [&](int t) {
      work_.use([&](Work& w) {
        const int first = t * width, used = std::min(width, count - first);
        const std::span<const int> to(children.data() + first, static_cast<std::size_t>(used));
        std::array<int, tile_columns> parents;
        for (int i = 0; i < used; ++i) parents[std::size_t(i)] = tree.box(to[std::size_t(i)]).parent;
        gather_tile(shape_, locals, {parents.data(), std::size_t(used)}, signs, w.in.data());
        down_.apply(w.in.data(), w.out.data(), w.scratch.data());
        if (shape_.sets == 4)  // B in the child's units, about its centre
          for (int k = 0; k < shape_.rows(); ++k)
            for (int i = 0; i < tile_columns; i += 4) {
              Real* const v = w.out.data() + k * tile_columns + i;
              v[3] = 2 * v[3] - d[0] * v[0] - d[1] * v[1] - d[2] * v[2];
            }
        scatter_tile(shape_, w.out.data(), signs, to, locals);
      });
    });
  }
}

template class LevelTransfer<double>;
template class LevelTransfer<float>;

}  // namespace slurry::fmm
