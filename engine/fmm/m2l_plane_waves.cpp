// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "base/simd.hpp"
#include "fmm/m2l.hpp"
#include "fmm/plane_wave_rules.hpp"
#include "fmm/wave_transforms.hpp"

// M2L by plane waves (theory/fast-multipole.md (M21) to (M24)).  List V is dealt with in six directions: along z where
// boxes are two or three apart along z, along y where not so but two or three apart along y, the rest along x.  A wave
// in a direction is shifted by a factor per exponential.
//
// Per axis and direction, groups of planes of parents: waves of the children are merged at the parent's middle across
// wide axes (those along which all six children of three parents count), added over nine parents of the plane before,
// and handed down to the children.  The origin of B moves in the expansions, but for the shifts between parents.
namespace slurry::fmm {
namespace {

template <class Real>
constexpr int wave_width = static_cast<int>(simd::Wide<Real>::size());
/// A group of exponentials: so many numbers U and so many numbers V, of (so many) / sets exponentials.
template <class Real>
constexpr int group_numbers = std::max(8, wave_width<Real>);
template <class Real>
constexpr int group_size = 2 * group_numbers<Real>;
/// Groups that are shifted together between parents, so that a plane of parents stays in the second cache.
constexpr int groups_at_once = 16;
constexpr int least_parents_of_a_slab = 48;
/// Parents whose children one thread deals with.
constexpr int parents_at_once = 8;

/// Factors e^(i theta) of one shift, lane by lane.
template <class Real>
struct Shift {
  std::vector<Real> cosine, sine;
};

/// One place of a stencil across an axis: a neighbouring parent, the half of it (0 where wide), and the shift's number.
struct Across {
  int parent, half, shift;
};

template <class Real>
class PlaneWaveM2l final : public M2lOf<Real> {
  using Expansions = ExpansionsOf<Real>;
  using Shift = fmm::Shift<Real>;

 public:
  PlaneWaveM2l(const ExpansionShape& shape, double side, double node_error);
  void apply(const Tree& tree, int level, const Expansions& multipoles, Expansions& locals) const override;

 private:
  static constexpr int numbers = group_numbers<Real>;
  struct Work : WaveTransforms<Real>::Work {
    TileBuffer<Real> own;
  };
  /// A direction along an axis at one level.
  struct Pass {
    const Tree& tree;
    int axis, direction;                ///< direction: +1 where sources lie below their targets
    std::vector<int> sources, targets;  ///< parents
    const std::vector<int>& place;      ///< of a parent among the sources, -1: not there
  };

  int slots(int axis) const {
    return 2 << (frames[std::size_t(axis)].wide_u ? 0 : 1) << (frames[std::size_t(axis)].wide_v ? 0 : 1);
  }
  int slot_of_octant(const Pass& pass, int octant) const;
  Shift make_shift(double du, double dv) const;
  void waves_of_sources(const Pass& pass, int first, int last, const Expansions& multipoles, Work& w) const;
  void waves_to_targets(const Pass& pass, int first, int last, Expansions& locals, Work& w) const;
  void between_parents(const Pass& pass, int target, int group, int groups) const;
  void run(const Pass& pass, const Expansions& multipoles, Expansions& locals) const;
  Real* merged(int place, int slot, int count) const {
    return merged_.data() + expansion_padding +
           (std::size_t(place) * std::size_t(count) + std::size_t(slot)) * stride();
  }
  Real* received(int place, int slot, int count) const {
    return received_.data() + (std::size_t(place) * std::size_t(count) + std::size_t(slot)) * stride();
  }
  std::size_t stride() const { return std::size_t(groups_) * group_size<Real>; }

  ExpansionShape shape_;
  double side_;  ///< of a box in units of length of its expansions
  PlaneWaves waves_;
  WaveTransforms<Real> transforms_;
  int in_group_, groups_;  ///< exponentials in a group; groups
  // shifts
  std::array<std::array<Shift, 4>, 3> to_parent_, to_child_;  ///< by axis and halves u + 2 v
  std::array<std::array<Shift, 9>, 3> between_;               ///< by axis and shift u + 3 v
  std::vector<Real> decay2_, decay3_;
  mutable std::vector<Real> merged_, received_;
  ThreadWork<Work> work_;
};

/// out += shifted in, or out = shifted in.
template <bool Add, class Real>
void shift(const Shift<Real>& by, int first, int last, const Real* in, Real* out) {
  using Wide = simd::Wide<Real>;
  constexpr int width = wave_width<Real>, numbers = group_numbers<Real>;
  const Real *const cosine = by.cosine.data(), *const sine = by.sine.data();
  for (int g = first; g < last; ++g)
    for (int l = 0; l < numbers; l += width) {
      const int at = group_size<Real> * g + l;
      const Wide c(cosine + numbers * g + l, simd::element_aligned), s(sine + numbers * g + l, simd::element_aligned);
      const Wide u(in + at, simd::element_aligned), v(in + at + numbers, simd::element_aligned);
      Wide nu = c * u - s * v, nv = c * v + s * u;
      if constexpr (Add) {
        nu += Wide(out + at, simd::element_aligned);
        nv += Wide(out + at + numbers, simd::element_aligned);
      }
      nu.copy_to(out + at, simd::element_aligned);
      nv.copy_to(out + at + numbers, simd::element_aligned);
    }
}

/// How B changes with its origin: B += by A_axis, for up to two axes.
struct OriginMove {
  int axis[2];
  double by[2];
};

/// The same, with B moved first.  Lanes are A_1, A_2, A_3, B, and again: a load that begins earlier brings A_axis to
/// B's lane.
template <int Moves, class Real>
void shift_and_move(const Shift<Real>& by, const OriginMove& move, int first, int last, const Real* in, Real* out) {
  using Wide = simd::Wide<Real>;
  constexpr int width = wave_width<Real>, numbers = group_numbers<Real>;
  const Real *const cosine = by.cosine.data(), *const sine = by.sine.data();
  alignas(64) Real factors[2][numbers] = {};
  for (int k = 0; k < Moves; ++k)
    for (int c = 3; c < numbers; c += 4) factors[k][c] = static_cast<Real>(move.by[k]);
  for (int g = first; g < last; ++g)
    for (int l = 0; l < numbers; l += width) {
      const int at = group_size<Real> * g + l;
      const Wide c(cosine + numbers * g + l, simd::element_aligned), s(sine + numbers * g + l, simd::element_aligned);
      Wide u(in + at, simd::element_aligned), v(in + at + numbers, simd::element_aligned);
      for (int k = 0; k < Moves; ++k) {
        const Wide factor(factors[k] + l, simd::element_aligned);
        const Real* const earlier = in + at - (3 - move.axis[k]);
        u += factor * Wide(earlier, simd::element_aligned);
        v += factor * Wide(earlier + numbers, simd::element_aligned);
      }
      (c * u - s * v + Wide(out + at, simd::element_aligned)).copy_to(out + at, simd::element_aligned);
      (c * v + s * u + Wide(out + at + numbers, simd::element_aligned))
          .copy_to(out + at + numbers, simd::element_aligned);
    }
}

template <class Real>
PlaneWaveM2l<Real>::PlaneWaveM2l(const ExpansionShape& shape, double side, double node_error)
    : shape_(shape),
      side_(side),
      waves_(node_rule(node_error), shape.p),
      transforms_(shape.p, side, waves_),
      in_group_(numbers / shape.sets),
      groups_((waves_.count() + in_group_ - 1) / in_group_),
      work_([] { return std::make_unique<Work>(); }) {
  for (int a = 0; a < 3; ++a) {
    const AxisFrame& f = frames[std::size_t(a)];
    for (int h = 0; h < 4; ++h) {
      const double du = f.wide_u ? (h & 1 ? 0.5 : -0.5) : 0, dv = f.wide_v ? (h & 2 ? 0.5 : -0.5) : 0;
      to_parent_[std::size_t(a)][std::size_t(h)] = make_shift(-du, -dv);
      to_child_[std::size_t(a)][std::size_t(h)] = make_shift(du, dv);
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        between_[std::size_t(a)][std::size_t(i + 3 * j)] =
            make_shift((1 - i) * (f.wide_u ? 2.0 : 1.0), (1 - j) * (f.wide_v ? 2.0 : 1.0));
  }
  decay2_.assign(std::size_t(groups_ * numbers), Real(0));
  decay3_ = decay2_;
  for (int e = 0; e < waves_.count(); ++e)
    for (int c = 0; c < shape_.sets; ++c) {
      const auto at = std::size_t(e / in_group_ * numbers + e % in_group_ * shape_.sets + c);
      decay2_[at] = static_cast<Real>(std::exp(-2 * waves_.lambda[std::size_t(e)]));
      decay3_[at] = static_cast<Real>(std::exp(-3 * waves_.lambda[std::size_t(e)]));
    }
}

template <class Real>
Shift<Real> PlaneWaveM2l<Real>::make_shift(double du, double dv) const {
  Shift s;
  s.cosine.assign(std::size_t(groups_ * numbers), Real(0));
  s.sine = s.cosine;
  for (int e = 0; e < waves_.count(); ++e) {
    const auto k = std::size_t(e);
    const double theta = waves_.lambda[k] * (du * waves_.cosine[k] + dv * waves_.sine[k]);
    for (int c = 0; c < shape_.sets; ++c) {
      const auto at = std::size_t(e / in_group_ * numbers + e % in_group_ * shape_.sets + c);
      s.cosine[at] = static_cast<Real>(std::cos(theta));
      s.sine[at] = static_cast<Real>(std::sin(theta));
    }
  }
  return s;
}

/// Where the waves of a child are merged: the half along the axis, seen from the sources, and halves across it.
template <class Real>
int PlaneWaveM2l<Real>::slot_of_octant(const Pass& pass, int octant) const {
  const AxisFrame& f = frames[std::size_t(pass.axis)];
  int along = octant >> f.axes[2] & 1;
  if (pass.direction < 0) along = 1 - along;
  int slot = along;
  if (!f.wide_v) slot = 2 * slot + (octant >> f.axes[1] & 1);
  if (!f.wide_u) slot = 2 * slot + (octant >> f.axes[0] & 1);
  return slot;
}

/// The waves of box `i` of a tile, between rows of exponentials (U, and V behind) and groups.
template <int Sets, class Real>
void waves_of_box(int count, const Real* real, const Real* imaginary, std::size_t i, Real* groups) {
  constexpr int numbers = group_numbers<Real>, in_group = numbers / Sets;
  real += i * std::size_t(Sets);
  imaginary += i * std::size_t(Sets);
  for (int e = 0; e < count; ++e) {
    Real* const to = groups + e / in_group * group_size<Real> + e % in_group * Sets;
    std::copy_n(real + e * tile_columns, Sets, to);
    std::copy_n(imaginary + e * tile_columns, Sets, to + numbers);
  }
}
template <int Sets, class Real>
void box_of_waves(int count, const Real* groups, std::size_t i, Real* real, Real* imaginary) {
  constexpr int numbers = group_numbers<Real>, in_group = numbers / Sets;
  real += i * std::size_t(Sets);
  imaginary += i * std::size_t(Sets);
  for (int e = 0; e < count; ++e) {
    const Real* const from = groups + e / in_group * group_size<Real> + e % in_group * Sets;
    std::copy_n(from, Sets, real + e * tile_columns);
    std::copy_n(from + numbers, Sets, imaginary + e * tile_columns);
  }
}

/// Children of parents, in tiles.
struct Child {
  int box, parent;  ///< parent: its place in the pass
};
template <class Wanted, class F>
void for_tiles_of_children(const Tree& tree, const std::vector<int>& parents, int first, int last, int boxes,
                           const Wanted& wanted, const F& f) {
  std::vector<Child> tile;
  for (int i = first; i < last; ++i)
    for (const int c : tree.box(parents[std::size_t(i)]).child) {
      if (c < 0 || !wanted(tree.box(c))) continue;
      tile.push_back({c, i});
      if (static_cast<int>(tile.size()) < boxes) continue;
      f(tile);
      tile.clear();
    }
  if (!tile.empty()) f(tile);
}

/// The way from a parent's centre to that of a child, whose sides are so long.
std::array<double, 3> from_parent(int octant, double side) {
  std::array<double, 3> d;
  for (std::size_t a = 0; a < 3; ++a) d[a] = octant >> a & 1 ? 0.5 * side : -0.5 * side;
  return d;
}

std::vector<int> boxes_of(const std::vector<Child>& tile) {
  std::vector<int> boxes;
  for (const Child& c : tile) boxes.push_back(c.box);
  return boxes;
}

template <class Real>
void PlaneWaveM2l<Real>::waves_of_sources(const Pass& pass, int first, int last, const Expansions& multipoles,
                                          Work& w) const {
  const AxisFrame& f = frames[std::size_t(pass.axis)];
  const int count = slots(pass.axis);
  std::array<bool, std::size_t(parents_at_once) * 8> filled{};  // what is empty is overwritten
  const auto holds_sources = [](const TreeBox& b) { return b.sources() > 0; };
  for_tiles_of_children(pass.tree, pass.sources, first, last, shape_.boxes(), holds_sources, [&](const auto& tile) {
    const std::vector<int> boxes = boxes_of(tile);
    // B about the middle of the parent one further along the axis
    std::vector<std::array<double, 3>> moves;
    for (const int b : boxes) {
      moves.push_back(from_parent(pass.tree.box(b).octant, side_));
      moves.back()[std::size_t(f.axes[2])] -= 2.0 * side_ * pass.direction;
    }
    gather_moved_tile(shape_, multipoles, boxes, moves, w.in.data(), w.own.data());
    transforms_.in(pass.axis, pass.direction, w);
    const Real* const real = w.waves.data();
    const Real* const imaginary = real + waves_.count() * tile_columns;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const int octant = pass.tree.box(tile[i].box).octant;
      Real* const own = w.own.data();
      if (shape_.sets == 4)
        waves_of_box<4>(waves_.count(), real, imaginary, i, own);
      else
        waves_of_box<1>(waves_.count(), real, imaginary, i, own);
      const int across = (octant >> f.axes[0] & 1) + 2 * (octant >> f.axes[1] & 1);
      const Shift& by = to_parent_[std::size_t(pass.axis)][std::size_t(across)];
      const int slot = slot_of_octant(pass, octant);
      bool& there = filled[std::size_t((tile[i].parent - first) * count + slot)];
      Real* const to = merged(tile[i].parent, slot, count);
      if (there)
        shift<true>(by, 0, groups_, own, to);
      else
        shift<false>(by, 0, groups_, own, to);
      there = true;
    }
  });
  for (int i = first; i < last; ++i)
    for (int slot = 0; slot < count; ++slot)
      if (!filled[std::size_t((i - first) * count + slot)]) std::fill_n(merged(i, slot, count), stride(), Real(0));
}

/// What the children of one parent receive, groups [group, group + groups): from nine parents of the plane before.
template <class Real>
void PlaneWaveM2l<Real>::between_parents(const Pass& pass, int target, int group, int groups) const {
  using Wide = simd::Wide<Real>;
  constexpr int width = wave_width<Real>, size = group_size<Real>;
  const AxisFrame& f = frames[std::size_t(pass.axis)];
  const int count = slots(pass.axis), last = group + groups;
  const Colleagues& colleagues = pass.tree.colleagues(pass.targets[std::size_t(target)]);
  const int halves_u = f.wide_u ? 1 : 2, halves_v = f.wide_v ? 1 : 2;
  const auto stencil = [](bool wide, int half) {
    std::array<Across, 3> places;
    for (int o = -1; o <= 1; ++o) {
      const int at = half + o;
      const Across narrow{at < 0 ? -1 : at > 1 ? 1 : 0, at & 1, o + 1};
      places[std::size_t(o + 1)] = wide ? Across{o, 0, o + 1} : narrow;
    }
    return places;
  };
  for (int hv = 0; hv < halves_v; ++hv)
    for (int hu = 0; hu < halves_u; ++hu) {
      alignas(64) Real sums[2][groups_at_once * size] = {};
      for (const Across& v : stencil(f.wide_v, hv))
        for (const Across& u : stencil(f.wide_u, hu)) {
          std::array<int, 3> d;
          d[std::size_t(f.axes[0])] = u.parent;
          d[std::size_t(f.axes[1])] = v.parent;
          d[std::size_t(f.axes[2])] = -pass.direction;
          const int source = colleagues[std::size_t(slot_of(d[0], d[1], d[2]))];
          if (source < 0) continue;
          const int at = pass.place[std::size_t(source)];
          if (at < 0) continue;
          OriginMove move{};
          int moves = 0;
          for (const auto& [axis, by] : {std::pair{f.axes[0], u.parent}, std::pair{f.axes[1], v.parent}})
            if (by != 0 && shape_.sets == 4) {
              move.axis[moves] = axis;
              move.by[moves++] = 2.0 * side_ * by;
            }
          const Shift& by = between_[std::size_t(pass.axis)][std::size_t(u.shift + 3 * v.shift)];
          for (int along = 0; along < 2; ++along) {
            const int slot = (along * halves_v + v.half) * halves_u + u.half;
            const Real* const in = merged(at, slot, count);
            Real* const out = sums[along] - group * size;
            if (moves == 0)
              shift<true>(by, group, last, in, out);
            else if (moves == 1)
              shift_and_move<1>(by, move, group, last, in, out);
            else
              shift_and_move<2>(by, move, group, last, in, out);
          }
        }
      // two boxes apart: to the near half from the far one; three or two: to the far half from both
      Real* const near = received(target, hv * halves_u + hu, count);
      Real* const far = received(target, (halves_v + hv) * halves_u + hu, count);
      for (int g = group; g < last; ++g)
        for (int l = 0; l < size; l += width) {
          const int factor = numbers * g + l % numbers, at = size * g + l;
          const Wide two(decay2_.data() + factor, simd::element_aligned),
              three(decay3_.data() + factor, simd::element_aligned);
          const Wide from_far(sums[0] + at - group * size, simd::element_aligned),
              from_near(sums[1] + at - group * size, simd::element_aligned);
          (two * from_far).copy_to(near + at, simd::element_aligned);
          (three * from_far + two * from_near).copy_to(far + at, simd::element_aligned);
        }
    }
}

template <class Real>
void PlaneWaveM2l<Real>::waves_to_targets(const Pass& pass, int first, int last, Expansions& locals, Work& w) const {
  const AxisFrame& f = frames[std::size_t(pass.axis)];
  const int count = slots(pass.axis);
  const auto holds_targets = [](const TreeBox& b) { return b.targets() > 0; };
  for_tiles_of_children(pass.tree, pass.targets, first, last, shape_.boxes(), holds_targets, [&](const auto& tile) {
    Real* const real = w.waves.data();
    Real* const imaginary = real + waves_.count() * tile_columns;
    std::vector<std::array<double, 3>> moves;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const int octant = pass.tree.box(tile[i].box).octant;
      const int across = (octant >> f.axes[0] & 1) + 2 * (octant >> f.axes[1] & 1);
      Real* const own = w.own.data();
      shift<false>(to_child_[std::size_t(pass.axis)][std::size_t(across)], 0, groups_,
                   received(tile[i].parent, slot_of_octant(pass, octant), count), own);
      if (shape_.sets == 4)
        box_of_waves<4>(waves_.count(), own, i, real, imaginary);
      else
        box_of_waves<1>(waves_.count(), own, i, real, imaginary);
      moves.push_back(from_parent(octant, side_));
      for (double& m : moves.back()) m = -m;
    }
    transforms_.out(pass.axis, pass.direction, w);
    scatter_moved_tile(shape_, w.in.data(), boxes_of(tile), moves, locals, w.own.data());
  });
}

template <class Real>
void PlaneWaveM2l<Real>::run(const Pass& pass, const Expansions& multipoles, Expansions& locals) const {
  const int sources = static_cast<int>(pass.sources.size()), targets = static_cast<int>(pass.targets.size());
  const auto count = std::size_t(slots(pass.axis));
  const std::size_t from = expansion_padding + std::size_t(sources) * count * stride(),
                    to = std::size_t(targets) * count * stride();
  if (merged_.size() < from) merged_.resize(from);
  if (received_.size() < to) received_.resize(to);
  constexpr int chunk = parents_at_once;
  const auto with_work = [&](const auto& f) {
    work_.use([&](Work& w) {
      if (w.in.empty()) {
        transforms_.resize(w);
        w.own.resize(std::max(stride(), expansion_padding + std::size_t(8 * shape_.rows())));
      }
      f(w);
    });
  };
  for_each_item("slurry::fmm::waves_of_sources", (sources + chunk - 1) / chunk, [&](int i) {
    with_work([&](Work& w) { waves_of_sources(pass, i * chunk, std::min(sources, (i + 1) * chunk), multipoles, w); });
  });
  const int blocks = (groups_ + groups_at_once - 1) / groups_at_once;
  for_each_item("slurry::fmm::waves_between_parents", blocks, [&](int block) {
    const int group = block * groups_at_once, groups = std::min(groups_at_once, groups_ - group);
    for (int t = 0; t < targets; ++t) between_parents(pass, t, group, groups);
  });
  for_each_item("slurry::fmm::waves_to_targets", (targets + chunk - 1) / chunk, [&](int i) {
    with_work([&](Work& w) { waves_to_targets(pass, i * chunk, std::min(targets, (i + 1) * chunk), locals, w); });
  });
}

template <class Real>
void PlaneWaveM2l<Real>::apply(const Tree& tree, int level, const Expansions& multipoles, Expansions& locals) const {
  std::vector<int> parents;
  for (int b = tree.level_start(level - 1); b < tree.level_start(level); ++b)
    if (!tree.box(b).leaf) parents.push_back(b);
  std::vector<int> place(tree.boxes().size(), -1);
  for (int axis = 0; axis < 3; ++axis) {
    const int along = frames[std::size_t(axis)].axes[2];
    const auto plane = [&](int b) { return tree.box(b).cell[std::size_t(along)]; };
    std::stable_sort(parents.begin(), parents.end(), [&](int a, int b) { return plane(a) < plane(b); });
    for (std::size_t first = 0; first < parents.size();) {
      std::size_t last = first;  // whole planes
      while (last < parents.size() &&
             (last - first < least_parents_of_a_slab || plane(parents[last]) == plane(parents[last - 1])))
        ++last;
      for (const int direction : {1, -1}) {
        Pass pass{tree,
                  axis,
                  direction,
                  {},
                  {parents.begin() + std::ptrdiff_t(first), parents.begin() + std::ptrdiff_t(last)},
                  place};
        std::array<int, 3> d{};
        for (const int t : pass.targets)
          for (int u = -1; u <= 1; ++u)
            for (int v = -1; v <= 1; ++v) {
              d[std::size_t(frames[std::size_t(axis)].axes[0])] = u;
              d[std::size_t(frames[std::size_t(axis)].axes[1])] = v;
              d[std::size_t(along)] = -direction;
              const int s = tree.colleagues(t)[std::size_t(slot_of(d[0], d[1], d[2]))];
              if (s < 0 || tree.box(s).leaf || place[std::size_t(s)] >= 0) continue;
              place[std::size_t(s)] = static_cast<int>(pass.sources.size());
              pass.sources.push_back(s);
            }
        if (!pass.sources.empty()) run(pass, multipoles, locals);
        for (const int s : pass.sources) place[std::size_t(s)] = -1;
      }
      first = last;
    }
  }
}

}  // namespace

template <class Real>
std::unique_ptr<M2lOf<Real>> make_plane_wave_m2l(const ExpansionShape& shape, double side, double node_error) {
  return std::make_unique<PlaneWaveM2l<Real>>(shape, side, node_error);
}

template std::unique_ptr<M2lOf<double>> make_plane_wave_m2l(const ExpansionShape&, double, double);
template std::unique_ptr<M2lOf<float>> make_plane_wave_m2l(const ExpansionShape&, double, double);

}  // namespace slurry::fmm
